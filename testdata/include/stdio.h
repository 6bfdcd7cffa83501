// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
extern FILE *fopen(const char *path, const char *mode);
extern FILE *fdopen(int fd, const char *mode);
extern FILE *freopen(const char *path, const char *mode, FILE *f);
extern FILE *tmpfile(void);
extern int fclose(FILE *f);
extern FILE *popen(const char *command, const char *mode);
extern int pclose(FILE *f);
extern int fflush(FILE *f);
extern int feof(FILE *f);
extern int ferror(FILE *f);
extern int fileno(FILE *f);
extern int fgetc(FILE *f);
extern int fputs(const char *s, FILE *f);
extern char *fgets(char *to, int n, FILE *f);
extern size_t fread(void *to, size_t size, size_t n, FILE *f);
extern size_t fwrite(const void *from, size_t size, size_t n, FILE *f);
extern int fprintf(FILE *f, const char *format, ...);
extern int printf(const char *format, ...);
extern int puts(const char *s);

#ifdef __cplusplus
}
#endif
