/* SPDX-License-Identifier: MIT */
/*
 * Begins an archive again, see restart.h.
 *
 * Laps separate earlier records from later ones, since calls in progress are
 * bound neither to an instant nor to a queue. We close the lap that each
 * process writes at that moment, as one of its own threads would. Nothing of
 * it, nor of earlier laps, is taken. Ends of calls that began there refer to
 * that lap (writer/lap.h), and are dropped as well. Until then nothing of the
 * process is taken.
 *
 * The names that processes have registered are numbers to them, which any later
 * call may use: all of them stay, whatever is to be cleared.
 *
 * A standby that takes over in the middle cannot know how far this came. It
 * need not: it begins the archive once more (restart_resume), and nothing of
 * either file counts.
 */
#include "tools/manager/restart.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "writer/older.h"

/* How long a start waits for processes that do not close their laps. */
#define TURN_NS UINT64_C(2000000000)

/* A list that grows. */
struct list {
	struct chunk *first, **last;
};

static void list_add(struct list *list, struct chunk *chunks)
{
	*list->last = chunks;
	while (*list->last)
		list->last = &(*list->last)->next;
}

/* The providers' introductions, followed by their names. */
static void add_head(struct session *session, struct list *who,
		     struct list *names)
{
	session->wall.id = 0;
	for (uint32_t i = 0; i < session->n_places; i++) {
		struct member *member = session->members[i];
		struct provider *provider;

		if (!member)
			continue;
		provider = &member->provider;
		list_add(who,
			 provider_intro(provider->id, provider->lent.name));
		list_add(who, provider_session(provider->id, provider->koid,
					       session->area.epoch_ticks,
					       area_ticks(&session->area)));
		if (wall_wants(&session->wall, member->is_foreign))
			list_add(who, wall_intro(&session->wall, provider->id,
						 provider->koid,
						 member->is_foreign));
		if (member->is_foreign)
			list_add(who,
				 provider_user(provider->id, provider->koid,
					       area_ticks(&session->area),
					       member->uid));
		list_add(names, provider_names(provider));
	}
}

/* As many at a time as one save may have. */
static int save_chunks(struct file *file, struct chunk *chunks)
{
	int error = 0;

	while (chunks && !error) {
		struct chunk *first = chunks, **end = &chunks, *rest;

		for (unsigned n = 0; *end && n < FILE_SAVE_CHUNKS; n++)
			end = &(*end)->next;
		rest = *end;
		*end = NULL;
		error = file_save(file, first);
		*end = rest;
		chunks = rest;
	}
	return error;
}

/* The path of a file next to the archive. */
static int place(const struct session *session, const char *name, char *path,
		 size_t path_bytes)
{
	const char *slash = strrchr(session->output, '/');
	int n_folder = slash ? (int)(slash + 1 - session->output) : 0;

	return (size_t)snprintf(path, path_bytes, "%.*s%s", n_folder,
				session->output, name) < path_bytes
		       ? 0
		       : ENAMETOOLONG;
}

/* Creates a file next to the archive. Its name is known to a standby before it
 * exists. */
static int create_file(struct session *session, char *path, size_t path_bytes,
		       struct file *file)
{
	char own[LEDGER_NAME_BYTES];
	char *name = session->ledger.fd >= 0
			     ? session->ledger.head->restart_name
			     : own;
	uint64_t number;
	int fd;

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return errno;
	snprintf(name, LEDGER_NAME_BYTES, ".fxtrace-%016" PRIx64, number);
	if (place(session, name, path, path_bytes))
		return ENAMETOOLONG;
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		  0600);
	if (fd < 0)
		return errno;
	fxw_older_mark(fd);
	file_open_new(file, fd, session->packing);
	return 0;
}

static int write_head(struct session *session, const struct list *who,
		      struct file *file)
{
	char path[PATH_MAX];
	int error = create_file(session, path, sizeof(path), file);

	if (error)
		return error;
	file->ticks_per_second = session_rate(session);
	error = save_chunks(file, who->first);
	/* empty, but a valid archive */
	if (!error && !who->first)
		error = file_save(file, NULL);
	if (!error && rename(path, session->output))
		error = errno;
	if (error) {
		unlink(path);
		file_abandon(file);
	}
	return error;
}

/* No earlier record is taken any more, nor counted. */
static void discard_all(struct session *session)
{
	struct manager_report *report = &session->report;

	for (uint32_t i = 0; i < session->n_places; i++)
		if (session->members[i])
			provider_discard(&session->members[i]->provider,
					 &session->ledger);
	report->n_calls = report->n_lost = report->n_lost_ends = 0;
	report->n_cut = report->n_broken = report->n_broken_bytes = 0;
	report->n_left_out = report->n_undescribed = 0;
	report->n_processes = session->n_members;
}

/* For a standby: whether to begin once more. */
static void note_progress(struct session *session, uint64_t is_restarting)
{
	if (session->ledger.fd >= 0)
		__atomic_store_n(&session->ledger.head->is_restarting,
				 is_restarting, __ATOMIC_RELEASE);
}

static void keep_file(struct session *session, const struct file *file)
{
	pthread_mutex_lock(&session->lock);
	session->file_number++;
	session_keep_file(session, file);
	pthread_mutex_unlock(&session->lock);
}

int restart_begin(struct session *session)
{
	struct list who = {.last = &who.first}, names = {.last = &names.first};
	struct file file;
	int error;

	if (session->is_unwritten || !session->is_file ||
	    !session_output(session))
		return ENOTSUP;
	if (session->is_broken)
		return EIO;
	if (session->is_restarting)
		return EBUSY;
	note_progress(session, 1);
	add_head(session, &who, &names);
	*who.last = names.first;
	error = write_head(session, &who, &file);
	*who.last = NULL;
	chunk_free_all(who.first);
	if (error) {
		/* put again, in the file's former name */
		while (names.first) {
			struct chunk *next = names.first->next;

			(void)queue_put(&session->queue, names.first);
			names.first = next;
		}
		note_progress(session, 0);
		return error;
	}
	area_name_archive(&session->area, file.fd);
	keep_file(session, &file);
	queue_renew(&session->queue, &file, names.first);
	discard_all(session);
	session->is_restarting = true;
	session->restart_end_ns = session_now_ns() + TURN_NS;
	session->restart_fd = -1;
	return 0;
}

/* The file that its maker had not renamed when it was killed. */
static void remove_unfinished(struct session *session)
{
	const struct ledger_head *head = session->ledger.head;
	char name[LEDGER_NAME_BYTES], path[PATH_MAX];

	memcpy(name, head->restart_name, sizeof(name));
	name[sizeof(name) - 1] = '\0';
	if (*name && !place(session, name, path, sizeof(path)))
		(void)unlink(path);
}

int restart_resume(struct session *session)
{
	remove_unfinished(session);
	return restart_begin(session);
}

void restart_answer(struct session *session, int client_fd)
{
	session->restart_fd = client_fd;
}

static void send_answer(int client_fd)
{
	static const size_t n_head = offsetof(struct order_answer, text);
	static struct order_answer reply = {.magic = ORDER_MAGIC,
					    .version = ORDER_VERSION};

	/* it may be gone */
	(void)send(client_fd, &reply, n_head, MSG_DONTWAIT | MSG_NOSIGNAL);
	close(client_fd);
}

/* Returns how many processes have not closed their laps. n_ours: those of them
 * that wait for our disk */
static uint32_t turn_all(struct session *session, uint32_t *n_ours)
{
	uint32_t n = 0;

	*n_ours = 0;
	for (uint32_t i = 0; i < session->n_places; i++) {
		struct member *member = session->members[i];

		if (!member || member->is_over || !member->provider.must_turn ||
		    provider_turn(&member->provider))
			continue;
		n++;
		*n_ours += member->ticket != 0;
	}
	return n;
}

/* Of those that have not closed their laps: what they record until they do is
 * of the former archive, and is left out. */
static void report_late(struct session *session)
{
	static const char text[] =
		"its records are missing up to the end of the buffer that it "
		"filled when the archive was begun again";

	for (uint32_t i = 0; i < session->n_places; i++) {
		const struct member *member = session->members[i];
		const struct provider *provider;

		if (!member || member->is_over || !member->provider.must_turn)
			continue;
		provider = &member->provider;
		(void)queue_put(&session->queue,
				provider_notice(provider->id, provider->koid,
						area_ticks(&session->area),
						text));
	}
}

void restart_go_on(struct session *session)
{
	uint32_t n, n_ours;

	if (!session->is_restarting && !session->has_late)
		return;
	n = turn_all(session, &n_ours);
	session->has_late = n != 0;
	if (!session->is_restarting)
		return;
	/* the save that a turn requests is due soon */
	session->is_soon = true;
	/* a process that never does must not hold up the others */
	if (queue_is_renewing(&session->queue) ||
	    (n && (n_ours || session_now_ns() < session->restart_end_ns)))
		return;
	report_late(session);
	/* in this order: it goes on with the new file, or begins once more */
	standby_file(session);
	note_progress(session, 0);
	session->is_restarting = false;
	session->is_stopped = false;
	area_choose(&session->area, false, session->chosen_calls);
	if (session->restart_fd >= 0)
		send_answer(session->restart_fd);
}
