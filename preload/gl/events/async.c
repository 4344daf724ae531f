/* SPDX-License-Identifier: MIT */
#include "preload/gl/events/async.h"

#include "writer/engine.h"

const char *fxp_gl_called(const struct fxp_call *call)
{
	const struct fxg_table *table = fxp_gl.table;
	const struct fxg_function *f =
		&table->functions[call->cell - fxp_gl_slots];

	return table->text + table->strings[f->name];
}

static const char *constant_of(const struct fxg_table *table, uint16_t type,
			       uint64_t value, uint32_t *n)
{
	const struct fxg_type *t = &table->types[type];
	const struct fxg_enumerator *e = table->enumerators + t->first;

	for (uint32_t i = 0; i < t->n; i++, e++) {
		if ((value & e->mask) != (e->value & e->mask))
			continue;
		*n = (uint32_t)fxw_length(table->text + e->name);
		return table->text + e->name;
	}
	return NULL;
}

const char *fxp_gl_constant(unsigned function, unsigned i, uint64_t value,
			    uint32_t *n)
{
	const struct fxg_table *table = fxp_gl.table;
	const struct fxg_function *f = &table->functions[function];
	uint16_t type = i == FXP_GL_RET
				? f->ret_type
				: table->params[f->first_param + i].type;
	const char *name;

	if (table->types[type].class != FXG_ENUM)
		return NULL;
	name = constant_of(table, type, value, n);
	if (!name && table->types[type].cap)
		name = constant_of(table, table->types[type].cap, value, n);
	return name;
}

struct args {
	const struct fxp_gl_async *async;
	const char *by;
};

static void build_args(struct fxw_record *r, const void *what)
{
	const struct args *args = what;

	/* viewers merge both events' arguments, by their names */
	fxw_arg_string(r,
		       args->async->type == FXT_EVENT_ASYNC_END
			       ? FXW_NAME("ended_by")
			       : FXW_NAME("by"),
		       args->by, fxw_length(args->by));
	if (args->async->build)
		args->async->build(r, args->async->what);
}

bool fxp_gl_emit_async(const struct fxp_call *call,
		       const struct fxp_gl_async *async)
{
	struct args args = {async, fxp_gl_called(call)};
	struct fxp_note note = {
		.type = async->type,
		.category = FXW_NAME(FXW_CATEGORY_ASYNC),
		.name = async->name,
		.build = build_args,
		.what = &args,
		.id = fxp_alongside_id(async->id),
	};

	return note.id && fxp_alongside_event(call, &note);
}
