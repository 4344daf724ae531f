/* SPDX-License-Identifier: MIT */
/*
 * Flows to new processes and threads, see flow.h. Cold: once for each process
 * or thread.
 */
#include "preload/runtime/flow.h"

#include "preload/runtime/life.h"
#include "preload/config/session.h"
#include "writer/sys.h"

/* Of this process. A forked child goes on counting, under another provider. */
static uint32_t n_flows;

/* The flow to this process's first thread, 0 = none. */
static uint64_t inherited;

/* The flow of the fork that this thread is in: memory that fork keeps. */
static __thread uint64_t forking __attribute__((tls_model("initial-exec")));

/* A number of this provider as an id of the session. 0: there is no provider,
 * because a forked child starts over. */
static uint64_t flow_id(uint32_t number)
{
	const struct fxw_control *control =
		*(struct fxw_control *volatile *)&fxw_engine.control;

	return control ? (uint64_t)control->provider_id << 32 | number : 0;
}

struct flow_event {
	unsigned type; /* enum fxt_event_type */
	enum fxp_flow to;
	uint64_t id, ticks;
	uint32_t generation; /* of the archive that it belongs to */
};

static struct fxw_name name_of(enum fxp_flow to)
{
	return to == FXP_FLOW_THREAD ? FXW_NAME(FXW_FLOW_THREAD)
				     : FXW_NAME(FXW_FLOW_PROCESS);
}

static void build_flow(struct fxw_window *w, const struct flow_event *e)
{
	struct fxw_record *r = &w->record;
	uint64_t *at;

	fxw_window_put_event(w, e->ticks);
	fxw_put_name(r, FXW_NAME(FXW_CATEGORY_FLOW));
	fxw_put_name(r, name_of(e->to));
	at = fxw_put(r, 1);
	if (at)
		*at = e->id;
}

/* False: no space, or the archive is another one by now. */
static __attribute__((noinline)) bool write_flow(struct fxw_thread *t,
						 const struct flow_event *e)
{
	struct fxw_window w;

	if (!fxw_window_open(&w, t, FXW_FRAME))
		return false;
	if (t->generation != e->generation) { /* a handler has forked */
		fxw_window_close(&w);
		return false;
	}
	do {
		build_flow(&w, e);
		if (fxw_record_fits(&w.record)) {
			fxw_window_commit(
				&w,
				fxt_event_header(
					e->type, w.record.used_words, 0, t->ref,
					FXW_NAME(FXW_CATEGORY_FLOW).ref,
					name_of(e->to).ref));
			return true;
		}
	} while (fxw_window_grow(&w));
	return false;
}

/* Begins a flow at `ticks` and returns its number, 0: it did not begin. */
static uint32_t begin_at(struct fxw_thread *t, enum fxp_flow to, uint64_t ticks)
{
	uint32_t number = __atomic_add_fetch(&n_flows, 1, __ATOMIC_RELAXED);
	struct flow_event e = {.type = FXT_EVENT_FLOW_BEGIN,
			       .to = to,
			       .id = flow_id(number),
			       .ticks = ticks,
			       .generation = t->generation};

	/* a stopped thread must write its deferred end first */
	return e.id && !t->stopped && write_flow(t, &e) ? number : 0;
}

/* The same, in a call that is open. */
static uint32_t begin_in_call(const struct fxp_call *call, enum fxp_flow to)
{
	struct fxw_thread *t = fxw_self;

	/* another generation: a handler has forked since */
	if (!call->begin_ticks || !t || t->generation != call->generation ||
	    fxw_engine.no_system_calls)
		return 0;
	if (to == FXP_FLOW_PROCESS && !fxp_life_follows())
		return 0;
	return begin_at(t, to, fxw_stamp(t));
}

uint64_t fxp_flow_fork(const struct fxp_call *call)
{
	uint32_t number = begin_in_call(call, FXP_FLOW_PROCESS);
	uint64_t outer = forking;

	forking = number ? flow_id(number) : 0;
	return outer;
}

void fxp_flow_forked(uint64_t outer)
{
	forking = outer;
}

struct fxp_newborn *fxp_flow_thread(const struct fxp_call *call,
				    const pthread_t *thread)
{
	uint32_t number = begin_in_call(call, FXP_FLOW_THREAD);

	return number ? fxp_newborn_expect(number, thread) : NULL;
}

bool fxp_flow_spawn(const struct fxp_call *call, char *text)
{
	uint32_t number = begin_in_call(call, FXP_FLOW_PROCESS);

	if (!number)
		return false;
	fxp_session_put_flow(text, (uint32_t)sys_getpid(), flow_id(number));
	return true;
}

/* Sets the flow of the thread's next call. */
static void set_flow(struct fxw_thread *t, enum fxp_flow to, uint64_t id,
		     uint64_t from)
{
	if (!id)
		return;
	t->flow = id;
	t->flow_from = from;
	t->has_flow = (uint8_t)to;
	fxw_thread_refresh(t);
}

void fxp_flow_vfork(struct fxw_thread *thread, uint64_t ticks)
{
	uint32_t number;

	/* no system calls: then the child keeps its parent's ids */
	if (fxw_engine.no_system_calls)
		return;
	number = begin_at(thread, FXP_FLOW_PROCESS, ticks);
	if (number)
		set_flow(thread, FXP_FLOW_PROCESS, flow_id(number), thread->id);
}

void fxp_flow_receive(char **environment)
{
	uint32_t parent;
	uint64_t id;

	/* A process between may have passed the variable on without knowing
	 * it. Then the flow is not ours. */
	if (fxp_session_take_flow(environment, &parent, &id) &&
	    (uint32_t)sys_getppid() == parent)
		inherited = id;
}

void fxp_flow_inherit(void)
{
	inherited = forking;
	forking = 0;
	fxp_newborns_forget();
}

void fxp_flow_attached(struct fxw_thread *thread)
{
	uint32_t number;

	if (thread->id == fxw_engine.pid) {
		set_flow(thread, FXP_FLOW_PROCESS,
			 __atomic_exchange_n(&inherited, 0, __ATOMIC_RELAXED),
			 0);
		return;
	}
	number = fxp_newborn_claim(thread->handle);
	if (number)
		set_flow(thread, FXP_FLOW_THREAD, flow_id(number), 0);
}

void fxp_flow_arrive(struct fxw_thread *thread, uint64_t ticks)
{
	struct flow_event e = {
		.type = FXT_EVENT_FLOW_END,
		.to = (enum fxp_flow)thread->has_flow,
		.ticks = ticks,
		.generation = thread->generation,
		/* a handler that interrupts this finds no flow */
		.id = __atomic_exchange_n(&thread->flow, 0, __ATOMIC_RELAXED)};

	/* of a vfork whose child made no call: its parent is back */
	bool is_over = thread->flow_from == thread->id;

	if (e.id && !is_over && !write_flow(thread, &e)) {
		/* it is for the next call, unless a handler has forked */
		if (thread->generation == e.generation)
			thread->flow = e.id;
		return;
	}
	thread->has_flow = FXP_NO_FLOW;
	fxw_thread_refresh(thread);
}
