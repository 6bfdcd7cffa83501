# SPDX-License-Identifier: Apache-2.0
#
# Installs what was BUILT, builds SOURCE against it in WORK, runs the programs.
function(run)
	execute_process(COMMAND ${ARGV} RESULT_VARIABLE result
		OUTPUT_VARIABLE output ERROR_VARIABLE output)
	if(NOT result EQUAL 0)
		message(FATAL_ERROR "${ARGV}: ${result}\n${output}")
	endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} -DCMAKE_INSTALL_PREFIX=${WORK}/prefix
	-P ${BUILT}/cmake_install.cmake)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build
	-DCMAKE_PREFIX_PATH=${WORK}/prefix
	-DCMAKE_C_COMPILER=${COMPILER} "-DCMAKE_C_FLAGS=${FLAGS}")
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/user-once)
run(${WORK}/build/user-once-checked)
