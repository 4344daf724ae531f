/* SPDX-License-Identifier: MIT */
/*
 * Streams, see stream.h: the calls that act on them.
 */
#include "preload/shadow/stream.h"

#include "preload/call/call.h"
#include "ids_libc.h"
#include "preload/symbol/libc.h"
#include "preload/symbol/real.h"
#include "preload/shadow/stream_look.h"
#include "preload/symbol/symbol.h"
#include "preload/call/trigger.h"
#include "writer/engine.h"
#include "writer/sys.h"

static struct {
	bool is_on;
	FILE **standard[2]; /* libc's stdin and stdout */
} streams;

typedef void visit(struct fxp_stream *place,
		   const struct fxp_stream_pointers *now, bool is_ours);

static void visit_all(visit *what)
{
	struct fxp_stream *place;
	struct fxp_stream_pointers now;

	for (unsigned i = 0; (place = fxp_stream_at(i)); i++) {
		uintptr_t stream =
			__atomic_load_n(&place->stream, __ATOMIC_ACQUIRE);

		if (!stream || !fxp_stream_hold(place))
			continue;
		if (place->stream == stream && fxp_stream_peek(stream, &now))
			what(place, &now, fxp_stream_is_mine(place));
		fxp_stream_release(place);
	}
}

static void visit_compare(struct fxp_stream *place,
			  const struct fxp_stream_pointers *now, bool is_ours)
{
	if (is_ours)
		fxp_stream_compare(place, now);
}

static void visit_flush(struct fxp_stream *place,
			const struct fxp_stream_pointers *now, bool is_ours)
{
	const uint64_t slot[] = {place->stream, 0};

	if (is_ours)
		fxp_stream_compare(place, now);
	else if (now->write != place->seen.write)
		fxp_stream_emit_unknown(place->stream,
					"another thread was using it");
	if (!fxp_stream_n_waiting(now))
		return;
	fxp_stream_inherit(place, now, true);
	fxp_fake(&fxp_libc, FXP_FN_libc_fxtrace_flushed, slot);
}

/* Emits the loss of emitted bytes that wait in the buffer. The parent writes
 * those that were there at the fork. */
static void visit_drop(struct fxp_stream *place,
		       const struct fxp_stream_pointers *now, bool is_ours)
{
	struct fxp_stream_pointers emitted = place->seen;
	uint64_t n = fxp_stream_n_waiting(&emitted);
	const uint64_t slot[] = {place->stream, n - place->n_inherited, 0};

	if (!is_ours || place->state != FXP_STREAM_KNOWN ||
	    n <= place->n_inherited || now->write_base != emitted.write_base)
		return;
	fxp_fake(&fxp_libc, FXP_FN_libc_fxtrace_dropped, slot);
	place->n_dropped = (uint32_t)slot[1];
}

/* The bytes are in the buffer after all. */
static void visit_restore(struct fxp_stream *place,
			  const struct fxp_stream_pointers *now, bool is_ours)
{
	const uint64_t slot[] = {place->stream,
				 FXP_WORD(place->seen.write - place->n_dropped),
				 place->n_dropped, 0};

	(void)now;
	(void)is_ours;
	if (!place->n_dropped)
		return;
	place->n_dropped = 0;
	fxp_fake(&fxp_libc, FXP_FN_libc_fxtrace_put, slot);
}

static void visit_store(struct fxp_stream *place,
			const struct fxp_stream_pointers *now, bool is_ours)
{
	if (is_ours)
		fxp_stream_store_pointers(place, now);
}

static void visit_fork(struct fxp_stream *place,
		       const struct fxp_stream_pointers *now, bool is_ours)
{
	(void)is_ours;
	place->n_inherited = (uint32_t)fxp_stream_n_waiting(now);
}

/* False in a vfork child, which has its parent's streams. */
static bool is_process(void)
{
	return streams.is_on && (fxw_engine.no_system_calls ||
				 (uint32_t)sys_getpid() == fxw_engine.pid);
}

void fxp_streams_emit(void)
{
	if (is_process())
		visit_all(visit_compare);
}

void fxp_streams_flush(void)
{
	if (is_process())
		visit_all(visit_flush);
}

void fxp_streams_drop(void)
{
	if (is_process())
		visit_all(visit_drop);
}

void fxp_streams_restore(void)
{
	if (is_process())
		visit_all(visit_restore);
}

static bool is_stream(const struct fxg_table *table, unsigned type)
{
	const struct fxg_type *t = &table->types[type];
	const char *space = table->text + t->space;

	return t->class == FXG_HANDLE && space[0] == 'F' && space[1] == 'I' &&
	       space[2] == 'L' && space[3] == 'E' && !space[4];
}

/* The index of the parameter that is a stream; -1: none is. */
static int stream_parameter(const struct fxg_table *table,
			    const struct fxg_function *f)
{
	for (int i = 0; i < f->n_params; i++)
		if (is_stream(table,
			      table->params[f->first_param + (unsigned)i].type))
			return i;
	return -1;
}

static const struct fxg_function *function_of(const struct fxp_slot *cell)
{
	return &cell->api->table->functions[cell - cell->api->slots];
}

/* Of libc's stdin and stdout one, as it is now; 0: there is no libc. */
static uintptr_t standard_stream(unsigned i)
{
	return streams.standard[i] ? (uintptr_t)*streams.standard[i] : 0;
}

uintptr_t fxp_stream_of(const struct fxp_slot *cell, const uint64_t *slot)
{
	const struct fxg_function *f = function_of(cell);
	int i;

	if (f->stream == FXG_STREAM_STDIN || f->stream == FXG_STREAM_STDOUT)
		return standard_stream(f->stream == FXG_STREAM_STDOUT);
	i = stream_parameter(cell->api->table, f);
	return i < 0 ? 0 : (uintptr_t)slot[i];
}

/* Whether the call acts on all streams, as fflush(NULL) does. */
static bool acts_on_all(const struct fxp_slot *cell)
{
	const struct fxg_function *f = function_of(cell);

	return f->stream == FXG_STREAM_ALL ||
	       stream_parameter(cell->api->table, f) >= 0;
}

static void compare_stream(struct fxp_stream *place)
{
	struct fxp_stream_pointers now;

	if (fxp_stream_read((const FILE *)place->stream, &now))
		fxp_stream_compare(place, &now);
}

static void begin_call(struct fxp_stream *place, const struct fxg_function *f,
		       uintptr_t frame)
{
	if (!fxp_stream_hold(place)) {
		fxp_stream_call_begins(place, frame);
		return;
	}
	place->is_scanned = false;
	if (fxp_stream_is_mine(place)) {
		compare_stream(place);
		if (f->varargs == FXG_VA_SCANF)
			fxp_stream_scan_begin(place);
	}
	if (f->stream == FXG_STREAM_CLOSED) {
		fxp_stream_forget(place);
		return;
	}
	if (f->stream == FXG_STREAM_UNLOCKED &&
	    place->owner == fxp_stream_self() && !--place->n_locks)
		place->owner = 0;
	fxp_stream_call_begins(place, frame);
	fxp_stream_release(place);
}

__attribute__((noinline)) void fxp_stream_before(const struct fxp_slot *cell,
						 uintptr_t frame,
						 uintptr_t upper,
						 const uint64_t *slot)
{
	uintptr_t stream;
	struct fxp_stream *place;

	/* ends unwound calls, whose frames may be here */
	if (!fxp_call_prepare((struct fxp_slot *)(uintptr_t)cell, upper))
		return;
	stream = fxp_stream_of(cell, slot);
	if (!stream) {
		if (acts_on_all(cell))
			fxp_streams_flush();
		return;
	}
	place = fxp_stream_find_or_make(stream);
	if (place)
		begin_call(place, function_of(cell), frame);
	else
		fxp_stream_emit_unknown(stream, "too many streams are open");
}

static void end_call(struct fxp_stream *place, const struct fxg_function *f,
		     uintptr_t frame, bool has_failed)
{
	bool is_held = fxp_stream_hold(place);

	if (!fxp_stream_call_ends(place, frame) && place->n_crowd)
		__atomic_fetch_sub(&place->n_crowd, 1, __ATOMIC_RELEASE);
	if (!is_held)
		return;
	if (f->stream == FXG_STREAM_LOCKED && !has_failed) {
		if (place->owner != fxp_stream_self())
			place->n_locks = 0;
		place->owner = fxp_stream_self();
		place->n_locks++;
	}
	if (fxp_stream_is_mine(place)) {
		if (place->is_scanned)
			fxp_stream_scan_end(place);
		fxp_stream_store(place);
	}
	fxp_stream_release(place);
}

/* An unseen fclose may have freed a stream at the same address. */
static void open_stream(uintptr_t stream)
{
	struct fxp_stream *place = fxp_stream_find_or_make(stream);

	if (!place || !fxp_stream_hold(place))
		return;
	fxp_stream_clear(place);
	fxp_stream_store(place);
	fxp_stream_release(place);
}

__attribute__((noinline)) void fxp_stream_after(const struct fxp_slot *cell,
						uintptr_t frame,
						const uint64_t *slot)
{
	const struct fxg_function *f = function_of(cell);
	uintptr_t stream = fxp_stream_of(cell, slot);
	struct fxp_stream *place;

	if (!fxp_stream_self())
		return;
	if (is_stream(cell->api->table, f->ret_type) && slot[f->n_params] &&
	    slot[f->n_params] != stream)
		open_stream((uintptr_t)slot[f->n_params]);
	if (!stream && acts_on_all(cell) && is_process())
		visit_all(visit_store);
	if (!stream || f->stream == FXG_STREAM_CLOSED)
		return;
	place = fxp_stream_find(stream);
	if (place)
		end_call(place, f, frame, (int)slot[f->n_params] != 0);
}

void fxp_stream_tail(const struct fxp_slot *cell, uintptr_t upper)
{
	uintptr_t stream = (uintptr_t)*streams.standard[1];
	struct fxp_stream *place =
		stream ? fxp_stream_find_or_make(stream) : NULL;

	if (function_of(cell)->stream != FXG_STREAM_STDOUT || !place ||
	    !fxp_call_prepare((struct fxp_slot *)(uintptr_t)cell, upper) ||
	    !fxp_stream_hold(place))
		return;
	if (fxp_stream_is_mine(place)) {
		compare_stream(place);
		place->state = FXP_STREAM_FLUSHED;
	}
	fxp_stream_release(place);
}

void fxp_stream_unwound(uintptr_t frame)
{
	struct fxp_stream *place;

	for (unsigned i = 0; (place = fxp_stream_at(i)); i++)
		if (__atomic_load_n(&place->stream, __ATOMIC_RELAXED) &&
		    fxp_stream_call_ends(place, frame)) {
			if (fxp_stream_hold(place)) {
				place->state = FXP_STREAM_STRANGE;
				fxp_stream_release(place);
			}
			return;
		}
}

void fxp_streams_forked(void)
{
	struct fxp_stream *place;

	if (!streams.is_on)
		return;
	for (unsigned i = 0; (place = fxp_stream_at(i)); i++) {
		if (!place->stream)
			continue;
		if (place->holder)
			place->state = FXP_STREAM_MISSED;
		place->holder = 0;
		/* libc resets its locks, too */
		fxp_stream_clear(place);
	}
	visit_all(visit_fork);
}

void fxp_streams_use(bool is_wanted)
{
	FILE **out = fxp_real_find_object("stdout");
	FILE **in = fxp_real_find_object("stdin");

	streams.standard[0] = in;
	streams.standard[1] = out;
	streams.is_on = is_wanted && in && out && !fxp_libc_is_other();
}

void fxp_stream_decide(struct fxp_api *api, unsigned function)
{
	const struct fxg_table *table = api->table;
	const struct fxg_function *f = &table->functions[function];
	bool acts = f->stream || is_stream(table, f->ret_type) ||
		    stream_parameter(table, f) >= 0;

	if (streams.is_on && api == &fxp_libc && acts &&
	    !(f->flags & (FXG_F_LEAF | FXG_F_FAKE)))
		/* other threads that see it have decided the same */
		__atomic_fetch_or(&api->slots[function].watch, FXP_STREAM,
				  __ATOMIC_RELEASE);
}
