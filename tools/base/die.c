/* SPDX-License-Identifier: MIT */
/*
 * Messages of the tools on stderr. The exit status is 1 for errors of files and
 * the system, 2 for a wrong command line.
 */
#include "tools/base/die.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/option.h"
#include "tools/base/terminal.h"

enum { EXIT_USAGE = 2 };

static int die_status = 1;

static void vsay(const char *format, va_list args)
{
	struct pen message = {0};
	struct fxr_text line;
	char *text;
	int n = vasprintf(&text, format, args);

	(void)fflush(stdout); /* flush_stdout reports its errors */
	if (n < 0)
		return;
	pen_put(&message, "fxtrace: ");
	/* names of files and what archives contain may be anything */
	(void)terminal_put(&message, text, (size_t)n, false, true);
	pen_byte(&message, '\n');
	line = pen_take(&message);
	fwrite(line.bytes, 1, line.n_bytes, stderr);
	pen_fini(&message);
	free(text);
}

void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsay(format, args);
	va_end(args);
}

void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsay(format, args);
	va_end(args);
	exit(die_status);
}

void die_with(int status)
{
	die_status = status;
}

void usage(const struct cmd *cmd, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsay(format, args);
	va_end(args);
	if (cmd)
		say("try `fxtrace help %s`", cmd->name);
	else
		say("try `fxtrace help`");
	exit(EXIT_USAGE);
}

void flush_stdout(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return;
	if (errno == EPIPE)
		exit(EXIT_SUCCESS);
	die("standard output: %s", strerror(errno));
}
