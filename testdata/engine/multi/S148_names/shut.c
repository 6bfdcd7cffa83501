// SPDX-License-Identifier: Apache-2.0
#include "shut.h"

#include <unistd.h>

void shut(int fd)
{
	close(fd);
}
