/* SPDX-License-Identifier: MIT */
/*
 * The calls that are converted, see chosen.h.
 */
#include "tools/convert/chosen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"
#include "tools/fd/handled.h"
#include "tools/reader/memory.h"
#include "tools/select/catalogue.h"

/* Limit of a value in pieces: a converter has one call at a time in memory. */
#define MAX_BLOB_BYTES (256u << 20)

/* The format's default, as changed by the user's signs. */
static char *wanted_list(const struct convert_job *job)
{
	const char *calls = job->calls, *own = job->to->calls;
	char *list = NULL;

	if (!calls || !own)
		return calls || own ? strdup(calls ? calls : own) : NULL;
	if (!strchr("+-", calls[strspn(calls, ", \t\n")]))
		return strdup(calls);
	if (asprintf(&list, "%s,%s", own, calls) < 0)
		die("out of memory");
	return list;
}

struct chosen chosen_open(const struct convert_job *job)
{
	return (struct chosen){.list = wanted_list(job), .paths = job->paths};
}

void chosen_close(struct chosen *chosen)
{
	if (chosen->concern)
		concern_close(chosen->concern);
	free(chosen->list);
}

static bool is_wanted(void *list, struct fxr_text category,
		      struct fxr_text name)
{
	/* both are copies that end with a NUL */
	return catalogue_is_meant(list, category.bytes, name.bytes);
}

struct fxr_calls_options chosen_options(struct chosen *chosen)
{
	return (struct fxr_calls_options){
		.is_wanted = chosen->list && !chosen->paths ? is_wanted : NULL,
		.context = chosen->list,
		.progress = archive_progress,
		.max_blob_bytes = MAX_BLOB_BYTES};
}

bool chosen_has(struct chosen *chosen, struct fxr_world *world,
		const struct fxr_call *call)
{
	if (!chosen->paths)
		return true;
	if (!chosen->concern)
		chosen->concern = concern_open(world, chosen->paths);
	/* of all calls, in their order */
	return concern_has(chosen->concern, call) &&
	       (!chosen->list || is_wanted(chosen->list, call->name->category,
					   call->name->name));
}
