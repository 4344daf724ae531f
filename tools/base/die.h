/* SPDX-License-Identifier: MIT */
/*
 * Messages of the tools. Everything goes to stderr as one line that begins with
 * "fxtrace: "; stdout is flushed first, so that both keep their order. Formats
 * take no newline.
 */
#ifndef TOOLS_BASE_DIE_H
#define TOOLS_BASE_DIE_H

struct cmd;

#define DIE_PRINTF(at, args) __attribute__((format(printf, at, args)))

/* Prints the message and returns. */
void say(const char *format, ...) DIE_PRINTF(1, 2);

/* Prints the message and exits with 1 (see die_with): something is wrong with a
 * file or the system. */
_Noreturn void die(const char *format, ...) DIE_PRINTF(1, 2);

/* die exits with `status` from now on: `fxtrace record` passes on the traced
 * program's own statuses and keeps 125 for itself. */
void die_with(int status);

/* Prints the message, points to `fxtrace help CMD` and exits with 2: the
 * command line is wrong. cmd may be NULL. */
_Noreturn void usage(const struct cmd *cmd, const char *format, ...)
	DIE_PRINTF(2, 3);

/* Flushes stdout and dies if anything written to it did not arrive (EPIPE is no
 * error: the reader chose to stop). Call at the end of a command that
 * prints. */
void flush_stdout(void);

#endif
