# SPDX-License-Identifier: Apache-2.0
# Analyses a project while CMake builds it, and links what was found out.
#
#     list(APPEND CMAKE_MODULE_PATH /usr/share/oncelint/cmake)
#     include(oncelint)
#     oncelint_enable()                  # before the targets
#
# Every C and C++ file that is compiled from then on is analysed, too: the
# artifact lies beside the object. The target 'oncelint' builds all that is built
# by default and reports what the whole program shows; it fails if that is
# something.
#
#     oncelint_enable([FAIL] [ROOT DIR] [UNIT_OPTIONS OPTION...]
#                     [LINK_OPTIONS OPTION...])
#
# FAIL          a file that shows something by itself is not compiled
# ROOT          the project's folder (default: PROJECT_SOURCE_DIR)
# UNIT_OPTIONS  of 'oncelint tu', such as --config FILE
# LINK_OPTIONS  of 'oncelint link', such as -f sarif -o findings.sarif
#
# Needs CMake 3.19. ONCELINT_PROGRAM is the program, if it is not on the path.
cmake_minimum_required(VERSION 3.19)

function(oncelint_enable)
	cmake_parse_arguments(PARSE_ARGV 0 arg "FAIL" "ROOT"
		"UNIT_OPTIONS;LINK_OPTIONS")
	if(arg_UNPARSED_ARGUMENTS)
		message(FATAL_ERROR "oncelint_enable: unexpected"
			" '${arg_UNPARSED_ARGUMENTS}'")
	endif()
	find_program(ONCELINT_PROGRAM oncelint REQUIRED)
	if(NOT arg_ROOT)
		set(arg_ROOT ${PROJECT_SOURCE_DIR})
	endif()
	# A configuration is looked for from the build's folder upward, which may
	# lie elsewhere.
	set(settings --root ${arg_ROOT})
	if(EXISTS ${arg_ROOT}/.oncelint.json)
		list(APPEND settings --config ${arg_ROOT}/.oncelint.json)
	endif()
	set(hook ${ONCELINT_PROGRAM} tu ${settings} ${arg_UNIT_OPTIONS})
	if(arg_FAIL)
		list(APPEND hook --fail)
	else()
		list(APPEND hook --keep-going)
	endif()
	set(CMAKE_C_CLANG_TIDY "${hook}" PARENT_SCOPE)
	set(CMAKE_CXX_CLANG_TIDY "${hook}" PARENT_SCOPE)

	set(list ${CMAKE_CURRENT_BINARY_DIR}/oncelint.list)
	add_custom_target(oncelint
		COMMAND ${ONCELINT_PROGRAM} link ${settings} ${arg_LINK_OPTIONS}
			@${list}
		WORKING_DIRECTORY ${arg_ROOT}
		COMMENT "Linking what oncelint found out"
		USES_TERMINAL VERBATIM)
	# When all targets are there.
	cmake_language(EVAL CODE "cmake_language(DEFER CALL
		_oncelint_finish [[${CMAKE_CURRENT_SOURCE_DIR}]] [[${list}]])")
endfunction()

function(_oncelint_targets directory result)
	get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
	get_property(below DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
	foreach(one IN LISTS below)
		get_property(apart DIRECTORY ${one} PROPERTY EXCLUDE_FROM_ALL)
		if(apart)
			continue()
		endif()
		_oncelint_targets(${one} more)
		list(APPEND targets ${more})
	endforeach()
	set(${result} ${targets} PARENT_SCOPE)
endfunction()

# The artifacts of exactly those objects that the targets have now.
function(_oncelint_finish directory list)
	set(content "")
	_oncelint_targets(${directory} targets)
	foreach(target IN LISTS targets)
		get_target_property(type ${target} TYPE)
		get_target_property(hook ${target} C_CLANG_TIDY)
		get_target_property(apart ${target} EXCLUDE_FROM_ALL)
		if(NOT type MATCHES "EXECUTABLE|_LIBRARY" OR
				type STREQUAL "INTERFACE_LIBRARY" OR
				NOT hook MATCHES ";tu;" OR apart)
			continue()
		endif()
		add_dependencies(oncelint ${target})
		set(objects "$<FILTER:$<TARGET_OBJECTS:${target}>,INCLUDE,\\.(c|cc|cp|cpp|cxx|c\\+\\+|C|CPP)\\.(o|obj)$>")
		string(APPEND content
			"$<$<BOOL:${objects}>:$<JOIN:${objects},.oncelint\n>.oncelint\n>")
	endforeach()
	file(GENERATE OUTPUT ${list} CONTENT "${content}")
endfunction()
