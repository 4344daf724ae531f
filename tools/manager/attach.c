/* SPDX-License-Identifier: MIT */
/*
 * Advice for users who want to record a running process, see attach.h.
 */
#include "tools/manager/attach.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/elf/library.h"
#include "tools/base/option.h"

/* The longest part of a command line that is shown. */
enum { MAX_LINE = 400 };

static FILE *open_proc(const char *pid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%.20s/%s", pid, name);
	return fopen(path, "re");
}

static bool is_plain(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || (c && strchr("/._-+=:,@%^", c));
}

/* A word of the command line, quoted for a shell; 0 at its end. */
static size_t put_word(FILE *in, char *line, size_t n)
{
	char word[MAX_LINE] = "";
	size_t n_word = 0;
	bool plain = true;
	int c;

	while ((c = getc_unlocked(in)) > 0)
		if (n_word < sizeof(word) - 1) {
			plain = plain && is_plain(c);
			/* a quote or control is rare here, and harmless */
			word[n_word++] = (char)(c == '\'' || c < ' ' ? '?' : c);
		}
	if (c == EOF && !n_word)
		return 0;
	plain = plain && n_word;
	return (size_t)snprintf(line, n, plain ? " %s" : " '%s'", word);
}

/* " PROGRAM ARGS", or a placeholder. */
static void command_line(const char *pid, char *line, size_t n_bytes)
{
	FILE *in = open_proc(pid, "cmdline");
	size_t n = 0, more = 1;

	*line = '\0';
	while (in && more && n < n_bytes) {
		more = put_word(in, line + n, n_bytes - n);
		n += more;
	}
	if (in)
		fclose(in);
	if (!n || n >= n_bytes)
		snprintf(line, n_bytes, " PROGRAM [ARGS...]");
}

static bool is_recorded(const char *pid)
{
	FILE *maps = open_proc(pid, "maps");
	char line[PATH_MAX + 128];
	bool found = false;

	while (maps && !found && fgets(line, sizeof(line), maps))
		found = strstr(line, "/libfxtrace.so");
	if (maps)
		fclose(maps);
	return found;
}

void attach_refuse(const struct cmd *cmd, const char *pid)
{
	char line[MAX_LINE], library[PATH_MAX], folder[32];
	uint64_t number;

	if (!option_number(pid, &number))
		usage(cmd,
		      "record --pid %s: not a process id; and fxtrace "
		      "cannot attach to a process that runs",
		      pid);
	snprintf(folder, sizeof(folder), "/proc/%.20s", pid);
	if (access(folder, F_OK))
		usage(cmd,
		      "record --pid %s: no such process; and fxtrace "
		      "cannot attach to one that runs",
		      pid);
	say("record --pid %s: the recorder is loaded when a program starts; it "
	    "cannot attach to one that runs",
	    pid);
	if (is_recorded(pid)) {
		say("but process %s is recorded already: `fxtrace ps` shows "
		    "its session, `fxtrace snapshot` writes what it holds",
		    pid);
	} else {
		library_find(library, sizeof(library));
		command_line(pid, line, sizeof(line));
		say("start it again: fxtrace record --%s", line);
		say("or, if something else starts it (a service, a script), "
		    "put LD_PRELOAD=%s into its environment",
		    library);
	}
	usage(cmd, "record: nothing was recorded");
}
