/* SPDX-License-Identifier: MIT */
/*
 * Finds the buffers of a killed manager's providers, see orphan.h. A process
 * belongs to the session if it has mapped that session's area, which it got
 * from the manager. The area must have the epoch of the archive. If the archive
 * has no epoch, the area must have the archive's number as a file. The
 * process's buffer is one whose control area has the same epoch and the
 * process's own pid. A process of another user than the archive's could forge
 * an area: it must be memory that was made by the archive's user.
 */
#include "tools/manager/orphan.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/elf/procmem.h"
#include "tools/archive/rate.h"

/* A process has one of each, and possibly those of an outer session. */
#define MAX_FOUND 8u
#define MAX_PIDS 32u
#define TAKEOVER_MS 3000u

static struct orphan *add_orphan(struct orphans *orphans, uint32_t pid)
{
	struct orphan *orphan;

	if (orphans->n == orphans->capacity) {
		orphans->capacity += orphans->capacity / 2 + 16;
		orphans->all = realloc(orphans->all,
				       orphans->capacity * sizeof(*orphan));
		if (!orphans->all)
			die("out of memory");
	}
	orphan = &orphans->all[orphans->n++];
	*orphan = (struct orphan){.pid = pid, .own_pid = pid};
	return orphan;
}

static void deny_orphan(struct orphans *orphans, uint32_t pid, int error)
{
	struct orphan *orphan = add_orphan(orphans, pid);
	uint32_t pids[MAX_PIDS];
	unsigned n = procmem_pids(pid, pids, MAX_PIDS);

	if (n)
		orphan->own_pid = pids[n - 1];
	orphan->denied = error;
}

/* Whether an area belongs to the session. */
static bool is_same(const struct fxw_session_area *area,
		    struct orphan_session *session)
{
	if (session->epoch_ticks)
		return area->epoch_ticks == session->epoch_ticks;
	if (!area->archive_inode || area->archive_inode != session->inode ||
	    area->archive_device != session->device)
		return false;
	session->epoch_ticks = area->epoch_ticks;
	return true;
}

static uint32_t holder_of(uint32_t word)
{
	return word & FUTEX_OWNER_DIED ? 0 : word & FUTEX_TID_MASK;
}

/* Who manages the session, or 0. If only a standby lives, it becomes the
 * manager in a moment, unless it was killed, too, and is not yet gone. */
static uint32_t find_manager(const struct procmem *mem,
			     struct fxw_session_area *area)
{
	for (unsigned n = 0; n < TAKEOVER_MS && !holder_of(area->manager) &&
			     holder_of(area->standby);
	     n++) {
		(void)usleep(1000);
		if (!procmem_read(mem, area, sizeof(*area), 0))
			break;
	}
	return holder_of(area->manager) ?: holder_of(area->standby);
}

/* Whether the memory is this session's area; notes its data about the
 * manager. */
static bool is_area(struct orphans *orphans, const struct procmem *mem,
		    bool is_foreign, struct orphan_session *session)
{
	struct fxw_session_area area;

	if (is_foreign && (!mem->has_owner || mem->owner != session->owner))
		return false;
	if (!procmem_read(mem, &area, sizeof(area), 0) ||
	    area.magic != FXW_SESSION_MAGIC ||
	    area.version != FXW_WIRE_VERSION || !is_same(&area, session))
		return false;
	orphans->manager = find_manager(mem, &area) ?: orphans->manager;
	orphans->is_broken |= area.is_broken != 0;
	return true;
}

/* Whether the process has joined the session. *error: it may not be read. */
static bool is_member(struct orphans *orphans, uint32_t pid, uint32_t uid,
		      struct orphan_session *session, int *error)
{
	struct procmem found[MAX_FOUND];
	unsigned n;
	bool is_ours = false;

	*error = procmem_find(pid, "fxtrace-session", found, MAX_FOUND, &n);
	for (unsigned i = 0; i < n && !*error && !is_ours; i++) {
		*error = procmem_open(&found[i]);
		if (*error)
			break;
		is_ours = is_area(orphans, &found[i], uid != session->owner,
				  session);
		procmem_close(&found[i]);
	}
	return is_ours;
}

/* Whether the process has that pid itself: a process that only shares the
 * memory, such as a vfork child, does not. */
static bool has_pid(uint32_t pid, uint32_t own_pid)
{
	uint32_t pids[MAX_PIDS];
	unsigned n = procmem_pids(pid, pids, MAX_PIDS);

	while (n && pids[n - 1] != own_pid)
		n--;
	return n != 0;
}

static bool read_source(void *context, void *to, size_t n, uint64_t off)
{
	return procmem_read(context, to, n, off);
}

/* Copies the contents of one buffer, if it belongs to the session. */
static void copy_buffer(struct orphans *orphans, struct procmem *mem,
			uint32_t pid, struct orphan_session *session)
{
	struct lent_source source = {mem, read_source};
	struct fxw_control control;
	struct lent lent;
	struct orphan *orphan;
	bool is_guess;
	const char *wrong =
		lent_inspect(&lent, &source, mem->n_bytes, &control);

	if (!wrong && (control.epoch_ticks != session->epoch_ticks ||
		       (control.answer.request == FXW_BUFFER_SAVED &&
			control.answer.data32 == FXW_DISMISSED)))
		return;
	orphan = add_orphan(orphans, pid);
	orphan->inode = mem->inode;
	orphan->refused = wrong;
	if (wrong)
		return;
	if (!session->rate)
		session->rate = rate_find(&control, &is_guess);
	orphan->own_pid = control.pid;
	orphan->provider_id = control.provider_id;
	memcpy(orphan->name, lent.name, sizeof(orphan->name));
	orphan->refused =
		has_pid(pid, control.pid)
			? leftover_take(&orphan->leftover, &lent,
					control.provider_id, session->rate)
			: "the buffer of another process";
}

static void copy_buffers(struct orphans *orphans, uint32_t pid,
			 struct orphan_session *session)
{
	struct procmem found[MAX_FOUND];
	unsigned n;
	int error = procmem_find(pid, "fxtrace", found, MAX_FOUND, &n);

	if (error)
		return; /* it existed a moment ago: it has ended */
	for (unsigned i = 0; i < n; i++) {
		error = procmem_open(&found[i]);
		if (error) {
			deny_orphan(orphans, pid, error);
			continue;
		}
		copy_buffer(orphans, &found[i], pid, session);
		procmem_close(&found[i]);
	}
}

/* One process. */
static void examine_process(struct orphans *orphans, uint32_t pid,
			    struct orphan_session *session, bool force)
{
	uint32_t uid, we = (uint32_t)geteuid();
	int error;

	if (pid == (uint32_t)getpid() || !procmem_user(pid, &uid) ||
	    (we && uid != we) || (session->owner && uid != session->owner))
		return;
	if (is_member(orphans, pid, uid, session, &error)) {
		if (!orphans->manager || force)
			copy_buffers(orphans, pid, session);
	} else if (error && error != ESRCH) {
		deny_orphan(orphans, pid, error);
	}
}

/* Drops processes that share the memory of another one in the list, and copies
 * of a buffer. */
static void drop_sharers(struct orphans *orphans)
{
	size_t n = 0;

	for (size_t i = 0; i < orphans->n; i++) {
		struct orphan *orphan = &orphans->all[i];
		bool is_known = false;

		for (size_t k = 0; k < orphans->n && orphan->inode; k++) {
			const struct orphan *other = &orphans->all[k];

			is_known |= k != i && other->inode == orphan->inode &&
				    !other->refused &&
				    (orphan->refused || k < i);
		}
		if (is_known)
			leftover_free(&orphan->leftover);
		else
			orphans->all[n++] = *orphan;
	}
	orphans->n = n;
}

void orphans_find(struct orphans *orphans, struct orphan_session *session,
		  bool force)
{
	DIR *processes = opendir("/proc");
	struct dirent *entry;

	*orphans = (struct orphans){0};
	while (processes && (entry = readdir(processes)))
		if (isdigit((unsigned char)*entry->d_name))
			examine_process(orphans, (uint32_t)atoi(entry->d_name),
					session, force);
	if (processes)
		closedir(processes);
	drop_sharers(orphans);
}

void orphans_free(struct orphans *orphans)
{
	for (size_t i = 0; i < orphans->n; i++)
		leftover_free(&orphans->all[i].leftover);
	free(orphans->all);
	*orphans = (struct orphans){0};
}
