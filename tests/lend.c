/* SPDX-License-Identifier: MIT */
/*
 * Lays out a lent buffer, see lend.h.
 */
#include "tests/lend.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "writer/lap.h"

#define CALL_WORDS 7u

uint32_t *lend_bell;
int lend_area_fd;
static char secret[FXW_SECRET_BYTES];

static uint64_t round_up(uint64_t n, uint64_t unit)
{
	return (n + unit - 1) / unit * unit;
}

static void fill(struct lend *lend, uint32_t clock, const char *name,
		 uint64_t header_off, struct fxw_header header)
{
	uint64_t *word = (uint64_t *)lend->map;

	word[0] = FXT_MAGIC;
	word[1] = fxt_provider_info_header((uint32_t)getpid(), strlen(name));
	memcpy(word + 2, name, strlen(name));
	word[header_off / 8 - 1] =
		fxt_filler_header((header.durable_off - header_off) / 8 + 1);
	lend->header = (struct fxw_header *)(lend->map + header_off);
	*lend->header = header;
	lend->control = (struct fxw_control *)(lend->map + header.control_off);
	lend->control->magic = FXW_CONTROL_MAGIC;
	lend->control->version = FXW_CONTROL_VERSION;
	lend->control->bytes = sizeof(*lend->control);
	lend->control->clock = clock;
	lend->control->pid = (uint32_t)getpid();
	lend->control->nonce = 4711;
	lend->control->live = 1;
	lend->control->fences = 1;
	lend->control->alloc = 1ull << 32;
	lend->control->durable_alloc = 1ull << 32;
	lend->control->n_slots = FXW_SLOTS;
	lend->durable = (uint64_t *)(lend->map + header.durable_off);
	lend->rolling[0] = (uint64_t *)(lend->map + header.rolling_off);
	lend->rolling[1] = lend->rolling[0] + LEND_UNITS * FXW_UNIT_WORDS;
}

void lend_make(struct lend *lend, uint32_t clock, const char *name)
{
	uint64_t header_off = (2 + fxt_words(strlen(name)) + 1) * 8;
	struct fxw_header header = {
		.magic = FXW_HEADER_MAGIC,
		.mode = FXW_STREAMING,
		.control_off = round_up(header_off + sizeof(header), 64),
		.durable_bytes = LEND_DURABLE_WORDS * 8,
		.rolling_bytes = LEND_UNITS * FXW_UNIT_WORDS * 8,
	};

	*lend = (struct lend){0};
	header.durable_off =
		round_up(header.control_off + sizeof(struct fxw_control), 64);
	header.rolling_off = header.durable_off + header.durable_bytes;
	header.file_bytes = header.rolling_off + 2 * header.rolling_bytes;
	header.total_bytes = header.file_bytes - header.durable_off + 128;
	lend->n_bytes = round_up(header.file_bytes, 4096);
	lend->fd = memfd_create("fxtrace", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (lend->fd < 0 || ftruncate(lend->fd, (off_t)lend->n_bytes))
		abort();
	lend->map = mmap(NULL, lend->n_bytes, PROT_READ | PROT_WRITE,
			 MAP_SHARED, lend->fd, 0);
	if (lend->map == MAP_FAILED)
		abort();
	fill(lend, clock, name, header_off, header);
}

void lend_free(struct lend *lend)
{
	munmap(lend->map, lend->n_bytes);
	close(lend->fd);
}

void lend_seal(const struct lend *lend)
{
	if (fcntl(lend->fd, F_ADD_SEALS, F_SEAL_SHRINK))
		abort();
}

void lend_string(struct lend *lend, uint16_t index, const char *string)
{
	uint32_t at = (uint32_t)lend->control->durable_alloc;

	memcpy(lend->durable + at + 1, string, strlen(string));
	lend->durable[at] = fxt_string_header(index, strlen(string));
	lend->control->durable_alloc += 1 + fxt_words(strlen(string));
}

static void put_call(struct lend *lend, uint64_t *at)
{
	uint64_t n = lend->n_calls++;

	at[0] = fxt_event_header(FXT_EVENT_DURATION_COMPLETE, CALL_WORDS, 1, 0,
				 1, 1);
	at[1] = n * 10;
	at[2] = at[3] = (uint64_t)getpid();
	at[4] = fxt_arg_header(FXT_ARG_UINT64, 2, 1, 0);
	at[5] = n;
	at[6] = n * 10 + 1;
}

void lend_calls(struct lend *lend, uint32_t sequence, uint32_t n_units,
		uint32_t n)
{
	unsigned buffer = fxw_lap_buffer(sequence);
	uint32_t n_words = n_units * FXW_UNIT_WORDS, at = FXW_STAMP_WORDS;
	uint32_t unit;
	uint64_t *word;

	if (lend->control->alloc >> 32 != sequence)
		lend->n_units[buffer] = 0;
	unit = lend->n_units[buffer];
	word = lend->rolling[buffer] + unit * FXW_UNIT_WORDS;
	for (; n && at + CALL_WORDS <= n_words; n--, at += CALL_WORDS)
		put_call(lend, word + at);
	if (at < n_words)
		word[at] = fxt_filler_header(n_words - at);
	word[0] = fxt_filler_header(FXW_STAMP_WORDS);
	word[1] = (uint64_t)sequence << 32 | n_words;
	word[2] = fxw_lap_check(lend->control->nonce, sequence, unit);
	lend->n_units[buffer] += n_units;
	lend->control->live = sequence;
	lend->control->alloc = (uint64_t)sequence << 32 |
			       lend->n_units[buffer] * FXW_UNIT_WORDS;
}

bool lend_packet(struct lend *lend, struct fxw_packet packet)
{
	for (unsigned i = 0; i < FXW_CELLS; i++) {
		uint64_t *words = (uint64_t *)&lend->control->cells[i];

		if (__atomic_load_n(words, __ATOMIC_ACQUIRE))
			continue;
		/* one thread only: the test */
		words[1] = packet.data64;
		__atomic_store_n(words,
				 packet.request |
					 (uint64_t)packet.data16 << 16 |
					 (uint64_t)packet.data32 << 32,
				 __ATOMIC_RELEASE);
		return true;
	}
	return false;
}

int lend_connect(const char *text)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	socklen_t n;

	if (sscanf(text, "3,%*[^,],%*[^,],%64[^,],%39[0-9]",
		   address.sun_path + 1, secret) != 2)
		abort();
	n = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
			strlen(address.sun_path + 1));
	if (fd >= 0 && connect(fd, (struct sockaddr *)&address, n)) {
		close(fd);
		return -1;
	}
	return fd;
}

union baggage {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(2 * sizeof(int))];
};

static void send_join(const struct lend *lend, int fd)
{
	struct fxw_join join = {.magic = FXW_JOIN_MAGIC,
				.version = FXW_WIRE_VERSION,
				.pid = (uint32_t)getpid(),
				.memfd_bytes = lend->n_bytes};
	struct iovec part = {&join, sizeof(join)};
	union baggage baggage = {.head = {.cmsg_len = CMSG_LEN(sizeof(int)),
					  .cmsg_level = SOL_SOCKET,
					  .cmsg_type = SCM_RIGHTS}};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &baggage,
				 .msg_controllen = CMSG_LEN(sizeof(int))};

	memcpy(join.secret, secret, sizeof(secret));
	memcpy(CMSG_DATA(&baggage.head), &lend->fd, sizeof(int));
	(void)sendmsg(fd, &message, MSG_NOSIGNAL);
}

void lend_ring(void)
{
	__atomic_fetch_add(lend_bell, 1, __ATOMIC_SEQ_CST);
	(void)syscall(SYS_futex, lend_bell, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static int map_both(const struct lend *lend, const int *fds, uint32_t n_fds,
		    struct fxw_session_area **area)
{
	void *bells = &lend->control->doorbell;

	*area = mmap(NULL, sizeof(**area), PROT_READ, MAP_SHARED, fds[0], 0);
	if (lend_area_fd == -1)
		lend_area_fd = fds[0];
	else
		close(fds[0]);
	if (n_fds == 2) {
		bells = mmap(NULL, sizeof(struct fxw_bells),
			     PROT_READ | PROT_WRITE, MAP_SHARED, fds[1], 0);
		close(fds[1]);
	}
	lend_bell = bells;
	return *area == MAP_FAILED || bells == MAP_FAILED ? ENOMEM : 0;
}

int lend_join(const struct lend *lend, int fd, struct fxw_session_area **area)
{
	struct fxw_welcome welcome = {0};
	struct iovec part = {&welcome, sizeof(welcome)};
	union baggage baggage;
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &baggage,
				 .msg_controllen = sizeof(baggage)};
	int fds[2];
	ssize_t n;

	send_join(lend, fd);
	n = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
	close(fd);
	if (n != sizeof(welcome))
		return EIO;
	if (welcome.error)
		return welcome.error;
	memcpy(fds, CMSG_DATA(&baggage.head), sizeof(fds));
	return map_both(lend, fds, welcome.n_fds, area);
}
