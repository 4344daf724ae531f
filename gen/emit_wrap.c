/* SPDX-License-Identifier: MIT */
/*
 * wrap_API.c and its further parts: one wrapper of fixed shape a function, as
 * preload.h and hot.h show it. The first part has the API's state, too. A
 * wrapper's name in C is its own (fxp_w_read), and only its symbol is the
 * function's. So no macro, builtin or fortified inline of a header interferes.
 */
#include "gen/emit.h"

#include <string.h>

#define COLUMNS 80u

static unsigned text_width(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += *text == '\t' ? 8 : 1;
	return n;
}

void fxg_add_to_line(struct fxg_line *line, const char *text)
{
	const char *indent = line->indent ? line->indent : "\t\t";
	unsigned n = text_width(text);

	if (line->column + n > COLUMNS && *text == ' ') {
		fxg_put(line->out, "\n%s%s", indent, text + 1);
		line->column = text_width(indent) + n - 1;
		return;
	}
	fxg_put(line->out, "%s", text);
	line->column += n;
}

static bool is_void(const struct fxg_ctype *type)
{
	return !type->n_stars && !type->is_function &&
	       !strcmp(type->base, "void");
}

const char *fxg_local_name(struct fxg_arena *arena, const char *name)
{
	static const char *const own[] = {"real", "call",  "slot",
					  "ap",	  "event", "cell",
					  "list", "state", "is_on"};
	size_t i;

	for (i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (!strcmp(own[i], name))
			return fxg_format(arena, "%s_", name);
	return name;
}

/* "(int fd, void *buf, size_t count)" */
static void put_parameters(const struct fxg_tables *tables,
			   struct fxg_line *line,
			   const struct fxg_function_def *f)
{
	size_t i;

	fxg_add_to_line(line, "(");
	for (i = 0; i < f->n_fixed; i++) {
		const struct fxg_param_def *p = &f->params[i];

		fxg_add_to_line(
			line,
			fxg_format(tables->arena, "%s%s%s%s%s", i ? " " : "",
				   p->ctype.before,
				   fxg_local_name(tables->arena, p->name),
				   p->ctype.after,
				   i + 1 < f->n_fixed || f->dots ? "," : ""));
	}
	if (!f->n_fixed)
		fxg_add_to_line(line, "void");
	fxg_add_to_line(line, f->dots ? " ...)" : ")");
}

/* "ssize_t (*real)(int, void *, size_t) = fxp_real(...);", by fxp_real or
 * fxp_known */
static void put_real(const struct fxg_tables *tables,
		     const struct fxg_function_def *f,
		     const struct fxg_function_def *called, const char *how,
		     struct fxg_buffer *out)
{
	const char *api = tables->api->name;
	struct fxg_line line = {out, 0, NULL};
	size_t i;

	fxg_add_to_line(&line, fxg_format(tables->arena, "\t%s(*real)(",
					  f->ret.before));
	for (i = 0; i < called->n_fixed; i++)
		fxg_add_to_line(
			&line,
			fxg_format(tables->arena, "%s%s%s", i ? " " : "",
				   fxg_ctype_text(tables->arena,
						  &called->params[i].ctype),
				   i + 1 < called->n_fixed || called->dots
					   ? ","
					   : ""));
	if (!called->n_fixed)
		fxg_add_to_line(&line, "void");
	fxg_add_to_line(&line, called->dots ? " ...)" : ")");
	fxg_put(out, " =\n\t\t%s(&fxp_%s, fxp_%s_slots, %u);\n", how, api, api,
		fxg_function_index(tables->api, called->name));
}

/* "real(fd, buf, count);" behind what is given, which ends in "real(" */
static void put_call(const struct fxg_tables *tables,
		     const struct fxg_function_def *f, const char *before,
		     struct fxg_buffer *out)
{
	struct fxg_line line = {out, 0, NULL};
	size_t i;

	fxg_add_to_line(&line, before);
	for (i = 0; i < f->n_params; i++)
		fxg_add_to_line(
			&line,
			fxg_format(tables->arena, "%s%s%s", i ? " " : "",
				   fxg_local_name(tables->arena,
						  f->params[i].name),
				   i + 1 < f->n_params || f->target ? ","
								    : ""));
	fxg_add_to_line(&line, f->target ? " ap);" : ");");
	fxg_put(out, "\n");
}

const char *fxg_word(const struct fxg_tables *tables, unsigned type,
		     const char *name)
{
	const struct fxg_type_row *row = &tables->types[type];
	const char *how = "FXP_WORD";

	if (row->def)
		how = "FXP_WORD_ADDRESS";
	else if (row->kind && !strcmp(row->kind, "FXG_K_LONGDOUBLE"))
		how = "FXP_WORD_ADDRESS";
	else if (row->kind && !strcmp(row->kind, "FXG_K_F64"))
		how = "fxp_word_double";
	else if (row->kind && !strcmp(row->kind, "FXG_K_F32"))
		how = "fxp_word_float";
	return fxg_format(tables->arena, "%s(%s)", how, name);
}

static void put_slots(const struct fxg_tables *tables,
		      const struct fxg_function_def *f, struct fxg_buffer *out)
{
	size_t i;

	for (i = 0; i < f->n_params; i++) {
		const char *name =
			fxg_local_name(tables->arena, f->params[i].name);

		if (!strcmp(f->params[i].ctype.base, "va_list"))
			fxg_put(out, "\tslot[%zu] = FXP_WORD_LIST(%s);\n", i,
				name);
		else
			fxg_put(out, "\tslot[%zu] = %s;\n", i,
				fxg_word(tables, f->param_rows[i], name));
	}
}

/* Values from before the call that expressions use. */
static void put_saved(const struct fxg_tables *tables,
		      const struct fxg_function_def *f, struct fxg_buffer *out)
{
	size_t i;

	for (i = 0; i < f->n_params; i++)
		if (fxg_is_saved(f, i))
			fxg_put(out, "\tslot[%zu] = FXP_KEEP(%s);\n",
				fxg_saved_slot(f, i),
				fxg_local_name(tables->arena,
					       f->params[i].name));
}

/* Whether the call would consume the va_list that is read after it. */
static bool copies_list(const struct fxg_function_def *f)
{
	return fxg_is_listed(f) && f->varargs == FXG_VA_SCANF;
}

/* What "..." holds: ap, or a copy of it. */
static void put_list(const struct fxg_tables *tables,
		     const struct fxg_function_def *f, struct fxg_buffer *out)
{
	int param = fxg_list_param(f);
	const char *name = "ap";

	if (!fxg_owns_list(f))
		return;
	if (!f->dots && param >= 0)
		name = fxg_local_name(tables->arena, f->params[param].name);
	if (copies_list(f)) {
		fxg_put(out, "\tva_copy(list, %s);\n", name);
		name = "list";
	}
	fxg_put(out, "\tslot[%zu] = FXP_WORD_LIST(%s);\n", fxg_list_slot(f),
		name);
}

static void put_extra_locals(const struct fxg_function_def *f,
			     struct fxg_buffer *out)
{
	size_t i;

	for (i = f->n_fixed; i < f->n_params; i++)
		fxg_put(out, "\t%s%s%s;\n", f->params[i].ctype.before,
			f->params[i].name, f->params[i].ctype.after);
	if (f->dots)
		fxg_put(out, "\tva_list ap;\n");
	if (copies_list(f))
		fxg_put(out, "\tva_list list;\n");
}

static void put_extra_reads(const struct fxg_tables *tables,
			    const struct fxg_function_def *f,
			    struct fxg_buffer *out)
{
	size_t i;

	if (!f->dots)
		return;
	fxg_put(out, "\tva_start(ap, %s);\n",
		fxg_local_name(tables->arena, f->params[f->n_fixed - 1].name));
	if (f->target)
		return;
	for (i = f->n_fixed; i < f->n_params; i++)
		fxg_put(out, "\t%s = va_arg(ap, %s);\n", f->params[i].name,
			fxg_ctype_text(tables->arena, &f->params[i].ctype));
	fxg_put(out, "\tva_end(ap);\n");
}

/* "fxp_gl_track(FXG_TRACK_BUFFER_DATA, slot);" */
static void put_tracker(const struct fxg_tables *tables, const char *what,
			const char *name, struct fxg_buffer *out)
{
	if (name)
		fxg_put(out, "\tfxp_%s_%s(FXG_%s, slot);\n", tables->api->name,
			what, fxg_tracked_name(tables->arena, what, name));
}

/* A leaf function that is tracked: all paths of its wrapper end with that. */
static bool is_tracked_leaf(const struct fxg_function_def *f)
{
	return f->flags & FXG_F_LEAF && f->track;
}

/* Whether the wrapper has the one path of put_tracked_body(). */
static bool has_tracked_body(const struct fxg_function_def *f)
{
	return fxg_is_tracked(f) && !is_tracked_leaf(f);
}

/* The body of a function whose calls a tracker of the library's state observes,
 * recorded or not. */
static void put_tracked_body(const struct fxg_tables *tables,
			     const struct fxg_function_def *f, unsigned index,
			     struct fxg_buffer *out)
{
	const char *api = tables->api->name;

	fxg_put(out, "\tbool is_on = fxp_is_on(fxp_%s_slots, %u);\n\n", api,
		index);
	put_slots(tables, f, out);
	put_saved(tables, f, out);
	put_tracker(tables, "before", f->before, out);
	fxg_put(out,
		"\tif (is_on)\n"
		"\t\tfxp_begin(&call, &fxp_%s_slots[%u], slot);\n",
		api, index);
	put_call(tables, f, is_void(&f->ret) ? "\treal(" : "\tret = real(",
		 out);
	fxg_put(out, "\tslot[%zu] = %s;\n\tif (is_on)%s\n", f->n_params,
		is_void(&f->ret) ? "0" : fxg_word(tables, f->ret_row, "ret"),
		f->alongside ? " {" : "");
	if (f->alongside)
		fxg_put(out, "\t\tfxp_%s_alongside(FXG_%s, &call, slot);\n",
			api,
			fxg_tracked_name(tables->arena, "alongside",
					 f->alongside));
	fxg_put(out, "\t\tfxp_end(&call, slot);\n%s",
		f->alongside ? "\t}\n" : "");
	put_tracker(tables, "track", f->track, out);
	if (!is_void(&f->ret))
		fxg_put(out, "\treturn ret;\n");
}

/* The call when the function is off. */
static void put_off(const struct fxg_tables *tables,
		    const struct fxg_function_def *f, unsigned index,
		    struct fxg_buffer *out)
{
	bool none = is_void(&f->ret);
	bool braces = none || f->target;

	fxg_put(out, "\tif (!fxp_is_on(fxp_%s_slots, %u))%s\n",
		tables->api->name, index, braces ? " {" : "");
	if (!braces) {
		put_call(tables, f, "\t\treturn real(", out);
		return;
	}
	put_call(tables, f, none ? "\t\treal(" : "\t\tret = real(", out);
	if (f->target)
		fxg_put(out, "\t\tva_end(ap);\n");
	fxg_put(out, "\t\treturn%s;\n\t}\n", none ? "" : " ret");
}

static void put_begin(const struct fxg_tables *tables,
		      const struct fxg_function_def *f, unsigned index,
		      struct fxg_buffer *out)
{
	const char *api = tables->api->name;

	if (fxg_puts_itself(tables, f)) {
		fxg_emit_begin(tables, f, out);
		return;
	}
	if (f->flags & FXG_F_LEAF) {
		fxg_put(out, "\tfxp_leaf_begin(&call, &fxp_%s_slots[%u]);\n",
			api, index);
		return;
	}
	put_slots(tables, f, out);
	if (!f->n_params) /* compilers want something to be there */
		fxg_put(out, "\tslot[0] = 0;\n");
	put_saved(tables, f, out);
	put_list(tables, f, out);
	fxg_put(out, "\tfxp_begin(&call, &fxp_%s_slots[%u], slot);\n", api,
		index);
}

/* Whether failure shows only in that the call sets errno. */
static bool needs_errno(const struct fxg_function_def *f)
{
	return f->error_rule == FXG_E_MINUS1_ERRNO ||
	       f->error_rule == FXG_E_NULL_ERRNO ||
	       f->error_rule == FXG_E_ERRNO;
}

static void put_slots_and_end(const struct fxg_tables *tables,
			      const struct fxg_function_def *f,
			      struct fxg_buffer *out)
{
	bool leaf = f->flags & FXG_F_LEAF;

	if (leaf)
		put_slots(tables, f, out);
	fxg_put(out, "\tslot[%zu] = %s;\n", f->n_params,
		is_void(&f->ret) ? "0" : fxg_word(tables, f->ret_row, "ret"));
	fxg_put(out, "\tfxp_%send(&call, slot);\n", leaf ? "leaf_" : "");
}

static void put_end(const struct fxg_tables *tables,
		    const struct fxg_function_def *f, struct fxg_buffer *out)
{
	if (fxg_puts_itself(tables, f))
		fxg_emit_end(tables, f, out);
	else
		put_slots_and_end(tables, f, out);
	if (needs_errno(f))
		fxg_put(out, "\tfxp_error_settle(error);\n");
	if (copies_list(f))
		fxg_put(out, "\tva_end(list);\n");
	if (f->target)
		fxg_put(out, "\tva_end(ap);\n");
	if (!is_void(&f->ret))
		fxg_put(out, "\treturn ret;\n");
}

/* What the steps need. */
static void put_locals(const struct fxg_tables *tables,
		       const struct fxg_function_def *f, unsigned index,
		       struct fxg_buffer *out)
{
	fxg_put(out, "\tstruct fxp_call call;\n");
	if (fxg_puts_itself(tables, f) && !has_tracked_body(f))
		fxg_put(out,
			"\tstruct fxp_slot *const cell = &fxp_%s_slots[%u];\n"
			"\tstruct fxp_event event = {.call = &call, "
			".cell = cell};\n",
			tables->api->name, index);
	else
		fxg_put(out, "\tuint64_t slot[%zu]%s;\n", fxg_slot_count(f),
			f->n_params ? "" : " = {0}");
}

/* "ssize_t fxp_w_read(int fd, void *buf, size_t count)" */
static void put_head(const struct fxg_tables *tables,
		     const struct fxg_function_def *f, const char *what,
		     struct fxg_buffer *out)
{
	struct fxg_line line = {out, 0, NULL};

	fxg_add_to_line(&line, fxg_format(tables->arena, "%sfxp_%s_%s",
					  f->ret.before, what, f->name));
	put_parameters(tables, &line, f);
}

static void put_ways(const struct fxg_tables *tables,
		     const struct fxg_function_def *f, const char *const *ways,
		     unsigned n, struct fxg_buffer *out)
{
	unsigned i;

	for (i = 0; i < n; i++) {
		fxg_put(out, "%s", ways[2 * i]);
		put_call(tables, f,
			 fxg_format(tables->arena, "\t\t%s%s(",
				    is_void(&f->ret) ? "" : "return ",
				    ways[2 * i + 1]),
			 out);
	}
}

/* "uint64_t slot[2]; slot[0] = FXP_WORD(n); ... fxp_gl_track(...);" */
static void put_tracked(const struct fxg_tables *tables,
			const struct fxg_function_def *f,
			struct fxg_buffer *out)
{
	fxg_put(out, "\tuint64_t slot[%zu];\n\n", fxg_slot_count(f));
	put_slots(tables, f, out);
	fxg_put(out, "\tslot[%zu] = 0;\n", f->n_params);
	put_tracker(tables, "track", f->track, out);
}

/* A call that is not recorded, but tracked. Out of line: the others jump on. */
static void put_unrecorded(const struct fxg_tables *tables,
			   const struct fxg_function_def *f,
			   struct fxg_buffer *out)
{
	fxg_put(out, "static FXP_NOINLINE ");
	put_head(tables, f, "off", out);
	fxg_put(out, "\n{\n");
	put_real(tables, f, f, "fxp_known", out);
	put_call(tables, f, "\treal(", out);
	put_tracked(tables, f, out);
	fxg_put(out, "}\n\n");
}

/* Before anything about the function is known, and after a new choice. */
static void put_rare(const struct fxg_tables *tables,
		     const struct fxg_function_def *f, unsigned index,
		     struct fxg_buffer *out)
{
	const char *wrapper = fxg_format(tables->arena, "fxp_w_%s", f->name);
	const char *off = fxg_format(tables->arena, "fxp_off_%s", f->name);
	const char *is_on = fxg_format(tables->arena,
				       "\tif (fxp_is_on(fxp_%s_slots, %u))\n",
				       tables->api->name, index);
	const char *const ways[] = {is_on, wrapper, "\telse\n",
				    is_tracked_leaf(f) ? off : "real"};

	fxg_put(out, "static FXP_RARE ");
	put_head(tables, f, "rare", out);
	fxg_put(out, "\n{\n");
	if (is_tracked_leaf(f))
		fxg_put(out, "\t(void)fxp_real(&fxp_%s, fxp_%s_slots, %u);\n",
			tables->api->name, tables->api->name, index);
	else
		put_real(tables, f, f, "fxp_real", out);
	fxg_put(out, "\n");
	put_ways(tables, f, ways, 2, out);
	fxg_put(out, "}\n\n");
}

/* What is exported: it saves nothing, and jumps on. */
static void put_choice(const struct fxg_tables *tables,
		       const struct fxg_function_def *f, unsigned index,
		       struct fxg_buffer *out)
{
	const char *const ways[] = {
		"\tif (fxp_likely(state == FXP_ON))\n",
		fxg_format(tables->arena, "fxp_on_%s", f->name),
		"\t} else\n",
		fxg_format(tables->arena, "fxp_rare_%s", f->name),
	};
	const char *const off[] = {
		"", is_tracked_leaf(f)
			    ? fxg_format(tables->arena, "fxp_off_%s", f->name)
			    : "real"};

	put_head(tables, f, "w", out);
	fxg_put(out, "\n{\n\tuint32_t state = fxp_state(fxp_%s_slots, %u);\n\n",
		tables->api->name, index);
	put_ways(tables, f, ways, 1, out);
	fxg_put(out, "\telse if (fxp_likely(state == FXP_OFF)) {\n");
	if (!is_tracked_leaf(f)) {
		fxg_put(out, "\t");
		put_real(tables, f, f, "fxp_known", out);
		fxg_put(out, "\n");
	}
	put_ways(tables, f, off, 1, out);
	put_ways(tables, f, ways + 2, 1, out);
	fxg_put(out, "}\n\n");
}

/* The same of a compact one: all but a call that is off goes one way. */
static void put_compact_choice(const struct fxg_tables *tables,
			       const struct fxg_function_def *f, unsigned index,
			       struct fxg_buffer *out)
{
	const char *const ways[] = {
		"\tif (fxp_likely(state == FXP_OFF))\n",
		"real",
		"\telse\n",
		fxg_format(tables->arena, "fxp_on_%s", f->name),
	};

	put_head(tables, f, "w", out);
	fxg_put(out, "\n{\n\tuint32_t state = fxp_state(fxp_%s_slots, %u);\n",
		tables->api->name, index);
	put_real(tables, f, f, "fxp_known", out);
	fxg_put(out, "\n");
	put_ways(tables, f, ways, 2, out);
	fxg_put(out, "}\n\n");
}

/* The recorded call. Before it comes the choice whether to record, unless the
 * exported part makes it. It is needed without an exported part of its own, or
 * if that sends all here that is not off. */
static void put_body(const struct fxg_tables *tables, unsigned index,
		     bool is_out_of_line, struct fxg_buffer *out)
{
	const struct fxg_function_def *f = tables->api->functions[index];
	const struct fxg_function_def *called = f;

	if (f->target)
		called = tables->api->functions[fxg_function_index(tables->api,
								   f->target)];
	fxg_put(out, "\n{\n");
	if (!is_out_of_line)
		put_real(tables, f, called, "fxp_real", out);
	put_locals(tables, f, index, out);
	put_extra_locals(f, out);
	if (!is_void(&f->ret))
		fxg_put(out, "\t%sret;\n", f->ret.before);
	if (has_tracked_body(f)) {
		put_tracked_body(tables, f, index, out);
		fxg_put(out, "}\n\n");
		return;
	}
	fxg_put(out, "\n");
	if (f->target) /* the variadic's own cell has not been looked at */
		fxg_put(out, "\t(void)fxp_real(&fxp_%s, fxp_%s_slots, %u);\n",
			tables->api->name, tables->api->name, index);
	put_extra_reads(tables, f, out);
	if (!is_out_of_line)
		put_off(tables, f, index, out);
	put_begin(tables, f, index, out);
	if (is_out_of_line) /* late: it need not be saved until then */
		put_real(tables, f, called, "fxp_known", out);
	if (needs_errno(f))
		fxg_put(out, "\tint error = fxp_error_clear();\n\n");
	put_call(tables, f, is_void(&f->ret) ? "\treal(" : "\tret = real(",
		 out);
	put_end(tables, f, out);
	if (is_tracked_leaf(f) && fxg_puts_itself(tables, f))
		put_tracked(tables, f, out);
	else if (is_tracked_leaf(f))
		put_tracker(tables, "track", f->track, out);
	fxg_put(out, "}\n\n");
}

static void put_export(const struct fxg_function_def *f, struct fxg_buffer *out)
{
	if (f->older)
		fxg_put(out,
			" FXP_NEWER;\n"
			"FXP_EXPORT_BOTH(%s, \"%s\", \"%s\", \"%s\")\n",
			f->name, f->name, f->symver, f->older);
	else if (f->since)
		fxg_put(out,
			" FXP_NEWER;\nFXP_EXPORT_NEWER(%s, \"%s\", \"%s\")\n",
			f->name, f->name, f->since);
	else
		fxg_put(out, " FXP_EXPORT(\"%s\");\n", f->name);
}

static void put_wrapper(const struct fxg_tables *tables, unsigned index,
			struct fxg_buffer *out)
{
	const struct fxg_function_def *f = tables->api->functions[index];
	/* with `...` the arguments cannot be passed on as they are */
	bool is_out_of_line = !f->dots && !f->target && !has_tracked_body(f);
	bool is_compact = f->compact && !is_tracked_leaf(f);

	fxg_put(out, "\n");
	put_head(tables, f, "w", out);
	put_export(f, out);
	if (is_tracked_leaf(f))
		put_unrecorded(tables, f, out);
	if (is_out_of_line && !is_compact)
		put_rare(tables, f, index, out);
	if (is_out_of_line)
		fxg_put(out, "static FXP_NOINLINE ");
	put_head(tables, f, is_out_of_line ? "on" : "w", out);
	put_body(tables, index, is_out_of_line && !is_compact, out);
	if (is_out_of_line && is_compact)
		put_compact_choice(tables, f, index, out);
	else if (is_out_of_line)
		put_choice(tables, f, index, out);
}

static void put_declarations(const struct fxg_tables *tables,
			     struct fxg_buffer *out)
{
	const char *api = tables->api->name;

	fxg_put(out,
		"#define HIDDEN __attribute__((visibility(\"hidden\")))\n\n"
		"extern const struct fxg_table fxg_%s;\n"
		"extern struct fxp_api fxp_%s HIDDEN;\n"
		"extern struct fxp_slot fxp_%s_slots[] HIDDEN;\n\n",
		api, api, api);
	fxg_emit_tracked(tables, out);
}

/* Pointers by code: nothing for the linker to relocate. The table is stored
 * last: then all of it is there. Threads may race to it. */
static void put_late(const char *api, struct fxg_buffer *out)
{
	fxg_put(out,
		"struct fxp_api fxp_%s;\n"
		"void fxg_%s_fill(void) HIDDEN;\n"
		"void fxp_%s_fill(void) HIDDEN;\n"
		"void fxp_%s_fill(void)\n{\n"
		"\tfxg_%s_fill();\n"
		"\tfxp_%s.slots = fxp_%s_slots;\n"
		"\tfxp_%s.string_seen = string_seen;\n"
		"\tfxp_%s.entry_seen = entry_seen;\n"
		"\t__atomic_store_n(&fxp_%s.table, &fxg_%s, "
		"__ATOMIC_RELEASE);\n}\n\n",
		api, api, api, api, api, api, api, api, api, api, api);
}

/* The names that the library has for what is shown by others. */
static void put_symbols(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	size_t i;

	fxg_put(out, "extern const char *const fxp_shim_symbols[] HIDDEN;\n"
		     "const char *const fxp_shim_symbols[] = {\n");
	for (i = 0; i < tables->api->n_functions; i++)
		fxg_put(out, "\t\"%s\",\n", tables->api->functions[i]->name);
	fxg_put(out, "\tNULL,\n};\n\n");
}

/* Whether some function is shown by another name than its symbol's. */
static bool shows_functions(const struct fxg_api_def *api)
{
	size_t i;

	for (i = 0; api->n_shown && i < api->n_functions; i++) {
		const char *name = api->functions[i]->name;

		if (strcmp(fxg_shown_text(api, name), name))
			return true;
	}
	return false;
}

static void put_state(const struct fxg_tables *tables, struct fxg_buffer *out)
{
	const char *api = tables->api->name;

	if (shows_functions(tables->api))
		put_symbols(tables, out);

	fxg_put(out,
		"struct fxp_slot fxp_%s_slots[%u];\n"
		"static uint8_t string_seen[%u];\n"
		"static uint8_t entry_seen[%u];\n\n",
		api, tables->functions.n ? tables->functions.n : 1,
		tables->n_strings,
		tables->n_types + tables->max_enumerators + tables->n_cases +
			tables->functions.n / FXG_CHUNK_FUNCTIONS + 1);
	if (tables->is_late) {
		put_late(api, out);
		return;
	}
	fxg_put(out,
		"struct fxp_api fxp_%s = {\n"
		"\t.table = &fxg_%s,\n\t.slots = fxp_%s_slots,\n"
		"\t.string_seen = string_seen,\n"
		"\t.entry_seen = entry_seen,\n};\n\n",
		api, api, api);
}

void fxg_emit_wrap(const struct fxg_tables *tables, unsigned part,
		   unsigned n_parts, struct fxg_buffer *out)
{
	const struct fxg_api_def *api = tables->api;
	size_t i, end = api->n_functions * (part + 1) / n_parts;

	fxg_emit_head(tables, "/*", "*/", out);
	fxg_emit_headers(tables,
			 "#include \"preload/call/hot.h\"\n\n"
			 "#include <stdarg.h>\n",
			 out);
	fxg_put(out, "\n");
	put_declarations(tables, out);
	if (part == 0)
		put_state(tables, out);
	for (i = api->n_functions * part / n_parts; i < end; i++)
		if (!(api->functions[i]->flags &
		      (FXG_F_TAIL | FXG_F_CUSTOM | FXG_F_TARGET | FXG_F_FAKE |
		       FXG_F_SYSTEM | FXG_F_JUMPS)))
			put_wrapper(tables, (unsigned)i, out);
}
