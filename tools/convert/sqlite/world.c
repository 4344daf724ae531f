/* SPDX-License-Identifier: MIT */
/*
 * Everything of archives except calls: rows that SQLite puts.
 */
#include "tools/convert/sqlite/database.h"

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

/* argv as JSON: in the archive it is value-encoded. */
static void bind_argv(struct worlds *w, sqlite3_stmt *put, int at,
		      const struct fxr_process *process)
{
	const struct print *print = &w->at->plain;
	struct fxr_arena arena = {0};
	struct fxr_text text;
	const struct fxr_value *value = fxr_value_decode(
		&arena, &print->world->types, process->provider, NULL,
		process->argv.bytes, process->argv.n_bytes);

	if (value) {
		print_value_json(print, value);
		text = pen_take(&w->d->row.text);
		sqlite3_bind_text64(put, at, text.bytes, text.n_bytes,
				    SQLITE_TRANSIENT, SQLITE_UTF8);
	}
	fxr_arena_fini(&arena);
}

static void put_process(struct worlds *w, const struct fxr_process *p,
			size_t id)
{
	sqlite3_stmt *put = w->put[PUT_PROCESS];
	const struct fxr_text name = fxr_world_object(
		w->at->world, p->provider, FXT_OBJECT_PROCESS, p->pid);

	bind_int(put, 1, w->at->first_process + id);
	bind_int(put, 2, p->pid);
	if (p->has_facts) {
		bind_int(put, 3, p->ppid);
		bind_int(put, 4, p->uid);
	}
	bind_name(put, 5, name);
	bind_name(put, 6, p->exe);
	bind_name(put, 7, p->cwd);
	bind_argv(w, put, 8, p);
	bind_name(put, 9, p->libc);
	bind_name(put, 10, p->version);
	bind_int(put, 11, p->first_ns);
	bind_int(put, 12, p->last_ns);
	if (p->has_exit)
		sqlite3_bind_int64(put, 13, p->exit_status);
	if (p->has_facts)
		bind_int(put, 14, p->seen_pid ? p->seen_pid : p->pid);
	bind_name(put, 15, w->at->world->wall.host);
	run_statement(w, PUT_PROCESS);
}

/* The row of a process image; stays NULL if the archive has no such image. */
static void bind_process(struct worlds *w, sqlite3_stmt *put, int at,
			 uint32_t provider, uint64_t pid)
{
	uint32_t index =
		fxr_map_find(&w->at->world->process_map, provider, pid, 0);

	if (index != FXR_NONE)
		bind_int(put, at, w->at->first_process + index);
}

static void put_thread(struct worlds *w, size_t id)
{
	const struct fxr_world *world = w->at->world;
	const struct fxr_thread *thread = &world->threads[id];
	sqlite3_stmt *put = w->put[PUT_THREAD];

	bind_int(put, 1, w->at->first_thread + id);
	bind_process(w, put, 2, thread->provider, thread->pid);
	bind_int(put, 3, thread->tid);
	bind_name(put, 4, convert_thread_name(world, thread));
	run_statement(w, PUT_THREAD);
}

/* One row for all archives. Returns its id. */
static size_t put_function(struct worlds *w, const struct fxr_name *name)
{
	uint64_t a = fxr_hash(name->category.bytes, name->category.n_bytes);
	uint64_t b = fxr_hash(name->name.bytes, name->name.n_bytes);
	uint32_t known = fxr_map_find(&w->function_map, a, b, 0);
	sqlite3_stmt *put = w->put[PUT_FUNCTION];
	const char *group = convert_group(name);

	if (known != FXR_NONE)
		return known;
	bind_int(put, 1, w->n_functions);
	bind_text(put, 2, name->category);
	bind_text(put, 3, name->name);
	if (group)
		bind_text(put, 4, fxr_text(group, strlen(group)));
	run_statement(w, PUT_FUNCTION);
	fxr_map_put(&w->function_map, a, b, 0, (uint32_t)w->n_functions);
	return w->n_functions++;
}

static void put_loss(struct worlds *w, const struct fxr_loss *loss)
{
	const struct fxr_world *world = w->at->world;
	sqlite3_stmt *put = w->put[PUT_LOSS];

	for (size_t i = 0; i < world->n_processes; i++)
		if (world->processes[i].provider == loss->provider)
			bind_int(put, 1, w->at->first_process + i);
	bind_int(put, 2, loss->thread);
	bind_int(put, 3, loss->n_calls);
	bind_int(put, 4, loss->n_ends);
	bind_int(put, 5, loss->first_ns);
	bind_int(put, 6, loss->last_ns);
	run_statement(w, PUT_LOSS);
}

static void put_notice(struct worlds *w, const struct fxr_notice *notice)
{
	sqlite3_stmt *put = w->put[PUT_NOTICE];

	bind_int(put, 1, notice->ns);
	bind_int(put, 2, notice->pid);
	bind_int(put, 3, notice->tid);
	if (row_is_text(notice->text))
		bind_text(put, 4, notice->text);
	else
		sqlite3_bind_blob64(put, 4, notice->text.bytes,
				    notice->text.n_bytes, SQLITE_STATIC);
	run_statement(w, PUT_NOTICE);
}

static void put_world(struct worlds *w)
{
	struct source *at = w->at;
	const struct fxr_world *world = at->world;

	for (size_t i = 0; i < world->n_processes; i++)
		put_process(w, &world->processes[i], i);
	for (size_t i = 0; i < world->n_threads; i++)
		put_thread(w, i);
	at->functions = fxr_new(world->n_names + 1, sizeof(*at->functions));
	for (size_t i = 0; i < world->n_names; i++)
		at->functions[i] = put_function(w, &world->names[i]);
	for (size_t i = 0; i < world->n_losses; i++)
		put_loss(w, &world->losses[i]);
	for (size_t i = 0; i < world->n_notices; i++)
		put_notice(w, &world->notices[i]);
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
