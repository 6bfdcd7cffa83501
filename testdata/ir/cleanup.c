// SPDX-License-Identifier: Apache-2.0
struct file;
struct file *file_open(void);
void file_close(struct file **f);
int file_read(struct file *f);
#define auto_file __attribute__((cleanup(file_close))) struct file *

int guarded(int n)
{
	auto_file f = file_open();

	if (n)
		return file_read(f);
	for (;;) {
		auto_file g = file_open();
		if (file_read(g))
			break;
	}
	return 0;
}
