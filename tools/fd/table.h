/* SPDX-License-Identifier: MIT */
/*
 * The descriptors, streams and current folder of every process, by pid, over
 * time. Changes are planned for a time and made when it is reached. Memory is
 * bounded: tables that were unused for long are dropped, as is what exceeds the
 * limits.
 */
#ifndef TOOLS_FD_TABLE_H
#define TOOLS_FD_TABLE_H

#include <stdbool.h>

#include "tools/fd/object.h"
#include "tools/reader/world.h"

enum fd_shelf {
	FD_DESCRIPTORS,
	FD_STREAMS,
	FD_ACTIONS, /* of posix_spawn, see spawn.h */
	FD_N_SHELVES
};

#define FD_NO_PARTNER (-1)

/* A change of one process's table. */
struct fd_change {
	enum {
		FD_PUT,	   /* `from` is `object` */
		FD_REMOVE, /* from `from` to `to`: removed */
		FD_FOLDER, /* the current folder is `object` */
		FD_LOCAL,  /* socket `object` has address `address` */
		FD_PEER,
		FD_UNEXPECT, /* see fd_tables_expect; `from` is its key */
	} kind;
	enum fd_shelf shelf;
	uint64_t from, to;
	int64_t partner; /* PUT of a stream: its descriptor, if known; closed
			    with the stream */
	struct object *object, *address; /* held by the change */
	uint64_t when_ns;
};

struct fd_tables;
struct fd_table;

struct fd_tables *fd_tables_open(struct fxr_world *world);
void fd_tables_close(struct fd_tables *tables);

/* Makes all changes that are planned for up to this time. */
void fd_tables_go(struct fd_tables *tables, uint64_t ns);
/* The time of the last change, or the time of the last fd_tables_go. */
uint64_t fd_tables_now(const struct fd_tables *tables);

/* The table of a thread's process. A new process image begins with what is
 * known about it. Borrowed until the next call. */
struct fd_table *fd_tables_of(struct fd_tables *tables,
			      const struct fxr_thread *thread);

/* Plans a change; takes over what it holds. */
void fd_tables_plan(struct fd_tables *tables, const struct fd_table *table,
		    const struct fd_change *change);

/* Process `pid` will begin with the table's content. */
void fd_tables_fork(struct fd_tables *tables, struct fd_table *table,
		    uint64_t pid);

/* The same for a program that posix_spawn starts; its content may be changed
 * until the next call. NULL: pid is the table's own. */
struct fd_table *fd_tables_spawn(struct fd_tables *tables,
				 struct fd_table *table, uint64_t pid);

/*
 * The same for a program whose pid no call returns: it begins as a child of the
 * table's process. If there are too many, the oldest are dropped.
 * argument  one of its arguments; NULL = unknown
 * key       for FD_UNEXPECT
 */
struct fd_table *fd_tables_expect(struct fd_tables *tables,
				  struct fd_table *table, const char *argument,
				  uint64_t key);

/* Drops the programs that the process expected under a key. */
void fd_tables_unexpect(struct fd_tables *tables, uint64_t parent,
			uint64_t key);

/* Whether the argument, as far as it is compared, is among the process's; NULL
 * and "": any. */
bool fd_tables_has_argument(const struct fxr_process *process,
			    const char *argument);

/* Makes a change at once, in a process without calls so far; takes over what it
 * holds. */
void fd_tables_change(struct fd_tables *tables, struct fd_table *table,
		      const struct fd_change *change);

/* The process image has ended. */
void fd_tables_end(struct fd_tables *tables, uint32_t provider, uint64_t pid);

/* The object at time ns, NULL = unknown. Borrowed. */
struct object *fd_table_find(const struct fd_table *table, enum fd_shelf shelf,
			     uint64_t key, uint64_t ns);
/* The descriptor of a stream, FD_NO_PARTNER if unknown. */
int64_t fd_table_partner(const struct fd_table *table, uint64_t stream);
struct object *fd_table_folder(const struct fd_table *table);

#endif
