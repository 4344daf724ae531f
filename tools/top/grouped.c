/* SPDX-License-Identifier: MIT */
/*
 * Rows of calls, see grouped.h.
 */
#include "tools/top/grouped.h"

#include <stdlib.h>
#include <string.h>

#include "tools/fd/handled.h"

struct grouped {
	enum by_what what;
	struct fxr_world *world;
	struct handled *handled; /* BY_FILE */
	struct pen name;
};

struct grouped *grouped_open(struct fxr_world *world, enum by_what what)
{
	struct grouped *grouped = fxr_new(1, sizeof(*grouped));

	grouped->what = what;
	grouped->world = world;
	if (what == BY_FILE)
		grouped->handled = handled_open(world);
	return grouped;
}

void grouped_close(struct grouped *grouped)
{
	if (!grouped)
		return;
	handled_close(grouped->handled);
	pen_fini(&grouped->name);
	free(grouped);
}

/* "100 sh", "100/101 worker" */
static struct fxr_text thread_name(struct grouped *grouped,
				   const struct fxr_thread *thread)
{
	struct fxr_text name = {"", 0};

	pen_uint(&grouped->name, thread->pid);
	if (grouped->what == BY_THREAD) {
		pen_byte(&grouped->name, '/');
		pen_uint(&grouped->name, thread->tid);
		name = fxr_world_thread_name(grouped->world, thread->provider,
					     thread->pid, thread->tid);
	}
	if (!name.n_bytes)
		name = fxr_world_process_name(grouped->world, thread->provider,
					      thread->pid);
	if (name.n_bytes)
		pen_byte(&grouped->name, ' ');
	pen_bytes(&grouped->name, name.bytes, name.n_bytes);
	return pen_take(&grouped->name);
}

static struct fxr_text file_name(struct grouped *grouped,
				 const struct fxr_call *call)
{
	const char *text;

	handled_take(grouped->handled, call);
	text = handled_find(grouped->handled, call).text;
	return text ? fxr_text(text, strlen(text)) : fxr_text("", 0);
}

struct fxr_text grouped_name(struct grouped *grouped,
			     const struct fxr_call *call)
{
	switch (grouped->what) {
	case BY_THREAD:
	case BY_PROCESS:
		return thread_name(grouped, call->thread);
	case BY_FILE:
		return file_name(grouped, call);
	case BY_ERRNO:
		return call->error;
	default:
		return call->name->name;
	}
}

bool grouped_is_late(enum by_what what)
{
	return what == BY_FILE || what == BY_ERRNO;
}
