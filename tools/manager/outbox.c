/* SPDX-License-Identifier: MIT */
/*
 * Sends from shared memory, see outbox.h.
 */
#include "tools/manager/outbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "tools/base/die.h"

#define PAGE_BYTES 4096ull
/* Memory is given back by so much at least. */
#define FREE_BYTES (1ull << 20)
#define COPY_BYTES 65536u

bool outbox_is_wanted(int to_fd)
{
	struct stat st;

	return fstat(to_fd, &st) || !S_ISCHR(st.st_mode) ||
	       st.st_rdev != makedev(1, 3); /* /dev/null */
}

static struct outbox *make(int fd)
{
	struct outbox *outbox = calloc(1, sizeof(*outbox));

	if (!outbox)
		die("out of memory");
	outbox->fd = fd;
	return outbox;
}

struct outbox *outbox_open(void)
{
	int fd = memfd_create("fxtrace-outbox", MFD_CLOEXEC);

	return fd < 0 ? NULL : make(fd);
}

struct outbox *outbox_adopt(int fd, uint64_t n_bytes)
{
	/* the rest was never sent */
	(void)!ftruncate(fd, (off_t)n_bytes);
	return make(fd);
}

void outbox_close(struct outbox *outbox)
{
	if (!outbox)
		return;
	close(outbox->fd);
	free(outbox);
}

int outbox_put(struct outbox *outbox, struct iovec *parts, int n_parts,
	       uint64_t at)
{
	while (n_parts) {
		ssize_t n = pwritev(outbox->fd, parts, n_parts, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? errno : EIO;
		at += (uint64_t)n;
		while (n_parts && (size_t)n >= parts->iov_len) {
			n -= (ssize_t)parts->iov_len;
			parts++;
			n_parts--;
		}
		if (n_parts) {
			parts->iov_base = (char *)parts->iov_base + n;
			parts->iov_len -= (size_t)n;
		}
	}
	return 0;
}

/* Whole pages only: the rest of one may still be in the pipe. */
static void free_sent(struct outbox *outbox, uint64_t sent)
{
	uint64_t end = sent / PAGE_BYTES * PAGE_BYTES;

	if (end < outbox->freed + FREE_BYTES)
		return;
	if (fallocate(outbox->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
		      (off_t)outbox->freed, (off_t)(end - outbox->freed)) == 0)
		outbox->freed = end;
}

/* For an output that sendfile does not know. */
static ssize_t copy(struct outbox *outbox, int to_fd, uint64_t at, size_t n,
		    uint64_t *is_copying)
{
	static char bytes[COPY_BYTES];
	ssize_t n_read = pread(outbox->fd, bytes,
			       n < COPY_BYTES ? n : COPY_BYTES, (off_t)at);
	ssize_t n_sent;

	if (n_read <= 0)
		return n_read;
	__atomic_store_n(is_copying, 1, __ATOMIC_RELEASE);
	n_sent = write(to_fd, bytes, (size_t)n_read);
	if (n_sent > 0)
		(void)lseek(outbox->fd, (off_t)at + n_sent, SEEK_SET);
	__atomic_store_n(is_copying, 0, __ATOMIC_RELEASE);
	return n_sent;
}

int outbox_send(struct outbox *outbox, int to_fd, uint64_t end,
		uint64_t *is_copying)
{
	bool must_copy = false;

	for (;;) {
		struct pollfd out = {.fd = to_fd, .events = POLLOUT};
		uint64_t at = (uint64_t)lseek(outbox->fd, 0, SEEK_CUR);
		ssize_t n;

		free_sent(outbox, at);
		if (at >= end)
			return 0;
		n = must_copy ? copy(outbox, to_fd, at, end - at, is_copying)
			      : sendfile(to_fd, outbox->fd, NULL, end - at);
		if (n > 0)
			continue;
		if (n == 0)
			return EIO;
		if (errno == EAGAIN)
			(void)poll(&out, 1, -1);
		else if (errno == EINVAL && !must_copy)
			must_copy = true;
		else if (errno != EINTR)
			return errno;
	}
}
