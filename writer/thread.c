/* SPDX-License-Identifier: MIT */
/*
 * Threads: their state, identity records and spans. See thread.h.
 */
#include "writer/thread.h"

#include <errno.h>
#include <linux/prctl.h>
#include <signal.h>

#include "writer/memory.h"
#include "writer/sys.h"
#include "writer/thread_list.h"
#include "writer/utf8.h"

#define STATE_BYTES (FXW_THREAD_BYTES + FXW_MEMORY_BYTES)
#define FIRST_SPAN_WORDS (1024u / 8)

__thread struct fxw_thread *fxw_self __attribute__((tls_model("initial-exec")));

__thread uint32_t fxw_cold_depth __attribute__((tls_model("initial-exec")));

uintptr_t fxw_handle_bytes;
static uint32_t n_slots_used;

static struct fxw_thread *new_state(void)
{
	int error;

	return fxw_memory_wiped(STATE_BYTES, &error);
}

/* A state whose thread is gone. */
static struct fxw_thread *find_unused(uint32_t tid)
{
	struct fxw_thread *t = fxw_threads_first();

	for (; t; t = t->next) {
		uint32_t exiting = FXW_SLOT_EXITING;
		struct fxw_slot *slot = *(struct fxw_slot *volatile *)&t->slot;

		if (!slot || __atomic_load_n(&slot->state, __ATOMIC_RELAXED) !=
				     FXW_SLOT_EXITING)
			continue;
		if (t->id != tid &&
		    sys_tgkill((int)fxw_engine.pid, (int)t->id, 0) != -ESRCH)
			continue;
		/* acquire: whatever its former thread wrote */
		if (__atomic_compare_exchange_n(
			    &slot->state, &exiting, FXW_SLOT_LIVE, false,
			    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return t;
	}
	return NULL;
}

static struct fxw_slot *take_slot(struct fxw_thread *t)
{
	uint32_t i = __atomic_fetch_add(&n_slots_used, 1, __ATOMIC_RELAXED);

	if (i < FXW_SLOTS) {
		t->places = fxw_engine.control->places[i];
		return &fxw_engine.control->slots[i];
	}
	i -= FXW_SLOTS;
	if (fxw_engine.more_slots && i < fxw_engine.n_more_slots) {
		t->places = fxw_engine.more_places[i];
		return &fxw_engine.more_slots[i];
	}
	/* a finisher cannot see it: it must look for gaps */
	__atomic_fetch_add(&fxw_engine.n_gaps, 1, __ATOMIC_RELAXED);
	t->places = t->own_places;
	return &t->own_slot;
}

static bool has_free_slot(void)
{
	return __atomic_load_n(&n_slots_used, __ATOMIC_RELAXED) <
	       FXW_SLOTS + fxw_engine.n_more_slots;
}

/* Adds a former thread's losses to those without a thread. */
static void merge_losses(struct fxw_slot *slot)
{
	struct fxw_control *control = fxw_engine.control;

	__atomic_fetch_add(&control->n_lost_unslotted, slot->n_lost,
			   __ATOMIC_RELAXED);
	__atomic_fetch_add(&control->n_lost_ends_unslotted, slot->n_lost_ends,
			   __ATOMIC_RELAXED);
	slot->n_lost = 0;
	slot->n_lost_ends = 0;
	slot->lost_first_ms = 0;
}

static void build_process_arg(struct fxw_record *r, uint64_t process)
{
	fxw_arg_word(r, FXT_ARG_KOID, FXW_NAME("process"), process);
}

uint64_t fxw_object_build(struct fxw_record *r, const struct fxw_object *o)
{
	uint64_t n_name = fxw_length_max(o->name, FXW_COMM_BYTES);
	uint64_t *at = fxw_put(r, 2);

	if (at)
		at[1] = o->koid;
	fxw_put_name(r, fxw_name_inline(o->name, n_name));
	if (o->process)
		build_process_arg(r, o->process);
	return fxt_kernel_object_header(r->used_words, o->type,
					fxt_inline_ref(n_name), r->n_args);
}

void fxw_name_object(const struct fxw_object *object)
{
	struct fxw_record r = {.space_words = 0}; /* measures */
	uint64_t *at;

	(void)fxw_object_build(&r, object);
	at = fxw_durable_take(r.used_words);
	if (!at)
		return;
	r = (struct fxw_record){.start = at, .space_words = r.used_words};
	fxw_commit(at, fxw_object_build(&r, object));
}

static void name_object(unsigned type, uint64_t koid, const char *name,
			uint64_t process)
{
	fxw_name_object(&(struct fxw_object){type, koid, process, name});
}

void fxw_name_process(uint64_t process, const char *name)
{
	name_object(FXT_OBJECT_PROCESS, process, name, 0);
	name_object(FXT_OBJECT_THREAD, fxw_recorder_koid((uint32_t)process),
		    "fxtrace", process);
}

void fxw_thread_refresh(struct fxw_thread *t)
{
	uint32_t depth = t->depth;
	bool may = !fxw_engine.fences && fxw_clock.kind == FXW_CLOCK_TSC;
	uint32_t bits = t->ref ? (uint32_t)t->ref << 24 : FXW_BITS_INLINE;

	*(volatile uint32_t *)&t->level[0].event_bits = may ? bits : 0;
	*(volatile uintptr_t *)&t->bottom =
		may && t->ref ? t->stack_low : UINTPTR_MAX;
	*(volatile uintptr_t *)&t->top =
		depth < FXW_OPEN_MAX ? t->open[depth].frame : 0;
	/* In this order: a handler in between may set it, or fork. The child's
	 * page is wiped, and a page without a slot has no bits. */
	if (*(volatile uint64_t *)&t->special ||
	    !*(struct fxw_slot *volatile *)&t->slot) {
		*(volatile uintptr_t *)&t->bottom = UINTPTR_MAX;
		*(volatile uint32_t *)&t->level[0].event_bits = 0;
	}
}

void fxw_own_name(char name[FXW_COMM_BYTES])
{
	fxw_zero(name, FXW_COMM_BYTES);
	(void)sys_prctl(PR_GET_NAME, (unsigned long)name, 0, 0, 0);
	fxw_utf8_clean(name, fxw_length_max(name, FXW_COMM_BYTES));
}

bool fxw_may_name(void)
{
	return fxw_offset_words(__atomic_load_n(fxw_engine.durable.alloc,
						__ATOMIC_RELAXED)) <=
	       fxw_engine.durable.limit_words / 2;
}

/* A vfork child that makes calls: its ids get a name, too. */
static void emit_child_identity(const struct fxw_thread *t)
{
	char name[FXW_COMM_BYTES];

	if (!fxw_may_name())
		return;
	fxw_own_name(name);
	name_object(FXT_OBJECT_PROCESS, t->process, name, 0);
	name_object(FXT_OBJECT_THREAD, t->id, name, t->process);
}

/* Gives the thread an index, if one is left, and emits its name and ids. */
static void emit_identity(struct fxw_thread *t)
{
	char name[FXW_COMM_BYTES];
	uint32_t index;
	uint64_t *record;

	t->ref = 0;
	t->is_unnamed = !fxw_may_name();
	if (t->is_unnamed) {
		/* its next span begins with its name */
		t->span_words = FIRST_SPAN_WORDS;
		t->level[0].cursor = t->level[0].end = NULL;
		return;
	}
	index = __atomic_fetch_add(&fxw_engine.next_thread_index, 1,
				   __ATOMIC_RELAXED);
	fxw_own_name(name);
	name_object(FXT_OBJECT_THREAD, t->id, name, t->process);
	if (index > FXT_THREAD_MAX_INDEX) {
		__atomic_store_n(&fxw_engine.next_thread_index,
				 FXT_THREAD_MAX_INDEX + 1, __ATOMIC_RELAXED);
		return;
	}
	record = fxw_durable_take(3);
	if (!record)
		return;
	record[1] = t->process;
	record[2] = t->id;
	fxw_commit(record, fxt_thread_header((uint8_t)index));
	t->ref = (uint8_t)index;
}

/* The interrupted owner may have committed its record without moving the
 * cursor: step over what is not the span's last filler. */
static void repair_level(struct fxw_level *level)
{
	while (level->cursor && level->cursor < level->end) {
		uint64_t left = (uint64_t)(level->end - level->cursor);
		uint64_t n_words = *level->cursor >> 4 & 0xfff;

		if (*level->cursor == fxt_filler_header(left))
			return;
		if (n_words == 0 || n_words > left)
			break;
		level->cursor += n_words;
	}
	level->cursor = level->end = NULL;
}

/* The stamp of the marked event, if it is of that type; else 0. It may be
 * filler still. A buffer that came round between the jump and now may hold
 * anything. */
static uint64_t marked_ticks(const struct fxw_open *open,
			     enum fxt_event_type type)
{
	uintptr_t base = (uintptr_t)fxw_engine.map;
	uintptr_t off;
	const uint64_t *record;

	if (!open->end_mark || !base)
		return 0;
	off = ((uintptr_t)open->end_mark << 3) - base;
	off &= (1ull << 34) - 1; /* of the bits that a mark has */
	if (off > fxw_engine.map_bytes - 16)
		return 0;
	record = (const uint64_t *)(base + off);
	return (*record & 15) == FXT_RECORD_EVENT &&
			       (*record >> 16 & 15) == type
		       ? record[1]
		       : 0;
}

bool fxw_end_is_there(const struct fxw_open *open)
{
	return marked_ticks(open, FXT_EVENT_DURATION_END) > open->begin_ticks;
}

bool fxw_begin_is_there(const struct fxw_open *open)
{
	return marked_ticks(open, FXT_EVENT_DURATION_BEGIN) ==
	       open->begin_ticks;
}

/* What the level pins from the next store of WRITING on. The slot is an
 * argument because a handler may have forked since it was loaded, which wipes
 * t's page. */
static void pin_level(struct fxw_thread *t, struct fxw_slot *slot, unsigned i,
		      uint32_t sequence, uint32_t place)
{
	uint32_t *places = *(uint32_t *volatile *)&t->places;

	/* pairs with the loads in pin.c, which follow that of `inside` */
	__atomic_store_n(&slot->sequence[i], sequence, __ATOMIC_RELAXED);
	if (places)
		__atomic_store_n(&places[i], place, __ATOMIC_RELAXED);
}

/* The level pins its span again. */
static void unpin_level(struct fxw_thread *t, unsigned i)
{
	struct fxw_slot *slot = *(struct fxw_slot *volatile *)&t->slot;

	if (slot) /* else a handler forked: this is the child */
		pin_level(t, slot, i, t->level[i].sequence, t->span_places[i]);
}

void fxw_window_pin(struct fxw_window *w, uint32_t sequence, uint32_t place)
{
	w->moved = true;
	pin_level(w->thread, w->slot, w->level, sequence, place);
}

void fxw_window_unpin(struct fxw_window *w)
{
	unpin_level(w->thread, w->level);
}

/* A thread that was jumped out of, or cancelled, inside a window may have taken
 * space and not begun it. */
static void note_gap(const struct fxw_thread *t, uint32_t i)
{
	const struct fxw_slot *slot = t->slot;

	if (slot &&
	    __atomic_load_n(&slot->inside[i], __ATOMIC_RELAXED) != FXW_AWAY)
		__atomic_fetch_add(&fxw_engine.n_gaps, 1, __ATOMIC_RELAXED);
}

/* The fast path was left in the middle of a begin. The call's entry has no
 * frame yet: it gets that of the window, which is dead, if the begin was
 * committed. */
static void settle_begin(struct fxw_thread *t, const uint64_t *record,
			 uintptr_t owner)
{
	struct fxw_open *open = &t->open[t->depth];

	if (!t->depth || t->depth > FXW_OPEN_MAX || open->frame != UINTPTR_MAX)
		return;
	if (record && (*record & 15) == FXT_RECORD_EVENT &&
	    (*record >> 16 & 15) == FXT_EVENT_DURATION_BEGIN &&
	    record[1] == open->begin_ticks)
		open->frame = owner;
	else
		t->depth--;
	fxw_thread_refresh(t);
}

void fxw_level_repair(struct fxw_thread *t, uint32_t i)
{
	struct fxw_level *level = &t->level[i];

	note_gap(t, i);
	if (i == 0)
		settle_begin(t, level->end ? level->cursor : NULL,
			     level->owner);
	repair_level(level);
	unpin_level(t, i);
}

/* The former thread's spans are as good as new ones. */
static void inherit_spans(struct fxw_thread *t)
{
	for (unsigned i = 0; i < FXW_LEVELS; i++) {
		struct fxw_level *level = &t->level[i];

		note_gap(t, i);
		repair_level(level);
		level->owner = 0;
		__atomic_store_n(&t->slot->inside[i], FXW_AWAY,
				 __ATOMIC_RELAXED);
		unpin_level(t, i);
	}
}

static void reset_state(struct fxw_thread *t, uint32_t tid)
{
	for (unsigned i = 0; i <= FXW_OPEN_MAX; i++)
		t->open[i].frame = UINTPTR_MAX;
	t->process = fxw_engine.koid;
	t->id = tid;
	t->home_tid = tid;
	t->handle = fxw_own_handle();
	t->depth = 0;
	t->stack_low = UINTPTR_MAX; /* the first call finds it out */
	t->stack_high = 0;
	t->saved_frame = 0;
	t->signal_stack = (struct fxw_range){0, 0};
	t->is_signal_hidden = false;
	t->stopped = 0;
	t->emits_deferred = 0;
	t->n_deferred = 0;
	t->vforked = 0;
	t->modules_dirty = 0;
	t->has_flow = 0;
	t->is_shared = 0;
	t->flow = 0;
	t->destructor_rounds = 0;
	for (unsigned i = 0; i < FXW_STACKS; i++)
		t->stacks[i] = 0; /* the former thread's */
}

/* Makes a state, or a page that fork has wiped, one. */
static struct fxw_thread *prepare_state(struct fxw_thread *t, uint32_t tid)
{
	struct fxw_slot *slot;

	if (!t)
		t = new_state();
	if (!t)
		return NULL;
	slot = take_slot(t);
	__atomic_store_n(&slot->state, FXW_SLOT_LIVE, __ATOMIC_RELAXED);
	t->span_words = FIRST_SPAN_WORDS;
	reset_state(t, tid);
	t->slot = slot;
	fxw_threads_add(t);
	return t;
}

struct fxw_thread *fxw_thread_attach(void)
{
	int found_tid = sys_gettid();
	uint32_t tid = (uint32_t)found_tid;
	struct fxw_thread *t = fxw_self;

	if (t && t->slot)
		return t;
	if (found_tid < 0)
		return NULL;
	if (!t) /* else: wiped by fork, our page all the same */
		t = find_unused(tid);
	/* a thread that the manager cannot see inside must not write */
	if (!(t && t->slot) && fxw_engine.is_lent && !has_free_slot())
		return NULL;
	if (t && t->slot) {
		merge_losses(t->slot);
		inherit_spans(t);
		reset_state(t, tid);
	} else {
		t = prepare_state(t, tid);
	}
	if (!t)
		return NULL;
	if (fxw_engine.is_lent && t->slot == &t->own_slot) {
		t->slot = NULL; /* others were faster */
		return NULL;
	}
	__atomic_store_n(&t->slot->tid, tid, __ATOMIC_RELAXED);
	emit_identity(t);
	t->generation = fxw_engine.generation;
	fxw_thread_refresh(t);
	fxw_self = t;
	return t;
}

uint32_t fxw_threads_count(void)
{
	return __atomic_load_n(&n_slots_used, __ATOMIC_RELAXED);
}

struct fxw_slot *fxw_slot_used(uint32_t i)
{
	return i < fxw_threads_count() ? fxw_slot_at(i) : NULL;
}

void fxw_threads_forget(void)
{
	fxw_threads_clear();
	n_slots_used = 0;
}

void fxw_thread_exiting(struct fxw_thread *thread)
{
	struct fxw_slot *slot;

	fxw_cold_depth++;
	slot = *(struct fxw_slot *volatile *)&thread->slot;
	if (slot) /* else a handler forked; release: pairs with find_unused */
		__atomic_store_n(&slot->state, FXW_SLOT_EXITING,
				 __ATOMIC_RELEASE);
	fxw_cold_depth--;
}

void fxw_thread_vfork(struct fxw_thread *thread)
{
	if (thread->vforked)
		return;
	thread->home_depth = thread->depth;
	thread->home_deferred = thread->n_deferred;
	thread->home_ref = thread->ref;
	thread->home_level = thread->level[0];
	/* no space: every record goes through fxw_window_grow */
	thread->level[0].cursor = thread->level[0].end = NULL;
	thread->vforked = 1;
	fxw_thread_refresh(thread);
}

void fxw_thread_share(struct fxw_thread *thread)
{
	thread->is_shared = 1;
	fxw_thread_refresh(thread);
}

bool fxw_thread_is_other(const struct fxw_thread *thread)
{
	return fxw_engine.no_system_calls ||
	       (uint32_t)sys_gettid() != thread->home_tid;
}

/* Calls that a vfork child left open (an exec that succeeded) never end. */
static void drop_open(struct fxw_thread *thread)
{
	for (uint32_t i = thread->home_depth + 1;
	     i <= thread->depth && i <= FXW_OPEN_MAX; i++)
		thread->open[i].frame = UINTPTR_MAX;
	if (thread->depth > thread->home_depth)
		thread->depth = thread->home_depth;
	fxw_thread_refresh(thread);
}

/* Of a process that the manager does not know: in our pid namespace. */
static uint64_t child_koid(uint32_t pid)
{
	uint64_t high = fxw_engine.koid & ~FXW_KOID_PIDS;

	return fxw_engine.koid == fxw_engine.pid ? pid : high | pid;
}

void fxw_thread_settle(struct fxw_thread *thread)
{
	uint32_t tid;

	/* the child has put itself into a sandbox: it still runs */
	if (fxw_engine.no_system_calls)
		return;
	tid = (uint32_t)sys_gettid();
	if (tid != thread->home_tid) { /* the child */
		bool is_new = thread->id != tid;

		if (thread->id != tid && thread->id != thread->home_tid)
			drop_open(thread); /* its own vfork child is gone */
		thread->process = child_koid((uint32_t)sys_getpid());
		thread->id = tid;
		thread->ref = 0;
		fxw_thread_refresh(thread);
		if (is_new)
			emit_child_identity(thread);
		return;
	}
	thread->vforked = 0;
	thread->process = fxw_engine.koid;
	thread->id = tid;
	thread->ref = thread->home_ref;
	fxw_thread_refresh(thread);
	drop_open(thread);
	/* the child's deferred ends are lost: nobody writes under its name */
	if (thread->n_deferred > thread->home_deferred)
		thread->n_deferred = thread->home_deferred;
	thread->level[0].cursor = thread->home_level.cursor;
	thread->level[0].end = thread->home_level.end;
	thread->level[0].sequence = thread->home_level.sequence;
}

void fxw_window_put_ids(struct fxw_window *w)
{
	uint64_t *at = fxw_put(&w->record, 2);

	if (at) {
		at[0] = w->thread->process;
		at[1] = w->thread->id;
	}
}
