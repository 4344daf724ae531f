/* SPDX-License-Identifier: MIT */
/*
 * Tests what the recorder needs from the kernel, see machine.h. A system call
 * that is too new and one that a seccomp filter forbids cannot be
 * distinguished.
 */
#include "tools/elf/machine.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static bool has_filter(void)
{
	FILE *status = fopen("/proc/self/status", "re");
	char line[256];
	int mode = 0;

	while (status && fgets(line, sizeof(line), status))
		if (sscanf(line, "Seccomp: %d", &mode) == 1)
			break;
	if (status)
		fclose(status);
	return mode == 2;
}

static bool can_lend(void)
{
	int fd = memfd_create("fxtrace", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool has_barrier(void)
{
	long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);

	return commands > 0 && commands & MEMBARRIER_CMD_GLOBAL_EXPEDITED;
}

static bool can_peek(void)
{
	char from = 1, to = 0;
	struct iovec remote = {&from, 1}, local = {&to, 1};

	return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 1;
}

static void examine_kernel(struct program_report *report)
{
	if (!can_lend())
		program_add(report, PROGRAM_NOTE, "record --mode oneshot",
			    "cannot lend its buffer to a manager: this kernel "
			    "or container gives no memfd_create (%s)",
			    strerror(errno));
	if (!has_barrier())
		program_add(report, PROGRAM_NOTE, NULL,
			    "pays some more for each call: this kernel or "
			    "container gives no membarrier");
	if (!can_peek())
		program_add(report, PROGRAM_NOTE, NULL,
			    "is recorded without values that only the kernel "
			    "reads: this kernel or container gives no "
			    "process_vm_readv (%s)",
			    strerror(errno));
	if (has_filter())
		program_add(report, PROGRAM_NOTE, NULL,
			    "runs under a seccomp filter (a container's): what "
			    "that forbids to the recorder is missing");
}

void machine_examine(struct program_report *report)
{
	const char *preload = getenv("LD_PRELOAD");

	examine_kernel(report);
	if (preload && *preload)
		program_add(report, PROGRAM_NOTE, NULL,
			    "gets the libraries of LD_PRELOAD=%s, too: the "
			    "recorder comes first, what they call themselves "
			    "is recorded as well",
			    preload);
}
