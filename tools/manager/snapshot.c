/* SPDX-License-Identifier: MIT */
/*
 * Copies and writes, see snapshot.h.
 */
#include "tools/manager/snapshot.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/manager/flight.h"
#include "tools/manager/shotlog.h"

/* A slower disk is not waited for. */
#define PATIENCE_MS 30000u
/* A snapshot by a trigger leaves as much space free as it takes, and this. The
 * session's archive will need it at its end. */
#define SPARE_BYTES (1u << 20)

struct job {
	struct session *session;
	int file_fd, client_fd;
	struct shot *shot;   /* by a trigger, else NULL */
	struct chunk *cause; /* of that; goes to the chunks' end */
	struct chunk *chunks, **last;
	uint64_t rate;
	uint64_t n_calls;
	uint32_t n_processes;
	uint64_t ticket; /* without a file: of the last chunk to wait for */
};

static void add_chunks(struct job *job, struct chunk *chunks)
{
	*job->last = chunks;
	while (*job->last) {
		if ((*job->last)->is_intro)
			job->n_processes++;
		job->n_calls += (*job->last)->n_calls;
		job->last = &(*job->last)->next;
	}
}

static void add_member(struct job *job, const struct member *member,
		       uint64_t last_ticks)
{
	struct flight flight;

	flight_take(&member->provider,
		    member->is_gone ? UINT64_MAX : last_ticks, job->rate,
		    &flight);
	add_chunks(job, flight.first);
}

/* The machine and its time of day, in the name of the newest program. */
static void add_wall(struct session *session, struct job *job)
{
	uint32_t koid = session->last_koid, id = 0;

	for (const struct chunk *chunk = job->chunks; chunk;
	     chunk = chunk->next)
		if (chunk->is_intro)
			id = chunk->provider_id;
	for (uint32_t i = 0; i < session->n_places; i++)
		if (session->members[i] &&
		    session->members[i]->provider.id == id)
			koid = session->members[i]->provider.koid;
	if (id)
		add_chunks(job,
			   wall_copy(&session->wall, &session->area, id, koid));
}

static void gather_all(struct session *session, struct job *job)
{
	uint64_t last_ticks = session_settled_ticks(session);

	for (const struct past *past = session->history.oldest; past;
	     past = past->next)
		add_chunks(job, history_read(&session->history, past));
	for (uint32_t i = 0; i < session->n_places; i++)
		if (session->members[i] &&
		    session->members[i]->provider.lent.overwrites)
			add_member(job, session->members[i], last_ticks);
	add_wall(session, job);
}

/* Waits until the archive has what was put into the queue before. */
static int wait_for_archive(struct job *job)
{
	struct queue *queue = &job->session->queue;

	for (unsigned i = 0; i < PATIENCE_MS; i++) {
		int error = queue_error(queue);

		if (error || queue_is_done(queue, job->ticket))
			return error;
		(void)usleep(1000);
	}
	return ETIMEDOUT;
}

/* Removes the next chunks from the list, as many as one save may have. */
static struct chunk *take_some(struct job *job)
{
	struct chunk *first = job->chunks, **end_job = &job->chunks;

	for (unsigned n = 0; *end_job && n < FILE_SAVE_CHUNKS; n++)
		end_job = &(*end_job)->next;
	job->chunks = *end_job;
	*end_job = NULL;
	return first;
}

/* Whether a file of a trigger may be written. Returns 0 or errno. */
static int check_space(const struct job *job)
{
	uint64_t n_bytes = SPARE_BYTES;
	struct statvfs fs;

	if (!job->shot)
		return 0;
	for (const struct chunk *chunk = job->chunks; chunk;
	     chunk = chunk->next)
		n_bytes += chunk->n_words * 8ull;
	if (!shots_fits(&job->session->shots, n_bytes - SPARE_BYTES))
		return EFBIG;
	return fstatvfs(job->file_fd, &fs) == 0 &&
			       fs.f_bavail <
				       (2 * n_bytes - SPARE_BYTES) / fs.f_frsize
		       ? ENOSPC
		       : 0;
}

static int write_all(struct job *job)
{
	struct file file;
	int error = file_open_fd(&file, job->file_fd), close_error;

	if (error)
		return error;
	error = check_space(job);
	file.ticks_per_second = job->rate;
	while (job->chunks && !error) {
		struct chunk *chunks = take_some(job);

		error = file_save(&file, chunks);
		chunk_free_all(chunks);
	}
	if (job->shot)
		job->shot->n_bytes = file.n_bytes;
	close_error = file_close(&file);
	return error ? error : close_error;
}

/* Describes the current contents of the session's archive. */
static int describe_archive(struct session *session, char *text,
			    size_t text_bytes)
{
	uint64_t n_calls, n_bytes;
	int n;

	queue_progress(&session->queue, &n_calls, &n_bytes);
	pthread_mutex_lock(&session->lock);
	n = snprintf(text, text_bytes, "archive: %s\nbytes: %llu\n",
		     session->output ? session->output : "none",
		     (unsigned long long)n_bytes);
	pthread_mutex_unlock(&session->lock);
	return n;
}

static void send_answer(const struct job *job, int error)
{
	static const size_t n_head = offsetof(struct order_answer, text);
	struct order_answer *reply = calloc(1, sizeof(*reply));

	if (!reply)
		die("out of memory");
	reply->magic = ORDER_MAGIC;
	reply->version = ORDER_VERSION;
	reply->error = error;
	reply->n_text =
		(uint64_t)(job->file_fd < 0
				   ? describe_archive(job->session, reply->text,
						      sizeof(reply->text))
				   : snprintf(reply->text, sizeof(reply->text),
					      "calls: %llu\nprocesses: %u\n",
					      (unsigned long long)job->n_calls,
					      job->n_processes));
	/* it may be gone */
	(void)send(job->client_fd, reply, n_head + reply->n_text,
		   MSG_DONTWAIT | MSG_NOSIGNAL);
	free(reply);
}

static void report_shot(const struct job *job, int error)
{
	const char *name = job->shot->path;

	if (error == EFBIG)
		say("%s: larger than --snapshots-max, and not written", name);
	else if (error)
		say("%s: %s; the snapshot is not written", name,
		    strerror(error));
	else if (!job->session->is_quiet)
		say("%s: %s of %s", name,
		    human_things(job->n_calls, "call").text,
		    human_things(job->n_processes, "program").text);
}

/* Keeps the file of a trigger, or removes it. */
static void end_shot(struct job *job, int error)
{
	struct session *session = job->session;
	struct shot *gone = job->shot;
	unsigned i = job->shot->trigger;

	report_shot(job, error);
	pthread_mutex_lock(&session->lock);
	if (error) {
		shots_failed(&session->shots, i);
	} else {
		shotlog_kept(session, job->shot);
		gone = shots_keep(&session->shots, job->shot,
				  session->triggers.list[i].max);
	}
	shotlog_counts(session);
	shotlog_done(session, i);
	pthread_mutex_unlock(&session->lock);
	for (const struct shot *shot = gone; shot; shot = shot->next)
		shotlog_gone(session, shot);
	shots_remove(gone);
}

/* Reports the outcome, and frees the job. */
static void end_job(struct job *job, int error)
{
	struct session *session = job->session;

	if (job->client_fd >= 0) {
		send_answer(job, error);
		close(job->client_fd);
	}
	if (job->shot)
		end_shot(job, error);
	chunk_free_all(job->chunks);
	free(job);
	pthread_mutex_lock(&session->lock);
	session->n_snapshots--;
	pthread_cond_broadcast(&session->left);
	pthread_mutex_unlock(&session->lock);
}

static void *run_job(void *argument)
{
	struct job *job = argument;

	end_job(job, job->file_fd < 0 ? wait_for_archive(job) : write_all(job));
	return NULL;
}

/* The callers handle signals. */
static int start_thread(struct job *job)
{
	sigset_t all, old;
	pthread_t thread;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	error = pthread_create(&thread, NULL, run_job, job);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (!error)
		pthread_detach(thread);
	return error;
}

static struct job *job_new(struct session *session, int file_fd, int client_fd)
{
	struct job *job = calloc(1, sizeof(*job));

	if (!job)
		die("out of memory");
	*job = (struct job){.session = session,
			    .file_fd = file_fd,
			    .client_fd = client_fd,
			    .rate = session_rate(session)};
	job->last = &job->chunks;
	return job;
}

static void start_job(struct session *session, struct job *job)
{
	int error;

	session_flush(session);
	job->ticket = queue_ticket(&session->queue);
	if (job->file_fd >= 0)
		gather_all(session, job);
	if (job->cause)
		add_chunks(job, job->cause);
	pthread_mutex_lock(&session->lock);
	session->n_snapshots++;
	pthread_mutex_unlock(&session->lock);
	error = start_thread(job);
	if (!error)
		return;
	/* not here: the loop does not wait */
	if (job->file_fd >= 0)
		close(job->file_fd);
	end_job(job, error);
}

void snapshot_start(struct session *session, int file_fd, int client_fd)
{
	start_job(session, job_new(session, file_fd, client_fd));
}

void snapshot_shoot(struct session *session, unsigned i, const char *path,
		    int file_fd)
{
	struct job *job = job_new(session, file_fd, -1);

	job->shot = shots_new(i, path, file_fd);
	pthread_mutex_lock(&session->lock);
	shotlog_begin(session, job->shot, session->n_shots);
	shotlog_counts(session);
	pthread_mutex_unlock(&session->lock);
	job->cause = session->causes[i];
	start_job(session, job);
}

unsigned snapshot_count(struct session *session)
{
	unsigned n;

	pthread_mutex_lock(&session->lock);
	n = session->n_snapshots;
	pthread_mutex_unlock(&session->lock);
	return n;
}

void snapshot_wait(struct session *session)
{
	pthread_mutex_lock(&session->lock);
	while (session->n_snapshots)
		pthread_cond_wait(&session->left, &session->lock);
	pthread_mutex_unlock(&session->lock);
}
