/* SPDX-License-Identifier: MIT */
/*
 * The list of such programs, see the header. Entries are claimed by
 * compare-and-swap and never given back. A count is emitted when it reaches a
 * power of two, and at the end.
 */
#include "preload/schema/unrecorded.h"

#include <sys/mman.h>

#include "preload/runtime/thread.h"
#include "preload/schema/entry.h"
#include "writer/bytes.h"
#include "writer/describe.h"
#include "writer/engine.h"
#include "writer/large.h"
#include "writer/sys.h"

#define MAX_PROGRAMS 64u
#define OTHERS MAX_PROGRAMS /* counts for all that find no place */

static struct program {
	uint64_t key; /* of path and reason, 0: free */
	uint64_t n, n_failed, n_emitted;
} programs[MAX_PROGRAMS + 1] FXW_LARGE;

/* An event's contents; path: NULL if it was emitted before, or there are
 * several. */
struct start_fact {
	const char *path;
	enum fxp_bar bar;
	uint32_t place;
};

static void build_start(struct fxw_record *r, const void *what)
{
	static const char why[FXP_BARS][24] = {
		[FXP_BAR_STATIC] = "statically linked",
		[FXP_BAR_BITS] = "a 32-bit program",
		[FXP_BAR_MACHINE] = "for another processor",
		[FXP_BAR_RIGHTS] = "runs with raised rights",
	};
	const struct start_fact *fact = what;
	const struct program *program = &programs[fact->place];

	fxw_arg_uint32(r, FXW_NAME("id"), fact->place);
	if (fact->path) {
		fxp_arg_text(r, FXW_NAME("path"), fact->path,
			     fxw_length(fact->path));
		fxw_arg_string(r, FXW_NAME("why"), why[fact->bar],
			       fxw_length(why[fact->bar]));
	}
	fxw_arg_uint64(r, FXW_NAME("count"),
		       __atomic_load_n(&program->n, __ATOMIC_RELAXED));
	fxw_arg_uint64(r, FXW_NAME("failed"),
		       __atomic_load_n(&program->n_failed, __ATOMIC_RELAXED));
}

static void emit(const struct start_fact *fact)
{
	struct program *program = &programs[fact->place];

	__atomic_store_n(
		&program->n_emitted,
		__atomic_load_n(&program->n, __ATOMIC_RELAXED) +
			__atomic_load_n(&program->n_failed, __ATOMIC_RELAXED),
		__ATOMIC_RELAXED);
	fxw_cold_depth++;
	(void)fxw_describe(FXW_CATEGORY_FACT, FXW_EVENT_UNRECORDED, build_start,
			   fact);
	fxw_cold_depth--;
}

static uint64_t key_of(enum fxp_bar bar, const char *path)
{
	uint64_t key = bar;

	for (; *path; path++)
		key = key * 1099511628211u + (uint8_t)*path;
	return key ? key : 1;
}

/* Its place; *is_new if this call has claimed it. No order is needed: an entry
 * has nothing but numbers of its own. */
static uint32_t place_of(uint64_t key, bool *is_new)
{
	*is_new = false;
	for (uint32_t i = 0; i < MAX_PROGRAMS; i++) {
		uint64_t has = 0;

		*is_new = __atomic_compare_exchange_n(
			&programs[i].key, &has, key, false, __ATOMIC_RELAXED,
			__ATOMIC_RELAXED);
		if (*is_new || has == key)
			return i;
	}
	return OTHERS;
}

static uint32_t count_start(enum fxp_bar bar, const char *path)
{
	struct start_fact fact = {NULL, bar, 0};
	uint64_t n;
	bool is_new;

	fact.place = place_of(key_of(bar, path), &is_new);
	if (is_new)
		fact.path = path;
	n = __atomic_add_fetch(&programs[fact.place].n, 1, __ATOMIC_RELAXED);
	if (is_new || (n & (n - 1)) == 0)
		emit(&fact);
	return fact.place;
}

/* Used by one call at a time; others map memory of their own. A process that
 * was forked, or killed as a vfork child, in between has it taken for ever. */
static FXW_LARGE struct fxp_executed scratch;
static uint32_t scratch_is_taken;

static struct fxp_executed *borrow(void)
{
	struct fxp_executed *mapped;

	/* acquire: pairs with the release in give_back */
	if (!__atomic_exchange_n(&scratch_is_taken, 1, __ATOMIC_ACQUIRE))
		return &scratch;
	mapped = sys_mmap(NULL, sizeof(*mapped), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return sys_mapped(mapped) ? mapped : NULL;
}

static void give_back(struct fxp_executed *file)
{
	if (file != &scratch)
		(void)sys_munmap(file, sizeof(*file));
	else /* release: what was read of it */
		__atomic_store_n(&scratch_is_taken, 0, __ATOMIC_RELEASE);
}

struct fxp_started fxp_unrecorded_start(enum fxp_naming naming, int folder,
					const char *name, const char *search)
{
	struct fxp_started started = {FXP_BAR_NONE, OTHERS};
	struct fxp_executed *file;
	uint64_t old;

	if (fxw_engine.no_system_calls)
		return started;
	file = borrow();
	if (!file)
		return started;
	file->naming = naming;
	file->folder = folder;
	file->name = name;
	file->search = search;
	old = fxp_signals_hold();
	started.bar = fxp_executed_look(file);
	fxp_signals_release(old);
	if (started.bar != FXP_BAR_NONE && fxw_engine.control)
		started.place = count_start(started.bar, file->found);
	give_back(file);
	return started;
}

void fxp_unrecorded_failed(const struct fxp_started *started)
{
	const struct start_fact fact = {NULL, started->bar, started->place};

	if (started->bar == FXP_BAR_NONE || !fxw_engine.control)
		return;
	__atomic_add_fetch(&programs[fact.place].n_failed, 1, __ATOMIC_RELAXED);
	emit(&fact);
}

void fxp_unrecorded_emit(void)
{
	for (uint32_t i = 0; i <= MAX_PROGRAMS; i++) {
		struct start_fact fact = {NULL, FXP_BAR_NONE, i};
		const struct program *p = &programs[i];
		uint64_t n = __atomic_load_n(&p->n, __ATOMIC_RELAXED) +
			     __atomic_load_n(&p->n_failed, __ATOMIC_RELAXED);

		if (n != __atomic_load_n(&p->n_emitted, __ATOMIC_RELAXED))
			emit(&fact);
	}
}

void fxp_unrecorded_forget(void)
{
	fxw_zero(programs, sizeof(programs));
}
