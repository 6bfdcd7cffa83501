// SPDX-License-Identifier: Apache-2.0
struct pair {
	int a;
	int b[2];
	struct pair *next;
};
int value(void);

int starts(void)
{
	struct pair zero = { 0 };
	struct pair named = { .b = { [1] = value() }, .a = 1 };
	struct pair plain = { 1, { 2, 3 }, &zero };
	int list[] = { 1, value(), 3 };
	char text[] = "text";

	named = plain;
	named = (struct pair){ .a = named.a };
	return list[1] + text[0];
}
