# SPDX-License-Identifier: Apache-2.0
#
# cmake "-DCOMMAND=program;argument" -DEXPECTED=file [-DUNCOUNTED=ON]
#	-P compare.cmake
# Runs the command and compares its output with the file, in which {n} stands
# for any number. UNCOUNTED: bytes are not counted, so every number does.
execute_process(COMMAND ${COMMAND} RESULT_VARIABLE status
	OUTPUT_VARIABLE actual ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
	message(FATAL_ERROR "exit status ${status}\n${actual}${errors}")
endif()
file(READ ${EXPECTED} expected)
string(REGEX REPLACE "([][+.*?()^$|\\\\])" "\\\\\\1" pattern "${expected}")
if(UNCOUNTED)
	string(REGEX REPLACE " *[0-9]+" "{n}" pattern "${pattern}")
endif()
string(REPLACE "{n}" " *[0-9.]+" pattern "${pattern}")
if(NOT actual MATCHES "^${pattern}$")
	message(FATAL_ERROR "--- expected\n${expected}--- actual\n${actual}")
endif()
