/* SPDX-License-Identifier: MIT */
/*
 * Selects calls and has them copied, see trim.h.
 */
#include "tools/trim/trim.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "tools/fd/handled.h"
#include "tools/select/catalogue.h"
#include "tools/trim/marks.h"
#include "tools/trim/numbers.h"
#include "tools/trim/slice.h"
#include "tools/trim/transfer.h"
#include "tools/base/human.h"

struct trim {
	struct convert_output *output;
	const struct trim_settings *settings;
	struct filter *filter;
	struct concern *concern;
	struct marks marks;
	struct slice *slice; /* NULL: no other calls are needed */
	uint64_t n_chosen, n_calls;
	uint64_t first_ns, last_ns; /* of the chosen ones */
	struct slice_counts needed;
};

static bool has_choice(const struct trim_settings *settings)
{
	const struct filter_words *filter = &settings->filter;

	return settings->calls || settings->numbers || filter->frames ||
	       filter->processes || filter->threads || filter->since ||
	       filter->until || filter->paths;
}

/* Whole frames of all threads are chosen: they can be drawn. */
static bool wants_frames(const struct trim_settings *settings)
{
	const struct filter_words *filter = &settings->filter;

	return filter->frames && !settings->calls && !settings->numbers &&
	       !filter->threads && !filter->since && !filter->until &&
	       !filter->paths;
}

static bool is_chosen(struct trim *trim, const struct fxr_call *call)
{
	const struct trim_settings *settings = trim->settings;

	return concern_has(trim->concern, call) &&
	       filter_has(trim->filter, trim->output->world, call,
			  convert_last_ns(trim->output->calls)) &&
	       (!settings->numbers ||
		numbers_have(settings->numbers, call->number)) &&
	       (!settings->calls ||
		catalogue_is_meant(settings->calls, call->name->category.bytes,
				   call->name->name.bytes));
}

static void mark_call(struct trim *trim, const struct fxr_call *call)
{
	uint64_t end_ns = call->has_end && call->end_ns > call->begin_ns
				  ? call->end_ns
				  : call->begin_ns;

	marks_put(&trim->marks, call->begin_off);
	if (call->end_off)
		marks_put(&trim->marks, call->end_off);
	if (!trim->n_chosen++ || call->begin_ns < trim->first_ns)
		trim->first_ns = call->begin_ns;
	if (end_ns > trim->last_ns)
		trim->last_ns = end_ns;
}

/* Memory in pieces is not needed to choose. */
static void choose_calls(struct trim *trim)
{
	static struct fxr_call call;

	fxr_world_forget_blobs(trim->output->world);
	while (convert_next(trim->output->calls, &call)) {
		bool is_meant = is_chosen(trim, &call);

		if (is_meant)
			mark_call(trim, &call);
		if (trim->slice)
			slice_take(trim->slice, &call, is_meant);
		trim->n_calls++;
	}
}

static bool report_error(struct trim *trim, const char *what)
{
	snprintf(trim->output->error, sizeof(trim->output->error),
		 "%s: %s; TMPDIR names the folder for temporary files", what,
		 strerror(errno));
	return false;
}

static void say_counts(struct trim *trim)
{
	char *notes = trim->output->notes;
	size_t n = strlen(notes), space = sizeof(trim->output->notes);

	n += (size_t)snprintf(notes + n, space - n, "%skept %" PRIu64 " of %s",
			      n ? "; " : "",
			      trim->n_chosen + trim->needed.n_needed,
			      human_plain(trim->n_calls, "call").text);
	if (trim->needed.n_needed && n < space)
		n += (size_t)snprintf(notes + n, space - n,
				      ", %" PRIu64 " of them since the frames "
				      "need them",
				      trim->needed.n_needed);
	if (trim->needed.n_frames && n < space)
		(void)snprintf(notes + n, space - n,
			       ", and with these %" PRIu64
			       " frames before, whose picture is drawn upon",
			       trim->needed.n_frames);
}

/* Events alongside the calls are from the same time as these, unless the user
 * has given a time. */
static void set_time(const struct trim *trim,
		     struct transfer_settings *settings)
{
	const struct filter_words *filter = &trim->settings->filter;
	bool is_some = trim->settings->numbers || filter->frames;

	settings->last_ns = UINT64_MAX;
	if (is_some || filter->since)
		settings->first_ns = trim->first_ns;
	if (is_some || filter->until)
		settings->last_ns = trim->last_ns;
	if (filter->since)
		settings->first_ns = filter_since_ns(trim->filter);
	if (filter->until)
		settings->last_ns = filter_until_ns(trim->filter) - 1;
}

static bool copy_records(struct trim *trim)
{
	struct transfer_settings settings = {.settings = trim->settings,
					     .n_kept = trim->n_chosen +
						       trim->needed.n_needed,
					     .n_calls = trim->n_calls,
					     .last_ns = UINT64_MAX};
	bool is_done;

	if (has_choice(trim->settings)) {
		settings.calls = &trim->marks;
		set_time(trim, &settings);
	}
	is_done = transfer(trim->output, &settings);
	if (is_done)
		say_counts(trim);
	return is_done;
}

static bool write_trimmed(struct convert_output *output)
{
	struct trim trim = {.output = output, .settings = output->context};
	uint64_t n_bytes = convert_n_bytes(output->calls);
	bool is_done;

	if (fxr_error(output->world->reader) &&
	    !convert_n_calls(output->calls)) {
		snprintf(output->error, sizeof(output->error),
			 "there is no call before the fault");
		return false;
	}
	if (!marks_init(&trim.marks, n_bytes))
		return report_error(&trim, "a temporary file");
	trim.filter = filter_open(&trim.settings->filter);
	trim.concern = concern_open(output->world, trim.settings->filter.paths);
	filter_bind(trim.filter, output->world, convert_last_ns(output->calls));
	if (wants_frames(trim.settings)) {
		trim.slice = slice_open(output->world);
		if (!trim.slice)
			return report_error(&trim, "a temporary file");
	}
	choose_calls(&trim);
	is_done = !trim.slice || slice_finish(trim.slice, &trim.marks,
					      &trim.needed)
			  ? copy_records(&trim)
			  : report_error(&trim, "a temporary file");
	slice_close(trim.slice);
	concern_close(trim.concern);
	filter_close(trim.filter);
	marks_fini(&trim.marks);
	return is_done;
}

const struct convert_format trim_format = {
	.name = "fxt",
	.suffixes = ".fxt",
	.purpose = "a part of an archive",
	.is_packable = true,
	.write = write_trimmed,
};
