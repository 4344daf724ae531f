/* SPDX-License-Identifier: MIT */
/*
 * Functions of streams. At a stream's end they return the same as where it has
 * an error, and set no errno.
 */
#include <stdio_ext.h>
#include <wchar.h>

#include "tests/errors/try.h"

/* Each of these streams is used once. Of a folder: reading fails. */
static FILE *bad(void)
{
	return fopen("/", "r");
}

/* At its end, and empty. */
static FILE *ended(void)
{
	return fopen("/dev/null", "r");
}

static FILE *good(void)
{
	return fopen("/proc/self/maps", "r");
}

/* Writing fails, at once. */
static FILE *full(void)
{
	FILE *stream = fopen("/dev/full", "w");

	setvbuf(stream, NULL, _IONBF, 0);
	return stream;
}

static FILE *null(void)
{
	return fopen("/dev/null", "w");
}

/* What is in its buffer cannot be written. */
static FILE *filled(void)
{
	FILE *stream = fopen("/dev/full", "w");

	fputs("text", stream);
	return stream;
}

static FILE *piped(void)
{
	return fdopen(dup(a_pipe[0]), "r");
}

/* What FORTIFY_SOURCE calls. */
int __printf_chk(int flag, const char *format, ...);
int __wprintf_chk(int flag, const wchar_t *format, ...);
int __asprintf_chk(char **to, int flag, const char *format, ...);
int __snprintf_chk(char *to, size_t n, int flag, size_t space,
		   const char *format, ...);
int __sprintf_chk(char *to, int flag, size_t space, const char *format, ...);
int __vprintf_chk(int flag, const char *format, va_list ap);
int __vwprintf_chk(int flag, const wchar_t *format, va_list ap);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list ap);
int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list ap);
int __vdprintf_chk(int fd, int flag, const char *format, va_list ap);
int __vasprintf_chk(char **to, int flag, const char *format, va_list ap);
int __vsnprintf_chk(char *to, size_t n, int flag, size_t space,
		    const char *format, va_list ap);
int __vsprintf_chk(char *to, int flag, size_t space, const char *format,
		   va_list ap);

/* As they are since C99: headers of newer libcs lead to those of C23. */
#define c99_scanf SYMBOL(int, __isoc99_scanf, const char *, ...)
#define c99_wscanf SYMBOL(int, __isoc99_wscanf, const wchar_t *, ...)
#define c99_fscanf SYMBOL(int, __isoc99_fscanf, FILE *, const char *, ...)
#define c99_fwscanf SYMBOL(int, __isoc99_fwscanf, FILE *, const wchar_t *, ...)
#define c99_vscanf SYMBOL(int, __isoc99_vscanf, const char *, va_list)
#define c99_vwscanf SYMBOL(int, __isoc99_vwscanf, const wchar_t *, va_list)
#define c99_vfscanf SYMBOL(int, __isoc99_vfscanf, FILE *, const char *, va_list)
#define c99_vfwscanf                                                           \
	SYMBOL(int, __isoc99_vfwscanf, FILE *, const wchar_t *, va_list)

/* As they were before C99. */
#define old_vfwscanf SYMBOL(int, vfwscanf, FILE *, const wchar_t *, va_list)
#define old_vwscanf SYMBOL(int, vwscanf, const wchar_t *, va_list)

/* A call of a function with a va_list. */
#define LISTED(type, name, first, ...)                                         \
	static type listed_##name(first, ...)                                  \
	{                                                                      \
		va_list ap;                                                    \
		type ret;                                                      \
                                                                               \
		va_start(ap, to);                                              \
		ret = name(__VA_ARGS__, ap);                                   \
		va_end(ap);                                                    \
		return ret;                                                    \
	}
LISTED(int, vfprintf, FILE *to, to, "%d")
LISTED(int, vdprintf, int to, to, "%d")
LISTED(int, vfwprintf, FILE *to, to, L"%d")
LISTED(int, c99_vfscanf, FILE *to, to, "%d")
LISTED(int, c99_vfwscanf, FILE *to, to, L"%d")
LISTED(int, vasprintf, char **to, to, "%d")
LISTED(int, vsprintf, char *to, to, "%d")
LISTED(int, vsnprintf, char *to, to, 99, "%d")
LISTED(int, vprintf, int to, "%d")
LISTED(int, vwprintf, int to, L"%d")
LISTED(int, c99_vscanf, const char *to, to)
LISTED(int, c99_vwscanf, const wchar_t *to, to)
LISTED(int, old_vfwscanf, FILE *to, to, L"%d")
LISTED(int, old_vwscanf, const wchar_t *to, to)
LISTED(int, __vprintf_chk, int to, to, "%d")
LISTED(int, __vwprintf_chk, int to, to, L"%d")
LISTED(int, __vfprintf_chk, FILE *to, to, 1, "%d")
LISTED(int, __vfwprintf_chk, FILE *to, to, 1, L"%d")
LISTED(int, __vdprintf_chk, int to, to, 1, "%d")
LISTED(int, __vasprintf_chk, char **to, to, 1, "%d")
LISTED(int, __vsnprintf_chk, char *to, to, 99, 1, 99, "%d")
LISTED(int, __vsprintf_chk, char *to, to, 1, 99, "%d")

static char *line;
static size_t n_line;
static fpos_t position;
static wchar_t wide[99];
static wchar_t *wide_text;

/* Standard output may be a file: its error is made by a descriptor that cannot
 * be written, and is gone afterwards. */
static int with_output(const char *path, int (*call)(void))
{
	int kept = dup(1), ret, error;

	fflush(stdout);
	freopen(path, "w", stdout);
	setvbuf(stdout, NULL, _IONBF, 0);
	errno = 0;
	ret = call();
	error = errno;
	__fpurge(stdout);
	dup2(kept, 1);
	close(kept);
	clearerr(stdout);
	errno = error;
	return ret;
}

/* Standard input fails, or is at its end. */
static FILE *input(const char *path)
{
	return freopen(path, "r", stdin);
}

#define OUTPUT_OF(name, ...)                                                   \
	static int call_##name(void)                                           \
	{                                                                      \
		return __VA_ARGS__;                                            \
	}                                                                      \
	FAILS(name, with_output("/dev/full", call_##name))                     \
	WORKS(name, with_output("/dev/null", call_##name))

OUTPUT_OF(puts, puts("text"))
OUTPUT_OF(printf, printf("%d", 1))
OUTPUT_OF(wprintf, wprintf(L"%d", 1))
OUTPUT_OF(vprintf, listed_vprintf(0, 1))
OUTPUT_OF(vwprintf, listed_vwprintf(0, 1))
OUTPUT_OF(__printf_chk, __printf_chk(1, "%d", 1))
OUTPUT_OF(__wprintf_chk, __wprintf_chk(1, L"%d", 1))
OUTPUT_OF(__vprintf_chk, listed___vprintf_chk(1, 1))
OUTPUT_OF(__vwprintf_chk, listed___vwprintf_chk(1, 1))

/* Of standard input: what fails to read, and what is at its end. */
#define INPUT_OF(name, ...)                                                    \
	FAILS(name, (input("/"), __VA_ARGS__))                                 \
	WORKS(name, (input("/dev/null"), __VA_ARGS__))

INPUT_OF(gets, SYMBOL(char *, gets, char *)(buffer))
INPUT_OF(__gets_chk, SYMBOL(char *, __gets_chk, char *, size_t)(buffer, 99))
INPUT_OF(__isoc99_scanf, c99_scanf("%s", buffer))
INPUT_OF(__isoc99_wscanf, c99_wscanf(L"%s", buffer))
INPUT_OF(__isoc99_vscanf, listed_c99_vscanf("%s", buffer))
INPUT_OF(__isoc99_vwscanf, listed_c99_vwscanf(L"%s", buffer))
INPUT_OF(scanf, SYMBOL(int, scanf, const char *, ...)("%s", buffer))
INPUT_OF(wscanf, SYMBOL(int, wscanf, const wchar_t *, ...)(L"%s", buffer))

INPUT_OF(vwscanf, listed_old_vwscanf(L"%s", buffer))
FAILS(vfwscanf, listed_old_vfwscanf(bad(), buffer))

FAILS(__isoc99_vfwscanf, listed_c99_vfwscanf(bad(), buffer))
WORKS(__isoc99_vfwscanf, listed_c99_vfwscanf(ended(), buffer) * 0)
FAILS(__vfprintf_chk, listed___vfprintf_chk(full(), 1))
FAILS(__vfwprintf_chk, listed___vfwprintf_chk(full(), 1))
FAILS(__vdprintf_chk, listed___vdprintf_chk(NO_FD, 1))
WORKS(__vasprintf_chk, listed___vasprintf_chk(&line, 1))
WORKS(__asprintf_chk, __asprintf_chk(&line, 1, "%d", 1))
WORKS(__snprintf_chk, __snprintf_chk(buffer, 9, 1, 99, "%d", 1))
WORKS(__sprintf_chk, __sprintf_chk(buffer, 1, 99, "%d", 1))
WORKS(__vsnprintf_chk, listed___vsnprintf_chk(buffer, 1))
WORKS(__vsprintf_chk, listed___vsprintf_chk(buffer, 1))
WORKS(vsnprintf, listed_vsnprintf(buffer, 1))
FAILS(fopen, fopen(NO_PATH, "r"))
FAILS(fopen, fopen("/", "odd"))
WORKS(fopen, fopen("/dev/null", "r"))
FAILS(fdopen, fdopen(NO_FD, "r"))
WORKS(fdopen, fdopen(dup(a_file), "r"))
FAILS(freopen, freopen(NO_PATH, "r", ended()))
WORKS(freopen, freopen("/dev/null", "r", ended()))
FAILS(freopen64, freopen64(NO_PATH, "r", ended()))
FAILS(fmemopen, fmemopen(buffer, 0, "odd"))
WORKS(fmemopen, fmemopen(buffer, 9, "w"))
FAILS(fopencookie, fopencookie(NULL, "odd", (cookie_io_functions_t){NULL}))
WORKS(fopencookie, fopencookie(NULL, "r", (cookie_io_functions_t){NULL}))
WORKS(open_memstream, open_memstream(&line, &n_line))
WORKS(open_wmemstream, open_wmemstream(&wide_text, &n_line))
WORKS(tmpfile, tmpfile())
FAILS(popen, popen("true", "odd"))
WORKS(pclose, pclose(popen("true", "r")))
FAILS(fclose, fclose(filled()))
WORKS(fclose, fclose(null()))
FAILS(fflush, fflush(filled()))
WORKS(fflush, fflush(null()))
FAILS(fflush_unlocked, fflush_unlocked(filled()))
WORKS(fflush_unlocked, fflush_unlocked(null()))
FAILS(fgetpos, fgetpos(piped(), &position))
WORKS(fgetpos, fgetpos(good(), &position))
FAILS(fsetpos, fsetpos(piped(), &position))
WORKS(fsetpos, fsetpos(good(), &position))
FAILS(fseek, fseek(piped(), 0, SEEK_SET))
WORKS(fseek, fseek(good(), 0, SEEK_SET))
FAILS(fseeko, fseeko(good(), 0, 99))
WORKS(fseeko, fseeko(good(), 0, SEEK_SET))
FAILS(ftell, ftell(piped()))
WORKS(ftell, ftell(good()))
FAILS(ftello, ftello(piped()))
WORKS(ftello, ftello(good()))
WORKS(setvbuf, setvbuf(null(), NULL, _IONBF, 0))

FAILS(fwrite, fwrite("text", 1, 4, full()))
WORKS(fwrite, fwrite("text", 1, 4, null()))
WORKS(fwrite, fwrite("text", 0, 4, full()))
FAILS(fwrite, fwrite("text", 1, 4, good()))
FAILS(fread, fread(buffer, 1, 9, bad()))
WORKS(fread, fread(buffer, 1, 9, ended()))
WORKS(fread, fread(buffer, 1, 9, good()))
FAILS(fread, fread(buffer, 1, 9, piped()))
FAILS(__fread_chk, SYMBOL(size_t, __fread_chk, void *, size_t, size_t, size_t,
			  FILE *)(buffer, 99, 1, 9, bad()))
WORKS(__fread_chk, SYMBOL(size_t, __fread_chk, void *, size_t, size_t, size_t,
			  FILE *)(buffer, 99, 1, 9, ended()))
FAILS(fgets, fgets(buffer, 9, bad()))
WORKS(fgets, fgets(buffer, 9, ended()))
WORKS(fgets, fgets(buffer, 9, good()))
FAILS(__fgets_chk, SYMBOL(char *, __fgets_chk, char *, size_t, int,
			  FILE *)(buffer, 99, 9, bad()))
WORKS(__fgets_chk, SYMBOL(char *, __fgets_chk, char *, size_t, int,
			  FILE *)(buffer, 99, 9, ended()))
FAILS(fgets_unlocked, fgets_unlocked(buffer, 9, bad()))
WORKS(fgets_unlocked, fgets_unlocked(buffer, 9, ended()))
FAILS(__fgets_unlocked_chk, SYMBOL(char *, __fgets_unlocked_chk, char *, size_t,
				   int, FILE *)(buffer, 99, 9, bad()))
FAILS(getline, getline(&line, &n_line, bad()))
FAILS(getline, getline(NULL, NULL, good()))
WORKS(getline, getline(&line, &n_line, ended()) * 0)
WORKS(getline, getline(&line, &n_line, good()))
FAILS(getdelim, getdelim(&line, &n_line, ':', bad()))
WORKS(getdelim, getdelim(&line, &n_line, ':', ended()) * 0)
FAILS(fputs, fputs("text", full()))
WORKS(fputs, fputs("text", null()))
FAILS(fprintf, fprintf(full(), "%d", 1))
WORKS(fprintf, fprintf(null(), "%d", 1))
FAILS(__fprintf_chk, SYMBOL(int, __fprintf_chk, FILE *, int, const char *,
			    ...)(full(), 1, "%d", 1))
FAILS(dprintf, dprintf(NO_FD, "%d", 1))
FAILS(__dprintf_chk, SYMBOL(int, __dprintf_chk, int, int, const char *,
			    ...)(NO_FD, 1, "%d", 1))
FAILS(vfprintf, listed_vfprintf(full(), 1))
WORKS(vfprintf, listed_vfprintf(null(), 1))
FAILS(vdprintf, listed_vdprintf(NO_FD, 1))
FAILS(vfwprintf, listed_vfwprintf(full(), 1))
WORKS(vfwprintf, listed_vfwprintf(null(), 1))
FAILS(fwprintf, fwprintf(full(), L"%d", 1))
WORKS(fwprintf, fwprintf(null(), L"%d", 1))
FAILS(__fwprintf_chk, SYMBOL(int, __fwprintf_chk, FILE *, int, const wchar_t *,
			     ...)(full(), 1, L"%d", 1))
FAILS(fputws, fputws(L"text", full()))
WORKS(fputws, fputws(L"text", null()))
FAILS(fputws_unlocked, fputws_unlocked(L"text", full()))
FAILS(snprintf, snprintf(buffer, 9, "%ls", L"\uffff"))
FAILS(sprintf, sprintf(buffer, "%ls", L"\uffff"))
FAILS(asprintf, asprintf(&line, "%ls", L"\uffff"))
FAILS(dprintf, dprintf(a_file, "%ls", L"\uffff"))
WORKS(snprintf, snprintf(buffer, 9, "%d", 1))
WORKS(sprintf, sprintf(buffer, "%d", 1))
WORKS(asprintf, asprintf(&line, "%d", 1))
WORKS(vasprintf, listed_vasprintf(&line, 1))
WORKS(vsprintf, listed_vsprintf(buffer, 1))
FAILS(__isoc99_fscanf, c99_fscanf(bad(), "%s", buffer))
WORKS(__isoc99_fscanf, c99_fscanf(ended(), "%s", buffer) * 0)
WORKS(__isoc99_fscanf, c99_fscanf(good(), "%s", buffer))
FAILS(fscanf,
      SYMBOL(int, fscanf, FILE *, const char *, ...)(bad(), "%s", buffer))
FAILS(__isoc99_vfscanf, listed_c99_vfscanf(bad(), buffer))
WORKS(__isoc99_vfscanf, listed_c99_vfscanf(ended(), buffer) * 0)
FAILS(__isoc99_fwscanf, c99_fwscanf(bad(), L"%s", buffer))
WORKS(__isoc99_fwscanf, c99_fwscanf(ended(), L"%s", buffer) * 0)
FAILS(fwscanf,
      SYMBOL(int, fwscanf, FILE *, const wchar_t *, ...)(bad(), L"%s", buffer))
FAILS(fgetws, fgetws(wide, 9, bad()))
WORKS(fgetws, fgetws(wide, 9, ended()))
FAILS(__fgetws_chk, SYMBOL(wchar_t *, __fgetws_chk, wchar_t *, size_t, int,
			   FILE *)(wide, 99, 9, bad()))
FAILS(fgetws_unlocked, fgetws_unlocked(wide, 9, bad()))
WORKS(fgetws_unlocked, fgetws_unlocked(wide, 9, ended()))
FAILS(__fgetws_unlocked_chk, SYMBOL(wchar_t *, __fgetws_unlocked_chk, wchar_t *,
				    size_t, int, FILE *)(wide, 99, 9, bad()))
