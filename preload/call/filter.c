/* SPDX-License-Identifier: MIT */
/*
 * Which calls are wanted, see filter.h.
 */
#include "preload/call/filter.h"

#include "preload/symbol/caller.h"
#include "preload/call/condition.h"
#include "preload/symbol/error.h"
#include "preload/call/failure.h"
#include "preload/call/filtered.h"
#include "preload/call/named_file.h"
#include "preload/call/trigger.h"
#include "writer/bytes.h"
#include "writer/record.h"

/* Written once, at start. */
static struct {
	uint64_t sample, limit; /* 0: none */
	uint64_t min_ns;
	bool has_callers;
	bool wants_errors;
	bool is_on; /* any of them */
} filters;

void fxp_filters_use(const struct fxp_config *config)
{
	fxp_callers_use(config->callers);
	filters.has_callers = config->callers != NULL;
	fxp_named_files_use(config->path);
	filters.wants_errors = config->errors;
	filters.min_ns = config->min_ns;
	filters.sample = config->sample;
	filters.limit = config->limit;
	filters.is_on = config->callers || config->errors || config->min_ns ||
			config->sample || config->limit || config->path ||
			fxp_conditions_are_on();
}

/* Functions whose calls are always recorded: they begin or end a process or
 * thread. */
static bool is_needed(const char *name)
{
	static const char needed[][20] = {
		"fork",		  "__fork",	  "_Fork",     "vfork",
		"__vfork",	  "clone",	  "__clone",   "execve",
		"execv",	  "execvp",	  "execvpe",   "fexecve",
		"execveat",	  "exit",	  "_exit",     "_Exit",
		"quick_exit",	  "execl",	  "execlp",    "execle",
		"posix_spawn",	  "thrd_create",  "thrd_exit", "posix_spawnp",
		"pthread_create", "pthread_exit",
	};

	for (unsigned i = 0; i < sizeof(needed) / sizeof(*needed); i++)
		if (fxw_same(name, needed[i]))
			return true;
	return false;
}

/* Whether a filter needs to know how the call ended. */
static bool needs_end(void)
{
	return filters.wants_errors || filters.min_ns;
}

/* Whether a filter is applied when the call has returned. */
static bool is_late(const struct fxg_function *f)
{
	return needs_end() ||
	       (fxp_named_files_are_on() && !(f->flags & FXG_F_TAIL));
}

/* Whether a filter applies to all functions. */
static bool is_any(void)
{
	return needs_end() || fxp_named_files_are_on() || filters.has_callers ||
	       filters.sample || filters.limit;
}

/* Whether the filters reject every call of the function. */
static bool is_never(const struct fxg_table *table,
		     const struct fxg_function *f)
{
	return (fxp_named_files_are_on() &&
		!fxp_named_files_concern(table, f)) ||
	       (filters.wants_errors && f->error_rule == FXG_E_NONE);
}

void fxp_filter_decide(struct fxp_api *api, unsigned function)
{
	const struct fxg_table *table = api->table;
	const struct fxg_function *f = &table->functions[function];
	struct fxp_slot *cell = &api->slots[function];
	uint32_t watch = FXP_FILTERED, conditions;

	if (!filters.is_on || cell->watch & FXP_FILTERED ||
	    f->flags & FXG_F_FAKE ||
	    is_needed(table->text + table->strings[f->name]))
		return;
	conditions = fxp_conditions_about(api, function);
	if (!conditions && !is_any())
		return;
	if (!fxp_left_out_make(api)) {
		(void)fxw_durable_notice("no memory to count what filters "
					 "leave out: they do nothing");
		return;
	}
	api->filtered[function].conditions = conditions;
	if (is_never(table, f))
		api->filtered[function].is_never = true;
	else if (is_late(f) || (conditions && !(f->flags & FXG_F_TAIL)))
		watch |= FXP_HELD | (filters.min_ns ? FXP_TIMED : 0u);
	/* other threads that see it have decided the same */
	__atomic_fetch_or(&cell->watch, (uint16_t)watch, __ATOMIC_RELEASE);
}

static bool is_sampled(struct fxp_filtered *filtered)
{
	return !filters.sample ||
	       __atomic_fetch_add(&filtered->n_offered, 1, __ATOMIC_RELAXED) %
			       filters.sample ==
		       0;
}

static bool is_within_limit(struct fxp_filtered *filtered)
{
	/* first: once the limit is reached, this is never written again */
	return !filters.limit ||
	       (__atomic_load_n(&filtered->n_taken, __ATOMIC_RELAXED) <
			filters.limit &&
		__atomic_fetch_add(&filtered->n_taken, 1, __ATOMIC_RELAXED) <
			filters.limit);
}

/* The filters that are applied last. */
static bool is_counted_in(const struct fxp_slot *cell)
{
	struct fxp_filtered *filtered = fxp_filtered_of(cell);

	return (is_sampled(filtered) && is_within_limit(filtered)) ||
	       fxp_left_out_count(cell);
}

bool fxp_filter_begin(const struct fxp_slot *cell,
		      const uintptr_t *return_address)
{
	if (fxp_filtered_of(cell)->is_never ||
	    (filters.has_callers && !fxp_callers_fit(*return_address)))
		return fxp_left_out_count(cell);
	return cell->watch & FXP_HELD || is_counted_in(cell);
}

static bool has_failed(const struct fxp_slot *cell, const uint64_t *slot)
{
	int error;

	return fxp_call_failed(cell, slot, fxp_error_address(), &error);
}

/* Whether the filters want a call with these values. */
static bool values_fit(const struct fxp_slot *cell, const uint64_t *slot,
		       bool has_returned)
{
	uint32_t conditions = fxp_filtered_of(cell)->conditions;

	return (!conditions ||
		fxp_conditions_hold(conditions, cell, slot, has_returned)) &&
	       (!fxp_named_files_are_on() ||
		fxp_named_files_fit(cell, slot, has_returned));
}

bool fxp_filter_tail(const struct fxp_slot *cell,
		     const uintptr_t *return_address, const uint64_t *slot)
{
	uint32_t watch = __atomic_load_n(&cell->watch, __ATOMIC_RELAXED);

	if (!(watch & FXP_FILTERED) || watch & FXP_NOT_RECORDED)
		return !(watch & FXP_NOT_RECORDED);
	if (fxp_filtered_of(cell)->is_never ||
	    (filters.has_callers && !fxp_callers_fit(*return_address)) ||
	    !values_fit(cell, slot, false))
		return fxp_left_out_count(cell);
	return watch & FXP_HELD || is_counted_in(cell);
}

bool fxp_filter_end(const struct fxp_slot *cell, uint64_t n_ns,
		    const uint64_t *slot)
{
	if (n_ns < filters.min_ns ||
	    (filters.wants_errors && !has_failed(cell, slot)) ||
	    !values_fit(cell, slot, true))
		return fxp_left_out_count(cell);
	return is_counted_in(cell);
}

/* Whether it began so long ago that no filter on time rejects it. */
static bool lasted(uint64_t begin_ns)
{
	uint64_t now = filters.min_ns ? fxp_trigger_now_ns() : 0;

	return !filters.min_ns ||
	       (now && begin_ns && now - begin_ns >= filters.min_ns);
}

bool fxp_filter_jumped(const struct fxp_slot *cell, uint64_t begin_ns,
		       bool has_failed)
{
	if ((filters.wants_errors && !has_failed) || !lasted(begin_ns))
		return fxp_left_out_count(cell);
	return is_counted_in(cell);
}

bool fxp_filter_abandoned(const struct fxp_slot *cell, uint64_t begin_ns)
{
	if (filters.wants_errors || fxp_filtered_of(cell)->conditions ||
	    fxp_named_files_are_on() || !lasted(begin_ns))
		return fxp_left_out_count(cell);
	return is_counted_in(cell);
}
