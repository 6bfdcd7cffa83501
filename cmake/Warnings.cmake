# The house's flags. Errors only where ONCELINT_WERROR asks for it (CI does).
option(ONCELINT_WERROR "treat compiler warnings as errors" OFF)

add_library(oncelint_warnings INTERFACE)
target_compile_options(oncelint_warnings INTERFACE
	-Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes
	-Wmissing-prototypes -Wold-style-definition -Wwrite-strings
	-Wcast-qual -Wpointer-arith -Wformat=2 -Wundef -Wvla -fno-common
	$<$<BOOL:${ONCELINT_WERROR}>:-Werror>)
