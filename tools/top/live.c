/* SPDX-License-Identifier: MIT */
/*
 * Follows an archive, or requests snapshots; see live.h.
 */
#include "tools/top/live.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/archive/archive.h"
#include "tools/reader/regular.h"
#include "tools/reader/follow.h"
#include "tools/reader/inflate.h"
#include "tools/reader/source.h"
#include "tools/reader/temporary.h"
#include "tools/top/concerned.h"
#include "tools/top/grouped.h"

#define PIECE_BYTES ((size_t)1 << 20)

struct live {
	const struct session_known *session;
	live_take *take;
	void *context;
	const char *globs;
	enum by_what what;
	bool is_circular;
	char trouble[PATH_MAX + 256];
	struct fxr_call call;
	/* streaming */
	struct fxr_follow *follow;
	struct concerned *concerned;
	struct grouped *grouped;
	int fd;
	struct stat file;
	uint64_t off, end_off;
	enum fxr_packing packing;
	char *piece;
	/* circular: the end of the last call that was reported */
	uint64_t last_ns;
};

struct live *live_open(const struct session_known *session, const char *globs,
		       enum by_what what, live_take *take, void *context)
{
	struct live *live = fxr_new(1, sizeof(*live));
	char mode[32] = "";

	live->session = session;
	live->globs = globs;
	live->what = what;
	live->take = take;
	live->context = context;
	live->fd = -1;
	live->piece = fxr_new(PIECE_BYTES, 1);
	(void)sessions_value(session, "mode", 0, mode, sizeof(mode));
	live->is_circular = strcmp(mode, "circular") == 0;
	return live;
}

static void forget_file(struct live *live)
{
	concerned_close(live->concerned);
	live->concerned = NULL;
	grouped_close(live->grouped);
	live->grouped = NULL;
	if (live->follow)
		fxr_follow_close(live->follow);
	if (live->fd >= 0)
		close(live->fd);
	live->follow = NULL;
	live->fd = -1;
	live->off = 0;
}

void live_close(struct live *live)
{
	forget_file(live);
	free(live->piece);
	free(live);
}

const char *live_trouble(const struct live *live)
{
	return *live->trouble ? live->trouble : NULL;
}

/* The archive was not read yet, or has been started again. */
static bool open_file(struct live *live, const char *path)
{
	struct stat now;
	unsigned char head[4];
	ssize_t n;

	if (live->fd >= 0 && stat(path, &now) == 0 &&
	    now.st_ino == live->file.st_ino &&
	    now.st_dev == live->file.st_dev && live->end_off >= live->off)
		return true;
	forget_file(live);
	/* the session says which it is, and may be another user's */
	live->fd = regular_open(path, UINT64_MAX);
	if (live->fd < 0 || fstat(live->fd, &live->file)) {
		snprintf(live->trouble, sizeof(live->trouble), "%s: %s", path,
			 strerror(errno));
		return false;
	}
	n = pread(live->fd, head, sizeof(head), 0);
	live->packing = fxr_packing_of(head, n > 0 ? (size_t)n : 0);
	live->follow = fxr_follow_open();
	live->concerned =
		concerned_open(fxr_follow_world(live->follow), live->globs);
	live->grouped =
		grouped_open(fxr_follow_world(live->follow), live->what);
	return true;
}

static void settle_calls(struct live *live)
{
	static const enum live_step steps[] = {
		[FXR_STEP_CALL] = LIVE_WHOLE,
		[FXR_STEP_BEGUN] = LIVE_BEGUN,
		[FXR_STEP_RESUMED] = LIVE_ENDED,
	};
	enum fxr_step step;

	fxr_follow_settle(live->follow, UINT64_MAX);
	while ((step = fxr_follow_next(live->follow, &live->call))) {
		enum live_step taken = steps[step];
		struct fxr_text row = grouped_name(live->grouped, &live->call);

		if (concerned_has(live->concerned, &taken, &live->call))
			live->take(live->context, taken, &live->call, row);
	}
}

/* Up to n_bytes from the current offset; an fxr_pull. */
static size_t pull_bytes(void *context, void *to, size_t n_bytes)
{
	struct live *live = context;
	uint64_t left = live->end_off - live->off;
	ssize_t n;

	if (n_bytes > left)
		n_bytes = (size_t)left;
	do
		n = pread(live->fd, to, n_bytes, (off_t)live->off);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return 0;
	live->off += (uint64_t)n;
	return (size_t)n;
}

/* Bytes of whole records at the beginning of the piece. */
static size_t whole_bytes(const struct live *live, size_t n_bytes)
{
	size_t whole = 0, size = 0;

	while (n_bytes - whole >= 8) {
		const void *at = live->piece + whole;

		if (fxt_record_words(at, (n_bytes - whole) / 8, &size) ||
		    size * 8 > n_bytes - whole)
			break;
		whole += size * 8;
	}
	/* a full piece without a whole record: the reader reports it */
	return !whole && n_bytes == PIECE_BYTES ? n_bytes : whole;
}

/* Takes all that `give` returns, record by record. */
static void take_bytes(struct live *live,
		       size_t (*give)(void *from, void *to, size_t n_bytes),
		       void *from)
{
	size_t n_kept = 0, n, whole;

	while ((n = give(from, live->piece + n_kept, PIECE_BYTES - n_kept))) {
		n += n_kept;
		whole = whole_bytes(live, n);
		fxr_follow_feed(live->follow, live->piece, whole);
		n_kept = n - whole;
		memmove(live->piece, live->piece + whole, n_kept);
		if (fxr_follow_is_full(live->follow))
			settle_calls(live);
		archive_progress(NULL, live->off, live->end_off);
	}
	settle_calls(live);
}

static size_t give_unpacked(void *from, void *to, size_t n_bytes)
{
	return fxr_inflate(from, to, n_bytes);
}

/* Reads what is new in the archive, which is packed by whole saves. */
static bool read_new(struct live *live, const char *path)
{
	struct fxr_inflate *inflate;
	const struct fxr_error *error;

	if (!open_file(live, path))
		return false;
	if (live->off == live->end_off)
		return true;
	if (live->packing == FXR_PACKING_NONE) {
		take_bytes(live, pull_bytes, live);
	} else {
		inflate = fxr_inflate_open(live->packing, pull_bytes, live);
		take_bytes(live, give_unpacked, inflate);
		fxr_inflate_close(inflate);
	}
	archive_progress_end();
	error = fxr_follow_error(live->follow);
	if (error)
		snprintf(live->trouble, sizeof(live->trouble),
			 "%s: offset %llu: %s", path,
			 (unsigned long long)error->off, error->expected);
	return !error;
}

/* All calls of a snapshot that have ended since the last one. */
static void take_snapshot(struct live *live, struct fxr_calls *calls)
{
	struct fxr_world *world = fxr_calls_world(calls);
	struct concerned *concerned = concerned_open(world, live->globs);
	struct grouped *grouped = grouped_open(world, live->what);
	uint64_t last_ns = live->last_ns;

	while (fxr_calls_next(calls, &live->call)) {
		enum live_step step = LIVE_WHOLE;
		struct fxr_text row = grouped_name(grouped, &live->call);

		/* also those of before: they say what descriptors lead to */
		if (!concerned_has(concerned, &step, &live->call) ||
		    !live->call.has_end || live->call.end_ns <= last_ns)
			continue;
		live->take(live->context, LIVE_WHOLE, &live->call, row);
		if (live->call.end_ns > live->last_ns)
			live->last_ns = live->call.end_ns;
	}
	concerned_close(concerned);
	grouped_close(grouped);
}

static void read_snapshot(struct live *live, int fd)
{
	const struct fxr_calls_options how = {.max_blob_bytes = 1};
	struct fxr_error error;
	struct fxr_reader *reader;
	struct fxr_calls *calls;
	char path[40];

	snprintf(path, sizeof(path), "/dev/fd/%d", fd);
	reader = fxr_open(path, true, &error);
	if (!reader)
		return; /* nothing is there yet */
	calls = fxr_calls_open(reader, &how);
	take_snapshot(live, calls);
	fxr_calls_close(calls);
	fxr_close(reader);
}

static int send_order(const struct live *live, uint32_t kind, int fd,
		      struct session_known *reply)
{
	const struct order order = {
		.magic = ORDER_MAGIC, .version = ORDER_VERSION, .kind = kind};
	int error = sessions_order(live->session, &order, fd, &reply->status);

	return error ? error : reply->status.error;
}

static bool poll_circular(struct live *live, struct session_known *reply)
{
	int fd = fxr_temporary();
	int error =
		fd < 0 ? errno : send_order(live, ORDER_SNAPSHOT, fd, reply);

	if (!error)
		read_snapshot(live, fd);
	if (fd >= 0)
		close(fd);
	return !error || error == EBUSY;
}

static uint64_t bytes_of(const struct session_known *reply)
{
	char value[32] = "0";

	(void)sessions_value(reply, "bytes", 0, value, sizeof(value));
	return strtoull(value, NULL, 10);
}

static bool poll_streaming(struct live *live, struct session_known *reply)
{
	char path[PATH_MAX];
	int error = send_order(live, ORDER_SNAPSHOT, -1, reply);

	if (error)
		return error == EBUSY;
	if (!sessions_value(reply, "archive", 0, path, sizeof(path)))
		return false;
	live->end_off = bytes_of(reply);
	if (path[0] == '/')
		return !live->end_off || read_new(live, path);
	snprintf(live->trouble, sizeof(live->trouble),
		 "the session streams to %s, which cannot be read again",
		 strcmp(path, "none") == 0 ? "nowhere" : "stdout");
	return false;
}

/* After the session's end: the last records of its archive. */
static void follow_rest(struct live *live)
{
	struct stat now;

	if (live->fd < 0 || fstat(live->fd, &now))
		return;
	live->end_off = (uint64_t)now.st_size;
	if (live->packing == FXR_PACKING_NONE && live->end_off > live->off)
		take_bytes(live, pull_bytes, live);
}

bool live_poll(struct live *live, struct session_known *status)
{
	static struct session_known reply;
	bool goes_on = live->is_circular ? poll_circular(live, &reply)
					 : poll_streaming(live, &reply);

	if (goes_on && send_order(live, ORDER_LOOK, -1, &reply) == 0) {
		status->status = reply.status;
		return true;
	}
	if (!*live->trouble && !live->is_circular)
		follow_rest(live);
	return false;
}
