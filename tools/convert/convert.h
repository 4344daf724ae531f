/* SPDX-License-Identifier: MIT */
/*
 * Other formats. Each is one struct convert_format and one file of this folder.
 * It recognizes the format by its first bytes, reads it into an archive, and
 * writes it from an archive. A conversion from one
 * foreign format to another goes through an archive, so that no two formats
 * depend on each other.
 */
#ifndef TOOLS_CONVERT_CONVERT_H
#define TOOLS_CONVERT_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/archive/pack.h"
#include "tools/convert/left_out.h"
#include "tools/reader/calls.h"

/* Bytes of the file's beginning that probes get. */
#define CONVERT_PROBE_BYTES 4096u
#define CONVERT_ERROR_BYTES LEFT_OUT_BYTES

/* A foreign file that becomes an archive. */
struct convert_input {
	const char *path; /* as given; "-" = standard input */
	FILE *in;	  /* at its beginning; it may be a pipe */
	FILE *archive;	  /* takes the archive; errors stay in it */
	/* Another file that belongs to it, such as a binary with its
	 * symbols. */
	const char *companion; /* or NULL */
	/* Shows the progress of reading on a terminal; NULL: not shown. */
	void (*progress)(const struct convert_input *input);
	FILE *whole; /* the whole input, of which `in` is only the unpacked
			payload */
	uint64_t n_ticks;
	/* Out: what was left out or repaired, for the user; empty: nothing. */
	char notes[CONVERT_ERROR_BYTES];
	char error[CONVERT_ERROR_BYTES]; /* "offset 12: expected a string" */
};

/* Readers call it occasionally: with each record, each piece. */
static inline void convert_tick(struct convert_input *input)
{
	if (input->progress && input->n_ticks++ % 1024 == 0)
		input->progress(input);
}

/* The calls of an archive that become a foreign file. */
struct convert_output {
	const char *path; /* the output's: "-" = standard output */
	/* The output file, and its name until it is complete, which it has for
	 * a format that opens_by_name. That one ignores `out`. */
	FILE *out;
	const char *name;
	FILE *sidecar; /* if the format has one */
	struct fxr_world *world;
	struct convert_calls *calls;
	/* Of a format with write_rows, instead of these two. */
	struct rows *rows;
	bool is_chosen;	      /* the user has chosen calls */
	const void *context;  /* of the job */
	bool for_spreadsheet; /* of the job */
	char notes[CONVERT_ERROR_BYTES];
	char error[CONVERT_ERROR_BYTES];
};

struct convert_format {
	const char *name;     /* of --from and --to */
	const char *suffixes; /* of files, between spaces */
	const char *purpose;  /* "what --to gives", one line */
	/* The suffix that OUT's name gets for a second file that belongs to it;
	 * NULL: there is none. It requires is_named. */
	const char *sidecar;
	/* Which calls are written by default: a list of tools/select/select.h,
	 * NULL = all. */
	const char *calls;
	bool is_named;	    /* cannot be written to standard output */
	bool opens_by_name; /* writes to the output's name, not to `out` */
	bool has_companion; /* read takes the file that --binary names */
	bool has_events;    /* also writes events that are not calls */
	bool is_packable;   /* gzip and zstd make it smaller */
	bool takes_several; /* archives, with write_rows */
	/* It also comes as gzip or zstd: probe and read get it unpacked. */
	bool is_unpacked;
	/* Whether a file with these first bytes is of this format; NULL =
	 * never. */
	bool (*probe)(const unsigned char *bytes, size_t n_bytes);
	/* False: error says why; notes may say what was left out. NULL: the
	 * format is write-only, or read-only. */
	bool (*read)(struct convert_input *input);
	bool (*write)(struct convert_output *output);
	/* Instead of write: by the library for others, see rows.h. */
	bool (*write_rows)(struct convert_output *output);
	/* With write_rows: what calls need; is_brief: nothing of values. */
	bool has_values, has_names, is_brief;
	bool has_records; /* no calls at all: fxtrace_next_bytes */
	/* Options of struct fxtrace_options. */
	bool is_for_viewers, has_sorted_events, has_whole_flows;
};

/* Each is one file; tools/command/formats.c lists them. */
extern const struct convert_format convert_json_lines;
extern const struct convert_format convert_avro;
extern const struct convert_format convert_csv;
extern const struct convert_format convert_folded;
extern const struct convert_format convert_pprof;
extern const struct convert_format convert_speedscope;
extern const struct convert_format convert_firefox;
extern const struct convert_format convert_sqlite;
extern const struct convert_format convert_xray;
extern const struct convert_format convert_apitrace;
extern const struct convert_format convert_chrome;
extern const struct convert_format convert_compat;
/* An archive as the output. It is in no list, since archives are not a foreign
 * format. */
extern const struct convert_format convert_copy;

struct convert_job {
	const char *in, *out;		   /* paths or "-" */
	char *const *more_in;		   /* if several archives are merged: */
	size_t n_in;			   /* all of them, in too; else 0 */
	const struct convert_format *from; /* NULL: it is an archive */
	const struct convert_format *to;   /* NULL: it becomes one */
	enum packing packing; /* of OUT, if the format is packable */
	const char *calls;    /* choice of functions, or NULL */
	const char *paths; /* globs of the files that calls handle, or NULL */
	const char *companion;
	FILE *copy; /* of an input that is not a file and can be read once;
		       NULL: none */
	const void *context;  /* for the output format, or NULL */
	bool for_spreadsheet; /* of csv: no text becomes a formula there */
	bool overwrite;	      /* an older file of OUT's name is not kept */
};

/* The format of a file, by its first n_bytes (0: by its name alone). NULL: no
 * known format. */
typedef const struct convert_format *convert_find(const char *path,
						  const unsigned char *bytes,
						  size_t n_bytes);

/* Finds the job's `from`, the format of its input, by the first bytes, or, if
 * these do not decide, by the name. NULL: an archive. Unknown files count as
 * archives, whose reader reports what is wrong. A pipe is copied for that. Dies
 * if the input cannot be read. */
void convert_detect(struct convert_job *job, convert_find *find);

/* Runs the job and reports errors. Returns the exit status. */
int convert_run(const struct convert_job *job);

/* For `write`: the next call, in the order in which calls began; borrowed until
 * the following one. */
bool convert_next(struct convert_calls *calls, struct fxr_call *call);

/* The number of all calls. */
uint64_t convert_n_calls(const struct convert_calls *calls);

/* Bytes of the unpacked archive that were read. */
uint64_t convert_n_bytes(const struct convert_calls *calls);
/* The time of the archive's last event. */
uint64_t convert_last_ns(const struct convert_calls *calls);

/* Reads the same archive again from its first record. is_seekable: of fxr_open.
 * The caller closes it; NULL: error. */
struct fxr_reader *convert_records(struct convert_calls *calls,
				   bool is_seekable);

#endif
