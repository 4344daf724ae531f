/* SPDX-License-Identifier: MIT */
/*
 * Calls that the options choose, see choice.h.
 */
#include "tools/library/archive.h"

#include <stdlib.h>

#include "tools/select/catalogue.h"
#include "tools/select/select.h"

static struct filter_words words_of(const struct fxtrace_options *options)
{
	return (struct filter_words){.is_failed = options->errors,
				     .min_time = options->min_time,
				     .since = options->since,
				     .until = options->until,
				     .processes = options->process,
				     .threads = options->thread,
				     .frames = options->frames,
				     .paths = options->path,
				     .pattern = options->grep};
}

/* The options as they are changed below. */
static const char **text_at(struct fxtrace_options *options, size_t i)
{
	const char **const texts[] = {&options->debug_path, &options->calls,
				      &options->min_time,   &options->since,
				      &options->until,	    &options->process,
				      &options->thread,	    &options->frames,
				      &options->path,	    &options->grep};

	return i < sizeof(texts) / sizeof(texts[0]) ? texts[i] : NULL;
}

/* False: no memory; what could not be copied is NULL then. */
static bool copy_texts(struct fxtrace_options *options)
{
	bool is_whole = true;
	const char **text;

	for (size_t i = 0; (text = text_at(options, i)); i++) {
		bool is_there = *text;

		if (is_there)
			*text = strdup(*text);
		is_whole &= is_there == (*text != NULL);
	}
	return is_whole;
}

static const char *wrong_text(struct fxtrace_archive *archive,
			      const char **name)
{
	const char *wrong = NULL;

	*name = "by";
	if ((unsigned)archive->options.by > FXTRACE_BY_CALLER)
		return "no member of enum fxtrace_by";
	*name = "calls";
	if (archive->options.calls)
		wrong = select_check(archive->options.calls);
	return wrong ? wrong : filter_check(&archive->choice.words, name);
}

bool library_choice_take(struct fxtrace_archive *archive)
{
	const char *name, *wrong;

	if (!copy_texts(&archive->options)) {
		library_fail(archive, FXTRACE_ERROR_MEMORY, 0,
			     "not enough memory");
		return false;
	}
	archive->choice.words = words_of(&archive->options);
	wrong = wrong_text(archive, &name);
	if (wrong)
		library_fail(archive, FXTRACE_ERROR_OPTION, 0, "%s: %s", name,
			     wrong);
	return !wrong;
}

void library_choice_open(struct fxtrace_archive *archive)
{
	struct library_choice *choice = &archive->choice;
	const char *name;

	choice->filter = filter_open(&choice->words);
	if (!filter_binds(choice->filter, archive->world,
			  archive->shown.totals.last_ns, &name))
		library_fail(archive, FXTRACE_ERROR_OPTION, 0,
			     "%s %s: the archive does not know the time of day",
			     name,
			     *name == 's' ? choice->words.since
					  : choice->words.until);
	choice->concern = concern_open(archive->world, choice->words.paths);
	choice->is_any = !filter_chooses(&choice->words) &&
			 !archive->options.calls && !archive->options.is_wanted;
}

void library_choice_close(struct fxtrace_archive *archive)
{
	const char **text;

	concern_close(archive->choice.concern);
	filter_close(archive->choice.filter);
	for (size_t i = 0; (text = text_at(&archive->options, i)); i++)
		free((char *)*text);
}

bool library_choice_needs(const struct fxtrace_archive *archive,
			  const char *category, const char *name)
{
	const struct fxtrace_options *options = &archive->options;

	return ((options->path || options->has_names) &&
		descriptors_need(category, name)) ||
	       (options->has_names && labels_need(category, name));
}

static bool fits_pattern(struct fxtrace_archive *archive)
{
	struct filter *filter = archive->choice.filter;
	bool has_color = archive->print.has_color;
	struct fxr_text text;

	if (!filter_has_pattern(filter))
		return true;
	archive->print.has_color = false;
	text = library_put_call(archive, archive->options.is_json);
	archive->print.has_color = has_color;
	return filter_has_line(filter, text.bytes);
}

bool library_choice_has(struct fxtrace_archive *archive)
{
	const struct fxr_call *call = &archive->call;
	struct library_choice *choice = &archive->choice;

	if (choice->is_any)
		return true;
	return concern_has(choice->concern, call) &&
	       library_delivers(archive,
				(size_t)(call->name - archive->world->names)) &&
	       filter_has(choice->filter, archive->world, call,
			  archive->shown.totals.last_ns) &&
	       fits_pattern(archive);
}
