/* SPDX-License-Identifier: MIT */
/*
 * Memory without a file name (memfd) that living processes have mapped: found
 * in their memory maps, and read through /proc with whatever rights we have.
 */
#ifndef TOOLS_ELF_PROCMEM_H
#define TOOLS_ELF_PROCMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROCMEM_PIECES 16u

/* One memfd in one process. */
struct procmem {
	uint32_t pid; /* the thread through which it was found */
	uint64_t inode;
	uint64_t n_bytes;  /* of the file, as far as known */
	unsigned n_pieces; /* mappings of it */
	struct {
		uint64_t from, to; /* addresses */
		uint64_t off;	   /* in the file */
	} pieces[PROCMEM_PIECES];
	/* Once it is open: */
	int fd;
	int how; /* private */
	/* Who has made it, and no other user may write to it by its mode; only
	 * where it is opened as a file. */
	bool has_owner;
	uint32_t owner;
};

/*
 * Finds the process's memfds of that name.
 * found   space for `capacity` of them.
 * n       out: how many there are, at most `capacity`.
 * Returns 0 or errno: EACCES, we have no right to read it; ESRCH, it is gone.
 */
int procmem_find(uint32_t pid, const char *name, struct procmem *found,
		 unsigned capacity, unsigned *n);

/* Opens it for reading: as a file (root may), or as the process's memory, which
 * requires the right to trace it. Returns 0 or errno. */
int procmem_open(struct procmem *mem);
void procmem_close(struct procmem *mem);

/* Reads n bytes from file offset off. False: they are missing, or the process
 * has ended. */
bool procmem_read(const struct procmem *mem, void *to, size_t n, uint64_t off);

/* The process ids of pid's thread group: ours first, the one in its own
 * namespace last. Returns how many were found, 0: it is gone. */
unsigned procmem_pids(uint32_t pid, uint32_t *pids, unsigned capacity);

/* The user id of the process. False: it is gone. */
bool procmem_user(uint32_t pid, uint32_t *uid);

#endif
