/* SPDX-License-Identifier: MIT */
/*
 * Truncates an archive after its last whole record and appends what it lacks,
 * see mend.h. The contents of living processes are copied first. Then the
 * archive is read once, and records that it contains are removed from the
 * copies.
 */
#include "tools/manager/mend.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/archive/known.h"
#include "tools/manager/provider.h"
#include "tools/archive/overlap.h"
#include "tools/reader/inflate.h"
#include "tools/reader/world.h"
#include "tools/reader/reader.h"
#include "tools/reader/source.h"
#include "tools/archive/repack.h"
#include "tools/base/replace.h"
#include "tools/archive/walk.h"

/* The manager writes the session's epoch in the third record. */
#define MAX_SESSION_RECORDS 64

/* What the archive contains of one living process. */
struct part {
	struct orphan *orphan;
	size_t first; /* number of its first record */
	uint32_t pid; /* its process id, 0 = not in the archive */
	bool has_info;
	bool is_missing; /* it has records that the archive lacks */
	/* Circular: */
	struct overlap *overlap; /* else NULL */
	uint64_t n_calls;	 /* in the archive, and those that it lacks */
	uint64_t n_overwritten;	 /* as the archive reports */
};

/* The position in a process's records. */
struct cursor {
	size_t number;	   /* of the next one */
	size_t n_complete; /* complete events before it */
};

struct mend {
	struct mend_report *report;
	struct orphan_session session;
	struct known *known;
	struct part *parts; /* one for each orphan */
	struct life *lives; /* one for each provider that has joined */
	size_t n_lives, life_capacity;
	uint64_t n_whole; /* bytes */
	uint64_t n_bytes; /* 0 = compressed, or empty: */
	bool is_empty;	  /* its manager was killed before it wrote */
	bool keeps_older; /* what has the result's name */
	struct fxr_error why;
};

/* What the archive says of a provider. */
struct life {
	uint32_t id, pid;
	uint64_t ticks;
	uint64_t state; /* enum fxw_life */
	bool is_gone;	/* and the archive does not say so */
};

/* An instant event with one number. */
struct number_event {
	const char *category, *name, *arg;
};

static const struct number_event session_fact = {
	FXW_CATEGORY_FACT, FXW_EVENT_SESSION, FXW_ARG_EPOCH};
static const struct number_event life_fact = {FXW_CATEGORY_FACT, FXW_EVENT_LIFE,
					      FXW_ARG_STATE};
static const struct number_event overwritten = {FXW_CATEGORY_LOSS,
						FXW_EVENT_OVERWRITTEN, "count"};

static bool get_number(struct fxr_reader *reader,
		       const struct fxr_record *record,
		       const struct number_event *number_event, uint64_t *value)
{
	const struct fxt_event *event = &record->as.event;
	const struct fxt_arg *arg = &record->args[0];

	if (!record->is_known || record->type != FXT_RECORD_EVENT ||
	    event->type != FXT_EVENT_INSTANT || record->n_args != 1 ||
	    !fxr_arg_u64(arg, value))
		return false;
	return fxr_is(fxr_string(reader, record->provider, record->off,
				 &event->category),
		      number_event->category) &&
	       fxr_is(fxr_string(reader, record->provider, record->off,
				 &event->name),
		      number_event->name) &&
	       fxr_is(fxr_string(reader, record->provider, record->off,
				 &arg->name),
		      number_event->arg);
}

/* Identifies the archive's session, as far as the archive does. */
static bool find_session(struct mend *mend, const char *path)
{
	static struct fxr_record record;
	struct orphan_session *session = &mend->session;
	struct fxr_error error;
	struct fxr_reader *reader = fxr_open(path, false, &error);
	struct stat st;

	for (int i = 0;
	     reader && i < MAX_SESSION_RECORDS && !session->has_epoch; i++) {
		if (fxr_next(reader, &record))
			break;
		session->has_epoch = get_number(reader, &record, &session_fact,
						&session->epoch_ticks);
		session->rate = record.provider->ticks_per_second;
	}
	fxr_close(reader);
	if (stat(path, &st))
		return false;
	session->device = st.st_dev;
	session->inode = st.st_ino;
	session->owner = st.st_uid;
	mend->is_empty = S_ISREG(st.st_mode) && st.st_size == 0;
	return session->has_epoch || mend->is_empty;
}

static size_t record_words(const uint64_t *record)
{
	return record[0] >> 4 & 0xfff;
}

static void add_chunks(struct mend *mend, uint32_t provider_id,
		       const struct chunk *chunk)
{
	for (; chunk; chunk = chunk->next)
		for (uint32_t at = 0; at < chunk->n_words;) {
			size_t n = record_words(chunk->words + at);

			(void)known_add(mend->known, provider_id,
					chunk->words + at, n);
			at += (uint32_t)n;
		}
}

static void count_complete(void *context, uint64_t *record)
{
	*(size_t *)context += overlap_is_complete(record[0]);
}

/* After all of its records: those are known by their numbers. */
static void add_overlap(struct mend *mend, struct part *part)
{
	struct chunk *calls = part->orphan->leftover.calls;
	uint32_t id = part->orphan->provider_id;
	size_t n = 0;

	chunk_each_record(calls, count_complete, &n);
	part->overlap = overlap_new(n);
	for (const struct chunk *chunk = calls; chunk; chunk = chunk->next)
		for (uint32_t at = 0; at < chunk->n_words;
		     at += (uint32_t)record_words(chunk->words + at))
			if (overlap_is_complete(chunk->words[at]))
				overlap_add(part->overlap, mend->known, id,
					    chunk->words + at);
}

/* Adds all records that may have to be appended. */
static void add_orphans(struct mend *mend)
{
	struct orphans *orphans = &mend->report->orphans;

	mend->known = known_new();
	mend->parts = calloc(orphans->n + 1, sizeof(*mend->parts));
	if (!mend->parts)
		die("out of memory");
	for (size_t i = 0; i < orphans->n; i++) {
		struct orphan *orphan = &orphans->all[i];

		mend->parts[i] = (struct part){
			.orphan = orphan, .first = known_count(mend->known)};
		add_chunks(mend, orphan->provider_id, orphan->leftover.names);
		add_chunks(mend, orphan->provider_id, orphan->leftover.calls);
		if (orphan->leftover.overwrites)
			add_overlap(mend, &mend->parts[i]);
	}
}

static struct life *life_of(struct mend *mend, uint32_t id)
{
	for (size_t i = mend->n_lives; i; i--)
		if (mend->lives[i - 1].id == id)
			return &mend->lives[i - 1];
	if (mend->n_lives == mend->life_capacity) {
		mend->life_capacity += mend->life_capacity + 64;
		mend->lives =
			realloc(mend->lives,
				mend->life_capacity * sizeof(*mend->lives));
		if (!mend->lives)
			die("out of memory");
	}
	mend->lives[mend->n_lives] = (struct life){.id = id};
	return &mend->lives[mend->n_lives++];
}

/* Only what a manager emits counts: it is in the name of the recorder. */
static void note_life(struct mend *mend, struct fxr_reader *reader,
		      const struct fxr_record *record)
{
	uint64_t state, pid, tid;
	struct life *life;

	if (!get_number(reader, record, &life_fact, &state))
		return;
	fxr_thread(reader, record->provider, record->off,
		   &record->as.event.thread, &pid, &tid);
	life = life_of(mend, record->provider->id);
	life->pid = (uint32_t)pid;
	life->ticks = record->as.event.ticks;
	life->state = state;
}

/* Takes a record of the archive. */
static void note_record(struct mend *mend, struct fxr_reader *reader,
			const struct fxr_record *record)
{
	const struct orphans *orphans = &mend->report->orphans;
	uint64_t value = 0, pid, tid;
	bool is_fact, is_overwritten;

	note_life(mend, reader, record);
	if (!orphans->n || !record->words)
		return;
	is_fact = get_number(reader, record, &session_fact, &value);
	is_overwritten = get_number(reader, record, &overwritten, &value);
	if (is_fact)
		fxr_thread(reader, record->provider, record->off,
			   &record->as.event.thread, &pid, &tid);
	for (size_t i = 0; i < orphans->n; i++) {
		struct part *part = &mend->parts[i];
		struct orphan *orphan = part->orphan;

		if (is_fact && orphan->denied && orphan->own_pid == pid)
			part->has_info = true;
		if (orphan->denied || orphan->refused ||
		    orphan->provider_id != record->provider->id)
			continue;
		if (is_fact && !part->pid)
			part->pid = (uint32_t)pid;
		part->n_calls += fxt_is_call(record->words[0]);
		if (is_overwritten)
			part->n_overwritten = value;
		if (walk_is_sound(record->words, record->n_words))
			emitted_note(orphan->leftover.emitted, record->words,
				     record->n_words);
	}
	known_note(mend->known, record->provider->id, record->words,
		   record->n_words);
}

/* Whether the archive has the same identity for the process. */
static const char *compare_identity(const struct mend *mend, struct part *part,
				    struct fxr_reader *reader)
{
	const struct orphan *orphan = part->orphan;
	bool is_other = part->pid && part->pid != orphan->own_pid;

	for (uint32_t i = 0; i < fxr_n_providers(reader); i++) {
		const struct fxr_provider *provider = fxr_provider(reader, i);

		if (provider->id != orphan->provider_id || !provider->has_info)
			continue;
		part->has_info = true;
		is_other |= strcmp(provider->name, orphan->name) != 0;
	}
	if (is_other)
		return "its number in the archive is another process's";
	return mend->report->orphans.is_broken
		       ? "the archive lacks what came before, it could not be "
			 "written"
		       : NULL;
}

static void compare_all(struct mend *mend, struct fxr_reader *reader)
{
	for (size_t i = 0; i < mend->report->orphans.n; i++) {
		struct orphan *orphan = mend->parts[i].orphan;

		if (!orphan->denied && !orphan->refused)
			orphan->refused =
				compare_identity(mend, &mend->parts[i], reader);
	}
}

/* Finds where the last whole record ends, and what ended the reading. */
static bool read_all(struct mend *mend, const char *path)
{
	static struct fxr_record record;
	struct fxr_reader *reader;

	mend->why.status = FXR_OK;
	if (mend->is_empty)
		return true;
	reader = fxr_open(path, false, &mend->why);
	if (!reader)
		return false;
	mend->why.status = FXR_OK;
	while (!fxr_next(reader, &record)) {
		note_record(mend, reader, &record);
		mend->n_whole = record.off + record.n_words * 8;
	}
	if (fxr_error(reader))
		mend->why = *fxr_error(reader);
	mend->n_bytes = fxr_bytes(reader);
	mend->report->is_unended = fxr_is_unended(reader);
	compare_all(mend, reader);
	fxr_close(reader);
	return true;
}

/* Whether the file was truncated, as a kill does. Other damage is not handled
 * here. */
static bool is_cut(const struct mend *mend)
{
	if (mend->n_whole == 0)
		return false;
	return (mend->why.status == FXR_ERROR_TRUNCATED &&
		mend->n_bytes > mend->n_whole) ||
	       (mend->why.status == FXR_ERROR_READ &&
		strcmp(mend->why.expected, FXR_INFLATE_CUT) == 0);
}

/* Puts what the archive lacks of a record: nothing, all, or the end of a call
 * that the archive has begun. `repack` NULL: only counts. Returns whether there
 * was anything. */
static bool put_missing(const struct mend *mend, const struct part *part,
			const uint64_t *record, struct cursor *cursor,
			struct repack *repack, uint64_t *n_calls)
{
	static uint64_t end[FXT_RECORD_MAX_WORDS];
	enum overlap_part missing = OVERLAP_ALL;

	if (part->overlap && overlap_is_complete(record[0]))
		missing = overlap_missing(part->overlap, mend->known,
					  cursor->n_complete++);
	if (known_is_there(mend->known, cursor->number++) ||
	    missing == OVERLAP_NONE)
		return false;
	if (missing == OVERLAP_END) {
		size_t n = overlap_end(end, record);

		if (repack)
			repack_put(repack, end, n * 8);
		return true;
	}
	*n_calls += fxt_is_call(record[0]);
	if (repack)
		repack_put(repack, record, record_words(record) * 8);
	return true;
}

/* The same for all records of a process. */
static bool put_records(const struct mend *mend, const struct part *part,
			struct repack *repack, uint64_t *n_calls)
{
	const struct leftover *leftover = &part->orphan->leftover;
	const struct chunk *lists[] = {leftover->names, leftover->calls};
	struct cursor cursor = {.number = part->first};
	bool is_any = false;

	for (unsigned i = 0; i < 2; i++)
		for (const struct chunk *chunk = lists[i]; chunk;
		     chunk = chunk->next)
			for (uint32_t at = 0; at < chunk->n_words;
			     at += (uint32_t)record_words(chunk->words + at))
				is_any |= put_missing(mend, part,
						      chunk->words + at,
						      &cursor, repack, n_calls);
	return is_any;
}

/* As the process's manager would have put it: the next recovery identifies the
 * session by it. */
static void put_session(const struct mend *mend, const struct orphan *orphan,
			struct repack *repack)
{
	struct chunk *fact = provider_session(
		orphan->provider_id, orphan->own_pid, mend->session.epoch_ticks,
		orphan->leftover.control->first.ticks);

	repack_put(repack, fact->words, fact->n_words * 8);
	chunk_free(fact);
}

/* Begins the section of a process. */
static void put_section(const struct mend *mend, const struct part *part,
			struct repack *repack)
{
	uint32_t id = part->orphan->provider_id;
	uint64_t section = fxt_provider_section(id);
	struct chunk *intro;

	if (part->has_info) {
		repack_put(repack, &section, 8);
		return;
	}
	/* it had joined, and the manager was killed before it emitted that */
	intro = provider_intro(id, part->orphan->name);
	intro->words[intro->n_words - 1] = mend->session.rate;
	repack_put(repack, intro->words, intro->n_words * 8);
	chunk_free(intro);
	if (!mend->session.has_epoch)
		put_session(mend, part->orphan, repack);
}

static struct chunk *losses_of(const struct mend *mend, const struct part *part,
			       struct provider_losses *losses)
{
	const struct orphan *orphan = part->orphan;
	const struct leftover *leftover = &orphan->leftover;
	/* like the archive's own ones, at a process's end */
	struct fxw_control control = *leftover->control;

	control.n_overwritten = leftover->n_made > part->n_calls
					? leftover->n_made - part->n_calls
					: 0;
	/* a total: it is emitted again only when it has grown */
	if (control.n_overwritten <= part->n_overwritten)
		control.n_overwritten = 0;
	return provider_losses(orphan->provider_id, orphan->own_pid,
			       mend->session.rate, orphan->leftover.emitted,
			       &control, losses);
}

/* Puts what one process has and the archive lacks. */
static void put_part(const struct mend *mend, const struct part *part,
		     struct repack *repack)
{
	struct provider_losses losses = {0};
	uint64_t n_calls = 0;
	struct chunk *emitted = losses_of(mend, part, &losses);

	put_section(mend, part, repack);
	(void)put_records(mend, part, repack, &n_calls);
	if (emitted)
		repack_put(repack, emitted->words, emitted->n_words * 8);
	chunk_free(emitted);
}

/* Counts that. */
static void count_part(struct mend *mend, struct part *part)
{
	const struct leftover *leftover = &part->orphan->leftover;
	struct mend_report *report = mend->report;
	struct provider_losses losses = {0};
	uint64_t n_calls = 0;
	struct chunk *emitted;

	if (part->orphan->denied || part->orphan->refused)
		return;
	part->is_missing = put_records(mend, part, NULL, &n_calls);
	part->n_calls += n_calls;
	emitted = losses_of(mend, part, &losses);
	part->is_missing |= emitted != NULL;
	chunk_free(emitted);
	if (!part->is_missing)
		return;
	if (leftover->n_made > part->n_calls)
		report->n_overwritten += leftover->n_made - part->n_calls;
	report->is_added = true;
	report->n_processes++;
	report->n_calls += n_calls;
	report->n_lost += losses.n_lost;
	report->n_broken_bytes += part->orphan->leftover.counts.n_broken_bytes;
}

static void put_gone(const struct life *life, struct repack *repack)
{
	uint64_t section = fxt_provider_section(life->id);
	struct chunk *fact =
		provider_life(life->id, life->pid, life->ticks, FXW_LIFE_LOST);

	repack_put(repack, &section, 8);
	repack_put(repack, fact->words, fact->n_words * 8);
	chunk_free(fact);
}

/* Whether the process that the provider was may still live. */
static bool may_live(const struct mend *mend, const struct life *life)
{
	const struct orphans *orphans = &mend->report->orphans;

	for (size_t i = 0; i < orphans->n; i++)
		if (orphans->all[i].provider_id == life->id ||
		    (orphans->all[i].denied &&
		     orphans->all[i].own_pid == life->pid))
			return true;
	return false;
}

static void find_gone(struct mend *mend)
{
	struct mend_report *report = mend->report;
	bool is_new = false;

	for (size_t i = 0; i < mend->n_lives; i++) {
		struct life *life = &mend->lives[i];

		life->is_gone =
			life->state == FXW_LIFE_JOINED && !may_live(mend, life);
		is_new |= life->is_gone;
		report->n_gone += life->is_gone || life->state == FXW_LIFE_LOST;
	}
	report->is_told = !is_new;
}

/* Writes the archive up to n_whole, and what it lacks; and syncs: it may
 * replace the only copy. False: it has become shorter, or the disk is full. */
static bool put_all(struct mend *mend, const char *from, FILE *out)
{
	struct repack repack;
	bool is_done = repack_begin(&repack, from, mend->n_whole, out);
	uint64_t magic = FXT_MAGIC;
	const uint64_t end =
		fxt_provider_event(mend->n_lives ? mend->lives[0].id : 1,
				   FXW_PROVIDER_EVENT_ENDED);

	if (mend->is_empty)
		repack_put(&repack, &magic, 8);
	for (size_t i = 0; i < mend->report->orphans.n && is_done; i++)
		if (mend->parts[i].is_missing)
			put_part(mend, &mend->parts[i], &repack);
	for (size_t i = 0; i < mend->n_lives && is_done; i++)
		if (mend->lives[i].is_gone)
			put_gone(&mend->lives[i], &repack);
	if (mend->report->is_unended)
		repack_put(&repack, &end, sizeof(end));
	repack_end(&repack);
	return is_done && !fflush(out) && !fsync(fileno(out));
}

static bool write_mended(struct mend *mend, const char *from, const char *to,
			 char *error, size_t error_bytes)
{
	int fd = open(from, O_RDONLY | O_CLOEXEC);
	struct replace replace;
	bool is_done;

	snprintf(error, error_bytes,
		 "it changed while it was read, or the disk is full");
	if (fd < 0)
		return false;
	is_done = replace_begin(&replace, to, fd, error, error_bytes);
	if (is_done) {
		replace.keeps_older = mend->keeps_older;
		is_done =
			replace_end(&replace, put_all(mend, from, replace.out),
				    error, error_bytes);
	}
	close(fd);
	return is_done;
}

/* Looks for living processes; false: their manager lives, so nothing may be
 * done. */
static bool find_orphans(struct mend *mend, const char *from, bool force,
			 char *error, size_t error_bytes)
{
	struct orphans *orphans = &mend->report->orphans;

	if (find_session(mend, from))
		orphans_find(orphans, &mend->session, force);
	if (!orphans->manager || force)
		return true;
	snprintf(error, error_bytes,
		 "is still being written: its manager, thread %" PRIu32
		 ", lives (--force mends it anyway)",
		 orphans->manager);
	return false;
}

/* A process that may not be read, and is otherwise unknown, does not matter
 * unless the archive has one like it. */
static void drop_strangers(struct mend *mend)
{
	struct orphans *orphans = &mend->report->orphans;
	size_t n = 0;

	for (size_t i = 0; i < orphans->n; i++)
		if (!orphans->all[i].denied || mend->parts[i].has_info)
			orphans->all[n++] = orphans->all[i];
		else
			leftover_free(&orphans->all[i].leftover);
	orphans->n = n;
}

static bool mend_it(struct mend *mend, const char *from, const char *to,
		    char *error, size_t error_bytes)
{
	struct mend_report *report = mend->report;

	if (!read_all(mend, from)) {
		snprintf(error, error_bytes, "%s", mend->why.expected);
		return false;
	}
	report->is_cut = is_cut(mend);
	if (mend->why.status != FXR_OK && !report->is_cut) {
		snprintf(error, error_bytes, "offset %" PRIu64 ": %s",
			 mend->why.off, mend->why.expected);
		return false;
	}
	if (report->is_cut && mend->n_bytes)
		report->n_cut = mend->n_bytes - mend->n_whole;
	for (size_t i = 0; i < report->orphans.n; i++)
		count_part(mend, &mend->parts[i]);
	find_gone(mend);
	if (mend->is_empty && !report->is_added) {
		snprintf(error, error_bytes, "empty");
		return false;
	}
	return (!report->is_cut && !report->is_added && !report->is_unended &&
		(!report->n_gone || report->is_told)) ||
	       write_mended(mend, from, to, error, error_bytes);
}

bool mend(const char *from, const char *to, bool keeps_older, bool force,
	  struct mend_report *report, char *error, size_t error_bytes)
{
	struct mend state = {.report = report, .keeps_older = keeps_older};
	bool is_done;

	*report = (struct mend_report){0};
	if (!find_orphans(&state, from, force, error, error_bytes))
		return false;
	add_orphans(&state);
	is_done = mend_it(&state, from, to, error, error_bytes);
	for (size_t i = 0; i < report->orphans.n; i++)
		overlap_free(state.parts[i].overlap);
	if (is_done)
		drop_strangers(&state);
	known_free(state.known);
	free(state.parts);
	free(state.lives);
	return is_done;
}

void mend_report_fini(struct mend_report *report)
{
	orphans_free(&report->orphans);
}
