/* SPDX-License-Identifier: MIT */
/*
 * Conditions and alerts, see trigger.h.
 */
#include "preload/call/trigger.h"

#include "preload/call/cause.h"
#include "preload/call/waits.h"
#include "preload/config/calls.h"
#include "preload/call/failure.h"
#include "preload/symbol/error.h"
#include "writer/alert.h"
#include "writer/clock.h"
#include "writer/thread.h"
#include "writer/bytes.h"

/* A trigger that has fired rests this long: the manager has received it, and
 * other packets need its cells. */
#define REST_NS 10000000u
#define MAX_SIGNAL 64

extern struct fxp_api fxp_libc __attribute__((visibility("hidden")));

/* Written once, at start; read only then. */
static struct fxw_trigger triggers[FXW_TRIGGERS];
static int values[FXW_TRIGGERS]; /* of the error, or the signal */
static unsigned n_triggers;
/* when each of them may fire again */
static uint64_t rests_until[FXW_TRIGGERS];

/* The number of an error or signal; 0 if there is none of that name. */
static int number_of(const char *name)
{
	const struct fxg_table *table = fxp_libc.table;

	for (uint32_t i = 0; i < table->n_enumerators; i++)
		if (fxw_same(table->text + table->enumerators[i].name, name))
			return (int)table->enumerators[i].value;
	return 0;
}

static const char *find_numbers(unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const struct fxw_trigger *t = &triggers[i];

		values[i] = 0;
		if (t->condition == FXW_ON_ERROR)
			values[i] = number_of(t->error);
		else if (t->condition == FXW_ON_SIGNAL)
			values[i] = number_of(t->what);
		else
			continue;
		if (values[i] <= 0)
			return "names an unknown error or signal";
		if (t->condition == FXW_ON_SIGNAL && values[i] > MAX_SIGNAL)
			return "names an unknown signal";
	}
	return NULL;
}

const char *fxp_triggers_read(const char *text)
{
	const char *wrong;
	unsigned n;

	wrong = fxw_triggers_read(text, triggers, &n);
	if (!wrong)
		wrong = find_numbers(n);
	for (unsigned i = 0; i < n && !wrong; i++)
		if (triggers[i].condition != FXW_ON_SIGNAL)
			wrong = fxp_calls_check(triggers[i].what);
	if (!wrong)
		n_triggers = n;
	return wrong;
}

const char *fxp_trigger_calls(unsigned i)
{
	if (i >= n_triggers)
		return NULL;
	return triggers[i].condition == FXW_ON_SIGNAL ? "" : triggers[i].what;
}

static bool is_about(const struct fxw_trigger *trigger,
		     const struct fxp_api *api, unsigned function)
{
	const struct fxg_table *table = api->table;
	const struct fxp_names names =
		fxp_names_of(table, &table->functions[function]);

	return trigger->condition != FXW_ON_SIGNAL &&
	       fxp_calls_match(trigger->what, &names, false);
}

bool fxp_triggers_concern(const struct fxp_api *api, unsigned function)
{
	for (unsigned i = 0; i < n_triggers; i++)
		if (is_about(&triggers[i], api, function))
			return true;
	return false;
}

/* 0: the program has forbidden reading the clock. */
uint64_t fxp_trigger_now_ns(void)
{
	return fxw_clock.kind == FXW_CLOCK_STOPPED
		       ? 0
		       : fxw_clock_ns(CLOCK_MONOTONIC);
}

/* How long the call took; 0 if that is unknown. */
static uint64_t n_ns_since(uint64_t begin_ns)
{
	uint64_t now = fxp_trigger_now_ns();

	return now && begin_ns ? now - begin_ns : 0;
}

static void fire(unsigned i, const struct fxp_cause *cause)
{
	uint64_t now = fxp_trigger_now_ns();
	uint64_t until = __atomic_load_n(&rests_until[i], __ATOMIC_RELAXED);

	/* one thread fires, the others skip */
	if (now < until || !__atomic_compare_exchange_n(
				   &rests_until[i], &until, now + REST_NS,
				   false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return;
	if (triggers[i].action == FXW_SNAPSHOT)
		fxp_cause_put(&triggers[i], i, cause);
	/* no space: it fires the next time that the condition holds */
	if (!fxw_alert(triggers[i].name))
		__atomic_store_n(&rests_until[i], 0, __ATOMIC_RELAXED);
}

void fxp_trigger_start_clock(struct fxp_call *call)
{
	call->watch_ns = fxp_trigger_now_ns();
}

void fxp_trigger_stop_clock(struct fxp_call *call)
{
	call->watch_ns = n_ns_since(call->watch_ns);
}

/* Whether the call was slow because it is made to wait, which the condition
 * does not mean. */
static bool is_only_waiting(unsigned i, const struct fxg_table *table,
			    const struct fxg_function *f, const uint64_t *slot)
{
	return triggers[i].condition == FXW_ON_SLOW && !triggers[i].is_exact &&
	       !triggers[i].has_wait && fxp_call_waits(table, f, slot);
}

static bool holds(unsigned i, uint64_t n_ns, bool failed, int error)
{
	switch (triggers[i].condition) {
	case FXW_ON_CALL:
		return true;
	case FXW_ON_SLOW:
		return n_ns > triggers[i].least_ns;
	case FXW_ON_ERROR:
		return failed && error == values[i];
	default:
		return false;
	}
}

void fxp_trigger_end(const struct fxp_call *call, const uint64_t *slot)
{
	struct fxp_slot *cell = call->cell;
	struct fxp_api *api = cell->api;
	unsigned function = (unsigned)(cell - api->slots);
	const struct fxg_function *f = &api->table->functions[function];
	struct fxp_cause cause = {.cell = cell,
				  .slot = slot,
				  .is_over = true,
				  .begin_ticks = call->begin_ticks & ~FXP_DEEP,
				  .n_ns = call->watch_ns};

	cause.failed =
		fxp_call_failed(cell, slot, fxp_error_address(), &cause.error);
	for (unsigned i = 0; i < n_triggers; i++)
		if (holds(i, call->watch_ns, cause.failed, cause.error) &&
		    is_about(&triggers[i], api, function) &&
		    !is_only_waiting(i, api->table, f, slot))
			fire(i, &cause);
}

void fxp_trigger_tail(struct fxp_slot *cell, const uint64_t *slot)
{
	struct fxp_api *api = cell->api;
	unsigned function = (unsigned)(cell - api->slots);
	const struct fxp_cause cause = {.cell = cell, .slot = slot};

	for (unsigned i = 0; i < n_triggers; i++)
		if (triggers[i].condition == FXW_ON_CALL &&
		    is_about(&triggers[i], api, function))
			fire(i, &cause);
}

void fxp_trigger_signal(int signo)
{
	const struct fxp_cause cause = {.signo = signo};

	for (unsigned i = 0; i < n_triggers; i++)
		if (triggers[i].condition == FXW_ON_SIGNAL &&
		    values[i] == signo)
			fire(i, &cause);
}

uint64_t fxp_trigger_signals(void)
{
	uint64_t signals = 0;

	for (unsigned i = 0; i < n_triggers; i++)
		if (triggers[i].condition == FXW_ON_SIGNAL)
			signals |= 1ull << (values[i] - 1);
	return signals;
}
