# libclang's C API, 19 or newer: LibClang::LibClang, LibClang_VERSION_MAJOR,
# LibClang_PATH (the library itself) and LibClang_RESOURCE_DIR. Debian keeps each version in a folder of its own and
# has no pkg-config file, so the version's llvm-config folder is looked for.
set(LIBCLANG_VERSIONS 22 21 20 19)
if(LIBCLANG_VERSION)
	set(LIBCLANG_VERSIONS ${LIBCLANG_VERSION})
else()
	# The version the tests are run with comes first.
	set(LIBCLANG_VERSIONS 19 20 21 22)
endif()
foreach(version IN LISTS LIBCLANG_VERSIONS)
	find_path(LibClang_INCLUDE_DIR clang-c/Index.h
		PATHS /usr/lib/llvm-${version}/include NO_DEFAULT_PATH)
	find_library(LibClang_LIBRARY NAMES clang clang-${version}
		PATHS /usr/lib/llvm-${version}/lib NO_DEFAULT_PATH)
	if(LibClang_INCLUDE_DIR AND LibClang_LIBRARY)
		set(LibClang_VERSION_MAJOR ${version})
		break()
	endif()
endforeach()
if(NOT LibClang_VERSION_MAJOR)
	message(FATAL_ERROR
		"libclang 19 or newer was not found: install the package "
		"libclang-19-dev (apt-get install libclang-19-dev)")
endif()
file(REAL_PATH ${LibClang_LIBRARY} LibClang_PATH)
file(GLOB LibClang_RESOURCE_DIR
	/usr/lib/llvm-${LibClang_VERSION_MAJOR}/lib/clang/*)
if(NOT TARGET LibClang::LibClang)
	add_library(LibClang::LibClang UNKNOWN IMPORTED)
	set_target_properties(LibClang::LibClang PROPERTIES
		IMPORTED_LOCATION ${LibClang_LIBRARY}
		INTERFACE_INCLUDE_DIRECTORIES ${LibClang_INCLUDE_DIR})
endif()
