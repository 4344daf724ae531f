/* SPDX-License-Identifier: MIT */
/*
 * The standby of a session: a process that has descriptors of all that its
 * manager needs. It becomes the manager when that dies or makes no progress.
 * standby.h is the manager's side. Nobody else can speak to it.
 */
#ifndef TOOLS_MANAGER_RELIEF_H
#define TOOLS_MANAGER_RELIEF_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "tools/manager/aside.h"
#include "tools/manager/listener.h"
#include "tools/manager/ledger.h"
#include "writer/wire.h"

/* Its command, for the manager only. */
#define RELIEF_COMMAND "--standby"
/* The descriptor of its socket. */
#define RELIEF_FD 3
#define RELIEF_VERSION 1u
#define RELIEF_FDS 7u
#define RELIEF_TEXT_BYTES 4096u

enum relief_kind {
	RELIEF_START = 1, /* descriptors: enum relief_fd */
	RELIEF_FILE,	  /* the archive; the outbox, if it has one */
	RELIEF_ASIDE,	  /* the archive that this one replaces */
	RELIEF_PROGRAM,	  /* a pidfd: the session lasts as long as it */
	RELIEF_PRINT,	  /* where --print shows calls */
	RELIEF_JOIN,	  /* a provider: its memfd, its pidfd */
	RELIEF_LEAVE,	  /* the archive has all of the provider */
	RELIEF_READY,	  /* that was all that there is: it may take over */
	RELIEF_QUIT,	  /* the session needs no standby any more */
};

enum relief_fd {
	RELIEF_LISTENER,
	RELIEF_AREA,	  /* to write */
	RELIEF_AREA_READ, /* for providers */
	RELIEF_BELLS,
	RELIEF_LEDGER,
	RELIEF_HISTORY,
	RELIEF_MANAGER, /* its pidfd, may be missing */
};

struct relief_start {
	uint32_t version;
	int32_t manager; /* its pid */
	uint32_t clock;
	uint32_t owner; /* of the listener */
	uint32_t flush_ms, block_max_ms, shots_max;
	uint64_t shots_max_bytes;
	uint64_t epoch_ticks, first_ticks, first_ns, queue_bytes, held_bytes;
	uint8_t is_guarded, until_empty, is_quiet, has_circular;
	char name[LISTENER_NAME_BYTES];
	struct secret secret;
	char triggers[RELIEF_TEXT_BYTES];
};

struct relief_file {
	uint32_t may_cut; /* else it is a pipe or a device */
	uint32_t packing; /* enum packing */
	uint64_t number;
	char path[PATH_MAX];
};

struct relief_join {
	uint32_t id, pid, kernel_pid, uid;
	uint32_t is_gone; /* its image has ended */
	uint32_t reserved;
	struct ledger_part part;
};

struct relief_message {
	uint32_t kind; /* enum relief_kind */
	uint32_t reserved;
	union {
		struct relief_start start;
		struct relief_file file;
		struct relief_join join;
		struct aside aside;
		uint32_t id; /* of a provider that leaves */
	};
};

struct relief_member {
	struct relief_join join;
	int memfd, pid_fd;
};

/* What a standby has. */
struct relief {
	struct relief_start start;
	int fds[RELIEF_FDS];
	struct relief_file file;
	int file_fd, outbox_fd, program_fd, print_fd; /* -1 = none */
	struct aside aside;
	struct relief_member *members;
	uint32_t n_members, capacity;
	bool is_ready;
	bool was_stopped; /* the manager lived, and was killed by us */
	/* Of its own standby, once it takes over. */
	int next_fd; /* -1 = there is none */
	pid_t next_pid;
};

/* The whole process. Returns its exit status. */
int relief_run(void);

#endif
