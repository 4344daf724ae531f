/* SPDX-License-Identifier: MIT */
/*
 * Everything of archives except calls: rows that SQLite puts.
 */
#include "tools/convert/sqlite/database.h"
#include "tools/select/catalogue.h"

enum statement {
	PUT_PROCESS,
	PUT_THREAD,
	PUT_FUNCTION,
	PUT_LOSS,
	PUT_NOTICE,
	N_STATEMENTS,
};

static const char *const statements[] = {
	[PUT_PROCESS] =
		"insert into process values(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
	[PUT_THREAD] = "insert into thread values(?,?,?,?)",
	[PUT_FUNCTION] = "insert into function values(?,?,?,?)",
	[PUT_LOSS] = "insert into loss values(?,?,?,?,?,?)",
	[PUT_NOTICE] = "insert into notice values(?,?,?,?)",
};

struct worlds {
	struct database *d;
	struct source *at; /* of the row */
	sqlite3_stmt *put[N_STATEMENTS];
	struct fxr_map function_map;
	size_t n_functions;
};

static struct fxr_text text_of(const char *text)
{
	return fxr_text(text, strlen(text));
}

/* Binds from column 1 on; texts live until the step. */
static void bind_text(sqlite3_stmt *statement, int at, struct fxr_text text)
{
	sqlite3_bind_text64(statement, at, text.bytes ? text.bytes : "",
			    text.n_bytes, SQLITE_STATIC, SQLITE_UTF8);
}

/* NULL if there is none. */
static void bind_name(sqlite3_stmt *statement, int at, struct fxr_text text)
{
	if (text.n_bytes)
		bind_text(statement, at, text);
}

/* SQL has no larger integers: they become real numbers, never negative ones. */
static void bind_int(sqlite3_stmt *statement, int at, uint64_t value)
{
	if (value <= INT64_MAX)
		sqlite3_bind_int64(statement, at, (int64_t)value);
	else
		sqlite3_bind_double(statement, at, (double)value);
}

static void run_statement(struct worlds *w, enum statement which)
{
	sqlite3_stmt *statement = w->put[which];

	if (sqlite3_step(statement) != SQLITE_DONE)
		database_fail(w->d, sqlite_why(w->d->db));
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
}

static void bind_word(sqlite3_stmt *statement, int at, const char *text)
{
	bind_name(statement, at, text_of(text));
}

/* argv as JSON. */
static void bind_argv(struct worlds *w, sqlite3_stmt *put, int at,
		      const struct fxtrace_process *process)
{
	size_t n_bytes;
	const char *text = fxtrace_value_json(w->at->archive,
					      process->arguments, &n_bytes);

	if (text)
		sqlite3_bind_text64(put, at, text, n_bytes, SQLITE_TRANSIENT,
				    SQLITE_UTF8);
}

static void put_process(struct worlds *w, const struct fxtrace_process *p)
{
	sqlite3_stmt *put = w->put[PUT_PROCESS];

	bind_int(put, 1, w->at->first_process + p->index);
	bind_int(put, 2, p->pid);
	if (p->is_described) {
		bind_int(put, 3, p->parent_pid);
		bind_int(put, 4, p->uid);
	}
	bind_word(put, 5, p->name);
	bind_word(put, 6, p->path);
	bind_word(put, 7, p->folder);
	bind_argv(w, put, 8, p);
	bind_word(put, 9, p->libc);
	bind_word(put, 10, p->recorder);
	if (p->n_calls) {
		bind_int(put, 11, p->first_ns);
		bind_int(put, 12, p->last_ns);
	}
	if (p->has_exit)
		sqlite3_bind_int64(put, 13, p->exit_status);
	if (p->is_described)
		bind_int(put, 14, p->seen_pid);
	bind_word(put, 15, fxtrace_totals(w->at->archive)->host);
	run_statement(w, PUT_PROCESS);
}

static void put_thread(struct worlds *w, const struct fxtrace_thread *thread)
{
	sqlite3_stmt *put = w->put[PUT_THREAD];

	bind_int(put, 1, w->at->first_thread + thread->index);
	bind_int(put, 2, w->at->first_process + thread->process->index);
	bind_int(put, 3, thread->tid);
	bind_word(put, 4, thread->name);
	run_statement(w, PUT_THREAD);
}

/* One row for all archives. Returns its id. */
static size_t put_function(struct worlds *w,
			   const struct fxtrace_function *function)
{
	struct fxr_text category = text_of(function->category);
	struct fxr_text name = text_of(function->name);
	uint64_t a = fxr_hash(category.bytes, category.n_bytes);
	uint64_t b = fxr_hash(name.bytes, name.n_bytes);
	uint32_t known = fxr_map_find(&w->function_map, a, b, 0);
	sqlite3_stmt *put = w->put[PUT_FUNCTION];
	const char *group = catalogue_group(function->category, function->name);

	if (known != FXR_NONE)
		return known;
	bind_int(put, 1, w->n_functions);
	bind_text(put, 2, category);
	bind_text(put, 3, name);
	if (group)
		bind_text(put, 4, text_of(group));
	run_statement(w, PUT_FUNCTION);
	fxr_map_put(&w->function_map, a, b, 0, (uint32_t)w->n_functions);
	return w->n_functions++;
}

static void put_loss(struct worlds *w, const struct fxtrace_loss *loss)
{
	sqlite3_stmt *put = w->put[PUT_LOSS];

	if (loss->process)
		bind_int(put, 1, w->at->first_process + loss->process->index);
	bind_int(put, 2, loss->tid);
	bind_int(put, 3, loss->n_calls);
	bind_int(put, 4, loss->n_ends);
	bind_int(put, 5, loss->first_ns);
	bind_int(put, 6, loss->last_ns);
	run_statement(w, PUT_LOSS);
}

static void put_message(struct worlds *w, const struct fxtrace_message *message)
{
	struct fxr_text text = fxr_text(message->text, message->n_text_bytes);
	sqlite3_stmt *put = w->put[PUT_NOTICE];

	bind_int(put, 1, message->ns);
	bind_int(put, 2, message->pid);
	bind_int(put, 3, message->tid);
	if (row_is_text(text))
		bind_text(put, 4, text);
	else
		sqlite3_bind_blob64(put, 4, text.bytes, text.n_bytes,
				    SQLITE_STATIC);
	run_statement(w, PUT_NOTICE);
}

static void put_world(struct worlds *w)
{
	struct source *at = w->at;
	struct fxtrace_archive *archive = at->archive;
	size_t n = fxtrace_n_functions(archive);

	for (size_t i = 0; i < fxtrace_n_processes(archive); i++)
		put_process(w, fxtrace_process(archive, i));
	for (size_t i = 0; i < fxtrace_n_threads(archive); i++)
		put_thread(w, fxtrace_thread(archive, i));
	at->functions = fxr_new(n + 1, sizeof(*at->functions));
	for (size_t i = 0; i < n; i++)
		at->functions[i] =
			put_function(w, fxtrace_function(archive, i));
	for (size_t i = 0; i < fxtrace_n_losses(archive); i++)
		put_loss(w, fxtrace_loss(archive, i));
	for (size_t i = 0; i < fxtrace_n_messages(archive); i++)
		put_message(w, fxtrace_message(archive, i));
}

void database_put_worlds(struct database *d)
{
	struct worlds w = {.d = d};

	for (int i = 0; i < N_STATEMENTS; i++)
		if (sqlite3_prepare_v2(d->db, statements[i], -1, &w.put[i],
				       NULL) != SQLITE_OK)
			database_fail(d, sqlite_why(d->db));
	for (size_t i = 0; i < d->n_sources && !d->has_failed; i++) {
		w.at = &d->sources[i];
		put_world(&w);
	}
	for (int i = 0; i < N_STATEMENTS; i++)
		sqlite3_finalize(w.put[i]);
	fxr_map_fini(&w.function_map);
}
