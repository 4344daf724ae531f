/* SPDX-License-Identifier: MIT */
/*
 * Reads the FXTRACE_* variables. Runs once, early in somebody else's process.
 * It works on the environment's own strings and calls no other library. Values
 * that are needed later are copied, because programs that set their title
 * (nginx, redis) write it over their environment.
 */
#include "preload/config/config.h"

#include <stddef.h>
#include <sys/mman.h>

#include "preload/config/calls.h"
#include "writer/bytes.h"
#include "writer/callers.h"
#include "writer/path_globs.h"
#include "writer/duration.h"
#include "writer/redact.h"
#include "writer/sys.h"

enum variable {
	OUTPUT,
	CALLS,
	SESSION,
	MODE,
	BUFFER,
	STRING_MAX,
	BLOB_MAX,
	ON_FULL,
	FOLLOW,
	OVERWRITE,
	TRIGGER,
	REDACT,
	FOR_REPLAY,
	CALLERS,
	PATH,
	ERRORS,
	WHERE,
	MIN_TIME,
	SAMPLE,
	LIMIT,
	STACK,
	N_VARIABLES,
};

/* Arrays, not pointers: nothing for the linker to relocate. */
static const char names[N_VARIABLES][20] = {
	[OUTPUT] = "FXTRACE_OUTPUT",
	[CALLS] = "FXTRACE_CALLS",
	[SESSION] = "FXTRACE_SESSION",
	[MODE] = "FXTRACE_MODE",
	[BUFFER] = "FXTRACE_BUFFER",
	[STRING_MAX] = "FXTRACE_STRING_MAX",
	[BLOB_MAX] = "FXTRACE_BLOB_MAX",
	[ON_FULL] = "FXTRACE_ON_FULL",
	[FOLLOW] = "FXTRACE_FOLLOW",
	[OVERWRITE] = "FXTRACE_OVERWRITE",
	[TRIGGER] = "FXTRACE_TRIGGER",
	[REDACT] = "FXTRACE_REDACT",
	[FOR_REPLAY] = "FXTRACE_FOR_REPLAY",
	[CALLERS] = "FXTRACE_CALLERS",
	[PATH] = "FXTRACE_PATH",
	[ERRORS] = "FXTRACE_ERRORS",
	[WHERE] = "FXTRACE_WHERE",
	[MIN_TIME] = "FXTRACE_MIN_TIME",
	[SAMPLE] = "FXTRACE_SAMPLE",
	[LIMIT] = "FXTRACE_LIMIT",
	[STACK] = "FXTRACE_STACK",
};

#define N_MANAGERS 3u

/* Not read here: first the manager's, then the others. */
static const char others[][16] = {"COMPRESS", "BLOCK_MAX", "SNAPSHOTS_MAX",
				  "CONFIG",   "MANAGER",   "PAGER",
				  "FLOW",     "HIDE"};

const char *fxp_config_name(unsigned i)
{
	if (i < N_VARIABLES)
		return names[i] + sizeof("FXTRACE_") - 1;
	i -= N_VARIABLES;
	return i < sizeof(others) / sizeof(others[0]) ? others[i] : NULL;
}

bool fxp_config_is_name(const char *key)
{
	for (unsigned i = 0; i < N_VARIABLES + N_MANAGERS; i++)
		if (i != SESSION && fxw_same(key, fxp_config_name(i)))
			return true;
	return false;
}

const char *fxp_config_value(char *const *envp, const char *name)
{
	for (; envp && *envp; envp++) {
		const char *value = *envp;
		const char *at = name;

		/* most names differ at once */
		while (*at && *value == *at) {
			value++;
			at++;
		}
		if (!*at && *value == '=')
			return value[1] ? value + 1 : NULL;
	}
	return NULL;
}

/* Reads a suffix: by how many bits it shifts the number, -1 if it is none. */
static int suffix_bits(const char *suffix)
{
	static const char letters[] = "kmg";
	int i;

	if (!*suffix)
		return 0;
	if (suffix[1])
		return -1;
	for (i = 0; letters[i]; i++)
		if ((*suffix | 32) == letters[i])
			return 10 * (i + 1);
	return -1;
}

/* A number with suffix; false if malformed or over 2^63. */
static bool parse_size(const char *text, uint64_t *value)
{
	uint64_t n = 0;
	int bits;

	if (*text < '0' || *text > '9')
		return false;
	for (; *text >= '0' && *text <= '9'; text++) {
		if (n > (INT64_MAX - 9) / 10)
			return false;
		n = n * 10 + (uint64_t)(*text - '0');
	}
	bits = suffix_bits(text);
	if (bits < 0 || n > (uint64_t)INT64_MAX >> bits)
		return false;
	*value = n << bits;
	return true;
}

static bool parse_limit(const char *text, uint64_t *value)
{
	if (fxw_same(text, "all")) {
		*value = FXP_UNLIMITED;
		return true;
	}
	return parse_size(text, value);
}

static bool parse_bool(const char *text, bool *value)
{
	*value = fxw_same(text, "1") || fxw_same(text, "yes");
	return *value || fxw_same(text, "0") || fxw_same(text, "no");
}

/* The parsers below return NULL or the reason why the text is malformed. */

static const char *read_mode(struct fxp_config *config, const char *text)
{
	config->mode = FXW_ONESHOT;
	if (fxw_same(text, "circular"))
		config->mode = FXW_CIRCULAR;
	else if (fxw_same(text, "streaming"))
		config->mode = FXW_STREAMING;
	else if (!fxw_same(text, "oneshot"))
		return "must be oneshot, circular or streaming";
	return NULL;
}

static const char *read_on_full(struct fxp_config *config, const char *text)
{
	config->on_full = fxw_same(text, "drop") ? FXP_DROP : FXP_BLOCK;
	if (config->on_full == FXP_BLOCK && !fxw_same(text, "block"))
		return "must be block or drop";
	return NULL;
}

static const char *read_buffer(struct fxp_config *config, const char *text)
{
	uint64_t n;

	if (!parse_size(text, &n) || n < FXP_BUFFER_MIN_BYTES ||
	    n > FXP_BUFFER_MAX_BYTES)
		return "must be a number of bytes from 64K to 16G";
	config->buffer_bytes = n;
	config->has_buffer = true;
	return NULL;
}

static const char *read_limit(uint64_t *value, const char *text)
{
	return parse_limit(text, value)
		       ? NULL
		       : "must be a number of bytes (K, M, G) or all";
}

static const char *read_bool(bool *value, const char *text)
{
	return parse_bool(text, value) ? NULL : "must be yes, no, 1 or 0";
}

static const char *read_calls(struct fxp_config *config, const char *text)
{
	config->calls = text;
	return fxp_calls_check(text);
}

static const char *read_count(uint64_t *value, const char *text)
{
	return parse_size(text, value) && *value ? NULL
						 : "must be a number from 1 on";
}

static const char *read_time(uint64_t *ns, const char *text)
{
	return fxw_duration_read(text, text + fxw_length(text), ns)
		       ? NULL
		       : "must be a time, like 10us";
}

static const char *read_callers(struct fxp_config *config, const char *text)
{
	config->callers = text;
	return fxw_callers_check(text);
}

/* Finds the depth behind a list, ":16"; its end if there is none. */
static size_t list_bytes(const char *text)
{
	size_t n = fxw_length(text), at = n;

	while (at && text[at - 1] >= '0' && text[at - 1] <= '9')
		at--;
	return at && at < n && text[at - 1] == ':' ? at - 1 : n;
}

/* Checks only the depth. The list is checked after it has been copied. */
static const char *read_stack(struct fxp_config *config, const char *text)
{
	size_t n = list_bytes(text);
	uint64_t depth = FXP_STACK_DEPTH_DEFAULT;

	if (text[n] && (!parse_size(text + n + 1, &depth) || depth < 1 ||
			depth > FXP_STACK_DEPTH_MAX))
		return "must end with a depth from 1 to 128, if any";
	config->stack = text;
	config->stack_depth = (uint32_t)depth;
	return NULL;
}

static const char *read_variable(struct fxp_config *config,
				 enum variable variable, const char *text)
{
	switch (variable) {
	case OUTPUT:
		config->output = text;
		return NULL;
	case SESSION:
		config->session = text;
		return NULL;
	case CALLS:
		return read_calls(config, text);
	case MODE:
		return read_mode(config, text);
	case BUFFER:
		return read_buffer(config, text);
	case STRING_MAX:
		config->has_string_max = true;
		return read_limit(&config->string_max_bytes, text);
	case BLOB_MAX:
		config->has_blob_max = true;
		return read_limit(&config->blob_max_bytes, text);
	case ON_FULL:
		return read_on_full(config, text);
	case FOLLOW:
		return read_bool(&config->follow, text);
	case OVERWRITE:
		return read_bool(&config->overwrite, text);
	case TRIGGER:
		config->triggers = text;
		return NULL;
	case REDACT:
		config->redact = text;
		return fxw_redact_check(text);
	case FOR_REPLAY:
		return read_bool(&config->for_replay, text);
	case CALLERS:
		return read_callers(config, text);
	case PATH:
		config->path = text;
		return fxw_path_globs_check(text);
	case WHERE:
		config->where = text;
		return NULL;
	case ERRORS:
		return read_bool(&config->errors, text);
	case MIN_TIME:
		return read_time(&config->min_ns, text);
	case SAMPLE:
		return read_count(&config->sample, text);
	case LIMIT:
		return read_count(&config->limit, text);
	case STACK:
		return read_stack(config, text);
	case N_VARIABLES:
		break;
	}
	return NULL;
}

/* Space for n bytes as long as the process lives; NULL: none. */
static char *space_for(size_t n)
{
	static char some[1024];
	char *more;

	if (n <= sizeof(some))
		return some;
	more = sys_mmap(NULL, n, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return sys_mapped(more) ? more : NULL;
}

static void copy_texts(struct fxp_config *config)
{
	const char **texts[] = {
		&config->output,   &config->calls,  &config->session,
		&config->triggers, &config->redact, &config->callers,
		&config->where,	   &config->stack,  &config->path};
	const unsigned n_texts = sizeof(texts) / sizeof(texts[0]);
	size_t n_bytes = 0;
	char *to;

	for (unsigned i = 0; i < n_texts; i++)
		if (*texts[i])
			n_bytes += fxw_length(*texts[i]) + 1;
	to = space_for(n_bytes);
	for (unsigned i = 0; i < n_texts && to; i++) {
		size_t n = *texts[i] ? fxw_length(*texts[i]) + 1 : 0;

		if (n == 0)
			continue;
		fxw_copy(to, *texts[i], n);
		*texts[i] = to;
		to += n;
	}
	if (!to) /* no memory for its list */
		config->stack = NULL;
}

/* Cuts the depth off the copy. */
static bool cut_stack(struct fxp_config *config)
{
	char *list = (char *)(uintptr_t)config->stack;

	if (!list)
		return true;
	list[list_bytes(list)] = 0;
	config->bad_reason = fxp_calls_check(list);
	if (!config->bad_reason)
		return true;
	config->bad_name = names[STACK];
	return false;
}

/* A replay needs everything: whole values and every call. */
static bool set_for_replay(struct fxp_config *config)
{
	if (!config->has_string_max)
		config->string_max_bytes = FXP_UNLIMITED;
	if (!config->has_blob_max)
		config->blob_max_bytes = FXP_UNLIMITED;
	config->has_string_max = config->has_blob_max = true;
	config->bad_name = names[FOR_REPLAY];
	if (config->callers || config->path || config->where ||
	    config->errors || config->min_ns || config->sample ||
	    config->limit) {
		config->bad_reason = "needs every call: no filters";
		return false;
	}
	if (config->mode == FXW_STREAMING && config->on_full == FXP_BLOCK) {
		config->bad_name = NULL;
		return true;
	}
	config->bad_reason = "needs every call: streaming mode, and a full "
			     "buffer that is waited for";
	return false;
}

bool fxp_config_read(struct fxp_config *config, char *const *envp,
		     bool is_secure)
{
	const char *text;
	unsigned i;

	*config = (struct fxp_config){
		.buffer_bytes = FXP_BUFFER_DEFAULT_BYTES,
		.string_max_bytes = FXP_STRING_DEFAULT_BYTES,
		.blob_max_bytes = FXP_BLOB_DEFAULT_BYTES,
		.mode = FXW_STREAMING,
		.on_full = FXP_BLOCK,
		.follow = true,
	};
	/* the environment is untrusted: nothing in it may name a file */
	if (is_secure)
		return false;
	for (i = 0; i < N_VARIABLES; i++) {
		text = fxp_config_value(envp, names[i]);
		if (!text)
			continue;
		config->bad_reason = read_variable(config, i, text);
		if (config->bad_reason) {
			config->bad_name = names[i];
			return false;
		}
	}
	if (config->for_replay && !set_for_replay(config))
		return false;
	copy_texts(config);
	return cut_stack(config);
}
