/* SPDX-License-Identifier: MIT */
/*
 * Names in the options of `fxtrace record`, see record_names.h.
 */
#include "tools/command/record_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/base/near.h"
#include "tools/command/shim_names.h"
#include "tools/select/conditions.h"
#include "tools/select/list.h"
#include "tools/select/names.h"
#include "tools/select/redacted.h"
#include "tools/select/triggers.h"
#include "writer/redact.h"

#define MOST_FRAMES 128u
#define PREFIX "FXTRACE_"
#define PREFIX_BYTES (sizeof(PREFIX) - 1)

/* The depth in LIST:DEPTH, or NULL. */
static const char *depth_of_stack(const char *text)
{
	const char *depth = strrchr(text, ':');

	if (!depth || !depth[1] ||
	    strspn(depth + 1, "0123456789") != strlen(depth + 1))
		return NULL;
	return depth + 1;
}

/* A copy of its list. */
static char *list_of_stack(const char *text)
{
	const char *depth = depth_of_stack(text);
	char *list = strndup(text,
			     depth ? (size_t)(depth - 1 - text) : strlen(text));

	if (!list)
		die("out of memory");
	return list;
}

const char *record_check_stack(const char *text)
{
	const char *depth = depth_of_stack(text), *wrong;
	unsigned long n = depth ? strtoul(depth, NULL, 10) : 1;
	char *list;

	if (n < 1 || n > MOST_FRAMES)
		return "expected a depth from 1 to 128 after the list";
	list = list_of_stack(text);
	wrong = list_check(list);
	free(list);
	return wrong;
}

/* The list of -e: as strace has it, trace=LIST or trace=!LIST. */
static const char *after_trace(const char *text)
{
	static const char *const words[] = {"trace=", "t="};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strncmp(text, words[i], strlen(words[i])) == 0)
			return text + strlen(words[i]);
	return text;
}

char *record_trace_list(const char *text)
{
	const char *at = after_trace(text);
	bool is_negated = *at == '!';
	size_t n_bytes = 0;
	char *list;
	FILE *out = open_memstream(&list, &n_bytes);

	if (!out)
		die("out of memory");
	at += is_negated;
	for (const char *item = at; *item; item++) {
		if (is_negated && (item == at || item[-1] == ','))
			putc('-', out);
		putc(*item, out);
	}
	if (fclose(out))
		die("out of memory");
	return list;
}

const char *record_check_trace(const char *text)
{
	char *list = record_trace_list(text);
	const char *wrong = list_check(list);

	free(list);
	return wrong;
}

/* Names of functions and groups that there are not. */
static void check_names(const struct cmd *cmd, const struct option_list *shims,
			const char *option, const char *list)
{
	struct names names = names_open(list);
	char error[512];

	if (names_known(&names, error, sizeof(error))) {
		names_close(&names);
		return;
	}
	shim_names_try(&names, shims);
	if (!names_known(&names, error, sizeof(error)))
		usage(cmd, "%s: %s", option, error);
	names_close(&names);
}

/* The functions of a list of FUNCTION:ARGUMENT. */
static void check_functions(const struct cmd *cmd,
			    const struct option_list *shims, const char *option,
			    const char *list)
{
	char name[SELECT_ITEM_BYTES];
	size_t n;

	for (; *list; list += n, list += *list == ',') {
		n = strcspn(list, ",:");
		snprintf(name, sizeof(name), "%.*s", (int)n, list);
		check_names(cmd, shims, option, name);
		n = strcspn(list, ",");
	}
}

/* Reports, before the program runs, conditions that no function can meet. */
static void check_where(const struct cmd *cmd, const struct option_list *shims)
{
	const char *list = getenv("FXTRACE_WHERE");
	const char *wrong = list && *list ? conditions_check(list) : NULL;
	char error[256];

	if (wrong)
		usage(cmd, "--where %s: %s", list, wrong);
	if (list && *list &&
	    !conditions_exist(list, shims->n, error, sizeof(error)))
		usage(cmd, "--where %s: %s", list, error);
	if (list && shims->n)
		check_functions(cmd, shims, "--where", list);
}

/* The same in all lists of functions. */
static void check_lists(const struct cmd *cmd, const struct option_list *shims)
{
	const char *calls = getenv("FXTRACE_CALLS");
	const char *wrong = calls && *calls ? list_check(calls) : NULL;
	struct triggers triggers;
	const char *stack = getenv("FXTRACE_STACK"), *trigger;
	char *list;

	if (wrong)
		usage(cmd, "FXTRACE_CALLS %s: %s", calls, wrong);
	check_names(cmd, shims, "--calls", calls);
	list = stack && *stack ? list_of_stack(stack) : NULL;
	check_names(cmd, shims, "--stack", list);
	free(list);
	trigger = getenv("FXTRACE_TRIGGER");
	if (!trigger || !*trigger || triggers_check(trigger))
		return; /* choose_managed reports it */
	triggers_read(&triggers, trigger);
	for (unsigned i = 0; i < triggers.n; i++)
		if (triggers.list[i].condition != FXW_ON_SIGNAL)
			check_names(cmd, shims, "--trigger",
				    triggers.list[i].what);
}

/* A misspelt name would leave the secret in the archive. */
static void check_redact(const struct cmd *cmd, const struct option_list *shims)
{
	const char *list = getenv("FXTRACE_REDACT");
	const char *wrong = list && *list ? fxw_redact_check(list) : NULL;
	char error[512];

	if (wrong)
		usage(cmd, "FXTRACE_REDACT %s: %s", list, wrong);
	if (list && *list &&
	    !redacted_exist(list, shims->n, error, sizeof(error)))
		usage(cmd, "--redact %s", error);
	if (list && shims->n)
		check_functions(cmd, shims, "--redact", list);
}

/* Variables that no option of record is for. */
static const char *const other_variables[] = {
	"FXTRACE_CONFIG", "FXTRACE_SESSION", "FXTRACE_MANAGER",
	"FXTRACE_PAGER",  "FXTRACE_FLOW",    "FXTRACE_HIDE"};

/* The names that come nearest to a variable's. False: it is one itself. */
static bool compare_variables(const struct cmd *cmd, struct near *near)
{
	const size_t n = sizeof(other_variables) / sizeof(other_variables[0]);
	const struct option *option = cmd->options;
	char name[NEAR_BYTES];

	for (size_t i = 0; i < n; i++) {
		if (strcmp(near->wanted, other_variables[i] + PREFIX_BYTES) ==
		    0)
			return false;
		near_try(near, other_variables[i] + PREFIX_BYTES);
	}
	for (; option->name; option++) {
		if (!option->is_variable)
			continue;
		option_variable(option, name, sizeof(name));
		if (strcmp(near->wanted, name + PREFIX_BYTES) == 0)
			return false;
		near_try(near, name + PREFIX_BYTES);
	}
	return true;
}

/* A mistyped variable is refused. One that is like none may be somebody's. */
static void check_variable(const struct cmd *cmd, const char *variable)
{
	char name[NEAR_BYTES], meant[NEAR_NAMES * (NEAR_BYTES + 16)];
	size_t n = strcspn(variable, "=");
	struct near near = {.wanted = name + PREFIX_BYTES};

	if (strncmp(variable, PREFIX, PREFIX_BYTES) != 0 || n >= sizeof(name) ||
	    !variable[n] || !variable[n + 1])
		return;
	snprintf(name, sizeof(name), "%.*s", (int)n, variable);
	if (!compare_variables(cmd, &near))
		return;
	near_text(&near, PREFIX, meant, sizeof(meant));
	if (near.n)
		usage(cmd, "%s: there is no such variable%s", name, meant);
}

void record_check_names(const struct cmd *cmd, const struct option_list *shims)
{
	for (char **at = environ; at && *at; at++)
		check_variable(cmd, *at);
	check_lists(cmd, shims);
	check_where(cmd, shims);
	check_redact(cmd, shims);
}
