// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

int bad_closed_twice(const char *path)
{
	FILE *file = fopen(path, "r");
	int bad = 0;

	if (!file)
		return -1;
	if (ferror(file)) {
		bad = 1;
		fclose(file);
	}
	fclose(file); // expect: double-consume "'file'"
	return bad;
}

int bad_pipe_closed_twice(void)
{
	FILE *pipe = popen("true", "r");

	if (!pipe)
		return -1;
	pclose(pipe);
	return pclose(pipe); // expect: double-consume
}

int bad_reopened_and_closed_twice(const char *path)
{
	FILE *file = freopen(path, "w", stdin);

	if (!file)
		return -1;
	fclose(file);
	return fclose(file); // expect: double-consume
}

int ok_closed_once(const char *path)
{
	FILE *file = fopen(path, "r");

	if (!file)
		return -1;
	return fclose(file);
}

void ok_nulled(FILE *file)
{
	fclose(file);
	file = NULL;
	if (file)
		fclose(file);
}

int ok_opened_again(const char *path)
{
	FILE *file = fopen(path, "r");

	if (file)
		fclose(file);
	file = fopen(path, "w");
	return file ? fclose(file) : -1;
}
