/* SPDX-License-Identifier: MIT */
/*
 * Other formats. Each is one struct convert_format and one file of this
 * folder: how to tell it from its first bytes, how it is made into an archive,
 * and how an archive is made into it. What goes from one foreign format to
 * another goes through an archive, so that no two formats know each other.
 */
#ifndef TOOLS_CONVERT_CONVERT_H
#define TOOLS_CONVERT_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/archive/pack.h"
#include "tools/reader/calls.h"

/* What the file begins with, for probes. */
#define CONVERT_PROBE_BYTES 4096u
#define CONVERT_ERROR_BYTES 512u

/* A foreign file that becomes an archive. */
struct convert_input {
	const char *path; /* as given; "-" = standard input */
	FILE *in;	  /* at its beginning; it may be a pipe */
	FILE *archive;	  /* takes the archive; errors stay in it */
	/* Further files that belong to it: a binary with its symbols ... */
	const char *companion; /* or NULL */
	/* Shows how far it has been read, on a terminal; NULL: not shown. */
	void (*progress)(const struct convert_input *input);
	FILE *whole; /* of that, where `in` is only what was packed into it */
	uint64_t n_ticks;
	/* Out: what was left out or mended, for the user; n = 0: nothing. */
	char told[CONVERT_ERROR_BYTES];
	char error[CONVERT_ERROR_BYTES]; /* "offset 12: expected a string" */
};

/* Readers call it now and then: with each record, each piece. */
static inline void convert_tick(struct convert_input *input)
{
	if (input->progress && input->n_ticks++ % 1024 == 0)
		input->progress(input);
}

/* The calls of an archive that become a foreign file. */
struct convert_output {
	const char *path; /* to be: "-" = standard output */
	/* What is written to, and its name until it is whole; a format whose
	 * library opens files by name does so, and leaves `out` alone. */
	FILE *out;
	const char *name;
	FILE *sidecar; /* if the format has one */
	struct fxr_world *world;
	struct convert_calls *calls;
	bool is_chosen;	     /* the user said which calls */
	const void *context; /* of the job */
	char told[CONVERT_ERROR_BYTES];
	char error[CONVERT_ERROR_BYTES];
};

struct convert_format {
	const char *name;     /* of --from and --to */
	const char *suffixes; /* of files, between spaces */
	const char *purpose;  /* "what --to gives", one line */
	/* What follows OUT's name in that of a second file that belongs to it,
	 * NULL: there is none. Then is_named holds. */
	const char *sidecar;
	/* Which calls are written if the user does not say: a list of
	 * tools/select/select.h, NULL = all. */
	const char *calls;
	bool is_named;	    /* cannot go to standard output */
	bool has_companion; /* read takes what --binary names */
	bool has_events;    /* writes what is no call, too */
	bool is_packable;   /* gzip and zstd find something in it */
	/* It also comes as gzip or zstd: probe and read get it unpacked. */
	bool is_unpacked;
	/* Whether a file that begins so is of this format; NULL = never. */
	bool (*probe)(const unsigned char *bytes, size_t n_bytes);
	/* False: error says why; told may say what was left out. NULL: it is
	 * only written, or only read. */
	bool (*read)(struct convert_input *input);
	bool (*write)(struct convert_output *output);
};

/* One of each file; tools/command/formats.c lists them. */
extern const struct convert_format convert_json_lines;
extern const struct convert_format convert_csv;
extern const struct convert_format convert_folded;
extern const struct convert_format convert_sqlite;
extern const struct convert_format convert_xray;
extern const struct convert_format convert_apitrace;
extern const struct convert_format convert_chrome;
extern const struct convert_format convert_compat;
/* What is an archive already: in no list, since archives are no foreign format.
 */
extern const struct convert_format convert_copy;

struct convert_job {
	const char *in, *out;		   /* paths or "-" */
	const struct convert_format *from; /* NULL: it is an archive */
	const struct convert_format *to;   /* NULL: it becomes one */
	enum packing packing;		   /* of OUT, a format that may be */
	const char *calls;		   /* choice of functions, or NULL */
	const char *companion;
	FILE *copy; /* of what is no file and can be read once; NULL: none */
	const void *context; /* for the format that it is written by, or NULL */
};

/* Which format a file has, by its first n_bytes (0: by its name alone); NULL:
 * none that is known. */
typedef const struct convert_format *convert_find(const char *path,
						  const unsigned char *bytes,
						  size_t n_bytes);

/* Finds `from` for what `in` names: by its first bytes, or, if these say
 * nothing, by its name; NULL: an archive, which is what nobody else knows: its
 * reader says what is wrong. A pipe is copied for that. Dies if it cannot be
 * read. */
void convert_look(struct convert_job *job, convert_find *find);

/* Does it, and says what went wrong. Returns the exit status. */
int convert_run(const struct convert_job *job);

/* The next call that is wanted, in the order in which calls began; borrowed
 * until the following one. */
bool convert_next(struct convert_calls *calls, struct fxr_call *call);

/* Whether the user wants calls of a function. */
bool convert_is_wanted(const struct convert_calls *calls, const char *category,
		       const char *name);

/* How many calls there are in all, wanted or not. */
uint64_t convert_n_calls(const struct convert_calls *calls);

/* Bytes of the archive, unpacked, as far as it was read. */
uint64_t convert_n_bytes(const struct convert_calls *calls);
/* When the archive's last event was. */
uint64_t convert_last_ns(const struct convert_calls *calls);

/* Another reading of the same archive from its first record, for what is no
 * call: flows, counters, async events. is_seekable: of fxr_open. The caller
 * closes it; NULL: error. */
struct fxr_reader *convert_records(struct convert_calls *calls,
				   bool is_seekable);

/* Whether a record that convert_records gives is an event that viewers show and
 * no call's. */
bool convert_is_shown(const struct fxr_record *record,
		      struct fxr_text category);
/* An argument of one; a koid, and what is not known, is NULL and false. */
bool convert_arg(struct fxr_reader *reader, const struct fxr_record *record,
		 const struct fxt_arg *arg, struct fxr_value *value);

/* Whether a blob of this name is a piece of a call's memory, and of which
 * number, which an argument has. */
bool convert_is_piece(struct fxr_text name, uint64_t *number);

/* Records of others' archives that are neither calls nor events, which no other
 * format has a place for: blobs that are no call's, who ran on which processor,
 * what is not known. (Names of objects are not missed.) */
struct convert_left_out {
	uint64_t n_switches, n_blobs, n_unknown;
};
/* Counts the record if it is one of these. */
void convert_count(struct convert_left_out *left_out, struct fxr_reader *reader,
		   const struct fxr_record *record);
/* Says how many there were, if any. told: CONVERT_ERROR_BYTES of text, which
 * this is added to. */
void convert_report(const struct convert_left_out *left_out, char *told);

/* The group of a function as `fxtrace list` has it, or NULL. */
const char *convert_group(const struct fxr_name *name);

/* Names of process and thread, empty if the archive does not say. */
struct fxr_text convert_process_name(const struct fxr_world *world,
				     const struct fxr_thread *thread);
struct fxr_text convert_thread_name(const struct fxr_world *world,
				    const struct fxr_thread *thread);

#endif
