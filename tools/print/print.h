/* SPDX-License-Identifier: MIT */
/*
 * Calls and values as text and as JSON, with a pen (pen.h).
 */
#ifndef TOOLS_PRINT_PRINT_H
#define TOOLS_PRINT_PRINT_H

#include "tools/base/readable.h"
#include "tools/fd/descriptors.h"
#include "tools/base/heads.h"
#include "tools/fd/labels.h"
#include "tools/base/pen.h"

/* At most, of a text that printf made. */
#define PRINT_FORMATTED_BYTES (64u << 10)

/* How a line says when its call began. */
enum print_time {
	PRINT_RELATIVE, /* seconds since the session's start */
	PRINT_CLOCK,	/* the others: of an archive that knows it */
	PRINT_DATE,
	PRINT_EPOCH,
};

/* Where texts are put together that become part of others. */
struct print_space {
	struct pen text;
	char formatted[PRINT_FORMATTED_BYTES + 1];
};

struct print {
	struct pen *out;
	struct fxr_world *world;
	bool is_stable; /* without what differs from run to run */
	bool has_blobs; /* memory in full, as a hexdump below the call */
	bool has_color; /* for a terminal */
	/* JSON for viewers, which show texts and no objects: addresses and NaN
	 * are texts. */
	bool is_for_viewers;
	enum print_time time;
	/* NULL: the program's own, in which one thread prints */
	struct print_space *space;
	struct print_names *names; /* NULL: numbers only */
	/* Of JSON lines: cached text; NULL: it is made each time. */
	struct heads_of_calls *heads;
	/* Puts further keys of a call's JSON, each behind a comma, from `more`;
	 * NULL: there are none. */
	void (*put_more)(const struct print *print,
			 const struct fxr_call *call);
	void *more;
};

/* Names of descriptors and streams, and of OpenGL's objects (NULL: unknown).
 * Only the former have taken the call that is printed. */
struct print_names {
	struct descriptors *descriptors;
	struct labels *labels;
	const struct fxr_call *call;
	const struct fxr_arg *arg; /* the printed one; NULL: the result */
};

enum print_color {
	PRINT_PLAIN,
	PRINT_FAINT, /* numbers, times, ids */
	PRINT_NAME,  /* of the function */
	PRINT_ERROR,
	PRINT_OBJECT, /* a descriptor or stream's name */
};

/* The space that the printer has. */
struct print_space *print_space(const struct print *print);

/* The rest of the line has this color, if colors are on. */
void print_color(const struct print *print, enum print_color color);

/* One line (and hexdumps): NUMBER TIME PID/TID NAME(...) = RET <DURATION> */
void print_call(const struct print *print, const struct fxr_call *call);
/* The beginning of such a line for a call that has no end yet. Its rest is a
 * line of its own once the call ends. */
void print_call_begun(const struct print *print, const struct fxr_call *call);
void print_call_resumed(const struct print *print, const struct fxr_call *call);
/* The text between its parentheses. */
void print_call_args(const struct print *print, const struct fxr_call *call);
/* Argument number `from` as NAME=VALUE, with its other members and its value
 * after the call; returns the number of the next one. */
size_t print_call_arg(const struct print *print, const struct fxr_call *call,
		      size_t from);
/* The text behind them: " = RET", an error, its state. */
void print_call_result(const struct print *print, const struct fxr_call *call);
/* A call as one line of JSON. */
void print_call_json(const struct print *print, const struct fxr_call *call);
/* The time of day of ns since the session's start: ISO 8601 with microseconds,
 * in UTC. Nothing if the archive does not know it. */
void print_utc(struct pen *out, const struct fxr_world *world, uint64_t ns);
/* The state's name in JSON and the other formats. */
const char *print_state(const struct fxr_call *call);

/* The pid that the thread's process sees as its own, if that is another number
 * than its id in the archive; else 0. */
uint64_t print_seen_pid(const struct fxr_world *world,
			const struct fxr_thread *thread);
/* Its arguments, ret and errno as one object. */
void print_args_json(const struct print *print, const struct fxr_call *call);

/* The text that a call of the printf family made, in the printer's space.
 * False: it is another call, its values were not recorded, or an
 * argument is the text itself. *is_whole: all of the text could be made. */
bool print_formatted(const struct print *print, const struct fxr_call *call,
		     struct fxr_text *text, bool *is_whole);

/* One line: # TIME PID/TID TEXT */
void print_notice(const struct print *print, const struct fxr_notice *notice);

/* One record with its offset, its type and its fields. */
void print_record(const struct print *print, struct fxr_reader *reader,
		  const struct fxr_record *record);

void print_value(const struct print *print, const struct fxr_value *value);
/* The same as JSON. */
void print_value_json(const struct print *print, const struct fxr_value *value);

/* Says which argument is printed next (NULL: the return value), and so whether
 * it is a result of the call. */
void print_names_aim(const struct print *print, const struct fxr_call *call,
		     const struct fxr_arg *arg);
/* <NAME> behind a descriptor or stream, if it is known. */
void print_name_of(const struct print *print, const struct fxr_value *value);
/* The same behind an argument that names a folder and whose type is not a
 * descriptor's: AT_FDCWD and the like. */
void print_name_of_arg(const struct print *print, const struct fxr_arg *arg);
/* That name of an argument, or of the result (arg NULL), or NULL. Lives until
 * the next call is taken. */
const char *print_find_name(const struct print *print,
			    const struct fxr_call *call,
			    const struct fxr_arg *arg);
/* All names of the call's values as ,"fd_names":{"3":"/etc/passwd"} and
 * ,"labels":{"gl:texture 5":"wall"}. */
void print_names_json(const struct print *print, const struct fxr_call *call);

void print_hexdump(struct pen *out, const char *indent, struct fxr_text bytes);
/* The shortest decimal that reads back as the same number. */
void print_double(struct pen *out, double number, bool is_float);

#endif
