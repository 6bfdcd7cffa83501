// SPDX-License-Identifier: Apache-2.0
#include "driver/command.h"

int main(int argc, char **argv)
{
	return command_run(argc, argv);
}
