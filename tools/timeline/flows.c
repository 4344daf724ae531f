/* SPDX-License-Identifier: MIT */
/*
 * See flows.h.
 */
#include "tools/timeline/flows.h"

#include "tools/base/json.h"

/* The page has no more. */
#define MAX_FLOWS 100000u
#define MAX_ENDS 200000u /* flows whose ends are known at a time */

/* Where a flow has come to. */
struct end {
	uint32_t thread;
	uint64_t ns;
};

struct flows {
	struct pen list;
	struct fxr_map ids; /* indexes of ends */
	struct end *ends;
	size_t n_ends, capacity;
	uint64_t n, n_more;
};

struct flows *flows_open(void)
{
	return fxr_new(1, sizeof(struct flows));
}

void flows_close(struct flows *flows)
{
	pen_fini(&flows->list);
	fxr_map_fini(&flows->ids);
	fxr_free(flows->ends);
	fxr_free(flows);
}

/* NULL: there are too many. */
static struct end *end_of(struct flows *flows, uint64_t id, uint64_t kind)
{
	uint32_t found = fxr_map_find(&flows->ids, id, kind, 0);

	if (found == FXR_NONE && flows->n_ends == MAX_ENDS)
		return NULL;
	if (found == FXR_NONE) {
		found = (uint32_t)flows->n_ends++;
		fxr_map_put(&flows->ids, id, kind, 0, found);
		flows->ends = fxr_grow(flows->ends, &flows->capacity,
				       flows->n_ends, sizeof(*flows->ends));
		flows->ends[found] = (struct end){.thread = FXR_NONE};
	}
	return &flows->ends[found];
}

static void put_flow(struct flows *flows, struct fxr_text name,
		     const struct end *from, const struct end *to)
{
	struct pen *list = &flows->list;

	if (flows->n == MAX_FLOWS) {
		flows->n_more++;
		return;
	}
	pen_put(list, flows->n++ ? ",\n[" : "[");
	json_string(list, name);
	for (int i = 0; i < 2; i++) {
		const struct end *end = i ? to : from;

		pen_byte(list, ',');
		pen_uint(list, end->thread);
		pen_byte(list, ',');
		pen_uint(list, end->ns);
	}
	pen_byte(list, ']');
}

void flows_take(struct flows *flows, const struct fxtrace_event *event,
		uint32_t thread, uint64_t ns)
{
	struct fxr_text name = fxr_text(event->name, event->n_name_bytes);
	struct end *former =
		end_of(flows, event->id, fxr_hash(name.bytes, name.n_bytes));
	struct end now = {.thread = thread, .ns = ns};

	if (!former) {
		flows->n_more += event->kind != FXTRACE_EVENT_FLOW_BEGIN;
		return;
	}
	if (event->kind != FXTRACE_EVENT_FLOW_BEGIN &&
	    former->thread != FXR_NONE && now.thread != FXR_NONE)
		put_flow(flows, name, former, &now);
	*former = now;
}

void flows_end_part(struct flows *flows)
{
	fxr_map_fini(&flows->ids);
	flows->n_ends = 0;
}

void flows_put(struct flows *flows, struct pen *out)
{
	struct fxr_text list = pen_take(&flows->list);

	pen_put(out, ",\"flows\":[");
	pen_bytes(out, list.bytes, list.n_bytes);
	pen_put(out, "],\"more_flows\":");
	pen_uint(out, flows->n_more);
}
