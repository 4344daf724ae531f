/* SPDX-License-Identifier: MIT */
/*
 * An SQLite database: each call is one row, each argument is one row, memory is
 * stored once, and views join them. schema.c has the tables; `fxtrace query`
 * reads them.
 */
#include "tools/convert/sqlite.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/print/backtrace.h"
#include "tools/convert/convert.h"
#include "tools/convert/nesting.h"
#include "tools/base/die.h"
#include "tools/print/print.h"
#include "tools/print/type.h"
#include "tools/reader/number.h"
#include "writer/utf8.h"

/* Memory that is found by its contents; beyond this number it is stored
 * again. */
#define MAX_KNOWN_BLOBS (1u << 20)
/* Fewer bytes are not worth a separate row. */
#define MIN_KNOWN_BYTES 64u
/* Arguments that are put by one statement: a call has few. */
#define MAX_ROWS 4u
#define ARG_COLUMNS 9

enum statement {
	PUT_PROCESS,
	PUT_THREAD,
	PUT_FUNCTION,
	PUT_CALL,
	PUT_FRAME,
	PUT_BLOB,
	GET_BLOB,
	PUT_LOSS,
	PUT_NOTICE,
	PUT_ARGS, /* of one argument, and so on */
	N_STATEMENTS = PUT_ARGS + MAX_ROWS,
};

static const char *const statements[] = {
	[PUT_PROCESS] =
		"insert into process values(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
	[PUT_THREAD] = "insert into thread values(?,?,?,?)",
	[PUT_FUNCTION] = "insert into function values(?,?,?,?)",
	[PUT_CALL] = "insert into call "
		     "values(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
	[PUT_FRAME] = "insert into stack_frame values(?,?,?,?,?,?,?,?)",
	[PUT_BLOB] = "insert into blob values(?,?,?)",
	[GET_BLOB] = "select data from blob where id = ?",
	[PUT_LOSS] = "insert into loss values(?,?,?,?,?,?)",
	[PUT_NOTICE] = "insert into notice values(?,?,?,?)",
	[PUT_ARGS] = "insert into arg values(?,?,?,?,?,?,?,?,?)",
	"insert into arg values(?,?,?,?,?,?,?,?,?),(?,?,?,?,?,?,?,?,?)",
	"insert into arg values(?,?,?,?,?,?,?,?,?),(?,?,?,?,?,?,?,?,?),"
	"(?,?,?,?,?,?,?,?,?)",
	"insert into arg values(?,?,?,?,?,?,?,?,?),(?,?,?,?,?,?,?,?,?),"
	"(?,?,?,?,?,?,?,?,?),(?,?,?,?,?,?,?,?,?)",
};

/* An archive that is put. Ids of several follow one another. */
struct source {
	struct fxr_world *world;
	struct print print;
	struct print plain; /* the same, without what descriptors are */
	struct print_names names;
	struct fxr_map stack_map;
	struct backtraces *stacks;
	struct nesting *nesting;
	size_t first_process, first_thread;
	size_t *functions; /* the row of each name */
};

struct database {
	sqlite3 *db;
	sqlite3_stmt *put[N_STATEMENTS];
	struct source *sources;
	size_t n_sources;
	struct source *at; /* of the row */
	struct pen text;   /* the output of its printers */
	struct fxr_map blob_map, function_map;
	size_t n_functions;
	uint64_t n_stacks;
	int64_t n_blobs;
	bool has_failed;
	char error[CONVERT_ERROR_BYTES];
};

const char *sqlite_why(sqlite3 *db)
{
	int code = sqlite3_errcode(db), reason = sqlite3_system_errno(db);

	return (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && reason
		       ? strerror(reason)
		       : sqlite3_errmsg(db);
}

/* The first error counts. */
static void set_error(struct database *d)
{
	if (!d->has_failed)
		snprintf(d->error, sizeof(d->error), "%s", sqlite_why(d->db));
	d->has_failed = true;
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

static void run_statement(struct database *d, enum statement which)
{
	sqlite3_stmt *statement = d->put[which];

	if (sqlite3_step(statement) != SQLITE_DONE)
		set_error(d);
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
}

/* What was printed since the last call; valid until the next one. */
static struct fxr_text printed_text(struct database *d)
{
	return pen_take(&d->text);
}

static bool is_known_blob(struct database *d, int64_t id, struct fxr_text bytes)
{
	sqlite3_stmt *get = d->put[GET_BLOB];
	bool is_same;

	sqlite3_bind_int64(get, 1, id);
	is_same = sqlite3_step(get) == SQLITE_ROW &&
		  (size_t)sqlite3_column_bytes(get, 0) == bytes.n_bytes &&
		  memcmp(sqlite3_column_blob(get, 0), bytes.bytes,
			 bytes.n_bytes) == 0;
	sqlite3_reset(get);
	return is_same;
}

/* The row that holds the bytes. */
static int64_t blob_row(struct database *d, struct fxr_text bytes)
{
	bool is_large = bytes.n_bytes >= MIN_KNOWN_BYTES;
	uint64_t hash = is_large ? fxr_hash(bytes.bytes, bytes.n_bytes) : 0;
	uint32_t known =
		is_large ? fxr_map_find(&d->blob_map, hash, bytes.n_bytes, 0)
			 : FXR_NONE;

	if (known != FXR_NONE && is_known_blob(d, known, bytes))
		return known;
	d->n_blobs++;
	sqlite3_bind_int64(d->put[PUT_BLOB], 1, d->n_blobs);
	bind_int(d->put[PUT_BLOB], 2, bytes.n_bytes);
	sqlite3_bind_blob64(d->put[PUT_BLOB], 3, bytes.bytes, bytes.n_bytes,
			    SQLITE_STATIC);
	run_statement(d, PUT_BLOB);
	if (is_large && known == FXR_NONE && d->blob_map.n < MAX_KNOWN_BLOBS)
		fxr_map_put(&d->blob_map, hash, bytes.n_bytes, 0,
			    (uint32_t)d->n_blobs);
	return d->n_blobs;
}

static bool is_text(struct fxr_text text)
{
	return fxw_utf8_cut(text.bytes, text.n_bytes) == text.n_bytes &&
	       !memchr(text.bytes, 0, text.n_bytes);
}

static void bind_string(sqlite3_stmt *statement, int at, struct fxr_text text)
{
	if (!text.n_bytes || is_text(text))
		bind_text(statement, at, text);
	else
		sqlite3_bind_blob64(statement, at, text.bytes, text.n_bytes,
				    SQLITE_STATIC);
}

/* Text that a printer made. */
static void bind_copy(sqlite3_stmt *statement, int at, struct fxr_text text)
{
	sqlite3_bind_text64(statement, at, text.bytes, text.n_bytes,
			    SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void bind_printed(struct database *d, sqlite3_stmt *statement, int at,
			 const struct fxr_value *value)
{
	print_value(&d->at->plain, value);
	bind_copy(statement, at, printed_text(d));
}

/* All digits of a number. */
static void bind_digits(sqlite3_stmt *statement, int at, uint64_t number,
			bool is_signed)
{
	char digits[24];
	int n = snprintf(digits, sizeof(digits),
			 is_signed ? "%" PRId64 : "%" PRIu64, number);

	bind_copy(statement, at, fxr_text(digits, (size_t)n));
}

/* The columns of a value: the value, kind and digits. */
struct columns {
	int value, kind, digits;
};

/* Returns the kind. */
static const char *bind_integer(struct database *d, sqlite3_stmt *statement,
				struct columns at,
				const struct fxr_value *value)
{
	bool is_signed = value->kind == FXR_VALUE_INT;
	uint64_t number = value->as.u64;

	if (print_is_named(&d->at->plain, value)) {
		bind_printed(d, statement, at.value, value);
		bind_digits(statement, at.digits, number, is_signed);
		return "constant";
	}
	if (!is_signed && number > INT64_MAX)
		bind_digits(statement, at.digits, number, false);
	if (is_signed)
		sqlite3_bind_int64(statement, at.value, (int64_t)number);
	else
		bind_int(statement, at.value, number);
	return is_signed ? "int" : "uint";
}

static const char *bind_pointer(struct database *d, sqlite3_stmt *statement,
				struct columns at,
				const struct fxr_value *value)
{
	if (print_is_handler(value)) {
		bind_printed(d, statement, at.value, value);
		bind_digits(statement, at.digits, value->as.u64, false);
		return "constant";
	}
	if (!value->as.u64)
		return "null";
	bind_printed(d, statement, at.value, value);
	return "address";
}

static const char *bind_real(sqlite3_stmt *statement, struct columns at,
			     double number)
{
	if (isnan(number)) /* would be NULL */
		bind_text(statement, at.digits, fxr_text("NaN", 3));
	else
		sqlite3_bind_double(statement, at.value, number);
	return "float";
}

static const char *bind_symbol(struct database *d, sqlite3_stmt *statement,
			       struct columns at, const struct fxr_value *value)
{
	uint64_t number;

	bind_string(statement, at.value, value->as.text);
	if (fxr_number(&d->at->world->types, value, &number))
		bind_digits(
			statement, at.digits, number,
			fxr_type_is_signed(&d->at->world->types, value->type));
	return "constant";
}

static const char *bind_list(struct database *d, sqlite3_stmt *statement,
			     struct columns at, const struct fxr_value *value)
{
	print_value_json(&d->at->plain, value);
	bind_copy(statement, at.value, printed_text(d));
	return value->kind == FXR_VALUE_ARRAY ? "list" : "record";
}

static const char *bind_content(struct database *d, sqlite3_stmt *statement,
				struct columns at,
				const struct fxr_value *value)
{
	switch (value->kind) {
	case FXR_VALUE_NULL:
		return value->is_withheld ? "withheld" : "null";
	case FXR_VALUE_BYTES:
		return "bytes";
	case FXR_VALUE_BOOL:
		sqlite3_bind_int(statement, at.value, value->as.boolean);
		return "bool";
	case FXR_VALUE_DOUBLE:
		return bind_real(statement, at, value->as.f64);
	case FXR_VALUE_LONG_DOUBLE:
		bind_printed(d, statement, at.value, value);
		return "float";
	case FXR_VALUE_STRING:
		bind_string(statement, at.value, value->as.text);
		return "text";
	case FXR_VALUE_SYMBOL:
		return bind_symbol(d, statement, at, value);
	case FXR_VALUE_ARRAY:
	case FXR_VALUE_STRUCT:
		return bind_list(d, statement, at, value);
	case FXR_VALUE_POINTER:
		return bind_pointer(d, statement, at, value);
	default:
		return bind_integer(d, statement, at, value);
	}
}

static void bind_value(struct database *d, sqlite3_stmt *statement,
		       struct columns at, const struct fxr_value *value)
{
	const char *kind = bind_content(d, statement, at, value);

	bind_text(statement, at.kind, fxr_text(kind, strlen(kind)));
}

/* What a descriptor is. */
static void bind_object(struct database *d, sqlite3_stmt *statement, int at,
			const struct fxr_call *call, const struct fxr_arg *arg)
{
	const char *name = print_find_name(&d->at->print, call, arg);

	if (name)
		bind_copy(statement, at, fxr_text(name, strlen(name)));
}

/* The argument's row; `from`: the column before its first one. */
static void bind_arg(struct database *d, sqlite3_stmt *put, int from,
		     const struct fxr_call *call, size_t i)
{
	const struct fxr_arg *arg = &call->args[i];
	struct columns columns = {from + 4, from + 8, from + 9};
	struct fxr_value value = arg->value;

	value.is_withheld |= arg->has_size && value.kind == FXR_VALUE_NULL;

	if (arg->value.kind == FXR_VALUE_BYTES)
		sqlite3_bind_int64(put, from + 5,
				   blob_row(d, arg->value.as.text));
	bind_int(put, from + 1, call->number);
	bind_int(put, from + 2, i);
	bind_text(put, from + 3, arg->name);
	bind_value(d, put, columns, &value);
	if (arg->has_size && arg->true_size != UINT64_MAX)
		bind_int(put, from + 6, arg->true_size);
	bind_object(d, put, from + 7, call, arg);
}

static void put_args(struct database *d, const struct fxr_call *call)
{
	size_t n_rows;

	for (size_t i = 0; i < call->n_args; i += n_rows) {
		enum statement which;

		n_rows = call->n_args - i < MAX_ROWS ? call->n_args - i
						     : MAX_ROWS;
		which = (enum statement)(PUT_ARGS + n_rows - 1);
		for (size_t k = 0; k < n_rows; k++)
			bind_arg(d, d->put[which], ARG_COLUMNS * (int)k, call,
				 i + k);
		run_statement(d, which);
	}
}

static void put_frame(struct database *d, uint64_t stack, size_t position,
		      const struct backtrace_frame *frame)
{
	sqlite3_stmt *put = d->put[PUT_FRAME];

	bind_int(put, 1, stack);
	bind_int(put, 2, position);
	bind_name(put, 3, frame->function);
	bind_name(put, 4, frame->file);
	if (frame->line)
		bind_int(put, 5, frame->line);
	bind_name(put, 6, frame->module);
	bind_int(put, 7, frame->module.n_bytes ? frame->off : frame->address);
	bind_int(put, 8, frame->is_inlined);
	run_statement(d, PUT_FRAME);
}

/* The number of the call's stack, from 1, whose rows exist; 0: none. A stack
 * that is stored in the call itself gets separate rows each time. */
static uint64_t stack_row(struct database *d, const struct fxr_call *call)
{
	bool is_shared = call->stack.kind == FXR_VALUE_UINT;
	uint64_t id = is_shared ? call->stack.as.u64 : 0;
	uint32_t provider = call->thread->provider, known = FXR_NONE;
	uint32_t edition = backtrace_edition(d->at->stacks, call);
	const struct backtrace *stack;

	if (is_shared)
		known = fxr_map_find(&d->at->stack_map, provider, id, edition);
	if (known != FXR_NONE)
		return known;
	stack = backtrace_of(d->at->stacks, call);
	if (!stack || d->n_stacks >= FXR_NONE - 1)
		return 0;
	d->n_stacks++;
	for (size_t i = 0; i < stack->n; i++)
		put_frame(d, d->n_stacks, i, &stack->frames[i]);
	if (is_shared)
		fxr_map_put(&d->at->stack_map, provider, id, edition,
			    (uint32_t)d->n_stacks);
	return d->n_stacks;
}

/* NULL if the archive does not know the time of day. */
static void bind_time(struct database *d, sqlite3_stmt *statement, int at,
		      uint64_t ns)
{
	struct fxr_text text;

	print_utc(&d->text, d->at->print.world, ns);
	text = printed_text(d);
	if (text.n_bytes)
		bind_copy(statement, at, text);
}

static void put_call(struct database *d, const struct fxr_call *call,
		     const struct nested *nested)
{
	const struct source *at = d->at;
	sqlite3_stmt *put = d->put[PUT_CALL];
	const char *state = print_state(call);
	uint64_t stack = stack_row(d, call);
	struct fxr_text text;
	bool is_whole;

	bind_int(put, 1, call->number);
	if (nested->depth)
		bind_int(put, 2, nested[-1].number);
	bind_int(put, 3,
		 at->first_thread +
			 (size_t)(call->thread - at->world->threads));
	bind_int(put, 4, at->functions[call->name - at->world->names]);
	bind_int(put, 5, call->begin_ns);
	if (fxr_shows_duration(call)) {
		bind_int(put, 6, call->end_ns);
		bind_int(put, 7, call->end_ns - call->begin_ns);
	}
	bind_text(put, 8, fxr_text(state, strlen(state)));
	bind_int(put, 9, call->marks);
	bind_time(d, put, 17, call->begin_ns);
	if (call->has_ret) {
		bind_value(d, put, (struct columns){10, 18, 19}, &call->ret);
		bind_object(d, put, 11, call, NULL);
	}
	bind_name(put, 12, call->error);
	if (print_formatted(&d->at->print, call, &text, &is_whole))
		bind_string(put, 13, text);
	if (call->has_frame)
		bind_int(put, 14, call->frame);
	if (call->seq)
		bind_int(put, 15, call->seq);
	if (stack)
		bind_int(put, 16, stack);
	run_statement(d, PUT_CALL);
	put_args(d, call);
}

/* argv as JSON: in the archive it is value-encoded. */
static void bind_argv(struct database *d, sqlite3_stmt *put, int at,
		      const struct fxr_process *process)
{
	struct fxr_arena arena = {0};
	const struct fxr_value *value = fxr_value_decode(
		&arena, &d->at->print.world->types, process->provider, NULL,
		process->argv.bytes, process->argv.n_bytes);

	if (value)
		bind_list(d, put, (struct columns){.value = at}, value);
	fxr_arena_fini(&arena);
}

static void put_process(struct database *d, const struct fxr_process *p,
			size_t id)
{
	sqlite3_stmt *put = d->put[PUT_PROCESS];
	const struct fxr_text name = fxr_world_object(
		d->at->print.world, p->provider, FXT_OBJECT_PROCESS, p->pid);

	bind_int(put, 1, d->at->first_process + id);
	bind_int(put, 2, p->pid);
	if (p->has_facts) {
		bind_int(put, 3, p->ppid);
		bind_int(put, 4, p->uid);
	}
	bind_name(put, 5, name);
	bind_name(put, 6, p->exe);
	bind_name(put, 7, p->cwd);
	bind_argv(d, put, 8, p);
	bind_name(put, 9, p->libc);
	bind_name(put, 10, p->version);
	bind_int(put, 11, p->first_ns);
	bind_int(put, 12, p->last_ns);
	if (p->has_exit)
		sqlite3_bind_int64(put, 13, p->exit_status);
	if (p->has_facts)
		bind_int(put, 14, p->seen_pid ? p->seen_pid : p->pid);
	bind_name(put, 15, d->at->print.world->wall.host);
	run_statement(d, PUT_PROCESS);
}

/* The row of a process image; stays NULL if the archive has no such image. */
static void bind_process(struct database *d, sqlite3_stmt *put, int at,
			 uint32_t provider, uint64_t pid)
{
	uint32_t index =
		fxr_map_find(&d->at->world->process_map, provider, pid, 0);

	if (index != FXR_NONE)
		bind_int(put, at, d->at->first_process + index);
}

static void put_thread(struct database *d, size_t id)
{
	const struct fxr_world *world = d->at->world;
	const struct fxr_thread *thread = &world->threads[id];
	sqlite3_stmt *put = d->put[PUT_THREAD];

	bind_int(put, 1, d->at->first_thread + id);
	bind_process(d, put, 2, thread->provider, thread->pid);
	bind_int(put, 3, thread->tid);
	bind_name(put, 4, convert_thread_name(world, thread));
	run_statement(d, PUT_THREAD);
}

/* One row for all archives. Returns its id. */
static size_t put_function(struct database *d, const struct fxr_name *name)
{
	uint64_t a = fxr_hash(name->category.bytes, name->category.n_bytes);
	uint64_t b = fxr_hash(name->name.bytes, name->name.n_bytes);
	uint32_t known = fxr_map_find(&d->function_map, a, b, 0);
	sqlite3_stmt *put = d->put[PUT_FUNCTION];
	const char *group = convert_group(name);

	if (known != FXR_NONE)
		return known;
	bind_int(put, 1, d->n_functions);
	bind_text(put, 2, name->category);
	bind_text(put, 3, name->name);
	if (group)
		bind_text(put, 4, fxr_text(group, strlen(group)));
	run_statement(d, PUT_FUNCTION);
	fxr_map_put(&d->function_map, a, b, 0, (uint32_t)d->n_functions);
	return d->n_functions++;
}

static void put_loss(struct database *d, const struct fxr_loss *loss)
{
	const struct fxr_world *world = d->at->world;
	sqlite3_stmt *put = d->put[PUT_LOSS];

	for (size_t i = 0; i < world->n_processes; i++)
		if (world->processes[i].provider == loss->provider)
			bind_int(put, 1, d->at->first_process + i);
	bind_int(put, 2, loss->thread);
	bind_int(put, 3, loss->n_calls);
	bind_int(put, 4, loss->n_ends);
	bind_int(put, 5, loss->first_ns);
	bind_int(put, 6, loss->last_ns);
	run_statement(d, PUT_LOSS);
}

static void put_notice(struct database *d, const struct fxr_notice *notice)
{
	sqlite3_stmt *put = d->put[PUT_NOTICE];

	bind_int(put, 1, notice->ns);
	bind_int(put, 2, notice->pid);
	bind_int(put, 3, notice->tid);
	bind_string(put, 4, notice->text);
	run_statement(d, PUT_NOTICE);
}

/* Everything of an archive except calls. */
static void put_world(struct database *d)
{
	struct source *at = d->at;
	const struct fxr_world *world = at->world;

	for (size_t i = 0; i < world->n_processes; i++)
		put_process(d, &world->processes[i], i);
	for (size_t i = 0; i < world->n_threads; i++)
		put_thread(d, i);
	at->functions = fxr_new(world->n_names + 1, sizeof(*at->functions));
	for (size_t i = 0; i < world->n_names; i++)
		at->functions[i] = put_function(d, &world->names[i]);
	for (size_t i = 0; i < world->n_losses; i++)
		put_loss(d, &world->losses[i]);
	for (size_t i = 0; i < world->n_notices; i++)
		put_notice(d, &world->notices[i]);
}

static bool prepare(struct database *d)
{
	/* nobody sees the file before it is complete */
	if (sqlite3_exec(d->db,
			 "pragma journal_mode = off; pragma synchronous = off;"
			 "pragma locking_mode = exclusive;",
			 NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_exec(d->db, sqlite_tables, NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_exec(d->db, "begin", NULL, NULL, NULL) != SQLITE_OK)
		return false;
	for (int i = 0; i < N_STATEMENTS; i++)
		if (sqlite3_prepare_v2(d->db, statements[i], -1, &d->put[i],
				       NULL) != SQLITE_OK)
			return false;
	return true;
}

static bool finish(struct database *d, char *error, size_t error_bytes)
{
	if (!d->has_failed &&
	    (sqlite3_exec(d->db, "commit", NULL, NULL, NULL) != SQLITE_OK ||
	     sqlite3_exec(d->db, sqlite_indices, NULL, NULL, NULL) !=
		     SQLITE_OK))
		set_error(d);
	if (d->has_failed)
		snprintf(error, error_bytes, "%s", d->error);
	for (int i = 0; i < N_STATEMENTS; i++)
		sqlite3_finalize(d->put[i]);
	return !d->has_failed;
}

static void put_calls(struct database *d, struct convert_output *output)
{
	const struct fxr_call *call;
	size_t part;

	while (!d->has_failed && (call = convert_row(output, &part))) {
		const struct nested *nested;

		d->at = &d->sources[part];
		nested = nesting_take(d->at->nesting, call);
		descriptors_take(d->at->names.descriptors, call);
		put_call(d, call, nested);
	}
}

/* Opens an archive's printers, behind those of the ones before it. */
static void open_source(struct database *d, struct convert_output *output,
			size_t part)
{
	struct source *at = &d->sources[part];
	struct fxr_world *world = convert_world(output, part);

	if (part) {
		at->first_process =
			at[-1].first_process + at[-1].world->n_processes;
		at->first_thread =
			at[-1].first_thread + at[-1].world->n_threads;
	}
	at->world = world;
	at->plain = (struct print){.out = &d->text, .world = world};
	at->names.descriptors = descriptors_open(world);
	at->print = at->plain;
	at->print.names = &at->names;
	at->stacks = backtrace_open(world, NULL);
	at->nesting = nesting_open(world, convert_part_last_ns(output, part),
				   NULL, NULL);
}

static void close_source(struct source *at)
{
	nesting_close(at->nesting);
	descriptors_close(at->names.descriptors);
	fxr_map_fini(&at->stack_map);
	backtrace_close(at->stacks);
	free(at->functions);
}

bool sqlite_fill(struct convert_output *output, sqlite3 *db)
{
	struct database d = {.db = db, .n_sources = convert_n_parts(output)};

	d.sources = fxr_new(d.n_sources, sizeof(*d.sources));
	for (size_t i = 0; i < d.n_sources; i++)
		open_source(&d, output, i);
	if (prepare(&d)) {
		for (size_t i = 0; i < d.n_sources; i++) {
			d.at = &d.sources[i];
			put_world(&d);
		}
		put_calls(&d, output);
	} else {
		set_error(&d);
	}
	for (size_t i = 0; i < d.n_sources; i++)
		close_source(&d.sources[i]);
	free(d.sources);
	pen_fini(&d.text);
	fxr_map_fini(&d.blob_map);
	fxr_map_fini(&d.function_map);
	return finish(&d, output->error, sizeof(output->error));
}

static bool write_sqlite(struct convert_output *output)
{
	sqlite3 *db;
	bool is_done = false;

	/* one thread has it: no mutex is taken */
	if (sqlite3_open_v2(output->name, &db,
			    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
				    SQLITE_OPEN_NOMUTEX,
			    NULL) == SQLITE_OK)
		is_done = sqlite_fill(output, db);
	else
		snprintf(output->error, sizeof(output->error), "%s",
			 sqlite_why(db));
	sqlite3_close(db);
	return is_done;
}

static bool probe_sqlite(const unsigned char *bytes, size_t n_bytes)
{
	return n_bytes >= 16 && memcmp(bytes, "SQLite format 3", 16) == 0;
}

const struct convert_format convert_sqlite = {
	.name = "sqlite",
	.suffixes = ".sqlite .db .sqlite3",
	.purpose = "an SQLite database: tables of calls, arguments, processes",
	.is_named = true,
	.opens_by_name = true,
	.takes_several = true,
	.probe = probe_sqlite,
	.write = write_sqlite,
};
