/* SPDX-License-Identifier: MIT */
/*
 * The table of leak_rule.def, see leak_rule.h.
 */
#include "tools/leaks/leak_rule.h"

#define RET LEAK_RET
#define OPEN(kind, names, where) {names, LEAK_OPEN, LEAK_##kind, where},
#define CLOSE(kind, names, where) {names, LEAK_CLOSE, LEAK_##kind, where},
#define SPECIAL(act, names) {names, LEAK_##act, LEAK_N_KINDS, 0},
static const struct leak_rule rules[] = {
#include "tools/leaks/leak_rule.def"
};
#define N_RULES (sizeof(rules) / sizeof(rules[0]))

/* Whether a list of names between blanks has the name. */
static bool has_name(const char *names, const char *name)
{
	size_t n = strlen(name);

	/* an archive may name nothing, which strstr finds behind the end, too
	 */
	for (const char *at = names; n && (at = strstr(at, name)); at++)
		if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
			return true;
	return false;
}

const struct leak_rule *leak_rule_find(const char *name, size_t n)
{
	for (size_t i = 0; i < N_RULES; i++)
		if (has_name(rules[i].names, name) && !n--)
			return &rules[i];
	return NULL;
}

const char *leak_rule_closer(enum leak_kind kind)
{
	if (kind == LEAK_MAPPING)
		return "munmap";
	for (size_t i = 0; i < N_RULES; i++)
		if (rules[i].act == LEAK_CLOSE && rules[i].kind == kind)
			return rules[i].names;
	return NULL;
}

const char *leak_kind_name(enum leak_kind kind, uint64_t n)
{
	static const char *const names[][2] = {
		[LEAK_DESCRIPTOR] = {"descriptor", "descriptors"},
		[LEAK_QUEUE] = {"message queue", "message queues"},
		[LEAK_STREAM] = {"stream", "streams"},
		[LEAK_FOLDER] = {"folder stream", "folder streams"},
		[LEAK_MAPPING] = {"mapping", "mappings"},
		[LEAK_SHARED] = {"shared memory segment",
				 "shared memory segments"},
		[LEAK_MEMORY] = {"allocation", "allocations"},
		[LEAK_THREAD] = {"thread", "threads"},
		[LEAK_TIMER] = {"timer", "timers"},
		[LEAK_SEMAPHORE] = {"semaphore", "semaphores"},
		[LEAK_CONVERSION] = {"character conversion",
				     "character conversions"},
		[LEAK_GL] = {"OpenGL object", "OpenGL objects"},
	};

	return names[kind][n != 1];
}
