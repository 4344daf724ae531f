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

#include "tools/manager/listener.h"
#include "tools/manager/ledger.h"
#include "writer/wire.h"

/* Its command, for the manager only. */
#define RELIEF_COMMAND "--standby"
/* The descriptor of its socket. */
#define RELIEF_FD 3
#define RELIEF_VERSION 1u
#define RELIEF_FDS 6u
#define RELIEF_TEXT_BYTES 4096u

enum relief_kind {
	RELIEF_START = 1, /* descriptors: enum relief_fd */
	RELIEF_FILE,	  /* the archive */
	RELIEF_PROGRAM,	  /* a pidfd: the session lasts as long as it */
	RELIEF_JOIN,	  /* a provider: its memfd, its pidfd */
	RELIEF_LEAVE,	  /* the archive has all of the provider */
	RELIEF_QUIT,	  /* the session needs no standby any more */
};

enum relief_fd {
	RELIEF_LISTENER,
	RELIEF_AREA,	  /* to write */
	RELIEF_AREA_READ, /* for providers */
	RELIEF_BELLS,
	RELIEF_LEDGER,
	RELIEF_MANAGER, /* its pidfd, may be missing */
};

struct relief_start {
	uint32_t version;
	int32_t manager; /* its pid */
	uint32_t clock;
	uint32_t owner; /* of the listener */
	uint32_t flush_ms, block_max_ms, n_shots, shots_max;
	uint64_t shots_max_bytes;
	uint64_t epoch_ticks, first_ticks, first_ns, queue_bytes;
	uint8_t is_guarded, until_empty, is_quiet, has_circular;
	char name[LISTENER_NAME_BYTES];
	struct secret secret;
	char first_name[256];
	char triggers[RELIEF_TEXT_BYTES];
};

struct relief_file {
	uint32_t may_cut; /* else it is a pipe or a device */
	uint32_t packing; /* enum packing */
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
	int file_fd, program_fd; /* -1 = none */
	struct relief_member *members;
	uint32_t n_members, capacity;
	bool was_stopped; /* the manager lived, and was killed by us */
};

/* The whole process. Returns its exit status. */
int relief_run(void);

#endif
