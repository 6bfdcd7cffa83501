// SPDX-License-Identifier: Apache-2.0
#include "probe.h"
#include "spooler.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	static const char *const device[] = { "laser", "plotter", "inkjet" };
	static struct spooler s;
	int failed = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: %s TEXT...\n", argv[0]);
		return 2;
	}
	printf("%d of 3 devices are ready\n", probe_all(device, 3));
	if (probe_device(device[0], 50) == DEVICE_SILENT)
		return 1;
	if (spooler_open(&s, "spooler.journal", "spooler.archive") != 0) {
		perror("spooler");
		return 1;
	}
	for (int i = 1; i < argc; i++)
		failed |= spooler_print(&s, argv[i]) != 0;
	spooler_close(&s);
	return failed;
}
