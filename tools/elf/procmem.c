/* SPDX-License-Identifier: MIT */
/*
 * Reads processes through /proc, see procmem.h.
 */
#include "tools/elf/procmem.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

enum how { CLOSED, BY_FILE, BY_MEM, BY_CALL };

/* All memfds are on one device of the kernel; 0 = unknown. */
static dev_t memfd_device(void)
{
	static dev_t device;
	struct stat st;
	int fd;

	if (device)
		return device;
	fd = memfd_create("fxtrace-probe", MFD_CLOEXEC);
	if (fd >= 0 && fstat(fd, &st) == 0)
		device = st.st_dev;
	if (fd >= 0)
		close(fd);
	return device;
}

/* A mapping, parsed from a line of /proc/PID/maps. */
struct mapping {
	uint64_t from, to, off, inode;
	dev_t device;
	const char *path;
};

static bool parse_mapping(const char *line, struct mapping *mapping)
{
	unsigned major_number, minor_number;
	int n_path = 0;

	if (sscanf(line,
		   "%" SCNx64 "-%" SCNx64 " %*4s %" SCNx64 " %x:%x %" SCNu64
		   " %n",
		   &mapping->from, &mapping->to, &mapping->off, &major_number,
		   &minor_number, &mapping->inode, &n_path) != 6)
		return false;
	mapping->device = makedev(major_number, minor_number);
	mapping->path = line + n_path;
	return n_path && mapping->from < mapping->to;
}

static void add_mapping(const struct mapping *mapping, uint32_t pid,
			struct procmem *found, unsigned capacity, unsigned *n)
{
	struct procmem *mem = found;
	uint64_t end = mapping->off + (mapping->to - mapping->from);

	while (mem < found + *n && mem->inode != mapping->inode)
		mem++;
	if (mem == found + *n) {
		if (*n == capacity)
			return;
		*mem = (struct procmem){
			.pid = pid, .inode = mapping->inode, .fd = -1};
		(*n)++;
	}
	if (mem->n_pieces == PROCMEM_PIECES)
		return;
	mem->pieces[mem->n_pieces].from = mapping->from;
	mem->pieces[mem->n_pieces].to = mapping->to;
	mem->pieces[mem->n_pieces++].off = mapping->off;
	if (end > mem->n_bytes)
		mem->n_bytes = end;
}

/* The mappings of one thread. *n_lines: a thread that has ended has no
 * memory. */
static int find_in(uint32_t pid, uint32_t tid, const char *name,
		   struct procmem *found, unsigned capacity, unsigned *n,
		   unsigned *n_lines)
{
	char path[64], wanted[64], *line = NULL;
	struct mapping mapping;
	size_t space = 0;
	FILE *in;
	int error;

	snprintf(path, sizeof(path), "/proc/%u/task/%u/maps", pid, tid);
	snprintf(wanted, sizeof(wanted), "/memfd:%s (deleted)\n", name);
	in = fopen(path, "re");
	if (!in)
		return errno == ENOENT ? ESRCH : errno;
	errno = 0;
	while (getline(&line, &space, in) > 0) {
		(*n_lines)++;
		if (parse_mapping(line, &mapping) &&
		    strcmp(mapping.path, wanted) == 0 &&
		    mapping.device == memfd_device())
			add_mapping(&mapping, tid, found, capacity, n);
		errno = 0;
	}
	error = errno;
	free(line);
	fclose(in);
	return error;
}

int procmem_find(uint32_t pid, const char *name, struct procmem *found,
		 unsigned capacity, unsigned *n)
{
	unsigned n_lines = 0;
	struct dirent *entry;
	char path[64];
	DIR *tasks;
	int error;

	*n = 0;
	error = find_in(pid, pid, name, found, capacity, n, &n_lines);
	if (error || n_lines)
		return error;
	/* its first thread has ended before the others */
	snprintf(path, sizeof(path), "/proc/%u/task", pid);
	tasks = opendir(path);
	if (!tasks)
		return ESRCH;
	while (!error && !n_lines && (entry = readdir(tasks)))
		if (isdigit((unsigned char)*entry->d_name))
			error = find_in(pid, (uint32_t)atoi(entry->d_name),
					name, found, capacity, n, &n_lines);
	closedir(tasks);
	return error == ESRCH ? 0 : error;
}

/* Opens it as a file, which stays valid when the process ends. */
static int open_file(struct procmem *mem)
{
	char path[128];
	struct stat st;
	int fd, error;

	snprintf(path, sizeof(path), "/proc/%u/map_files/%" PRIx64 "-%" PRIx64,
		 mem->pid, mem->pieces[0].from, mem->pieces[0].to);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return errno;
	error = fstat(fd, &st) ? errno : 0;
	if (!error && (st.st_dev != memfd_device() || st.st_ino != mem->inode))
		error = ESRCH; /* another one is mapped there by now */
	if (error) {
		close(fd);
		return error;
	}
	mem->fd = fd;
	mem->how = BY_FILE;
	mem->has_owner = !(st.st_mode & (S_IWGRP | S_IWOTH));
	mem->owner = st.st_uid;
	mem->n_bytes = (uint64_t)st.st_size;
	return 0;
}

/* The descriptor refers to the memory, not to the process number. */
static int open_mem(struct procmem *mem)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%u/mem", mem->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	mem->fd = fd;
	mem->how = BY_MEM;
	return 0;
}

int procmem_open(struct procmem *mem)
{
	uint64_t word;
	int error;

	if (open_file(mem) == 0)
		return 0;
	error = open_mem(mem);
	if (!error && procmem_read(mem, &word, sizeof(word), 0))
		return 0;
	procmem_close(mem);
	mem->how = BY_CALL;
	errno = 0;
	if (procmem_read(mem, &word, sizeof(word), 0))
		return 0;
	if (!error)
		error = errno ? errno : EIO;
	procmem_close(mem);
	return error;
}

void procmem_close(struct procmem *mem)
{
	if (mem->fd >= 0)
		close(mem->fd);
	mem->fd = -1;
	mem->how = CLOSED;
}

static ssize_t read_some(const struct procmem *mem, void *to, size_t n,
			 uint64_t at)
{
	struct iovec here = {to, n}, there = {(void *)(uintptr_t)at, n};

	if (mem->how == BY_CALL)
		return process_vm_readv((pid_t)mem->pid, &here, 1, &there, 1,
					0);
	return pread(mem->fd, to, n, (off_t)at);
}

/* The file offset in the form of `how`; returns the bytes from there on. */
static size_t locate_offset(const struct procmem *mem, uint64_t off,
			    uint64_t *at)
{
	if (mem->how == BY_FILE) {
		*at = off;
		return off < mem->n_bytes ? (size_t)(mem->n_bytes - off) : 0;
	}
	for (unsigned i = 0; i < mem->n_pieces; i++) {
		uint64_t n_piece = mem->pieces[i].to - mem->pieces[i].from;

		if (off < mem->pieces[i].off ||
		    off - mem->pieces[i].off >= n_piece)
			continue;
		*at = mem->pieces[i].from + (off - mem->pieces[i].off);
		return (size_t)(n_piece - (off - mem->pieces[i].off));
	}
	return 0;
}

bool procmem_read(const struct procmem *mem, void *to, size_t n, uint64_t off)
{
	char *next = to;

	while (n) {
		uint64_t at;
		size_t n_here = locate_offset(mem, off, &at);
		ssize_t got = 0;

		if (n_here)
			got = read_some(mem, next, n < n_here ? n : n_here, at);
		if (got <= 0)
			return false;
		next += got;
		off += (uint64_t)got;
		n -= (size_t)got;
	}
	return true;
}

/* The line of /proc/PID/status behind the label, in `line`. */
static bool status_line(uint32_t pid, const char *label, char *line,
			size_t line_bytes)
{
	size_t n_label = strlen(label);
	bool found = false;
	char path[64];
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%u/status", pid);
	in = fopen(path, "re");
	while (in && !found && fgets(line, (int)line_bytes, in))
		found = strncmp(line, label, n_label) == 0;
	if (in)
		fclose(in);
	if (found)
		memmove(line, line + n_label, strlen(line + n_label) + 1);
	return found;
}

unsigned procmem_pids(uint32_t pid, uint32_t *pids, unsigned capacity)
{
	char line[512], *at = line, *end;
	unsigned n = 0;

	if (!status_line(pid, "NSpid:", line, sizeof(line)))
		return 0;
	for (; n < capacity; at = end) {
		uint32_t number = (uint32_t)strtoul(at, &end, 10);

		if (end == at)
			break;
		pids[n++] = number;
	}
	return n;
}

bool procmem_user(uint32_t pid, uint32_t *uid)
{
	char line[512];

	if (!status_line(pid, "Uid:", line, sizeof(line)))
		return false;
	*uid = (uint32_t)strtoul(line, NULL, 10);
	return true;
}
