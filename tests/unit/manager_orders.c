/* SPDX-License-Identifier: MIT */
/*
 * Orders from somebody who means no good, or dies on the way: the session goes
 * on, and ends when its programs do.
 */
#include "tools/manager/order.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/lend.h"
#include "tests/tap.h"
#include "tools/manager/manager.h"
#include "writer/lap.h"

#define N_UNITS 40u
#define SPAN_UNITS 20u

static char path[96];
static char text[4096];
static struct manager *manager;
static struct manager_report report;
static struct fxw_session_area *area;
static struct order_answer answer;

/* A session with a circular provider: this process. Each of its units has one
 * call. */
static void start(struct lend *lend)
{
	struct manager_options options = {.output = path, .flush_ms = 2};
	char error[256] = "";

	snprintf(path, sizeof(path), "/tmp/fxtrace-orders-%d.fxt", getpid());
	unlink(path);
	manager = manager_start(&options, error, sizeof(error));
	ok(manager != NULL, "%s", error);
	ok(manager_variable(manager, "/tmp/x", text, sizeof(text)));
	lend_make(lend, (uint32_t)strtoul(text + 2, NULL, 16), "circular");
	lend->header->mode = FXW_CIRCULAR;
	lend->control->lap_first[0] = 1;
	lend_seal(lend);
	lend_string(lend, 1, "number");
	is_i64(lend_join(lend, lend_connect(text), &area), 0);
	for (unsigned i = 0; i < N_UNITS; i++)
		lend_calls(lend, 1, 1, 1);
}

static void finish(struct lend *lend)
{
	manager_finish(manager, &report);
	lend_free(lend);
	unlink(path);
}

/* Sends it and leaves the connection open. */
static int send_order(uint32_t kind, const char *list, int fd)
{
	struct order order = {
		.magic = ORDER_MAGIC, .version = ORDER_VERSION, .kind = kind};
	struct iovec part = {&order, sizeof(order)};
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int))];
	} baggage = {.head = {.cmsg_len = CMSG_LEN(sizeof(int)),
			      .cmsg_level = SOL_SOCKET,
			      .cmsg_type = SCM_RIGHTS}};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	int to = lend_connect(text);

	memcpy(order.text, list, strnlen(list, sizeof(order.text)));
	if (fd >= 0) {
		memcpy(CMSG_DATA(&baggage.head), &fd, sizeof(fd));
		message.msg_control = &baggage;
		message.msg_controllen = CMSG_SPACE(sizeof(int));
	}
	if (to >= 0)
		(void)sendmsg(to, &message, MSG_NOSIGNAL);
	return to;
}

/* Returns the answer's error, -1: there is none. */
static int hear(int from)
{
	ssize_t n = recv(from, &answer, sizeof(answer) - 1, 0);

	close(from);
	if (n < (ssize_t)offsetof(struct order_answer, text))
		return -1;
	((char *)&answer)[n] = '\0';
	return answer.error;
}

static int order(uint32_t kind, const char *list, int fd)
{
	return hear(send_order(kind, list, fd));
}

static int any_file(void)
{
	return memfd_create("snapshot", MFD_CLOEXEC);
}

static void no_file(void)
{
	struct lend lend;
	int ends[2], full = open("/dev/full", O_WRONLY);
	int folder = open("/tmp", O_RDONLY), reads = open(path, O_RDONLY);
	int blind = open("/proc/self/exe", O_RDONLY);

	start(&lend);
	is_i64(pipe(ends), 0);
	is_i64(order(ORDER_SNAPSHOT, "", ends[1]), EINVAL);
	is_i64(order(ORDER_SNAPSHOT, "", full), EINVAL);
	is_i64(order(ORDER_SNAPSHOT, "", folder), EINVAL);
	is_i64(order(ORDER_SNAPSHOT, "", reads), EINVAL);
	is_i64(order(ORDER_SNAPSHOT, "", blind), EBADF);
	is_i64(order(ORDER_SNAPSHOT, "", any_file()), 0);
	ok(strstr(answer.text, "calls: 40\n") != NULL, "%s", answer.text);
	finish(&lend);
}

/* Each span says that it reaches over those behind it. */
static void spans_over_spans(void)
{
	struct lend lend;

	start(&lend);
	for (unsigned i = 0; i < N_UNITS; i++)
		lend.rolling[0][i * FXW_UNIT_WORDS + 1] =
			1ull << 32 | SPAN_UNITS * FXW_UNIT_WORDS;
	is_i64(order(ORDER_SNAPSHOT, "", any_file()), 0);
	ok(strstr(answer.text, "calls: 40\n") != NULL, "%s", answer.text);
	finish(&lend);
}

static void many(void)
{
	static int from[500];
	unsigned n_done = 0, n_busy = 0;
	struct lend lend;
	int file;

	start(&lend);
	file = any_file();
	for (unsigned i = 0; i < 500; i++)
		from[i] = send_order(ORDER_SNAPSHOT, "", file);
	for (unsigned i = 0; i < 500; i += 2) /* the others hear nothing */
		switch (hear(from[i])) {
		case 0:
			n_done++;
			break;
		case EBUSY:
			n_busy++;
		}
	ok(n_done > 0 && n_done + n_busy == 250, "%d done, %d refused",
	   (int)n_done, (int)n_busy);
	is_i64(order(ORDER_STATUS, "", -1), 0);
	finish(&lend);
}

static void nonsense(void)
{
	struct lend lend;
	char list[4096];

	start(&lend);
	is_i64(order(77, "", -1), ENOTSUP);
	is_i64(order(0, "", -1), ENOTSUP);
	is_i64(order(ORDER_CALLS, ",", -1), EINVAL);
	is_i64(order(ORDER_CALLS, "a b\nstate: broken", -1), EINVAL);
	is_u64(area->generation, 0);
	memset(list, 'a', sizeof(list));
	is_i64(order(ORDER_CALLS, list, -1), 0);
	is_u64(area->generation, FXW_CHOICE_STEP);
	is_i64(area->choices[1].calls[sizeof(area->choices[1].calls) - 1], 0);
	is_i64(order(ORDER_STATUS, "", -1), 0);
	ok(strstr(answer.text, "state: recording\n") != NULL);
	finish(&lend);
}

static const struct tap_test tests[] = {
	{"a snapshot is written into a file and nothing else", no_file},
	{"spans that lie over one another are copied once", spans_over_spans},
	{"five hundred snapshots at once are all answered", many},
	{"orders that make no sense are refused and change nothing", nonsense},
};
TAP_MAIN(tests)
