/* SPDX-License-Identifier: MIT */
/*
 * Names of opened objects, see opened.h. Opening is rare and slow, so that a
 * query of the kernel for a descriptor's name is acceptable.
 */
#include "preload/runtime/opened.h"

#include <fcntl.h>

#include "writer/engine.h"
#include "writer/record.h"
#include "writer/sys.h"
#include "writer/utf8.h"

/* Names are labels: longer ones are cut. */
#define NAME_BYTES 256u
#define PATH_BYTES 160u

static __attribute__((noinline)) void name_by(struct fxw_thread *t,
					      const struct fxp_source *s,
					      const char *name, size_t n)
{
	struct fxw_window w;
	uint64_t *at;

	n = n ? fxw_utf8_cut(name, n) : 0;
	if (n == 0 || n == FXW_NOT_UTF8 || !fxw_window_open(&w, t, FXW_FRAME))
		return;
	do {
		at = fxw_put(&w.record, t->ref ? 2 : 3);
		if (at) {
			at[1] = s->slot[s->function->n_params];
			if (!t->ref)
				at[2] = t->process;
		}
		fxw_put_name(&w.record, fxw_name_inline(name, n));
		if (fxw_record_fits(&w.record)) {
			fxw_window_commit(&w,
					  fxt_userspace_object_header(
						  w.record.used_words, t->ref,
						  fxt_inline_ref(n), 0));
			return;
		}
	} while (fxw_window_grow(&w));
	/* no space: the object has no name, but its calls are recorded */
}

/* The link of a descriptor in /proc. Returns its length, 0 if there is none. */
static __attribute__((noinline)) size_t read_link(uint32_t fd, char *text,
						  size_t n_bytes)
{
	static const char folder[] = "/proc/self/fd/";
	char path[sizeof(folder) + 10], digits[10];
	size_t at = sizeof(folder) - 1;
	unsigned n = 0;
	long length;

	do
		digits[n++] = (char)('0' + fd % 10);
	while (fd /= 10);
	fxw_copy(path, folder, at);
	while (n)
		path[at++] = digits[--n];
	path[at] = 0;
	length = sys_readlinkat(AT_FDCWD, path, text, n_bytes);
	return length > 0 ? (size_t)length : 0;
}

static __attribute__((noinline)) void name_by_descriptor(
	struct fxw_thread *t, const struct fxp_source *s, uint32_t fd)
{
	char text[PATH_BYTES];

	/* a sandbox may kill for the query */
	if (!fxw_engine.no_system_calls)
		name_by(t, s, text, read_link(fd, text, sizeof(text)));
}

/* Whether the first parameter is text that is recorded. */
static bool begins_with_text(const struct fxp_source *s)
{
	const struct fxg_function *f = s->function;
	const struct fxg_item *item = s->table->items + f->first_item;

	for (unsigned n = f->n_begin_items + f->n_end_items; n; n--, item++)
		if (item->kind == FXG_K_STRING && item->slot == 0)
			return true;
	return false;
}

static bool begins_with_descriptor(const struct fxp_source *s)
{
	const struct fxg_type *types = s->table->types;
	const struct fxg_type *type =
		&types[s->table->params[s->function->first_param].type];

	return type->class == FXG_HANDLE && types[type->base].class == FXG_INT;
}

/* Whether the call's result is a pointer handle. */
static inline bool opens_object(const struct fxp_source *s)
{
	const struct fxg_type *ret = &s->table->types[s->function->ret_type];

	return ret->class == FXG_HANDLE &&
	       s->table->types[ret->base].class != FXG_INT;
}

void fxp_name_opened(struct fxw_thread *thread, const struct fxp_source *source)
{
	const char *name = (const char *)(uintptr_t)source->slot[0];

	if (!opens_object(source) || source->failed ||
	    !source->function->n_params ||
	    source->cell->watch & FXP_REDACTED) /* it may be the name */
		return;
	if (begins_with_text(source)) {
		if (name)
			name_by(thread, source, name,
				fxw_length_max(name, NAME_BYTES));
	} else if (begins_with_descriptor(source)) {
		name_by_descriptor(thread, source, (uint32_t)source->slot[0]);
	}
}
