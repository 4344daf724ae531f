/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace snapshot`: what a running session holds, as an archive.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/command/cmd.h"
#include "tools/command/shared_options.h"
#include "tools/archive/cut.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/archive/output.h"
#include "tools/reader/regular.h"
#include "tools/base/replace.h"
#include "tools/manager/sessions.h"
#include "writer/fxt.h"
#include "writer/wire.h"

#define BLOCK_BYTES (1u << 20)

static struct {
	const char *output;
	uint64_t last_bytes;
	bool overwrite;
} chosen = {.last_bytes = UINT64_MAX};

static const struct option options[] = {
	{ROW_OUTPUT("FILE", "the archive, - is stdout; an existing one is "
			    "kept as FILE~1, FILE~2 ..."),
	 .value = &chosen.output,
	 .fallback = "PROGRAM.SESSION.fxt in the current directory"},
	{.name = "last",
	 .kind = OPTION_SIZE,
	 .value = &chosen.last_bytes,
	 .arg = "SIZE",
	 .help = "at most this many bytes of the newest calls; suffix K, M, G",
	 .fallback = "all that is there"},
	{ROW_OVERWRITE("FILE"), .value = &chosen.overwrite},
	{0},
};

/* The name that the snapshot gets. */
static void find_output(const struct session_known *session, char *path,
			size_t path_bytes)
{
	char pattern[PATH_MAX], program[512] = "", number[32] = "";

	if (chosen.output) {
		if ((size_t)snprintf(path, path_bytes, "%s", chosen.output) >=
		    path_bytes)
			die("%s: the name is too long", chosen.output);
	} else {
		(void)sessions_value(session, "program", 0, program,
				     sizeof(program));
		(void)sessions_value(session, "session", 0, number,
				     sizeof(number));
		output_absolute(OUTPUT_DEFAULT, pattern, sizeof(pattern));
		if (program[0]) /* it is in quotes */
			program[strlen(program) - 1] = '\0';
		if (!output_expand(pattern, (pid_t)atoi(number),
				   program[0] ? program + 1 : "fxtrace", path,
				   path_bytes))
			die("%s: the name is too long", pattern);
	}
}

/* A number of the answer, 0 if it has none. */
static uint64_t answer_number(const struct session_known *reply,
			      const char *key)
{
	char value[64];

	return sessions_value(reply, key, 0, value, sizeof(value))
		       ? strtoull(value, NULL, 10)
		       : 0;
}

/* Returns how many of n_bytes could be copied. */
static uint64_t copy_bytes(FILE *in, uint64_t n_bytes, FILE *out)
{
	char *block = malloc(BLOCK_BYTES);
	uint64_t n_done = 0;
	size_t n;

	if (!block)
		die("out of memory");
	do {
		n = n_bytes - n_done < BLOCK_BYTES ? (size_t)(n_bytes - n_done)
						   : BLOCK_BYTES;
		n = fread(block, 1, n, in);
		if (fwrite(block, 1, n, out) != n)
			break;
		n_done += n;
	} while (n);
	free(block);
	return n_done;
}

/* Opens the archive that the session says it writes. Another user's session
 * could name a file that only root can read. */
static FILE *open_archive(const struct session_known *session, const char *path)
{
	int fd = regular_open(path, UINT64_MAX);
	struct stat st;

	if (fd < 0)
		return NULL;
	if (session->peer.is_ours ||
	    (fstat(fd, &st) == 0 && st.st_uid == session->peer.uid))
		return fdopen(fd, "r");
	close(fd);
	errno = EPERM;
	return NULL;
}

/* What is whole so far has an end, as other archives have. Not if it is packed.
 */
static bool put_end(FILE *in, FILE *out)
{
	const uint64_t end = fxt_provider_event(1, FXW_PROVIDER_EVENT_ENDED);
	uint64_t first = 0;

	rewind(in);
	return fread(&first, sizeof(first), 1, in) != 1 || first != FXT_MAGIC ||
	       fwrite(&end, sizeof(end), 1, out) == 1;
}

/* Copies the first n_bytes of the session's own archive. */
static bool copy_archive(const struct session_known *session, const char *path,
			 uint64_t n_bytes, FILE *out)
{
	FILE *in = open_archive(session, path);
	bool is_done = in && copy_bytes(in, n_bytes, out) == n_bytes &&
		       put_end(in, out);

	if (!is_done)
		say("%s: %s", path, strerror(errno ? errno : EIO));
	if (in)
		fclose(in);
	return is_done;
}

/* Puts what the session holds into the file. */
static bool take_snapshot(const struct session_known *session,
			  struct session_known *reply, FILE *out)
{
	const struct order order = {.magic = ORDER_MAGIC,
				    .version = ORDER_VERSION,
				    .kind = ORDER_SNAPSHOT};
	char archive[PATH_MAX];
	int error =
		sessions_order(session, &order, fileno(out), &reply->status);

	if (!error)
		error = reply->status.error;
	if (error) {
		say("session %s: %s", session->socket, strerror(error));
		return false;
	}
	/* circular: the file is written */
	if (!sessions_value(reply, "archive", 0, archive, sizeof(archive)))
		return true;
	if (archive[0] == '/' && !answer_number(reply, "bytes")) {
		say("the session has recorded nothing yet");
		return false;
	}
	if (archive[0] == '/')
		return copy_archive(session, archive,
				    answer_number(reply, "bytes"), out);
	say("the session streams to %s, which cannot be read again; a session "
	    "of fxtrace record --mode circular holds what a snapshot needs",
	    strcmp(archive, "none") == 0 ? "nowhere" : "stdout or a pipe");
	return false;
}

/* All of it, or the newest. */
static bool pass_on(FILE *from, FILE *out)
{
	char error[256];

	if (chosen.last_bytes == UINT64_MAX) {
		rewind(from);
		(void)copy_bytes(from, UINT64_MAX, out);
		return true;
	}
	if (cut_newest(from, chosen.last_bytes, out, error, sizeof(error)))
		return true;
	say("%s", error);
	return false;
}

static bool take_and_pass_on(const struct session_known *session,
			     struct session_known *reply, FILE *out)
{
	FILE *whole = tmpfile();
	bool is_done;

	if (!whole)
		die("a temporary file: %s", strerror(errno));
	is_done = take_snapshot(session, reply, whole) && pass_on(whole, out);
	fclose(whole);
	return is_done;
}

static bool write_file(const struct session_known *session,
		       struct session_known *reply, char path[PATH_MAX])
{
	char error[PATH_MAX + 256];
	struct replace replace;
	bool is_done;

	if (!replace_begin(&replace, path, -1, error, sizeof(error)))
		die("%s", error);
	replace.keeps_older = !chosen.overwrite;
	/* another user's manager must not get hold of the file itself */
	is_done = chosen.last_bytes == UINT64_MAX && session->peer.is_ours
			  ? take_snapshot(session, reply, replace.out)
			  : take_and_pass_on(session, reply, replace.out);
	if (replace_end(&replace, is_done, error, sizeof(error))) {
		if (replace.path != path)
			snprintf(path, PATH_MAX, "%s", replace.path);
		return true;
	}
	if (is_done)
		die("%s", error);
	return false;
}

static int run(const struct cmd *cmd, int argc, char **argv)
{
	static struct session_known reply;
	struct session_known *sessions;
	const struct session_known *session;
	bool is_to_stdout = chosen.output && strcmp(chosen.output, "-") == 0;
	char path[PATH_MAX] = "stdout";

	if (argc != 1)
		usage(cmd,
		      argc ? "snapshot: %s: one session at a time"
			   : "snapshot: SESSION is missing%.0s",
		      argc ? argv[1] : "");
	sessions = sessions_find();
	session = sessions_named(&sessions, argv[0]);
	if (!is_to_stdout)
		find_output(session, path, sizeof(path));
	if (!(is_to_stdout ? take_and_pass_on(session, &reply, stdout)
			   : write_file(session, &reply, path)))
		return EXIT_FAILURE;
	flush_stdout();
	say("%s: a snapshot of session %s", output_below_here(path), argv[0]);
	sessions_free(sessions);
	return EXIT_SUCCESS;
}

const struct cmd cmd_snapshot = {
	.name = "snapshot",
	.synopsis = "[options] SESSION",
	.purpose = "write what a running session holds, and let it go on",
	.description =
		"SESSION as in `fxtrace ctl`. For a circular session (`fxtrace "
		"record --mode circular`) the archive holds the newest calls "
		"of every process. Processes that have ended are included, as "
		"long as their calls fit into 64 MiB. A streaming session has "
		"everything in its archive: the snapshot is a copy of that.\n"
		"\n"
		"  fxtrace record --mode circular -b 16M server &\n"
		"  fxtrace snapshot --last 4M -o slow.fxt server",
	.options = options,
	.run = run,
};
