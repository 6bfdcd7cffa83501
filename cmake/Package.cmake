# What is installed besides the program: manual pages and completions, which the
# program itself writes; and the Debian package, of the analyser alone:
#
#     cmake --build build/release --target oncelint-deb
#
# Needs GNUInstallDirs and the target oncelint.
find_package(LibClang REQUIRED)
set(share ${CMAKE_CURRENT_BINARY_DIR}/share)
add_custom_command(OUTPUT ${share}/man/man1/oncelint.1.gz
	COMMAND ${PROJECT_SOURCE_DIR}/cmake/pages.sh
		$<TARGET_FILE:oncelint> ${share}
	COMMAND ${CMAKE_COMMAND} -E make_directory ${share}/doc/oncelint
	COMMAND sh -c "gzip -9nc \"$1\" >\"$2\"" sh
		${PROJECT_SOURCE_DIR}/cmake/debian/changelog
		${share}/doc/oncelint/changelog.gz
	DEPENDS oncelint ${PROJECT_SOURCE_DIR}/cmake/pages.sh
		${PROJECT_SOURCE_DIR}/cmake/debian/changelog
	COMMENT "Writing manual pages and completions" VERBATIM)
add_custom_target(oncelint-pages ALL
	DEPENDS ${share}/man/man1/oncelint.1.gz)
install(DIRECTORY ${share}/ DESTINATION ${CMAKE_INSTALL_DATADIR}
	COMPONENT oncelint)
configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/copyright
	${CMAKE_CURRENT_BINARY_DIR}/debian/copyright @ONLY)
install(FILES ${PROJECT_SOURCE_DIR}/README.md
	${CMAKE_CURRENT_BINARY_DIR}/debian/copyright
	DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT oncelint)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/oncelint.cmake
	DESTINATION ${CMAKE_INSTALL_DATADIR}/oncelint/cmake COMPONENT oncelint)
install(FILES ${PROJECT_SOURCE_DIR}/bazel/oncelint.bzl
	DESTINATION ${CMAKE_INSTALL_DATADIR}/oncelint/bazel COMPONENT oncelint)
install(FILES ${PROJECT_SOURCE_DIR}/rules/schema.json
	${PROJECT_SOURCE_DIR}/rules/config-schema.json
	DESTINATION ${CMAKE_INSTALL_DATADIR}/oncelint COMPONENT oncelint)

# ---- the Debian package

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME oncelint)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
# CPack would build all targets first; the package wants one.
set(CPACK_INSTALL_CMAKE_PROJECTS "")
set(CPACK_INSTALLED_DIRECTORIES "${CMAKE_BINARY_DIR}/package;/")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${ONCELINT_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${ONCELINT_HOMEPAGE}")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
	"linter for handles that may be consumed once")
# The libraries are found by dpkg-shlibdeps, but for libclang, which is loaded
# when it is needed. The compiler's own headers (stddef.h ...) are no library, and
# belong to exactly this version.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
	"libclang1-${LibClang_VERSION_MAJOR}, libclang-common-${LibClang_VERSION_MAJOR}-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "git, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
	"A thread is joined once, a future is read once, an asynchronous operation's
result is taken once; the compiler checks none of this. oncelint finds where
C and C++ programs do it twice, too early or never, on any feasible path and
across calls.

It knows POSIX and C11 threads, std::future, std::thread, POSIX aio, GLib
tasks, coroutine tasks, MPI, libuv, io_uring and others; what other libraries
do is described in JSON. It writes SARIF, annotations of code hosts, an HTML
report and more, and follows findings from run to run.")
include(CPack)
add_custom_target(oncelint-deb
	COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/package
	COMMAND ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR} --strip
		--component oncelint --prefix ${CMAKE_BINARY_DIR}/package/usr
	COMMAND ${CMAKE_CPACK_COMMAND} --config
		${CMAKE_BINARY_DIR}/CPackConfig.cmake
	DEPENDS oncelint-pages
	WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
