/* SPDX-License-Identifier: MIT */
/*
 * The FXTRACE_* variables: values, defaults, and what is refused with which
 * name.
 */
#include "preload/config/config.h"

#include <stdlib.h>

#include "tests/tap.h"

#define MIB (1ull << 20)

/* Reads one variable; returns whether it was accepted. */
static bool read_one(struct fxp_config *config, const char *variable)
{
	char *envp[] = {(char *)(uintptr_t) "PATH=/bin",
			(char *)(uintptr_t)variable, NULL};

	return fxp_config_read(config, envp, false);
}

/* Checks that a variable is refused, by the name of its own. */
static void is_refused(const char *variable, const char *name)
{
	struct fxp_config config;

	ok(!read_one(&config, variable), "%s", variable);
	is_str(config.bad_name, name);
	ok(config.bad_reason && config.bad_reason[0]);
}

static void is_defaults(const struct fxp_config *config)
{
	is_str(config->output, NULL);
	is_str(config->calls, NULL);
	is_str(config->session, NULL);
	is_u64(config->buffer_bytes, 64 * MIB);
	is_u64(config->string_max_bytes, 4096);
	is_u64(config->blob_max_bytes, 4096);
	ok(!config->has_string_max && !config->has_blob_max);
	is_u64(config->mode, FXW_STREAMING);
	is_u64(config->on_full, FXP_BLOCK);
	ok(config->follow);
	ok(!config->overwrite);
	ok(!config->for_replay);
	is_str(config->bad_name, NULL);
}

static void defaults(void)
{
	struct fxp_config config;
	char *empty[] = {NULL};

	ok(fxp_config_read(&config, empty, false));
	is_defaults(&config);
	ok(fxp_config_read(&config, NULL, false));
	is_defaults(&config);
}

static void secure(void)
{
	struct fxp_config config;
	char *envp[] = {(char *)(uintptr_t) "FXTRACE_OUTPUT=/etc/passwd",
			(char *)(uintptr_t) "FXTRACE_BUFFER=rubbish", NULL};

	ok(!fxp_config_read(&config, envp, true));
	is_defaults(&config);
}

static void texts(void)
{
	struct fxp_config config;

	ok(read_one(&config, "FXTRACE_OUTPUT=/tmp/%c.%p.fxt"));
	is_str(config.output, "/tmp/%c.%p.fxt");
	ok(read_one(&config, "FXTRACE_SESSION=a=b"));
	is_str(config.session, "a=b");
	ok(read_one(&config, "FXTRACE_CALLS=+*"));
	is_str(config.calls, "+*");
}

static void empty_values(void)
{
	struct fxp_config config;

	ok(read_one(&config, "FXTRACE_OUTPUT="));
	is_defaults(&config);
	ok(read_one(&config, "FXTRACE_BUFFER="));
	is_defaults(&config);
	ok(read_one(&config, "FXTRACE_CALLS="));
	is_defaults(&config);
}

static void other_names(void)
{
	struct fxp_config config;

	ok(read_one(&config, "FXTRACE_OUTPUTS=x"));
	is_defaults(&config);
	ok(read_one(&config, "FXTRACE_OUTPU=x"));
	is_defaults(&config);
	ok(read_one(&config, "FXTRACE_OUTPUT"));
	is_defaults(&config);
	ok(read_one(&config, "XFXTRACE_OUTPUT=x"));
	is_defaults(&config);
}

static void first_wins(void)
{
	struct fxp_config config;
	char *envp[] = {(char *)(uintptr_t) "FXTRACE_OUTPUT=a",
			(char *)(uintptr_t) "FXTRACE_OUTPUT=b", NULL};

	ok(fxp_config_read(&config, envp, false));
	is_str(config.output, "a");
}

static uint64_t buffer_of(const char *variable)
{
	struct fxp_config config;

	ok(read_one(&config, variable), "%s", variable);
	return config.buffer_bytes;
}

static void sizes(void)
{
	is_u64(buffer_of("FXTRACE_BUFFER=100000"), 100000);
	is_u64(buffer_of("FXTRACE_BUFFER=64K"), 65536);
	is_u64(buffer_of("FXTRACE_BUFFER=4M"), 4 * MIB);
	is_u64(buffer_of("FXTRACE_BUFFER=4m"), 4 * MIB);
	is_u64(buffer_of("FXTRACE_BUFFER=2G"), 2048 * MIB);
}

static void bad_sizes(void)
{
	is_refused("FXTRACE_BUFFER=4T", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER=M", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER=-1", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER=4MB", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER= 4M", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER=0x100000", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER=all", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER=18446744073709551616", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER=99999999999G", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER=63K", "FXTRACE_BUFFER");
	is_refused("FXTRACE_BUFFER=17G", "FXTRACE_BUFFER");
}

static void limits(void)
{
	struct fxp_config config;

	ok(read_one(&config, "FXTRACE_STRING_MAX=0"));
	is_u64(config.string_max_bytes, 0);
	ok(read_one(&config, "FXTRACE_STRING_MAX=all"));
	is_u64(config.string_max_bytes, FXP_UNLIMITED);
	ok(config.has_string_max && !config.has_blob_max);
	ok(read_one(&config, "FXTRACE_BLOB_MAX=16K"));
	is_u64(config.blob_max_bytes, 16384);
	ok(config.has_blob_max);
	ok(read_one(&config, "FXTRACE_BLOB_MAX=all"));
	is_u64(config.blob_max_bytes, FXP_UNLIMITED);
	is_refused("FXTRACE_STRING_MAX=ALL", "FXTRACE_STRING_MAX");
	is_refused("FXTRACE_BLOB_MAX=8Kall", "FXTRACE_BLOB_MAX");
}

static void words(void)
{
	struct fxp_config config;

	ok(read_one(&config, "FXTRACE_ON_FULL=drop"));
	is_u64(config.on_full, FXP_DROP);
	ok(read_one(&config, "FXTRACE_ON_FULL=block"));
	is_u64(config.on_full, FXP_BLOCK);
	ok(read_one(&config, "FXTRACE_FOLLOW=no"));
	ok(!config.follow);
	ok(read_one(&config, "FXTRACE_FOLLOW=0"));
	ok(!config.follow);
	ok(read_one(&config, "FXTRACE_OVERWRITE=1"));
	ok(config.overwrite);
	ok(read_one(&config, "FXTRACE_OVERWRITE=yes"));
	ok(config.overwrite);
	is_refused("FXTRACE_ON_FULL=wait", "FXTRACE_ON_FULL");
	is_refused("FXTRACE_FOLLOW=maybe", "FXTRACE_FOLLOW");
	is_refused("FXTRACE_OVERWRITE=2", "FXTRACE_OVERWRITE");
}

static void modes(void)
{
	struct fxp_config config;

	ok(read_one(&config, "FXTRACE_MODE=oneshot"));
	is_u64(config.mode, FXW_ONESHOT);
	ok(read_one(&config, "FXTRACE_MODE=circular"));
	is_u64(config.mode, FXW_CIRCULAR);
	ok(read_one(&config, "FXTRACE_MODE=streaming"));
	is_u64(config.mode, FXW_STREAMING);
	is_refused("FXTRACE_MODE=rolling", "FXTRACE_MODE");
}

static void for_replay(void)
{
	struct fxp_config config;
	char *other[] = {(char *)(uintptr_t) "FXTRACE_FOR_REPLAY=yes",
			 (char *)(uintptr_t) "FXTRACE_BLOB_MAX=7", NULL};
	char *drops[] = {(char *)(uintptr_t) "FXTRACE_FOR_REPLAY=yes",
			 (char *)(uintptr_t) "FXTRACE_ON_FULL=drop", NULL};
	char *oneshot[] = {(char *)(uintptr_t) "FXTRACE_MODE=oneshot",
			   (char *)(uintptr_t) "FXTRACE_FOR_REPLAY=1", NULL};

	ok(read_one(&config, "FXTRACE_FOR_REPLAY=yes"));
	ok(config.for_replay);
	is_u64(config.string_max_bytes, FXP_UNLIMITED);
	is_u64(config.blob_max_bytes, FXP_UNLIMITED);
	ok(fxp_config_read(&config, other, false));
	is_u64(config.blob_max_bytes, 7);
	ok(read_one(&config, "FXTRACE_FOR_REPLAY=no"));
	is_defaults(&config);
	ok(!fxp_config_read(&config, drops, false));
	is_str(config.bad_name, "FXTRACE_FOR_REPLAY");
	ok(!fxp_config_read(&config, oneshot, false));
	is_str(config.bad_name, "FXTRACE_FOR_REPLAY");
	is_refused("FXTRACE_FOR_REPLAY=maybe", "FXTRACE_FOR_REPLAY");
}

static void bad_calls(void)
{
	is_refused("FXTRACE_CALLS=read,,write", "FXTRACE_CALLS");
}

static void stacks(void)
{
	struct fxp_config config;

	ok(read_one(&config, "FXTRACE_STACK=read,%libc:io:16"));
	is_str(config.stack, "read,%libc:io");
	is_u64(config.stack_depth, 16);
	ok(read_one(&config, "FXTRACE_STACK=%libc:io"));
	is_str(config.stack, "%libc:io");
	is_u64(config.stack_depth, 32);
	ok(read_one(&config, "FXTRACE_STACK=*:128"));
	is_u64(config.stack_depth, 128);
	ok(read_one(&config, "FXTRACE_STACK="));
	is_str(config.stack, NULL);
	is_refused("FXTRACE_STACK=read:0", "FXTRACE_STACK");
	is_refused("FXTRACE_STACK=read:129", "FXTRACE_STACK");
	is_refused("FXTRACE_STACK=read:99999999999999999999", "FXTRACE_STACK");
	is_refused("FXTRACE_STACK=:16", "FXTRACE_STACK");
	is_refused("FXTRACE_STACK=read,:16", "FXTRACE_STACK");
	is_refused("FXTRACE_STACK=read,,write", "FXTRACE_STACK");
}

static const struct tap_test tests[] = {
	{"an empty environment gives the defaults", defaults},
	{"a privileged program reads nothing and stays off", secure},
	{"texts are taken as they are", texts},
	{"an empty value is no value", empty_values},
	{"names that only look alike are ignored", other_names},
	{"of a variable that is there twice the first counts", first_wins},
	{"the buffer's size takes a suffix", sizes},
	{"malformed and impossible buffer sizes are refused", bad_sizes},
	{"limits are numbers or all", limits},
	{"switches take their words and no others", words},
	{"there are three modes", modes},
	{"for a replay values are whole, and no call may be dropped",
	 for_replay},
	{"a malformed choice of calls is refused", bad_calls},
	{"stacks have a list and a depth", stacks},
};
TAP_MAIN(tests)
