/* SPDX-License-Identifier: MIT */
/*
 * The FXTRACE_* variables, and which functions FXTRACE_CALLS selects. Read
 * once at start, from an environment that the caller gives.
 * Nothing allocates, locks, prints or changes errno. After our relocation.
 */
#ifndef PRELOAD_CONFIG_CONFIG_H
#define PRELOAD_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

#define FXP_BUFFER_DEFAULT_BYTES (64ull << 20)
/* with a manager: small, because a fresh page costs 2 us */
#define FXP_BUFFER_STREAMING_BYTES (4ull << 20)
/* half of it for stacks */
#define FXP_BUFFER_STACKS_BYTES (8ull << 20)
#define FXP_BUFFER_MIN_BYTES (64ull << 10)
#define FXP_BUFFER_MAX_BYTES (16ull << 30)
#define FXP_STRING_DEFAULT_BYTES 4096ull
#define FXP_BLOB_DEFAULT_BYTES 4096ull
#define FXP_STACK_DEPTH_DEFAULT 32u
#define FXP_STACK_DEPTH_MAX 128u
#define FXP_UNLIMITED UINT64_MAX /* "all" */

enum fxp_on_full { FXP_BLOCK, FXP_DROP };

/* Strings are copies of the last value read, and NULL if unset or empty. */
struct fxp_config {
	const char *output;
	const char *calls;
	const char *session;
	const char *triggers; /* checked by fxp_triggers_read */
	const char *redact;
	const char *callers;
	const char *path;	/* globs of files (writer/path_globs.h) */
	uint64_t sample, limit; /* 0: none */
	const char *stack;	/* the list, without its depth */
	uint32_t stack_depth;
	uint64_t min_ns;
	const char *where; /* checked by fxp_conditions_use */
	bool errors;	   /* only calls that failed */
	uint64_t buffer_bytes;
	uint64_t string_max_bytes; /* FXP_UNLIMITED = all */
	uint64_t blob_max_bytes;   /* likewise; see has_blob_max */
	enum fxw_mode mode; /* streaming: oneshot where there is no manager */
	enum fxp_on_full on_full;
	bool has_buffer;
	/* set by the user: then they apply to every library */
	bool has_string_max, has_blob_max;
	bool follow;
	bool overwrite;
	bool for_replay; /* record what a replay of files needs */
	/* The first malformed variable, static strings; NULL if none. */
	const char *bad_name;	/* "FXTRACE_BUFFER" */
	const char *bad_reason; /* "must be 64K to 16G" */
};

/*
 * Fills `config` in with the defaults and the variables.
 * envp       NULL-terminated; only read during the call.
 * is_secure  AT_SECURE: then nothing is read, and tracing must stay off.
 * Returns whether tracing may start. If not and bad_name is set, the caller
 * reports bad_name and bad_reason in one line.
 */
bool fxp_config_read(struct fxp_config *config, char *const *envp,
		     bool is_secure);

/* The i-th of all variables of fxtrace's, without FXTRACE_; NULL: there are
 * fewer. */
const char *fxp_config_name(unsigned i);

/* Whether a file of settings may have that key: the name of a recording
 * variable without FXTRACE_. */
bool fxp_config_is_name(const char *key);

/* Value of the variable `name` in envp, NULL if unset or empty. */
const char *fxp_config_value(char *const *envp, const char *name);

#endif
