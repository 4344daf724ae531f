/* SPDX-License-Identifier: MIT */
/*
 * All about one call, see browse.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/human.h"
#include "tools/browse/browse.h"
#include "tools/browse/clock.h"

/* Of memory; the rest is said to be left out. */
#define BLOB_BYTES (64u << 10)
/* So long calls before it are read for the names of descriptors, before it is
 * shown without, and at each step after that. */
#define FIRST_NS 100000000ull
#define STEP_NS 20000000ull

static void put_thread(struct browse *browse, const struct fxr_call *call)
{
	const struct fxr_thread *thread = call->thread;
	struct pen *pen = &browse->pen;
	struct fxr_text name;

	name = fxr_world_process_name(browse->indexed->world, thread->provider,
				      thread->pid);
	pen_format(pen, "process   %" PRIu64 " ", thread->pid);
	pen_bytes(pen, name.bytes, name.n_bytes);
	name = fxr_world_thread_name(browse->indexed->world, thread->provider,
				     thread->pid, thread->tid);
	pen_format(pen, "\nthread    %" PRIu64 " ", thread->tid);
	pen_bytes(pen, name.bytes, name.n_bytes);
	pen_byte(pen, '\n');
}

static void put_time(struct browse *browse, const struct fxr_call *call)
{
	struct pen *pen = &browse->pen;

	pen_format(pen, "began     %" PRIu64 ".%09" PRIu64,
		   call->begin_ns / 1000000000, call->begin_ns % 1000000000);
	pen_put(pen, "  ");
	print_utc(pen, browse->indexed->world, call->begin_ns);
	pen_put(pen, "\ntook      ");
	if (fxr_shows_duration(call))
		print_duration(pen, call->end_ns - call->begin_ns);
	else
		pen_put(pen, call->has_end ? "? (it does not return as others "
					     "do)"
					   : "? (its end was not recorded)");
	pen_byte(pen, '\n');
}

static void put_around(struct browse *browse, uint64_t number)
{
	const struct indexed *indexed = browse->indexed;
	const struct indexed_call *call = indexed_at(indexed, number);
	uint64_t around = indexed_around(indexed, number);
	struct pen *pen = &browse->pen;

	if (around != UINT64_MAX) {
		struct fxr_text name =
			indexed->world->names[indexed_at(indexed, around)->name]
				.name;

		pen_format(pen, "inside    %" PRIu64 " ", around);
		pen_bytes(pen, name.bytes, name.n_bytes);
		pen_put(pen, "  (u shows it)\n");
	}
	if (call->n_inner)
		pen_format(pen, "around    %s\n",
			   human_things(call->n_inner, "call").text);
}

static void put_values(struct browse *browse, const struct print *print,
		       const struct fxr_call *call)
{
	struct pen *pen = &browse->pen;

	pen_byte(pen, '\n');
	for (size_t from = 0; from < call->n_args;) {
		pen_put(pen, "  ");
		from = print_call_arg(print, call, from);
		pen_byte(pen, '\n');
	}
	pen_put(pen, call->n_args ? "" : "  (no arguments)\n");
	pen_put(pen, " ");
	print_call_result(print, call);
	pen_byte(pen, '\n');
}

/* What print_call has below its line: memory. */
static void put_memory(struct browse *browse, const struct print *print,
		       const struct fxr_call *call)
{
	struct print whole = *print;
	struct pen pen = {0};
	struct fxr_text text;
	const char *end;

	whole.out = &pen;
	whole.has_blobs = true;
	print_call(&whole, call);
	text = pen_take(&pen);
	end = memchr(text.bytes, '\n', text.n_bytes);
	if (end && end + 1 < text.bytes + text.n_bytes) {
		pen_put(&browse->pen, "\nmemory\n");
		pen_bytes(&browse->pen, end + 1,
			  (size_t)(text.bytes + text.n_bytes - end - 1));
	}
	pen_fini(&pen);
}

static void put_stack(struct browse *browse, const struct print *print,
		      const struct fxr_call *call)
{
	struct details *details = &browse->details;

	if (call->stack.kind == FXR_VALUE_NULL)
		return;
	if (!details->stacks)
		details->stacks = backtrace_open(browse->indexed->world,
						 browse->debug_path);
	pen_put(&browse->pen, "\nstack\n");
	backtrace_print(details->stacks, print, call);
}

static void put_call(struct browse *browse, uint64_t number)
{
	struct naming *names = &browse->names;
	struct print print = browse->print;
	struct fxr_call call;

	browse->indexed->filler.max_blob_bytes = BLOB_BYTES;
	if (!indexed_fill(browse->indexed, number, &call)) {
		pen_put(&browse->pen, "the file has changed\n");
		return;
	}
	if (browse->details.has_names) {
		naming_enter(names, &call);
		print.names = &names->print;
	}
	pen_format(&browse->pen, "call      %" PRIu64 " ", number);
	pen_bytes(&browse->pen, call.name->name.bytes, call.name->name.n_bytes);
	pen_put(&browse->pen, "  (");
	pen_bytes(&browse->pen, call.name->category.bytes,
		  call.name->category.n_bytes);
	pen_put(&browse->pen, ")\n");
	put_thread(browse, &call);
	put_time(browse, &call);
	put_around(browse, number);
	put_values(browse, &print, &call);
	put_memory(browse, &print, &call);
	put_stack(browse, &print, &call);
	if (browse->details.has_names)
		naming_leave(names, browse->indexed, &call);
}

static void put_again(struct browse *browse)
{
	struct details *details = &browse->details;

	put_call(browse, details->number);
	lines_take(&details->lines, &browse->pen);
	scroll_resize(&details->place, details->lines.n);
}

static bool find_names(struct browse *browse, uint64_t within_ns)
{
	browse->details.has_names = naming_reach(
		&browse->names, browse->indexed, browse->details.number,
		clock_now_ns() + within_ns);
	return browse->details.has_names;
}

void details_show(struct browse *browse, uint64_t number)
{
	struct details *details = &browse->details;

	details->number = number;
	details->place = (struct scroll){0};
	(void)find_names(browse, FIRST_NS);
	put_again(browse);
}

bool details_step(struct browse *browse)
{
	if (browse->view != VIEW_CALL || browse->details.has_names)
		return false;
	if (find_names(browse, STEP_NS))
		put_again(browse);
	return !browse->details.has_names;
}

void details_draw(struct browse *browse, uint64_t row)
{
	display_scrolls();
	display_put(row ? LOOK_PLAIN : LOOK_NAME,
		    lines_at(&browse->details.lines, row));
}

/* Another call of the list. */
static void go_on(struct browse *browse, bool is_back)
{
	struct scroll *place = &browse->list.place;
	uint64_t number = browse->details.number;

	listing_go(browse, number);
	if (!place->n)
		return;
	if (listing_number(browse, place->at) == number || is_back)
		scroll_go(place,
			  is_back ? place->at - (place->at > 0) : place->at + 1,
			  browse_shown());
	details_show(browse, listing_number(browse, place->at));
}

bool details_key(struct browse *browse, int key)
{
	uint64_t around;

	switch (key) {
	case ']':
	case '[':
		go_on(browse, key == '[');
		return true;
	case 'u':
		around =
			indexed_around(browse->indexed, browse->details.number);
		if (around != UINT64_MAX)
			details_show(browse, around);
		else
			browse_say(browse, "no call is around it");
		return true;
	default:
		return false;
	}
}

/* What belongs to the former index. */
static void forget(struct details *details)
{
	if (details->stacks)
		backtrace_close(details->stacks);
	details->stacks = NULL;
}

void details_renew(struct browse *browse, const struct indexed_call *former)
{
	struct details *details = &browse->details;
	struct scroll place = details->place;

	forget(details);
	if (!former)
		return;
	if (!browse->indexed->all.n) { /* there is no call any more */
		if (browse->view == VIEW_CALL)
			browse->view = VIEW_LIST;
		browse->before_help = VIEW_LIST;
		return;
	}
	details_show(browse, indexed_again(browse->indexed, former));
	scroll_go(&details->place, place.at, browse_shown());
	details->place.shift = place.shift;
}

void details_close(struct details *details)
{
	forget(details);
	lines_fini(&details->lines);
}
