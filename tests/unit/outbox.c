/* SPDX-License-Identifier: MIT */
/* What is on its way into a pipe: all of it, in order, and no longer in memory
 * than needed. */
#include "tools/manager/outbox.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tap.h"

#define PAGE 4096ull
#define ALL (5ull << 20)
/* Not given back: less than 1 MiB, and the last page. */
#define KEPT ((1ull << 20) + PAGE)

static struct outbox *outbox;
static uint64_t is_copying;
static int ends[2]; /* of a pipe */

/* Instead of libc's: takes only so many bytes at once, and is interrupted. */
static size_t most = ALL;

ssize_t pwritev(int fd, const struct iovec *parts, int n_parts, off_t at)
{
	static bool is_interrupted;
	size_t n = 0;

	is_interrupted = !is_interrupted;
	if (is_interrupted) {
		errno = EINTR;
		return -1;
	}
	for (int i = 0; i < n_parts; i++) {
		size_t left = most - n;
		size_t now = parts[i].iov_len < left ? parts[i].iov_len : left;

		if (now !=
		    (size_t)pwrite(fd, parts[i].iov_base, now, at + (off_t)n))
			return -1;
		n += now;
	}
	return (ssize_t)n;
}

static unsigned char byte_at(uint64_t at)
{
	return (unsigned char)(at * 7 + (at >> 8) * 13 + (at >> 16) + 1);
}

/* Appends in two parts. */
static void put(uint64_t from, uint64_t to)
{
	static unsigned char bytes[ALL];
	struct iovec parts[2] = {
		{bytes, (to - from) / 3},
		{bytes + (to - from) / 3, to - from - (to - from) / 3},
	};

	for (uint64_t at = from; at < to; at++)
		bytes[at - from] = byte_at(at);
	is_i64(outbox_put(outbox, parts, 2, from), 0);
}

static int send_until(uint64_t end)
{
	return outbox_send(outbox, ends[1], end, &is_copying);
}

static uint64_t memory(void)
{
	struct stat st = {0};

	fstat(outbox->fd, &st);
	return (uint64_t)st.st_blocks * 512;
}

/* How many bytes of the reader's are as they were put, and its place. */
struct got {
	uint64_t until, n_right;
};

static void *take(void *argument)
{
	struct got *got = argument;
	unsigned char bytes[1000];

	for (uint64_t at = 0; at < got->until;) {
		uint64_t left = got->until - at;
		ssize_t n = read(ends[0], bytes, left < 1000 ? left : 1000);

		for (ssize_t i = 0; i < n; i++)
			got->n_right += bytes[i] == byte_at(at++);
		if (n <= 0)
			break;
	}
	return NULL;
}

static void begin(void)
{
	ok(!pipe(ends));
	outbox = outbox_open();
	ok(outbox != NULL);
	signal(SIGPIPE, SIG_IGN);
}

static void all_of_it(void)
{
	struct got got = {.until = ALL};
	pthread_t reader;
	struct stat st;

	begin();
	put(0, ALL);
	ok(memory() >= ALL);
	ok(!pthread_create(&reader, NULL, take, &got));
	is_i64(send_until(ALL), 0);
	(void)pthread_join(reader, NULL);
	is_u64(got.n_right, ALL);
	ok(memory() <= KEPT, "%llu bytes are kept",
	   (unsigned long long)memory());
	ok(!fstat(outbox->fd, &st));
	is_u64((uint64_t)st.st_size, ALL);
	is_u64(is_copying, 0);
}

/* One page less is too little to be given back. */
static void given_back(void)
{
	struct got got = {.until = KEPT - PAGE};
	pthread_t reader;

	begin();
	put(0, ALL);
	ok(!pthread_create(&reader, NULL, take, &got));
	is_i64(send_until(KEPT - 2 * PAGE), 0);
	is_u64(outbox->freed, 0);
	is_i64(send_until(KEPT - PAGE), 0);
	is_u64(outbox->freed, KEPT - PAGE);
	(void)pthread_join(reader, NULL);
}

/* Punching a hole there would set it to zero in the pipe, too. */
static void page_in_pipe(void)
{
	uint64_t some = (1ull << 20) + 100;
	struct got got = {.until = some - 100}, last = {.until = 100};
	pthread_t reader;
	unsigned char bytes[100];

	begin();
	put(0, ALL);
	ok(!pthread_create(&reader, NULL, take, &got));
	is_i64(send_until(some), 0);
	(void)pthread_join(reader, NULL);
	is_u64(got.n_right, got.until);
	is_u64(outbox->freed, got.until);
	is_i64(read(ends[0], bytes, sizeof(bytes)), sizeof(bytes));
	for (uint64_t i = 0; i < sizeof(bytes); i++)
		last.n_right += bytes[i] == byte_at(got.until + i);
	is_u64(last.n_right, sizeof(bytes));
}

/* The file position is where the former manager has stopped. */
static void adopted(void)
{
	struct got got = {.until = 3000};
	int fd;

	begin();
	put(0, 2000);
	is_i64(send_until(1000), 0);
	put(2000, 5000); /* does not count yet */
	fd = dup(outbox->fd);
	outbox_close(outbox);
	outbox = outbox_adopt(fd, 2500);
	put(2500, 3000);
	is_i64(send_until(3000), 0);
	take(&got);
	is_u64(got.n_right, 3000);
	is_i64(lseek(outbox->fd, 0, SEEK_END), 3000);
}

static void put_in_part(void)
{
	begin();
	for (most = 1; most < 7; most++) {
		struct got got = {.until = 20};

		put(0, 20); /* parts of 6 and 14 bytes */
		ok(!lseek(outbox->fd, 0, SEEK_SET));
		is_i64(send_until(20), 0);
		take(&got);
		is_u64(got.n_right, 20);
		ok(!ftruncate(outbox->fd, 0));
	}
	most = 0;
	is_i64(outbox_put(outbox, &(struct iovec){"x", 1}, 1, 0), EIO);
}

static void closed(void)
{
	int fd;

	begin();
	fd = outbox->fd;
	outbox_close(outbox);
	outbox_close(NULL);
	is_i64(fcntl(fd, F_GETFD), -1);
}

/* sendfile does not append to files. */
static void copied(void)
{
	char path[] = "/tmp/fxtrace-outbox-XXXXXX";
	struct got got = {.until = 200000};

	begin();
	close(ends[1]);
	close(mkstemp(path));
	ends[0] = open(path, O_RDONLY);
	ends[1] = open(path, O_WRONLY | O_APPEND);
	(void)unlink(path);
	put(0, 300000);
	is_i64(send_until(1000), 0);
	is_i64(send_until(200000), 0);
	is_u64(is_copying, 0);
	take(&got);
	is_u64(got.n_right, 200000);
	is_i64(lseek(ends[1], 0, SEEK_END), 200000);
}

static void full(void)
{
	struct got got = {.until = ALL};
	pthread_t reader;

	begin();
	put(0, ALL);
	(void)fcntl(ends[1], F_SETFL, O_NONBLOCK);
	ok(!pthread_create(&reader, NULL, take, &got));
	is_i64(send_until(ALL), 0);
	(void)pthread_join(reader, NULL);
	is_u64(got.n_right, ALL);
}

static void failures(void)
{
	begin();
	put(0, 1000);
	is_i64(send_until(2000), EIO);
	close(ends[0]);
	put(1000, 2000);
	is_i64(send_until(2000), EPIPE);
	close(ends[1]);
	is_i64(send_until(2000), EBADF);
	close(outbox->fd);
	is_i64(outbox_put(outbox, &(struct iovec){"x", 1}, 1, 0), EBADF);
}

static void wanted(void)
{
	begin();
	ok(outbox_is_wanted(ends[1]));
	ok(!outbox_is_wanted(open("/dev/null", O_WRONLY)));
	ok(outbox_is_wanted(open("/dev/zero", O_WRONLY)));
	ok(outbox_is_wanted(-1));
}

static const struct tap_test tests[] = {
	{"all bytes arrive in order, and their memory is given back",
	 all_of_it},
	{"memory is given back from 1 MiB on", given_back},
	{"a page that is still in the pipe in part keeps its bytes",
	 page_in_pipe},
	{"whoever takes over sends what counts from where it was stopped",
	 adopted},
	{"bytes that the kernel takes in several calls are put in order",
	 put_in_part},
	{"nothing is left open", closed},
	{"an output that sendfile does not know gets copies", copied},
	{"a full pipe that does not block is waited for", full},
	{"what cannot be sent or put is reported", failures},
	{"nobody reads /dev/null, but perhaps everything else", wanted},
};
TAP_MAIN(tests)
