/* SPDX-License-Identifier: MIT */
/*
 * wrap_API.c: the steps of functions with simple values, which their wrappers
 * put into the record themselves; preload/call/hot.h explains them.
 */
#include "gen/emit.h"

#include <string.h>

/* What holds unless the call has failed, as C; NULL: not one comparison. */
static const char *failure_text(const struct fxg_tables *tables,
				const struct fxg_function_def *f)
{
	switch (f->error_rule) {
	case FXG_E_MINUS1:
	case FXG_E_MINUS1_ERRNO:
	case FXG_E_MINUS1_FERROR:
		return "FXP_WORD(ret) != UINT64_MAX";
	case FXG_E_NULL:
	case FXG_E_NULL_ERRNO:
	case FXG_E_NULL_FERROR:
		return "FXP_WORD(ret) != 0";
	case FXG_E_WEOF:
	case FXG_E_WEOF_FERROR:
		return "FXP_WORD(ret) != UINT32_MAX";
	case FXG_E_SHORT:
		return fxg_format(
			tables->arena, "FXP_WORD(ret) >= FXP_WORD(%s)",
			fxg_local_name(tables->arena, f->error_param));
	default:
		return NULL;
	}
}

/* Whether the call's failure shows in one value. A pointer handle's target gets
 * a name, which takes more than a record, and so does a number. */
static bool is_ordinary(const struct fxg_tables *tables,
			const struct fxg_function_def *f)
{
	const struct fxg_type_row *ret = &tables->types[f->ret_row];

	if (f->dots || f->target || f->flags & (FXG_F_TWICE | FXG_F_ORDERS))
		return false;
	if (ret->class == FXG_HANDLE &&
	    tables->types[ret->base].class != FXG_INT)
		return false;
	return f->error_rule == FXG_E_NONE || failure_text(tables, f);
}

bool fxg_puts_itself(const struct fxg_tables *tables,
		     const struct fxg_function_def *f)
{
	unsigned n = f->n_begin + f->n_end, i;
	size_t k;

	if (f->compact || !is_ordinary(tables, f) || n >= FXG_MAX_ARGUMENTS)
		return false;
	for (k = 0; k < f->n_params; k++)
		if (fxg_is_saved(f, k))
			return false;
	for (i = 0; i < n; i++)
		if (f->captures[i].put == FXG_PUT_NOT)
			return false;
	return true;
}

/* The C name of a slot's value. */
static const char *value_name(const struct fxg_tables *tables,
			      const struct fxg_function_def *f, unsigned slot)
{
	return slot < f->n_params
		       ? fxg_local_name(tables->arena, f->params[slot].name)
		       : "ret";
}

/* The C name of a parameter, or ret. */
static const char *local_name(const struct fxg_tables *tables, const char *name)
{
	return strcmp(name, "ret") ? fxg_local_name(tables->arena, name) : name;
}

/* The number of bytes behind a pointer. */
static const char *bytes_text(const struct fxg_tables *tables,
			      const struct fxg_capture *c)
{
	const char *count;

	if (c->size)
		return c->size;
	count = local_name(tables, c->count);
	if (c->times)
		return fxg_format(tables->arena, "FXP_WORD(%s) * FXP_WORD(%s)",
				  count, local_name(tables, c->times));
	return c->limit ? fxg_format(tables->arena,
				     "fxp_least(FXP_WORD(%s), %s)", count,
				     local_name(tables, c->limit))
			: count;
}

/* "FXP_PUT_INTEGER(&event, 20, fd)" */
static const char *put_text(const struct fxg_tables *tables,
			    const struct fxg_function_def *f,
			    const struct fxg_capture *c)
{
	const char *value = value_name(tables, f, c->slot);
	const char *count = c->count;

	switch (c->put) {
	case FXG_PUT_DOUBLE:
	case FXG_PUT_FLOAT:
		return fxg_format(
			tables->arena,
			"fxp_put_%s(&event, %u, fxp_word_%s(%s))",
			c->put == FXG_PUT_FLOAT ? "float" : "double", c->name,
			c->put == FXG_PUT_FLOAT ? "float" : "double", value);
	case FXG_PUT_BOOL:
		return fxg_format(tables->arena,
				  "fxp_put_bool(&event, %u, FXP_WORD(%s))",
				  c->name, value);
	case FXG_PUT_INTEGER:
		return fxg_format(tables->arena,
				  "FXP_PUT_INTEGER(&event, %u, %s)", c->name,
				  value);
	case FXG_PUT_ADDRESS:
		return fxg_format(tables->arena,
				  "fxp_put_address(&event, %u, FXP_WORD(%s))",
				  c->name, value);
	case FXG_PUT_NAMED:
		return fxg_format(tables->arena,
				  "fxp_put_named(&event, %u, %u, FXP_WORD(%s))",
				  c->name, c->type, value);
	case FXG_PUT_TEXT:
		return fxg_format(tables->arena,
				  "fxp_put_%stext(&event, %u, FXP_WORD(%s))",
				  c->slot < f->n_params ? "" : "found_",
				  c->name, value);
	case FXG_PUT_COUNTED:
		return fxg_format(tables->arena,
				  "fxp_put_counted_text(&event, %u, "
				  "FXP_WORD(%s), FXP_WORD(%s))",
				  c->name, value,
				  fxg_local_name(tables->arena, count));
	default:
		return fxg_format(tables->arena,
				  "fxp_put_%s(&event, %u, FXP_WORD(%s), "
				  "FXP_WORD(%s))",
				  c->put == FXG_PUT_INPUT ? "input" : "bytes",
				  c->name, value, bytes_text(tables, c));
	}
}

/* "fxp_begin_open(&event, FXP_SPACE(5, 0), 3)" */
static const char *open_text(const struct fxg_tables *tables, const char *step,
			     const struct fxg_capture *c, unsigned n)
{
	static const unsigned n_words[] = {
		[FXG_PUT_INTEGER] = 2,
		[FXG_PUT_ADDRESS] = 2,
		[FXG_PUT_NAMED] = 1,
		[FXG_PUT_TEXT] = 0,
		[FXG_PUT_COUNTED] = 0,
		[FXG_PUT_BYTES] = 9, /* with FXP_HOT_BYTES */
		[FXG_PUT_INPUT] = 1,
		[FXG_PUT_DOUBLE] = 2,
		[FXG_PUT_FLOAT] = 2,
		[FXG_PUT_BOOL] = 1,
	};
	unsigned words = 0, texts = 0, i;

	for (i = 0; i < n; i++) {
		words += n_words[c[i].put];
		texts +=
			c[i].put == FXG_PUT_TEXT || c[i].put == FXG_PUT_COUNTED;
	}
	return fxg_format(tables->arena,
			  "fxp_%s_open(&event, FXP_SPACE(%u, %u), %u)", step,
			  words, texts, n);
}

/* "s1 != s2 &&", once, of the strings that are read only then. */
static void put_reads(const struct fxg_tables *tables,
		      const struct fxg_capture *captures, unsigned n,
		      struct fxg_buffer *out)
{
	struct fxg_arena *arena = tables->arena;
	const char *last = "", *text;
	unsigned i;

	for (i = 0; i < n; i++) {
		const struct fxg_expr *e = captures[i].if_read;

		if (!e)
			continue;
		text = fxg_format(arena, "%s %s %s",
				  fxg_local_name(arena, e->a->text), e->text,
				  fxg_local_name(arena, e->b->text));
		if (strcmp(text, last))
			fxg_put(out, "%s &&\n\t      ", text);
		last = text;
	}
}

/*
 *	if (!(fxp_end_open(&event, FXP_SPACE(2, 0), 1) &&
 *	      FXP_PUT_INTEGER(&event, 0, ret) &&
 *	      fxp_end_close(&event))) {
 * failure: "FXP_WORD(ret) != UINT64_MAX", or NULL
 */
static void put_step(const struct fxg_tables *tables,
		     const struct fxg_function_def *f, const char *step,
		     const char *failure, const struct fxg_capture *captures,
		     unsigned n, struct fxg_buffer *out)
{
	unsigned i;

	fxg_put(out, "\tif (!(");
	if (failure)
		fxg_put(out, "%s &&\n\t      ", failure);
	put_reads(tables, captures, n, out);
	fxg_put(out, "%s", open_text(tables, step, captures, n));
	for (i = 0; i < n; i++)
		fxg_put(out, " &&\n\t      %s",
			put_text(tables, f, &captures[i]));
	fxg_put(out, " &&\n\t      fxp_%s_close(&event))) {\n", step);
}

/* "FXP_LATE(fd)" */
static const char *late_word(const struct fxg_tables *tables, unsigned type,
			     const char *name)
{
	const char *word = fxg_word(tables, type, name);

	return strncmp(word, "FXP_WORD(", 9)
		       ? word
		       : fxg_format(tables->arena, "FXP_LATE(%s)", name);
}

/* "(uint64_t[]){FXP_LATE(fd), 0});": the slow path's values, in the block of
 * the step, so that those of the next one may have their place in the frame */
static void put_words(const struct fxg_tables *tables,
		      const struct fxg_function_def *f, const char *ret,
		      const char *before, struct fxg_buffer *out)
{
	struct fxg_line line = {out, 0, "\t\t\t"};
	const char *space = "";
	size_t i;

	fxg_add_to_line(&line, fxg_format(tables->arena, "\t\t%s (uint64_t[]){",
					  before));
	for (i = 0; i < f->n_params; i++) {
		fxg_add_to_line(
			&line,
			fxg_format(
				tables->arena, "%s%s,", space,
				late_word(tables, f->param_rows[i],
					  fxg_local_name(tables->arena,
							 f->params[i].name))));
		space = " ";
	}
	fxg_add_to_line(&line,
			fxg_format(tables->arena, "%s%s});", space, ret));
	fxg_put(out, "\n\t}\n");
}

void fxg_emit_begin(const struct fxg_tables *tables,
		    const struct fxg_function_def *f, struct fxg_buffer *out)
{
	if (f->flags & FXG_F_LEAF) {
		fxg_put(out, "\tif (!fxp_leaf_start(&event))\n"
			     "\t\tfxp_leaf_start_retry(&event);\n");
		return;
	}
	put_step(tables, f, "begin", NULL, f->captures, f->n_begin, out);
	put_words(tables, f, "0", "fxp_begin_retry(&event,", out);
}

void fxg_emit_end(const struct fxg_tables *tables,
		  const struct fxg_function_def *f, struct fxg_buffer *out)
{
	bool leaf = f->flags & FXG_F_LEAF;
	unsigned n_before = leaf ? 0 : f->n_begin;
	unsigned n_all = f->n_begin + f->n_end;

	put_step(tables, f, leaf ? "leaf" : "end", failure_text(tables, f),
		 f->captures + n_before, n_all - n_before, out);
	put_words(tables, f,
		  f->ret_row ? late_word(tables, f->ret_row, "ret") : "0",
		  leaf ? "fxp_leaf_end_retry(&event," : "fxp_end_retry(&event,",
		  out);
}
