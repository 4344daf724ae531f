/* SPDX-License-Identifier: MIT */
/*
 * Reads archives of fxtrace: the calls that a program made, with their values,
 * times, threads and stacks. Link with libfxtrace-reader (pkg-config
 * fxtrace-reader). fxtrace-reader(3) has an example.
 *
 *	struct fxtrace_archive *archive = fxtrace_open("a.fxt", NULL);
 *	const struct fxtrace_call *call;
 *
 *	while ((call = fxtrace_next(archive)))
 *		printf("%s\n", call->function->name);
 *	if (fxtrace_error(archive)->status)
 *		puts(fxtrace_error(archive)->text);
 *	fxtrace_close(archive);
 *
 * Any bytes are legal input. A fault ends the reading, and the error stays. The
 * calls before it were delivered.
 *
 * Functions are thread-safe as long as no two threads use one archive at a
 * time. Nothing is printed, and no function ends the program. Structs are
 * allocated here only, and later versions may append members to them.
 *
 * Every text is followed by a NUL byte, which its size does not count. Texts of
 * a program may contain other NUL bytes. Pointers in a call live until the next
 * fxtrace_next of the archive; functions, threads and processes until
 * fxtrace_close.
 */
#ifndef FXTRACE_READER_H
#define FXTRACE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Raised when something is added. */
#define FXTRACE_READER_VERSION 6

/* The version of the library that runs. */
unsigned fxtrace_reader_version(void);

enum fxtrace_status {
	FXTRACE_OK = 0,
	FXTRACE_ERROR_OPEN = 1,	     /* it does not open */
	FXTRACE_ERROR_READ = 2,	     /* the file, or its compression */
	FXTRACE_ERROR_FORMAT = 3,    /* not an archive */
	FXTRACE_ERROR_RECORD = 4,    /* a record makes no sense */
	FXTRACE_ERROR_TRUNCATED = 5, /* the last record is not all there */
	FXTRACE_ERROR_MEMORY = 6,    /* none, or more than max_memory_bytes */
	FXTRACE_ERROR_CHANGED = 7,   /* the file changed while it was read */
	FXTRACE_ERROR_TEMPORARY = 8, /* the folder for temporary files */
	FXTRACE_ERROR_OPTION = 9,    /* a text of the options makes no sense */
};

struct fxtrace_error {
	enum fxtrace_status status;
	uint64_t offset;  /* bytes from the archive's beginning */
	const char *text; /* what was expected there; never NULL */
};

/* How a line says when its call began. */
enum fxtrace_time {
	FXTRACE_TIME_RELATIVE = 0, /* seconds since the session's start */
	/* of an archive that knows the time of day: */
	FXTRACE_TIME_CLOCK = 1,
	FXTRACE_TIME_DATE = 2,
	FXTRACE_TIME_EPOCH = 3, /* seconds since 1970 */
};

/* What calls have in common that are added up, as `fxtrace report --by`. */
enum fxtrace_by {
	FXTRACE_BY_NOTHING = 0,
	FXTRACE_BY_FUNCTION = 1,
	FXTRACE_BY_THREAD = 2,
	FXTRACE_BY_PROCESS = 3, /* a program: exec begins another one */
	FXTRACE_BY_FILE = 4,	/* by whatever descriptor, stream or path */
	FXTRACE_BY_FD = 5,	/* of a process */
	FXTRACE_BY_ERRNO = 6,
	FXTRACE_BY_FRAME = 7,  /* of a process, in OpenGL */
	FXTRACE_BY_CALLER = 8, /* the function that made it, by its stack */
};

/* Zeros are the defaults. */
struct fxtrace_options {
	size_t size; /* sizeof(struct fxtrace_options) */
	/* What the archive may take of memory; 0: 64 MiB. More than it needs
	 * for its index of calls makes large archives faster. */
	uint64_t max_memory_bytes;
	/* Of one call's memory that was recorded in pieces; 0: 1 MiB. */
	uint64_t max_value_bytes;
	/* Calls have no arguments, unless `path` or `grep` needs them; that is
	 * faster. */
	bool is_brief;
	/* Whether arguments have the names of descriptors and of OpenGL's
	 * objects, which calls before them have given. */
	bool has_names;
	/* Whether fxtrace_next delivers calls of a function; NULL: of all.
	 * Called once for each. */
	bool (*is_wanted)(void *context, const char *category,
			  const char *name);
	/* Called now and then while an archive is opened, and while
	 * fxtrace_next_bytes reads it. 0 bytes in all: unknown. May be NULL. */
	void (*progress)(void *context, uint64_t done_bytes,
			 uint64_t total_bytes);
	void *context; /* of all three functions */
	/* Folders with debug files in .build-id, between colons; NULL:
	 * /usr/lib/debug only. */
	const char *debug_path;

	/* Since version 2: which calls fxtrace_next delivers, as the options of
	 * `fxtrace dump` of these names choose them. NULL or false: any. */
	const char *calls; /* functions, groups and classes */
	bool errors;	   /* those that failed */
	const char *min_time, *since, *until;
	const char *process, *thread, *frames, *path;
	const char *grep; /* in the text that is_json says */
	bool is_json;	  /* fxtrace_call_json, else fxtrace_call_text */

	/* How these two show calls. */
	enum fxtrace_time time;
	bool is_stable;	 /* without what differs from run to run */
	bool has_blobs;	 /* memory as a hexdump below the call */
	bool has_color;	 /* with escape sequences of terminals */
	bool has_stacks; /* with the lines, or the keys, of its stack */
	/* Calls have no args and no result. They are shown faster. */
	bool is_text_only;
	/* Nothing is sorted, and there are no calls: fxtrace_next_record and
	 * fxtrace_next_bytes. */
	bool has_records;
	/* The zone of a recording that only knows its TZ is found by setting TZ
	 * for a moment, which other threads may notice. Else it counts as
	 * UTC. */
	bool may_set_tz;
	/* What is wrong with files next to the archive that name functions. May
	 * be NULL. */
	void (*warn)(void *context, const char *text);

	/* Since version 3: not nothing: the calls are added up while the
	 * archive is opened, and fxtrace_row has the sums. fxtrace_next
	 * delivers none. Large archives that are files and whose calls need no
	 * filter but `calls` are read in one pass. */
	enum fxtrace_by by;

	/* Since version 5: JSON has no objects for values that it has no form
	 * of. Addresses and NaN are texts, as viewers show them. */
	bool is_for_viewers;
	/* Which kinds fxtrace_next_event delivers: a bit 1u << kind for each.
	 * 0: all but the three of calls. */
	uint32_t event_kinds;
	/* It delivers them by time, not in the order of the file. */
	bool has_sorted_events;
	/* It leaves out flows of which an event is in no call that `calls` and
	 * is_wanted choose. */
	bool has_whole_flows;
};

struct fxtrace_archive;

/*
 * Opens an archive and reads it once, to sort its calls by time.
 * path     a file or "-" for standard input; a pipe, gzip and zstd, too. An
 *          archive that is still written is read as far as it is.
 * options  copied; NULL: the defaults.
 * Returns the archive, which fxtrace_close must close even if it is faulty:
 * fxtrace_error says so. NULL only if there is no memory for it.
 */
struct fxtrace_archive *fxtrace_open(const char *path,
				     const struct fxtrace_options *options);
/* The same from a descriptor, which remains the caller's. It is read from its
 * position if it is a pipe, else from the file's beginning. */
struct fxtrace_archive *fxtrace_open_fd(int fd,
					const struct fxtrace_options *options);
/* The same from a copy of some bytes. */
struct fxtrace_archive *fxtrace_open_memory(
	const void *bytes, size_t n_bytes,
	const struct fxtrace_options *options);
void fxtrace_close(struct fxtrace_archive *archive);

/* Never NULL. Its status stays once it is not FXTRACE_OK. Lives until close. */
const struct fxtrace_error *fxtrace_error(
	const struct fxtrace_archive *archive);

/* --- values --- */
enum fxtrace_kind {
	FXTRACE_NULL = 0,   /* a null pointer, or nothing is known */
	FXTRACE_BOOL = 1,   /* number: 0 or 1 */
	FXTRACE_INT = 2,    /* integer */
	FXTRACE_UINT = 3,   /* number */
	FXTRACE_DOUBLE = 4, /* real */
	/* real, rounded; bytes has all of it */
	FXTRACE_LONG_DOUBLE = 5,
	FXTRACE_SYMBOL = 6,  /* bytes: a constant's name; number, if known */
	FXTRACE_TEXT = 7,    /* bytes: a string of the program, any bytes */
	FXTRACE_BYTES = 8,   /* bytes: memory */
	FXTRACE_ADDRESS = 9, /* number: a pointer */
	FXTRACE_LIST = 10,   /* items */
	FXTRACE_RECORD = 11, /* items, which have names: a struct */
	/* number: of memory in pieces that are overwritten, or a kernel's */
	FXTRACE_OBJECT = 12,
};

struct fxtrace_value {
	enum fxtrace_kind kind;
	uint32_t n_bits;   /* its width in the program; 0: unknown */
	bool has_number;   /* it is one, or a name whose number is known: */
	bool is_signed;	   /* by its type: */
	uint64_t number;   /* also of FXTRACE_INT, as two's complement */
	int64_t integer;   /* also of FXTRACE_UINT below 2^63 */
	double real;	   /* also of integers, rounded */
	const char *bytes; /* NULL, unless kind says otherwise */
	size_t n_bytes;
	/* Bytes or items before it was cut; else as there are. UINT64_MAX:
	 * unknown */
	uint64_t true_size;
	const struct fxtrace_value *const *items;
	size_t n_items;
	/* Its numbers have names, which fxtrace_value_text shows. */
	bool is_constant;
	const char *name; /* of a record's item; else "" */
	const char *type; /* in C, "" if unknown */
	/* FXTRACE_NULL: something secret was there, of true_size. */
	bool is_withheld;
	/* Since version 3: fxtrace_value_text shows more than the number: a
	 * constant's name, a mode in octal, a signal's handler. */
	bool has_form;
	/* Since version 5: of its name, which may contain NUL bytes. */
	size_t n_name_bytes;
};

/* One argument. */
struct fxtrace_arg {
	const char *name; /* "buf", or "len'" for its value after the call */
	const char *base; /* the parameter: "buf", "st", "len" */
	/* its number in the signature; -1: behind the last one, or unknown */
	int32_t parameter;
	bool is_after;	 /* the value after the call, of "len'" */
	bool is_address; /* where it was, of "buf@" */
	const struct fxtrace_value *value;
	/* What a descriptor, stream or object is: "/etc/hosts"; "": unknown */
	const char *object;
	/* Since version 4: its items were recorded as arguments of their
	 * own. */
	bool is_group;
	/* Since version 5: of its name, which may contain NUL bytes. */
	size_t n_name_bytes;
};

/* --- who called what --- */
struct fxtrace_parameter {
	const char *name;
	const char *type; /* in C */
};

struct fxtrace_function {
	const char *category; /* "libc:file" */
	const char *name;
	bool is_known; /* the archive has its signature: */
	const char *version, *library, *result_type;
	const struct fxtrace_parameter *parameters;
	size_t n_parameters;
	bool is_variadic;
	uint64_t n_calls; /* in the whole archive */
	/* Since version 4: */
	uint32_t index;
	/* Since version 5: both may contain NUL bytes. */
	size_t n_category_bytes, n_name_bytes;
	/* Since version 6: those behind n_parameters that some calls have, as
	 * the mode of open. */
	const struct fxtrace_parameter *optional;
	size_t n_optional;
};

/* A program that ran in a process. exec makes a new one. */
struct fxtrace_process {
	uint32_t index;
	uint64_t pid;	   /* unique in the archive */
	uint64_t seen_pid; /* by itself; the same, but in other namespaces */
	uint64_t parent_pid;
	const char *name, *path, *folder; /* "": unknown */
	/* argv, or NULL: its items are FXTRACE_TEXT. */
	const struct fxtrace_value *arguments;
	uint64_t n_calls, first_ns, last_ns;
	bool has_exit;
	int64_t exit_status;
	/* Since version 4: */
	bool is_described; /* by the recorder; else parent_pid and uid are 0 */
	uint64_t uid;
	const char *libc, *recorder; /* their versions */
	/* Since version 5: */
	size_t n_name_bytes;
};

struct fxtrace_thread {
	uint32_t index;
	uint64_t tid;
	const char *name;
	const struct fxtrace_process *process;
	uint64_t n_calls;
	/* Since version 5: */
	size_t n_name_bytes;
};

enum fxtrace_state {
	FXTRACE_DONE = 0,
	FXTRACE_UNFINISHED = 1, /* the archive has no end of it */
	FXTRACE_ABANDONED = 2,	/* left by longjmp, exception or exit */
	FXTRACE_NO_RETURN = 3,	/* its function never returns */
	FXTRACE_REPLACED = 4,	/* exec succeeded */
	FXTRACE_JUMPED = 5,	/* made; its result was not seen */
};

struct fxtrace_call {
	uint64_t number; /* its rank by begin, over all calls */
	/* ns since the session's start */
	uint64_t begin_ns, end_ns;
	bool has_end; /* end_ns counts, and says how long the call took */
	enum fxtrace_state state;
	bool is_late; /* took less time; some values are missing */
	bool is_cut;  /* a value was shortened */
	bool is_fake; /* the program itself did not make it */
	/* OpenGL's frame; -1: the process ends none */
	int64_t frame;
	const struct fxtrace_function *function;
	const struct fxtrace_thread *thread;
	const struct fxtrace_arg *const *args;
	size_t n_args;
	const struct fxtrace_value *result; /* NULL: none */
	const char *object;		    /* as an argument's, of result */
	const char *error; /* "ENOENT"; "": it did not fail, or not by errno */
	uint64_t offset;   /* of its first record */
	bool has_no_begin; /* it began before what is recorded: only its end is
			      known, at begin_ns */
	/* Since version 3: */
	uint64_t sequence; /* orders it among threads; 0: it does not matter */
	/* What printf and similar functions made of their arguments; NULL: not
	 * known, or that is an argument, too. */
	const char *text;
	size_t n_text_bytes;
	bool is_text_cut; /* it was longer */
	/* Since version 4: the archive has its end. That says how long it took
	 * only with has_end. */
	bool is_ended;
	/* Since version 5: of that end, even if it is before the begin. */
	uint64_t ended_ns, end_offset;
	/* Its own process has described the function. */
	bool is_described;
	size_t n_error_bytes; /* others' errors may contain NUL bytes */
};

/* The next wanted call, by begin. NULL: the end, or an error. */
const struct fxtrace_call *fxtrace_next(struct fxtrace_archive *archive);

/*
 * A value by name: "count", "st.st_mode", "argv[2]", "addr.sin_port", and
 * "len'" for what the call made of it. "=" is the result. NULL: there is none.
 */
const struct fxtrace_value *fxtrace_find(const struct fxtrace_call *call,
					 const char *name);

/* The value, NULL for none, as `fxtrace dump` prints it, with names of
 * constants and flags. This text and all that are made below live until the
 * archive's next call of one of these functions. n_bytes may be NULL. NULL: no
 * memory. */
const char *fxtrace_value_text(struct fxtrace_archive *archive,
			       const struct fxtrace_value *value,
			       size_t *n_bytes);
/* The same as JSON, as `dump --json` prints it. */
const char *fxtrace_value_json(struct fxtrace_archive *archive,
			       const struct fxtrace_value *value,
			       size_t *n_bytes);
/* The arguments of the current call, and its result, as in its line of `fxtrace
 * dump`; also with is_text_only. */
const char *fxtrace_args_text(struct fxtrace_archive *archive, size_t *n_bytes);
const char *fxtrace_result_text(struct fxtrace_archive *archive,
				size_t *n_bytes);
/* The arguments as an object of JSON, and with them "ret" and "errno". */
const char *fxtrace_args_json(struct fxtrace_archive *archive, size_t *n_bytes);
/* The current call as a line of `fxtrace dump` and of `dump --json`, without
 * the last end of line. */
const char *fxtrace_call_text(struct fxtrace_archive *archive, size_t *n_bytes);
const char *fxtrace_call_json(struct fxtrace_archive *archive, size_t *n_bytes);

/* Bytes that the current call moved, as n_bytes of struct fxtrace_row. */
uint64_t fxtrace_moved_bytes(struct fxtrace_archive *archive);

/* The next record of an archive that was opened with has_records, as a line of
 * `fxtrace dump --raw`, in the order of the file. NULL: the end, or an
 * error. */
const char *fxtrace_next_record(struct fxtrace_archive *archive,
				size_t *n_bytes);

/* --- types --- */
enum fxtrace_type_kind {
	FXTRACE_TYPE_VOID = 0,
	FXTRACE_TYPE_INTEGER = 1,
	FXTRACE_TYPE_REAL = 2,
	FXTRACE_TYPE_BOOL = 3,
	FXTRACE_TYPE_OPAQUE = 4,   /* the address of what is not described */
	FXTRACE_TYPE_FUNCTION = 5, /* the address of code */
	FXTRACE_TYPE_ANY = 6,
	FXTRACE_TYPE_ENUM = 7,	 /* one of the constants, or another number */
	FXTRACE_TYPE_FLAGS = 8,	 /* several of them */
	FXTRACE_TYPE_HANDLE = 9, /* a number of an object, as a descriptor */
	FXTRACE_TYPE_STRING = 10,
	FXTRACE_TYPE_POINTER = 11,
	FXTRACE_TYPE_ARRAY = 12,
	FXTRACE_TYPE_STRUCT = 13,
	FXTRACE_TYPE_UNION = 14,
	FXTRACE_TYPE_ATTRIBUTES = 15, /* pairs of a constant and a number */
	FXTRACE_TYPE_SET = 16,	      /* memory whose bits each mean a value */
};

struct fxtrace_constant {
	const char *name;
	uint64_t number;
	uint64_t mask; /* FLAGS: set if the bits under it are `number` */
};

struct fxtrace_member {
	const char *name;
	uint64_t offset_bytes;
	/* of a bit-field, from offset_bytes on; n_bits 0: it is none */
	uint64_t offset_bits, n_bits;
};

/* What the recorder knew of a type in C. */
struct fxtrace_type {
	enum fxtrace_type_kind kind;
	const char *name; /* in C, "" if unknown */
	uint64_t n_bytes; /* of one value; 0: unknown, or it varies */
	bool is_signed;	  /* INTEGER, ENUM, FLAGS, HANDLE */
	bool is_read;	  /* POINTER, STRING: the call reads what is there */
	bool is_written;  /* ... and writes it */
	uint64_t n_items; /* ARRAY */
	uint64_t n_unit_bytes;		      /* STRING: of a character */
	const struct fxtrace_member *members; /* STRUCT, UNION */
	size_t n_members;
	/* ENUM, FLAGS, HANDLE: those that a value of the archive has */
	const struct fxtrace_constant *constants;
	size_t n_constants;
};

/*
 * Types, since version 6. They live until close. Equal pointers are equal
 * types, but one type may have several: of different processes, for example.
 * Each returns NULL if the archive does not say.
 */
/* Of a value. That of memory behind a pointer may be the pointer's. A group
 * (struct fxtrace_arg) has none, but its parameter has. */
const struct fxtrace_type *fxtrace_type_of(struct fxtrace_archive *archive,
					   const struct fxtrace_value *value);
/* Of a parameter of the current call by its number; -1: of the result. Of types
 * among which other arguments choose, it is the chosen one. */
const struct fxtrace_type *fxtrace_type_of_parameter(
	struct fxtrace_archive *archive, int32_t parameter);
/* Of FXTRACE_SYMBOL: the type, of the value or another, that has its name. */
const struct fxtrace_type *fxtrace_type_of_constant(
	struct fxtrace_archive *archive, const struct fxtrace_value *value);
/* What a POINTER leads to; of what an ARRAY or a SET consists; the INTEGER of
 * an ENUM, FLAGS or HANDLE. */
const struct fxtrace_type *fxtrace_type_base(struct fxtrace_archive *archive,
					     const struct fxtrace_type *type);
const struct fxtrace_type *fxtrace_type_of_member(
	struct fxtrace_archive *archive, const struct fxtrace_type *type,
	size_t index);

/* --- events --- */
/* Of these, the calls are what fxtrace_next makes of the first three. */
enum fxtrace_event_kind {
	FXTRACE_EVENT_BEGIN = 0,
	FXTRACE_EVENT_END = 1,
	FXTRACE_EVENT_COMPLETE = 2, /* both in one */
	FXTRACE_EVENT_INSTANT = 3,  /* scope: whom it is about */
	FXTRACE_EVENT_COUNTER = 4,  /* id: one of several of this name */
	/* id: what belongs together */
	FXTRACE_EVENT_ASYNC_BEGIN = 5,
	FXTRACE_EVENT_ASYNC_INSTANT = 6,
	FXTRACE_EVENT_ASYNC_END = 7,
	/* id: the arrow from one call to another */
	FXTRACE_EVENT_FLOW_BEGIN = 8,
	FXTRACE_EVENT_FLOW_STEP = 9,
	FXTRACE_EVENT_FLOW_END = 10,
	/* bytes: one of fxtrace_message; since version 6 also an argument */
	FXTRACE_EVENT_MESSAGE = 11,
	FXTRACE_EVENT_BLOB = 12, /* name and bytes, if they are no call's */
	/* Only that these are there: */
	FXTRACE_EVENT_SWITCH = 13,     /* a processor got another thread */
	FXTRACE_EVENT_ATTACHMENT = 14, /* a large blob */
	FXTRACE_EVENT_UNKNOWN = 15,    /* a record of no kind above */
};

enum fxtrace_scope {
	FXTRACE_SCOPE_THREAD = 0,
	FXTRACE_SCOPE_PROCESS = 1,
	FXTRACE_SCOPE_GLOBAL = 2,
};

/* A record of an archive as it is there. Kinds without a time or a thread have
 * zeros and "" there. */
struct fxtrace_event {
	enum fxtrace_event_kind kind;
	uint64_t offset; /* of the record */
	uint64_t ns;	 /* since the session's start */
	uint64_t end_ns; /* of FXTRACE_EVENT_COMPLETE */
	uint64_t pid, tid;
	const char *process_name, *thread_name; /* "": unknown */
	const char *category, *name;
	size_t n_category_bytes, n_name_bytes; /* they may contain NUL bytes */
	uint64_t id;
	enum fxtrace_scope scope;
	/* As they were recorded, without the types of a signature. Memory in
	 * pieces is FXTRACE_BYTES with the `number` of the pieces. */
	const struct fxtrace_arg *const *args;
	size_t n_args;
	const char *bytes; /* NULL, unless kind says otherwise */
	size_t n_bytes;
};

/*
 * The next record that is an event: of kinds in event_kinds, and none of what
 * the recorder says about the archive itself. The first call of this reads
 * the archive once more, with has_whole_flows or has_sorted_events twice.
 * fxtrace_next goes on where it was.
 *
 * Returns NULL at the end, or if there is an error. An archive that was opened
 * with has_records or `by` has no events. The event lives until the next call
 * of this, with its arguments.
 *
 * Source of the kinds: Fuchsia's trace format, Event Record, Blob Record, Log
 * Record, Scheduling Record, Large Blob Record.
 */
const struct fxtrace_event *fxtrace_next_event(struct fxtrace_archive *archive);
/* After this the first event follows again. */
void fxtrace_restart_events(struct fxtrace_archive *archive);

/* A record of an archive as its bytes. Since version 6. */
struct fxtrace_record {
	uint64_t offset;
	/* The number of its type in Fuchsia's trace format: 1 is an
	 * initialization, 4 an event, 5 a blob. */
	unsigned type;
	bool is_known; /* else nothing of it was understood */
	/* It is what fxtrace_next_event delivers, if kinds like its are
	 * wanted: */
	bool is_event;
	enum fxtrace_event_kind kind;
	const void *bytes; /* whole words; NULL: more than 64 MiB */
	size_t n_bytes;
};

/*
 * The next record of an archive that was opened with has_records, for a copy.
 * One behind the other they are an archive, and so they are up to any of them.
 * Padding is left out. The initialization has the clock's rate, even if the
 * process that writes the archive does not know it yet.
 *
 * `calls` and is_wanted choose functions. Left out are the records of other
 * calls, flows that lead from or to these, and memory in pieces that none but
 * these have. Then the archive is read twice. The first call of this does that
 * once, and what is no plain file goes to the folder for temporary files.
 *
 * Returns NULL at the end, or if there is an error. The record lives until the
 * next call of this. An archive takes either this or fxtrace_next_record.
 *
 * Source: Fuchsia's trace format.
 */
const struct fxtrace_record *fxtrace_next_bytes(
	struct fxtrace_archive *archive);

/* --- the archive as a whole --- */
size_t fxtrace_n_processes(const struct fxtrace_archive *archive);
const struct fxtrace_process *fxtrace_process(struct fxtrace_archive *archive,
					      size_t index);
size_t fxtrace_n_threads(const struct fxtrace_archive *archive);
const struct fxtrace_thread *fxtrace_thread(struct fxtrace_archive *archive,
					    size_t index);
/* All functions that were called. */
size_t fxtrace_n_functions(const struct fxtrace_archive *archive);
const struct fxtrace_function *fxtrace_function(struct fxtrace_archive *archive,
						size_t index);

struct fxtrace_totals {
	uint64_t n_calls; /* wanted or not */
	uint64_t n_unfinished;
	uint64_t n_lost_calls; /* found no space in the program's buffer */
	uint64_t n_lost_ends;
	uint64_t n_overwritten; /* of a circular buffer, by later ones */
	uint64_t n_stray_ends;	/* without a begin */
	uint64_t n_cut;		/* calls with a value that was shortened */
	uint64_t first_ns, last_ns;
	bool has_time_of_day;
	const char *host, *session; /* "": unknown */
	/* Since version 2: */
	/* The number of its format, and the highest that this library knows all
	 * of. */
	uint64_t schema, known_schema;
	/* References to long texts that were shortened, because they are far
	 * more than the archive's size explains. */
	uint64_t n_shortened;
	/* Since version 3: of an archive that was opened with `by`. Such a one
	 * does not count n_stray_ends and n_cut. Its n_unfinished are chosen
	 * calls that should have an end, and none is known. */
	uint64_t n_chosen;  /* calls that have a row */
	uint64_t n_waiting; /* of these, of functions that wait */
	/* From the first event of each thread to its last one, and of that the
	 * time outside of calls. Zeros if calls were left out. */
	uint64_t threads_ns, program_ns;
	/* Since version 4: of the unpacked archive, as far as it was read */
	uint64_t n_bytes;
	/* The record that ends an archive is missing: it was cut off, its
	 * session was killed, or still writes it. */
	bool ends_early;
};
/* Lives until close. */
const struct fxtrace_totals *fxtrace_totals(
	const struct fxtrace_archive *archive);

/* --- sums --- */
/* The sum of some calls. */
struct fxtrace_row {
	/* What they have in common. Which of these counts depends on `by`, and
	 * NULL, false or "" is: not known, or none. */
	const struct fxtrace_function *function;
	const struct fxtrace_thread *thread;
	const struct fxtrace_process *process; /* also of FD and FRAME */
	bool has_number; /* a descriptor, an address of a stream, or a frame: */
	bool is_address;
	uint64_t number;
	const char *text;   /* a file, an error, or a caller */
	const char *module; /* path of the caller's ELF file */
	bool is_waiting;    /* the purpose of the function is to wait */

	uint64_t n_calls;
	uint64_t n_errors; /* that failed */
	/* That they moved: the results of functions that return a ssize_t,
	 * else the memory behind arguments, before it was cut. */
	uint64_t n_bytes;
	uint64_t n_timed;  /* calls whose duration is known; of these: */
	uint64_t total_ns; /* what is inside of another one counts once */
	uint64_t self_ns;  /* without the calls that were made inside */
	uint64_t min_ns, mean_ns, max_ns; /* 0 if there is none */
	uint64_t p50_ns, p99_ns;	  /* exact, of the nearest rank */
	uint64_t waiting_ns; /* of self_ns, of functions that wait */
	/* Of threads and processes: outside of calls. 0 if some were left
	 * out. */
	uint64_t program_ns;
};

/* The rows of an archive that was opened with `by`, in the order in which the
 * archive first shows what they have in common. They live until close. */
size_t fxtrace_n_rows(const struct fxtrace_archive *archive);
const struct fxtrace_row *fxtrace_row(const struct fxtrace_archive *archive,
				      size_t index);

/* A message of the recorder, or of who made the archive. */
struct fxtrace_message {
	uint64_t ns, pid, tid;
	const char *text;
	/* Since version 4: */
	size_t n_text_bytes;
	/* Since version 5: its place in the archive, from 0. Causes of
	 * snapshots are behind all others. */
	size_t place;
};
size_t fxtrace_n_messages(const struct fxtrace_archive *archive);
/* In the order of time. Lives until the archive's next call of this. */
const struct fxtrace_message *fxtrace_message(struct fxtrace_archive *archive,
					      size_t index);
/* The same as a line of `fxtrace dump`. */
const char *fxtrace_message_text(struct fxtrace_archive *archive, size_t index,
				 size_t *n_bytes);

/* Since version 6: what a file that became the archive said of itself. */
struct fxtrace_property {
	const struct fxtrace_process *process;
	const char *name, *value;
	size_t n_name_bytes, n_value_bytes;
};
size_t fxtrace_n_properties(const struct fxtrace_archive *archive);
/* Lives until the archive's next call of this. */
const struct fxtrace_property *fxtrace_property(struct fxtrace_archive *archive,
						size_t index);

/* What found no space in the buffer of a program's thread. */
struct fxtrace_loss {
	const struct fxtrace_process *process; /* NULL: unknown */
	uint64_t tid;
	uint64_t n_calls, n_ends;
	uint64_t first_ns, last_ns;
};
size_t fxtrace_n_losses(const struct fxtrace_archive *archive);
/* Lives until the archive's next call of this. */
const struct fxtrace_loss *fxtrace_loss(struct fxtrace_archive *archive,
					size_t index);

/* Why triggers had a snapshot made: each is one of the messages, too. As a line
 * of `fxtrace dump --json`. */
size_t fxtrace_n_causes(const struct fxtrace_archive *archive);
const char *fxtrace_cause_json(struct fxtrace_archive *archive, size_t index,
			       size_t *n_bytes);

/* --- times --- */
/* ns since 1970 (UTC) of ns since the session's start. INT64_MIN: the archive
 * does not know the time of day. */
int64_t fxtrace_time_of_day(const struct fxtrace_archive *archive, uint64_t ns);
/* ns of the kernel's CLOCK_MONOTONIC at that time; UINT64_MAX: unknown. */
uint64_t fxtrace_monotonic(const struct fxtrace_archive *archive, uint64_t ns);
/* The processor's counter, or another clock of the recorder, at that time.
 * UINT64_MAX: unknown. */
uint64_t fxtrace_ticks(const struct fxtrace_archive *archive, uint64_t ns);

/* --- stacks --- */
struct fxtrace_frame {
	const char *function; /* as in the source; "": unknown */
	const char *file;     /* of the source */
	uint32_t line;	      /* 0: unknown */
	const char *module;   /* path of the ELF file */
	const char *language; /* that is interpreted; "": machine code */
	uint64_t address;     /* in the process; 0: unknown */
	uint64_t offset;      /* in the module */
	bool is_inlined;      /* into the frame that follows */
	bool is_interrupted;  /* by a signal, at this place */
};

/*
 * Where the current call was made, the innermost frame first, if it was
 * recorded with --stack. Names come from the files that were loaded and their
 * debug files, if these are here and still the same. libdw reads them: it may
 * query the servers of DEBUGINFOD_URLS, and opens what such a file names. If
 * there is no memory, it ends the program.
 *
 * n_frames  how many there are; 0: no stack
 *
 * is_whole  whether the last one is the outermost; may be NULL
 *
 * Returns them. They live until the archive's next call of this.
 */
const struct fxtrace_frame *fxtrace_stack(struct fxtrace_archive *archive,
					  size_t *n_frames, bool *is_whole);

enum fxtrace_stack_end {
	FXTRACE_STACK_WHOLE = 0,
	FXTRACE_STACK_CUT = 1,	/* at the depth that was recorded */
	FXTRACE_STACK_LOST = 2, /* what called the last frame is not known */
};
/* The name of a frame of fxtrace_stack, as `fxtrace report` lists callers: the
 * function, else MODULE+0xOFFSET, else the address. */
const char *fxtrace_frame_name(struct fxtrace_archive *archive,
			       const struct fxtrace_frame *frame,
			       size_t *n_bytes);

/* The number of the current call's stack, from 1; 0: it has none. Calls with
 * the same number were made at the same place: fxtrace_stack gives the same for
 * them, and is needed once. */
uint64_t fxtrace_stack_number(struct fxtrace_archive *archive);

/* How the stack ends that fxtrace_stack gave last. */
enum fxtrace_stack_end fxtrace_stack_end(const struct fxtrace_archive *archive);

/* --- several archives --- */
struct fxtrace_merge;

/*
 * Several archives as one sequence of calls, in the order of the time of day.
 * Calls of one machine do not change places where its clock was set back.
 * Archives of one boot know of each other how the clock was set. While they are
 * merged, fxtrace_next must not be called.
 *
 * archives  n > 0, opened; nothing was read of them; they remain the caller's
 *
 * Returns NULL if there is no memory, or if one of several does not know the
 * time of day. That one's fxtrace_error says so.
 */
struct fxtrace_merge *fxtrace_merge(struct fxtrace_archive *const *archives,
				    size_t n);
/*
 * The next call, which is the current one of its archive. Of several archives
 * its number counts the calls that are given. NULL: the end of each, and
 * fxtrace_error of each says why.
 *
 * index  which archive; may be NULL
 */
const struct fxtrace_call *fxtrace_merge_next(struct fxtrace_merge *merge,
					      size_t *index);
/* The archives stay open. */
void fxtrace_merge_close(struct fxtrace_merge *merge);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
