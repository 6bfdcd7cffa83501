# Turns data files into one C file (base/builtin.h). Used in two ways: included,
# it gives oncelint_embed(); run as a script, it writes the C file.
if(NOT CMAKE_SCRIPT_MODE_FILE)
	set(ONCELINT_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

	# oncelint_embed(<out.c> <root> <files below root>...)
	function(oncelint_embed out root)
		string(REPLACE ";" "\n" list "${ARGN}")
		file(CONFIGURE OUTPUT ${out}.list CONTENT "${list}" @ONLY)
		add_custom_command(OUTPUT ${out}
			COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DROOT=${root}
				-P ${ONCELINT_EMBED_SCRIPT}
			DEPENDS ${ARGN} ${out}.list ${ONCELINT_EMBED_SCRIPT}
			COMMENT "Embedding the rules" VERBATIM)
	endfunction()
	return()
endif()

file(STRINGS ${OUT}.list files)
list(SORT files)
set(arrays "")
set(rows "")
set(n 0)
foreach(file IN LISTS files)
	file(READ ${file} hex HEX)
	string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
	string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
	string(APPEND arrays
		"static const unsigned char file_${n}[] = {\n${hex}0x00 };\n\n")
	file(RELATIVE_PATH path ${ROOT} ${file})
	string(APPEND rows "	{ \"${path}\", (const char *)file_${n},\n"
		"	  sizeof(file_${n}) - 1 },\n")
	math(EXPR n "${n} + 1")
endforeach()
file(WRITE ${OUT}
	"// SPDX-License-Identifier: Apache-2.0\n"
	"// Made by cmake/Embed.cmake.\n"
	"#include \"base/builtin.h\"\n\n"
	"${arrays}"
	"const struct builtin_file builtin_files[] = {\n${rows}};\n"
	"const size_t builtin_file_count = ${n};\n")
