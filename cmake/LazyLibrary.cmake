# A library whose functions are called through pointers, so that it can be loaded
# when it is needed. `list` has a line CLANG(function) for each; `header`, which
# is made of it, lets the code call them by their names.
function(oncelint_lazy_library target library list header)
	set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.include)
	set(text "// Made by cmake/LazyLibrary.cmake.\n")
	set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
	file(STRINGS ${list} lines REGEX "^CLANG\\(")
	foreach(line IN LISTS lines)
		string(REGEX REPLACE "^CLANG\\((.*)\\)$" "#define \\1 library_\\1\n"
			line "${line}")
		string(APPEND text "${line}")
	endforeach()
	file(CONFIGURE OUTPUT ${folder}/${header} CONTENT "${text}" @ONLY)
	target_include_directories(${target} PRIVATE ${folder})
	target_include_directories(${target} SYSTEM PRIVATE
		$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
endfunction()
