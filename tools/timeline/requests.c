/* SPDX-License-Identifier: MIT */
/*
 * See requests.h.
 */
#include "tools/timeline/requests.h"

#include <inttypes.h>

#include "tools/base/json.h"

/* The page has no more. */
#define MAX_REQUESTS 100000u
#define MAX_STEPS 64u /* of a request */
#define MAX_ARGS 256u /* bytes of its arguments' text */

struct request {
	struct pen args, steps;
	struct fxr_text name;
	uint64_t begin_ns, end_ns, pid;
	uint32_t thread, process; /* FXR_NONE: without calls */
	uint32_t n_steps;
	bool has_end;
};

struct requests {
	struct fxr_arena arena;
	struct fxr_map open; /* of list, by id and kind */
	struct request *list;
	size_t n, capacity;
	uint64_t n_more;
};

struct requests *requests_open(void)
{
	return fxr_new(1, sizeof(struct requests));
}

void requests_close(struct requests *requests)
{
	for (size_t i = 0; i < requests->n; i++) {
		pen_fini(&requests->list[i].args);
		pen_fini(&requests->list[i].steps);
	}
	fxr_free(requests->list);
	fxr_map_fini(&requests->open);
	fxr_arena_fini(&requests->arena);
	fxr_free(requests);
}

static void add_args(struct request *request, struct fxtrace_archive *archive,
		     const struct fxtrace_event *event)
{
	for (size_t i = 0; i < event->n_args; i++) {
		const struct fxtrace_arg *arg = event->args[i];
		size_t n_bytes = 0;
		const char *text =
			fxtrace_value_text(archive, arg->value, &n_bytes);

		/* @chrome, for who converts it back */
		if (!text || *arg->name == '@' ||
		    request->args.n_bytes + n_bytes + arg->n_name_bytes >
			    MAX_ARGS)
			continue;
		if (request->args.n_bytes)
			pen_put(&request->args, ", ");
		pen_bytes(&request->args, arg->name, arg->n_name_bytes);
		pen_byte(&request->args, '=');
		pen_bytes(&request->args, text, n_bytes);
	}
}

/* The index of a new one; FXR_NONE: there are too many. */
static uint32_t add_request(struct requests *requests,
			    const struct fxtrace_event *event, uint64_t ns)
{
	if (requests->n == MAX_REQUESTS) {
		requests->n_more++;
		return FXR_NONE;
	}
	requests->list = fxr_grow(requests->list, &requests->capacity,
				  requests->n + 1, sizeof(*requests->list));
	requests->list[requests->n] = (struct request){
		.name = fxr_arena_text(
			&requests->arena,
			fxr_cut_text(fxr_text(event->name, event->n_name_bytes),
				     FXR_SHORT_NAME_BYTES)),
		.begin_ns = ns,
		.pid = event->pid};
	return (uint32_t)requests->n++;
}

static void add_step(struct request *request, uint64_t ns)
{
	if (request->n_steps == MAX_STEPS)
		return;
	pen_put(&request->steps, request->n_steps++ ? "," : "");
	pen_uint(&request->steps, ns);
}

void requests_take(struct requests *requests, struct fxtrace_archive *archive,
		   const struct fxtrace_event *event, uint32_t thread,
		   uint32_t process, uint64_t ns)
{
	uint64_t kind = fxr_hash(event->name, event->n_name_bytes) ^
			fxr_hash(event->category, event->n_category_bytes) << 1;
	bool is_begin = event->kind == FXTRACE_EVENT_ASYNC_BEGIN;
	uint32_t at = fxr_map_find(&requests->open, event->id, kind, 0);
	struct request *request;

	/* an id is used again once its request has ended, or was lost */
	if (is_begin) {
		bool is_known = at != FXR_NONE;

		at = add_request(requests, event, ns);
		if (at != FXR_NONE || is_known)
			fxr_map_put(&requests->open, event->id, kind, 0,
				    at == FXR_NONE ? MAX_REQUESTS : at);
	}
	if (at >= requests->n)
		return;
	request = &requests->list[at];
	if (request->has_end)
		return;
	if (is_begin) {
		request->thread = thread;
		request->process = process;
	}
	add_args(request, archive, event);
	if (event->kind == FXTRACE_EVENT_ASYNC_INSTANT)
		add_step(request, ns);
	if (event->kind == FXTRACE_EVENT_ASYNC_END) {
		request->has_end = true;
		request->end_ns = ns;
	}
}

void requests_end_part(struct requests *requests)
{
	fxr_map_fini(&requests->open);
}

static void put_request(struct request *request, struct pen *out)
{
	struct fxr_text steps = pen_take(&request->steps);

	pen_put(out, "{\"name\":");
	json_string(out, request->name);
	if (request->process != FXR_NONE)
		pen_format(out, ",\"process\":%" PRIu32, request->process);
	else
		pen_format(out, ",\"pid\":\"%" PRIu64 "\"", request->pid);
	if (request->thread != FXR_NONE)
		pen_format(out, ",\"thread\":%" PRIu32, request->thread);
	pen_format(out,
		   ",\"begin_ns\":%" PRIu64 ",\"args\":", request->begin_ns);
	json_string(out, pen_take(&request->args));
	pen_put(out, ",\"steps\":[");
	pen_bytes(out, steps.bytes, steps.n_bytes);
	pen_byte(out, ']');
	if (request->has_end)
		pen_format(out, ",\"end_ns\":%" PRIu64, request->end_ns);
	pen_byte(out, '}');
}

void requests_put(struct requests *requests, struct pen *out)
{
	pen_put(out, ",\"requests\":[");
	for (size_t i = 0; i < requests->n; i++) {
		pen_put(out, i ? ",\n" : "");
		put_request(&requests->list[i], out);
	}
	pen_put(out, "],\"more_requests\":");
	pen_uint(out, requests->n_more);
}
