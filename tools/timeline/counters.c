/* SPDX-License-Identifier: MIT */
/*
 * See counters.h.
 */
#include "tools/timeline/counters.h"

#include <inttypes.h>
#include <math.h>

#include "tools/base/json.h"
#include "writer/wire.h"

/* The page has no more. */
#define MAX_POINTS 400000u
#define MAX_COUNTERS 4096u
#define MAX_SERIES 64u /* of a counter */
#define MAX_ALL_SERIES 16384u

struct series {
	struct pen points;
	struct fxr_text name; /* at most FXR_SHORT_NAME_BYTES */
	double last;
	uint32_t next; /* of the counter, index; FXR_NONE: the last */
};

struct counter {
	uint32_t process, series;
	uint64_t pid, id;
	struct fxr_text category, name;
};

struct counters {
	struct fxr_arena arena;
	struct fxr_map map; /* of counters, in this archive */
	struct counter *list;
	size_t n, capacity;
	struct series *series;
	size_t n_series, series_capacity;
	uint64_t n_points, n_more;
};

struct counters *counters_open(void)
{
	return fxr_new(1, sizeof(struct counters));
}

void counters_close(struct counters *counters)
{
	for (size_t i = 0; i < counters->n_series; i++)
		pen_fini(&counters->series[i].points);
	fxr_free(counters->series);
	fxr_free(counters->list);
	fxr_map_fini(&counters->map);
	fxr_arena_fini(&counters->arena);
	fxr_free(counters);
}

static struct fxr_text keep(struct counters *counters, const char *bytes,
			    size_t n_bytes)
{
	return fxr_arena_text(
		&counters->arena,
		fxr_cut_text(fxr_text(bytes, n_bytes), FXR_SHORT_NAME_BYTES));
}

/* NULL: there are too many. */
static struct counter *counter_of(struct counters *counters,
				  const struct fxtrace_event *event,
				  uint32_t process)
{
	uint64_t text = fxr_hash(event->name, event->n_name_bytes) ^
			fxr_hash(event->category, event->n_category_bytes) << 1;
	/* a process of the page, or a pid without calls */
	uint64_t whose = process == FXR_NONE ? ~event->pid : process;
	uint32_t found = fxr_map_find(&counters->map, text, event->id, whose);

	if (found == FXR_NONE && counters->n == MAX_COUNTERS)
		return NULL;
	if (found == FXR_NONE) {
		found = (uint32_t)counters->n++;
		fxr_map_put(&counters->map, text, event->id, whose, found);
		counters->list = fxr_grow(counters->list, &counters->capacity,
					  counters->n, sizeof(*counters->list));
		counters->list[found] = (struct counter){
			.process = process,
			.series = FXR_NONE,
			.pid = event->pid,
			.id = event->id,
			.category = keep(counters, event->category,
					 event->n_category_bytes),
			.name = keep(counters, event->name,
				     event->n_name_bytes)};
	}
	return &counters->list[found];
}

/* The counter's series of this name; NULL: there are too many. */
static struct series *series_of(struct counters *counters,
				struct counter *counter, struct fxr_text name)
{
	uint32_t *link = &counter->series, n = 0;

	name = fxr_cut_text(name, FXR_SHORT_NAME_BYTES);
	while (*link != FXR_NONE) {
		struct series *series = &counters->series[*link];

		if (fxr_is_same(series->name, name))
			return series;
		if (++n == MAX_SERIES)
			return NULL;
		link = &series->next;
	}
	if (counters->n_series == MAX_ALL_SERIES ||
	    counters->n_points == MAX_POINTS)
		return NULL;
	*link = (uint32_t)counters->n_series++;
	counters->series = /* link may point into the former array */
		fxr_grow(counters->series, &counters->series_capacity,
			 counters->n_series, sizeof(*counters->series));
	counters->series[counters->n_series - 1] = (struct series){
		.name = keep(counters, name.bytes, name.n_bytes),
		.next = FXR_NONE};
	return &counters->series[counters->n_series - 1];
}

static void put_point(struct counters *counters, struct series *series,
		      double value, uint64_t ns)
{
	struct pen *points = &series->points;
	bool is_first = !points->n_bytes;

	if (!is_first && value == series->last)
		return;
	if (counters->n_points == MAX_POINTS) {
		counters->n_more++;
		return;
	}
	counters->n_points++;
	series->last = value;
	pen_format(points, "%s%" PRIu64 ",%.15g", is_first ? "" : ",", ns,
		   value);
}

static bool is_number(const struct fxtrace_value *value)
{
	switch (value->kind) {
	case FXTRACE_BOOL:
	case FXTRACE_INT:
	case FXTRACE_UINT:
	case FXTRACE_DOUBLE:
		return isfinite(value->real);
	default:
		return false;
	}
}

static bool is_own(const struct fxtrace_event *event)
{
	return strcmp(event->category, FXW_CATEGORY_FRAME) == 0 ||
	       strcmp(event->category, FXW_CATEGORY_LOSS) == 0;
}

void counters_take(struct counters *counters, const struct fxtrace_event *event,
		   uint32_t process, uint64_t ns)
{
	struct counter *counter;

	if (is_own(event))
		return;
	counter = counter_of(counters, event, process);
	for (size_t i = 0; i < event->n_args; i++) {
		const struct fxtrace_arg *arg = event->args[i];
		struct series *series;

		if (!is_number(arg->value))
			continue;
		series = counter ? series_of(counters, counter,
					     fxr_text(arg->name,
						      arg->n_name_bytes))
				 : NULL;
		if (series)
			put_point(counters, series, arg->value->real, ns);
		else
			counters->n_more++;
	}
}

void counters_end_part(struct counters *counters)
{
	fxr_map_fini(&counters->map);
}

static void put_series(const struct counters *counters, uint32_t first,
		       struct pen *out)
{
	pen_put(out, ",\"series\":[");
	for (uint32_t i = first; i != FXR_NONE; i = counters->series[i].next) {
		const struct series *series = &counters->series[i];

		pen_put(out, i == first ? "{\"name\":" : ",{\"name\":");
		json_string(out, series->name);
		pen_put(out, ",\"points\":[");
		pen_bytes(out, series->points.bytes, series->points.n_bytes);
		pen_put(out, "]}");
	}
	pen_byte(out, ']');
}

static void put_counter(const struct counters *counters,
			const struct counter *counter, struct pen *out)
{
	pen_put(out, "{\"category\":");
	json_string(out, counter->category);
	pen_put(out, ",\"name\":");
	json_string(out, counter->name);
	if (counter->process != FXR_NONE)
		pen_format(out, ",\"process\":%" PRIu32, counter->process);
	else
		pen_format(out, ",\"pid\":\"%" PRIu64 "\"", counter->pid);
	if (counter->id)
		pen_format(out, ",\"id\":\"0x%" PRIx64 "\"", counter->id);
	put_series(counters, counter->series, out);
	pen_byte(out, '}');
}

void counters_put(const struct counters *counters, struct pen *out)
{
	const char *comma = "";

	pen_put(out, ",\"counters\":[");
	for (size_t i = 0; i < counters->n; i++) {
		if (counters->list[i].series == FXR_NONE)
			continue;
		pen_put(out, comma);
		put_counter(counters, &counters->list[i], out);
		comma = ",\n";
	}
	pen_put(out, "],\"more_points\":");
	pen_uint(out, counters->n_more);
}
