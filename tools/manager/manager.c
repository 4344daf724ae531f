/* SPDX-License-Identifier: MIT */
/*
 * Starts and ends a session's threads, see manager.h: the loop, the helper that
 * waits for its doorbell, and the writer of the queue.
 */
#include "tools/manager/manager.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/manager/file.h"
#include "tools/manager/relief.h"
#include "tools/manager/replaced.h"
#include "tools/manager/restart.h"
#include "tools/manager/session.h"
#include "tools/manager/shotlog.h"
#include "writer/duration.h"

#define FLUSH_MS 1000u
#define QUEUE_BYTES (64ull << 20)
#define HELD_BYTES (256ull << 20)
#define BLOCK_MAX_MS 2000u

#define LEAST_BLOCK_MAX_NS 100000000ull
#define MOST_BLOCK_MAX_NS 1000000000000ull

const char *manager_check_block_max(const char *text)
{
	uint64_t ns;

	return fxw_duration_read(text, text + strlen(text), &ns) &&
			       ns >= LEAST_BLOCK_MAX_NS &&
			       ns <= MOST_BLOCK_MAX_NS
		       ? NULL
		       : "expected a time from 100ms to 1000s";
}

uint32_t manager_block_max(const char *text)
{
	uint64_t ns;

	if (!text || !fxw_duration_read(text, text + strlen(text), &ns))
		return BLOCK_MAX_MS;
	return (uint32_t)(ns / 1000000);
}

struct manager {
	struct session session;
	struct file file;
	enum packing packing;
	pthread_t loop, doorbell;
	bool has_output;
	unsigned n_exist; /* names that somebody else took before */
};

static void *run_loop(void *argument)
{
	struct manager *manager = argument;

	session_run(&manager->session);
	if (manager->session.until_empty)
		(void)kill(getpid(), MANAGER_OVER_SIGNAL);
	return NULL;
}

/* Turns the rings of a futex into an event that the loop can poll. */
static void *run_doorbell(void *argument)
{
	struct session *session = argument;
	uint64_t one = 1;

	while (!__atomic_load_n(&session->is_over, __ATOMIC_ACQUIRE))
		/* a full counter wakes as well */
		if (bells_wait(&session->bells))
			(void)!write(session->event_fd, &one, sizeof(one));
	return NULL;
}

/* The callers handle signals. */
static int start_threads(struct manager *manager)
{
	sigset_t all, old;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	error = pthread_create(&manager->loop, NULL, run_loop, manager);
	if (!error) {
		error = pthread_create(&manager->doorbell, NULL, run_doorbell,
				       &manager->session);
		if (error)
			die("a thread: %s", strerror(error));
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return error;
}

static int start_queue(struct manager *manager, uint64_t limit_bytes)
{
	sigset_t all, old;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	error = queue_start(&manager->session.queue, &manager->file,
			    manager->session.event_fd, limit_bytes);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return error;
}

static void keep_name(struct manager *manager, const char *path)
{
	struct session *session = &manager->session;

	pthread_mutex_lock(&session->lock);
	/* nobody can read it again, nor make another one next to it */
	session->output = strdup(
		manager->has_output && !manager->file.may_cut ? "-" : path);
	session->is_file = manager->file.may_cut;
	session->packing = manager->packing;
	session_keep_file(session, &manager->file);
	pthread_mutex_unlock(&session->lock);
	if (!session->output)
		die("out of memory");
}

int manager_output(struct manager *manager, const char *path)
{
	struct file file;
	int error = file_open(&file, path, manager->packing);

	if (error == EEXIST && ++manager->n_exist < MANAGER_TRIES)
		return error;
	if (error) /* every write fails from the first on: nobody waits */
		file = (struct file){.fd = -1, .error = error};
	file.ledger = &manager->session.ledger;
	if (!error && !file.may_cut && file.ledger->fd >= 0 &&
	    outbox_is_wanted(file.fd))
		file.outbox = outbox_open();
	manager->file = file;
	manager->has_output = !error;
	area_name_archive(&manager->session.area, file.fd);
	keep_name(manager, path);
	standby_file(&manager->session);
	queue_allow(&manager->session.queue);
	return error;
}

void manager_note(struct manager *manager, const char *text)
{
	struct session *session = &manager->session;

	pthread_mutex_lock(&session->lock);
	session->note = text;
	pthread_mutex_unlock(&session->lock);
}

void manager_abandon(struct manager *manager)
{
	struct ledger *ledger = &manager->session.ledger;

	if (ledger->fd >= 0)
		ledger->head->state = LEDGER_OVER;
}

void manager_replaces(struct manager *manager, const struct aside *aside)
{
	struct session *session = &manager->session;

	pthread_mutex_lock(&session->lock);
	session->aside = *aside;
	pthread_mutex_unlock(&session->lock);
	standby_aside(session);
}

void manager_follow(struct manager *manager, pid_t pid)
{
	struct session *session = &manager->session;
	int fd = (int)syscall(SYS_pidfd_open, pid, 0);

	pthread_mutex_lock(&session->lock);
	session->program_fd = fd;
	pthread_mutex_unlock(&session->lock);
	if (fd >= 0)
		standby_program(session);
}

static struct manager *fail_start(struct manager *manager, const char *what,
				  int reason, char *error, size_t error_bytes)
{
	snprintf(error, error_bytes, "%s: %s", what, strerror(reason));
	session_close(&manager->session);
	free(manager);
	return NULL;
}

struct manager *manager_start(const struct manager_options *options,
			      char *error, size_t error_bytes)
{
	struct manager *manager = calloc(1, sizeof(*manager));
	uint64_t n_queue_bytes =
		options->queue_bytes ? options->queue_bytes : QUEUE_BYTES;
	struct session *session;
	int reason;

	if (!manager)
		die("out of memory");
	session = &manager->session;
	session->flush_ms = options->flush_ms ? options->flush_ms : FLUSH_MS;
	session->until_empty = options->until_empty;
	session->has_progress = options->has_progress;
	session->is_quiet = options->is_quiet;
	triggers_read(&session->triggers, options->triggers);
	session->triggers_text = options->triggers;
	shots_open(&session->shots, options->snapshots_max);
	session->is_unwritten = options->is_unwritten;
	session->prints = options->prints;
	session->is_recorded = options->is_recorded;
	session->ledger.fd = -1;
	standby_init(&session->standby, options->has_standby);
	manager->packing = options->packing;
	manager->file.fd = -1;
	reason = session_open(session);
	if (reason)
		return fail_start(manager, "the session", reason, error,
				  error_bytes);
	session->area.shared->block_max_ms =
		options->block_max_ms ? options->block_max_ms : BLOCK_MAX_MS;
	/* before there is a program, and a thread */
	session->queue.limit_bytes = n_queue_bytes;
	session->held_bytes = options->held_bytes ?: HELD_BYTES;
	session->standby.may_fork = true;
	standby_start(session);
	session->standby.may_fork = false;
	session_publish_ends(session);
	reason = start_queue(manager, n_queue_bytes);
	if (reason)
		return fail_start(manager, "a thread", reason, error,
				  error_bytes);
	session->queue.watch = options->watch;
	if (options->is_unwritten) {
		file_open_nowhere(&manager->file);
		queue_allow(&session->queue);
	} else if (options->output)
		reason = manager_output(manager, options->output);
	if (reason) {
		queue_finish(&session->queue);
		return fail_start(manager, options->output, reason, error,
				  error_bytes);
	}
	reason = start_threads(manager);
	if (reason)
		die("a thread: %s", strerror(reason));
	return manager;
}

/* What is left of its last save is sent before the next one. Returns 0 or
 * errno: it is not known how much of it a reader has. */
static int resume_pipe(struct manager *manager, const struct relief *relief)
{
	const struct ledger_head *head = manager->session.ledger.head;
	bool is_open = head->is_writing;

	if (relief->outbox_fd >= 0) {
		manager->file.outbox =
			outbox_adopt(relief->outbox_fd, head->n_bytes);
		is_open = head->is_copying;
	}
	return is_open && outbox_is_wanted(relief->file_fd) ? EPIPE : 0;
}

/* The file of a former manager, as far as it counts. */
static void resume_file(struct manager *manager, const struct relief *relief)
{
	struct session *session = &manager->session;
	const struct ledger_head *head = session->ledger.head;
	bool may_cut = relief->file.may_cut;
	int error = 0;

	manager->packing = (enum packing)relief->file.packing;
	if (head->is_restarting)
		manager->file = (struct file){.fd = relief->file_fd,
					      .may_cut = may_cut};
	else
		error = file_resume(&manager->file, relief->file_fd, may_cut,
				    manager->packing, head->n_bytes);
	if (!error && !may_cut)
		error = resume_pipe(manager, relief);
	if (!error && session->is_broken)
		error = EIO;
	manager->file.error = error;
	manager->file.ledger = &session->ledger;
	manager->file.number = session->file_number = relief->file.number;
	manager->has_output = true;
	if (error)
		area_break(&session->area);
	keep_name(manager, relief->file.path);
}

/* The archive was being begun again: once more. If that is not possible the
 * former one goes on, unless it was given up already. */
static void begin_again(struct manager *manager, const struct relief *relief)
{
	struct session *session = &manager->session;
	const struct ledger_head *head = session->ledger.head;
	struct file *file = &manager->file;
	int error = restart_resume(session);

	if (!error)
		return;
	if (head->file_number == file->number)
		error = file_resume(file, file->fd, file->may_cut,
				    manager->packing, head->n_bytes);
	file->number = relief->file.number;
	file->ledger = &session->ledger;
	file->error = error;
	if (error)
		area_break(&session->area);
}

/* The memory of its providers. A process that became another program by exec
 * is there twice: the former image has ended. */
static void resume_members(struct session *session, struct relief *relief)
{
	for (uint32_t i = 0; i < relief->n_members; i++) {
		struct relief_member *from = &relief->members[i];

		for (uint32_t k = 0; k < relief->n_members; k++)
			from->join.is_gone |=
				relief->members[k].join.id > from->join.id &&
				relief->members[k].join.kernel_pid ==
					from->join.kernel_pid;
		/* of one that has ended the archive has all */
		if (session_adopt_member(session, from))
			standby_leave(session, from->join.id);
		area_beat();
	}
}

struct manager *manager_resume(struct relief *relief)
{
	struct manager *manager = calloc(1, sizeof(*manager));
	struct session *session;

	if (!manager)
		die("out of memory");
	session = &manager->session;
	session->flush_ms = relief->start.flush_ms;
	session->held_bytes = relief->start.held_bytes;
	session->triggers_text = relief->start.triggers;
	(void)triggers_read(&session->triggers, relief->start.triggers);
	standby_init(&session->standby, true);
	if (session_adopt(session, relief))
		return NULL;
	standby_adopt(session, relief);
	resume_file(manager, relief);
	if (start_queue(manager, relief->start.queue_bytes))
		return NULL;
	if (session->rate)
		queue_open(&session->queue, session->rate);
	resume_members(session, relief);
	shotlog_resume(session);
	if (session->ledger.head->is_restarting)
		begin_again(manager, relief);
	queue_allow(&session->queue);
	replaced_note(session, relief);
	return start_threads(manager) ? NULL : manager;
}

bool manager_variable(const struct manager *manager, const char *base,
		      char *text, size_t text_bytes)
{
	const struct area *area = &manager->session.area;
	const struct listener *listener = &manager->session.listener;

	return (size_t)snprintf(
		       text, text_bytes, "3,%x,%llx,%s,%s,%s", area->clock,
		       (unsigned long long)area->epoch_ticks, listener->name,
		       listener->secret.text, base) < text_bytes;
}

bool manager_wait(struct manager *manager, pid_t pid, int timeout_ms)
{
	return session_wait(&manager->session, pid, timeout_ms);
}

void manager_progress(struct manager *manager,
		      struct manager_progress *progress)
{
	struct session *session = &manager->session;

	*progress = (struct manager_progress){0};
	queue_progress(&session->queue, &progress->n_calls, &progress->n_bytes);
	pthread_mutex_lock(&session->lock);
	progress->n_alive = session->n_members;
	progress->n_lost = session->n_lost;
	progress->n_calls += session->n_held;
	pthread_mutex_unlock(&session->lock);
}

bool manager_is_over(struct manager *manager)
{
	return __atomic_load_n(&manager->session.is_over, __ATOMIC_ACQUIRE);
}

/* Says why the archive ends, and emits the loss of what came later, by a
 * provider named after this program. */
static void emit_unwritten(struct manager *manager, uint64_t n_calls, int why)
{
	uint64_t ticks = area_ticks(&manager->session.area);
	char text[128];
	uint32_t id = manager->session.n_ids + 1;
	struct fxw_control *control = calloc(1, sizeof(*control));
	struct emitted_losses *emitted = emitted_new();
	struct chunk *intro = provider_intro(id, "fxtrace");

	if (!control)
		die("out of memory");
	control->provider_id = id;
	control->pid = koids_take(&manager->session.koids, (uint32_t)getpid());
	control->n_lost_unslotted = n_calls;
	control->last.ticks = ticks;
	snprintf(text, sizeof(text), "the archive ends here: %s",
		 strerror(why));
	intro->next = provider_notice(id, control->pid, ticks, text);
	intro->next->next = provider_reported(id, emitted, control);
	file_last_word(&manager->file, intro);
	chunk_free_all(intro);
	free(emitted);
	free(control);
}

void manager_finish(struct manager *manager, struct manager_report *report)
{
	struct session *session = &manager->session;
	int error;

	session_stop(session);
	pthread_join(manager->loop, NULL);
	area_ring(&session->area);
	pthread_join(manager->doorbell, NULL);
	queue_finish(&session->queue);
	*report = session->report;
	report->n_unwritten = session->queue.n_calls_lost;
	report->n_calls -= report->n_unwritten;
	if (report->error)
		emit_unwritten(manager,
			       report->n_unwritten + report->n_lost -
				       session->n_lost_before,
			       report->error);
	error = file_close(&manager->file);
	if (session->ledger.fd >= 0)
		session->ledger.head->state = LEDGER_OVER;
	standby_dismiss(session);
	if (!report->error)
		report->error = error;
	report->n_bytes = manager->file.n_bytes;
	session_close(session);
	free(manager);
}
