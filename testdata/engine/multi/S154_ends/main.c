// SPDX-License-Identifier: Apache-2.0
#include "die.h"

#include <stdio.h>

void ok_S154_opened_or_ended(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		die("cannot open");
	fclose(f);
}

void ok_S154_ended_through_another(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		give_up();
	fclose(f);
}

void bad_S154_may_come_back(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		complain(0);
	fclose(f); // expect: consume-unstarted "'f'"
}
