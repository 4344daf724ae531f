/* SPDX-License-Identifier: MIT */
/*
 * The whole model as text. It shows people what the generator understood. The
 * build id is made from it, because that must change when anything in the model
 * does.
 */
#include "gen/emit.h"

static void put_param(const struct fxg_param_def *p, struct fxg_buffer *out)
{
	fxg_put(out, "%s%s%s", p->ctype.before, p->name, p->ctype.after);
}

static void put_prototype(const struct fxg_function_def *f,
			  struct fxg_buffer *out)
{
	size_t i;

	fxg_put(out, "%s%s(", f->ret.before, f->name);
	for (i = 0; i < f->n_fixed; i++) {
		fxg_put(out, "%s", i ? ", " : "");
		put_param(&f->params[i], out);
	}
	fxg_put(out, "%s);\n", f->dots ? ", ..." : f->n_fixed ? "" : "void");
	for (; i < f->n_params; i++) {
		fxg_put(out, "\textra ");
		put_param(&f->params[i], out);
		fxg_put(out, "\n");
	}
	if (f->target)
		fxg_put(out, "\tvariadic %s\n", f->target);
	if (f->hook)
		fxg_put(out, "\thook %s\n", f->hook);
	if (f->before)
		fxg_put(out, "\tbefore %s\n", f->before);
	if (f->track)
		fxg_put(out, "\ttrack %s\n", f->track);
	if (f->alongside)
		fxg_put(out, "\talongside %s\n", f->alongside);
}

static void put_rows(const struct fxg_row_list *list, const char *what,
		     struct fxg_buffer *out)
{
	unsigned i;

	for (i = 0; i < list->n; i++)
		fxg_put(out, "%s %u %s: %s\n", what, i, list->rows[i].comment,
			list->rows[i].init);
}

static void put_sets(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	size_t k;
	unsigned i;

	for (i = 0; i < tables->n_ranges; i++) {
		const struct fxg_type_def *set = tables->ranges[i].def;

		fxg_put(out, "set %s %s:", tables->ranges[i].name,
			set->ctype.base);
		for (k = 0; k < set->n_constants; k++) {
			const struct fxg_constant *c = &set->constants[k];

			fxg_put(out, " %s%s%s", c->name, c->mask ? "/" : "",
				c->mask ? fxg_expr_c_text(tables->arena,
							  c->mask)
					: "");
		}
		fxg_put(out, "\n");
	}
}

static void put_cases(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	size_t k;
	unsigned i;

	for (i = 0; i < tables->n_groups; i++) {
		const struct fxg_case_group *group = &tables->groups[i];

		for (k = 0; k <= group->def->n_constants; k++)
			fxg_put(out, "case %zu %s: type %u items %u %u\n",
				group->first + k,
				k < group->def->n_constants
					? group->def->constants[k].name
					: "default",
				group->rows[k].type, group->rows[k].first_item,
				group->rows[k].n_items);
	}
}

void fxg_emit_model(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	const struct fxg_api_def *api = tables->api;
	unsigned i;

	fxg_put(out, "api %s soname %s errno %u\n", api->name, api->soname,
		tables->errno_type);
	for (i = 0; i < api->n_defines; i++)
		fxg_put(out, "define %s\n", api->defines[i]);
	for (i = 0; i < api->n_includes; i++)
		fxg_put(out, "include %s\n", api->includes[i]);
	for (i = 0; i < api->n_measures; i++)
		fxg_put(out, "measure %s %u\n", api->measures[i].name,
			api->measures[i].n_arguments);
	if (api->is_whole)
		fxg_put(out, "whole\n");
	if (api->is_careful)
		fxg_put(out, "careful\n");
	for (i = 0; i < api->n_functions; i++)
		put_prototype(api->functions[i], out);
	put_rows(&tables->functions, "function", out);
	put_rows(&tables->params, "param", out);
	put_rows(&tables->items, "item", out);
	put_rows(&tables->leaves, "leaf", out);
	put_rows(&tables->members, "member", out);
	put_sets(tables, out);
	put_cases(tables, out);
	for (i = 0; i < tables->n_types; i++)
		fxg_put(out, "type %u %s: %s\n", i, tables->types[i].c_name,
			tables->types[i].init);
	for (i = 0; i < tables->n_exprs; i++)
		fxg_put(out, "expr %u: %s\n", tables->exprs[i].off,
			tables->exprs[i].code);
	for (i = 0; i < tables->n_texts; i++)
		fxg_put(out, "text %u %s\n", tables->texts[i].off,
			tables->texts[i].bytes);
}

const char *fxg_build_id(const struct fxg_buffer *model)
{
	/* FNV-1a, 64 bits */
	uint64_t h = 0xcbf29ce484222325ull;
	size_t i;

	for (i = 0; i < model->n_bytes; i++) {
		h ^= (unsigned char)model->bytes[i];
		h *= 0x100000001b3ull;
	}
	return fxg_format(model->arena, "%016llx", (unsigned long long)h);
}
