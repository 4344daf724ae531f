/* SPDX-License-Identifier: MIT */
/*
 * The items of a function: which of its values are captured, when and how.
 * Items of the begin come first, then the inputs that only the kernel reads,
 * then the outputs, then ret.
 */
#include "gen/lower.h"
#include "gen/lower_type.h"

#include <string.h>

/* Most scalars that a struct is flattened into. */
#define MAX_LEAVES 8u
/* Values of a function, more than its events have arguments for. */
#define MAX_CAPTURES (2 * FXG_MAX_ARGUMENTS)

struct item_list {
	struct fxg_tables *tables;
	unsigned n_begin_arguments, n_end_arguments;
	unsigned moments; /* bits 1 << when of its items */
	bool is_sized;	  /* one of them may be cut */
	struct fxg_item_counts counts;
};

/* How a value is recorded. */
struct shape {
	const char *kind;
	unsigned type, first_leaf, n_leaves;
	bool sized; /* may be cut: has NAME.size */
};

static bool is_behind(const struct fxg_type_row *type)
{
	return type->class == FXG_STR || type->class == FXG_PTR;
}

/* Counts the scalars of a struct, MAX_LEAVES + 1 if it is more than that or
 * holds something else. */
static unsigned count_leaves(const struct fxg_tables *tables,
			     const struct fxg_type_def *def,
			     const unsigned *types)
{
	unsigned n = 0;
	size_t i;

	for (i = 0; i < def->n_members; i++) {
		const struct fxg_type_row *t = &tables->types[types[i]];

		if (def->members[i].note.bits || def->is_of_glibc)
			n = MAX_LEAVES + 1;
		else if (t->class == FXG_STRUCT)
			n += count_leaves(tables, t->def, t->def->member_rows);
		else if (t->kind && strcmp(t->kind, "FXG_K_LONGDOUBLE"))
			n++;
		else
			n = MAX_LEAVES + 1;
		if (n > MAX_LEAVES)
			return MAX_LEAVES + 1;
	}
	return n;
}

static void add_leaves(struct fxg_tables *tables, const char *c_name,
		       const struct fxg_type_def *def, const char *name,
		       const char *path)
{
	struct fxg_arena *arena = tables->arena;
	size_t i;

	for (i = 0; i < def->n_members; i++) {
		unsigned type = def->member_rows[i];
		const char *member = def->members[i].name;
		const struct fxg_type_row *t = &tables->types[type];
		const char *full = fxg_format(arena, "%s.%s", name, member);
		const char *off = fxg_format(arena, "%s%s%s", path,
					     *path ? "." : "", member);

		if (t->class == FXG_STRUCT) {
			add_leaves(tables, c_name, t->def, full, off);
			continue;
		}
		fxg_add_row(tables, &tables->leaves,
			    fxg_format(arena,
				       ".name = %u, .type = %u, .byte_off = "
				       "offsetof(%s, %s), .kind = %s%s",
				       fxg_add_string(tables, full), type,
				       c_name, off, t->kind,
				       def->members[i].note.secret
					       ? ", .flags = FXG_SECRET"
					       : ""),
			    full);
	}
}

/* Bytes as they are, or values one by one. */
static struct shape value_shape(const struct fxg_tables *tables,
				const struct fxg_item_def *item)
{
	return (struct shape){.kind = tables->types[item->type].is_raw
					      ? "FXG_K_BYTES"
					      : "FXG_K_VALUE",
			      .type = item->type,
			      .sized = true};
}

static struct shape record_shape(struct fxg_tables *tables,
				 const struct fxg_item_def *item,
				 const struct fxg_type_row *target)
{
	struct shape shape = value_shape(tables, item);
	unsigned n = MAX_LEAVES + 1;

	if (target->class == FXG_STRUCT && !item->is_case)
		n = count_leaves(tables, target->def, target->def->member_rows);
	/* what is returned is one value: a call has one `ret` */
	if (n > MAX_LEAVES || item->slot == item->function->n_params)
		return shape;
	shape.kind = "FXG_K_LEAVES";
	shape.sized = false;
	shape.first_leaf = tables->leaves.n;
	shape.n_leaves = n;
	add_leaves(tables, fxg_layout(target->def), target->def, item->name,
		   "");
	shape.first_leaf = fxg_share_rows(&tables->leaves, shape.first_leaf);
	return shape;
}

static struct shape pointer_shape(struct fxg_tables *tables,
				  const struct fxg_item_def *item)
{
	struct fxg_type_row target =
		tables->types[tables->types[item->type].base];
	struct shape shape = value_shape(tables, item);
	bool is_one = !item->note->count && !item->note->ended &&
		      !item->note->size && item->note->meaning != FXG_M_LIST;

	if (item->note->meaning == FXG_M_STRINGS) {
		shape.kind = "FXG_K_STRINGS";
	} else if (target.class == FXG_VOID) {
		shape.kind = "FXG_K_BYTES";
	} else if (is_one) {
		if (target.class == FXG_STRUCT || target.class == FXG_UNION)
			return record_shape(tables, item, &target);
		if (target.kind && strcmp(target.kind, "FXG_K_LONGDOUBLE")) {
			shape.kind = "FXG_K_SCALAR_AT";
			shape.sized = false;
		}
	}
	return shape;
}

static struct shape shape_of(struct fxg_tables *tables,
			     struct fxg_item_def *item)
{
	struct fxg_type_row type = tables->types[item->type];
	struct shape shape = {type.kind, item->type, 0, 0, false};

	if (type.moments) {
		shape.kind = "FXG_K_SELECT";
	} else if (type.class == FXG_STR) {
		shape.kind = "FXG_K_STRING";
		shape.sized = true;
	} else if (type.class == FXG_PTR) {
		shape = pointer_shape(tables, item);
	} else if (type.def) { /* a struct by value: the slot is its address */
		item->type = fxg_pointer_to(tables, item->type);
		shape = record_shape(tables, item, &type);
		shape.type = item->type;
	}
	return shape;
}

static void count_arguments(struct item_list *list,
			    const struct fxg_item_def *item,
			    const struct shape *shape)
{
	unsigned n = shape->n_leaves ? shape->n_leaves : 1;

	list->moments |= 1u << item->when;
	list->is_sized |= shape->sized || !strcmp(shape->kind, "FXG_K_SELECT");
	/* a case has one value and its size at most */
	n += shape->sized || !strcmp(shape->kind, "FXG_K_SELECT");
	n += item->note->address;
	if (item->when <= FXG_AT_BEGIN_SAFE) {
		list->n_begin_arguments += n;
		list->counts.n_begin++;
	} else {
		list->n_end_arguments += n;
		list->counts.n_end++;
	}
}

/* Bytes that a successful call may have left alone: recorded as inputs are
 * that the kernel read, where the memory is known to be there. */
static bool is_verified_output(const struct fxg_tables *tables,
			       const struct fxg_item_def *item)
{
	return is_behind(&tables->types[item->type]) &&
	       item->note->dir == FXG_OUT && item->note->kernel &&
	       item->slot < item->function->n_params;
}

static const struct fxg_expr *both_conditions(struct fxg_tables *tables,
					      const struct fxg_expr *a,
					      const struct fxg_expr *b)
{
	struct fxg_expr *e = fxg_alloc(tables->arena, sizeof(*e));

	e->op = FXG_EXPR_BINARY;
	e->text = "&&";
	e->a = a;
	e->b = b;
	return e;
}

static unsigned lower_condition(struct fxg_tables *tables,
				const struct fxg_item_def *item)
{
	static const struct fxg_expr ret = {.op = FXG_EXPR_NAME, .text = "ret"};
	static const struct fxg_expr zero = {.op = FXG_EXPR_TEXT, .text = "0"};
	static const struct fxg_expr failed = {
		.op = FXG_EXPR_BINARY, .text = "<", .a = &ret, .b = &zero};
	static const struct fxg_expr succeeded = {
		.op = FXG_EXPR_BINARY, .text = ">=", .a = &ret, .b = &zero};
	struct fxg_expr_use use;
	const struct fxg_expr *cond = item->note->cond;

	if (tables->types[item->type].moments)
		return 0; /* each case has its own */
	if (!cond && item->note->on_error)
		cond = &failed;
	if (is_verified_output(tables, item))
		cond = cond ? both_conditions(tables, &succeeded, cond)
			    : &succeeded;
	use = fxg_lower_expr(tables, (struct fxg_names){item->function, NULL},
			     cond);
	if (use.uses_ret && item->when <= FXG_AT_BEGIN_SAFE)
		fxg_fail(tables->error, cond->pos,
			 "ret and was are not known before the call");
	return use.off;
}

static const char *when_name(enum fxg_when when)
{
	static const char *const names[] = {"BEGIN", "BEGIN_SAFE", "END_IN",
					    "END_OK", "END"};

	return names[when];
}

/* ", .FIELD = index of the string NAME and ending" */
static void put_name_field(struct fxg_tables *tables, struct fxg_buffer *init,
			   const char *field, const char *name,
			   const char *ending)
{
	name = fxg_format(tables->arena, "%s%s", name, ending);
	fxg_put(init, ", .%s = %u", field, fxg_add_string(tables, name));
}

/* One name of the function: a parameter or ret. */
static const char *plain_name(const struct fxg_expr *e)
{
	return e && e->op == FXG_EXPR_NAME ? e->text : NULL;
}

static enum fxg_put put_of(const struct shape *shape)
{
	static const struct {
		const char *kind;
		enum fxg_put put;
	} puts[] = {
		{"FXG_K_POINTER", FXG_PUT_ADDRESS},
		{"FXG_K_ENUM", FXG_PUT_NAMED},
		{"FXG_K_FLAGS", FXG_PUT_NAMED},
		{"FXG_K_STRING", FXG_PUT_TEXT},
		{"FXG_K_BYTES", FXG_PUT_BYTES},
		{"FXG_K_F64", FXG_PUT_DOUBLE},
		{"FXG_K_F32", FXG_PUT_FLOAT},
		{"FXG_K_BOOL", FXG_PUT_BOOL},
	};

	if (!strncmp(shape->kind, "INT_KIND", strlen("INT_KIND")))
		return FXG_PUT_INTEGER;
	for (size_t i = 0; i < sizeof(puts) / sizeof(puts[0]); i++)
		if (!strcmp(shape->kind, puts[i].kind))
			return puts[i].put;
	return FXG_PUT_NOT;
}

/* "min(ret, count)": what the call says, and the capacity that it had. */
static bool is_limited(const struct fxg_expr *e)
{
	const char *first =
		e && e->op == FXG_EXPR_CALL ? plain_name(e->a) : NULL;

	return first && !strcmp(first, "ret") && !strcmp(e->text, "min") &&
	       plain_name(e->b);
}

/* "size * nmemb" */
static bool is_product(const struct fxg_expr *e)
{
	return e && e->op == FXG_EXPR_BINARY && !strcmp(e->text, "*") &&
	       plain_name(e->a) && plain_name(e->b);
}

/* "s1 != s2" */
static bool is_difference(const struct fxg_expr *e)
{
	return e->op == FXG_EXPR_BINARY && !strcmp(e->text, "!=") &&
	       plain_name(e->a) && plain_name(e->b);
}

/* What the wrapper must look at before it puts a string. False: it cannot. */
static bool add_text_terms(const struct fxg_tables *tables,
			   const struct fxg_item_def *item,
			   const struct shape *shape, struct fxg_capture *c)
{
	const struct fxg_expr *read = item->note->read;
	bool is_sure = !read ||
		       (read->op == FXG_EXPR_TEXT && !strcmp(read->text, "1"));

	if (tables->types[shape->type].is_wide ||
	    (item->note->count && (!c->count || !strcmp(c->count, "ret"))))
		return false;
	c->if_read = is_sure ? NULL : read;
	return is_sure || is_difference(read);
}

/* How many bytes are behind a pointer, as a term of C: those of one struct, or
 * what a member of it says ("ret->d_reclen"). NULL: it is neither. */
static const char *size_term(struct fxg_tables *tables,
			     const struct fxg_item_def *item)
{
	const struct fxg_type_row *t = &tables->types[item->type];
	const struct fxg_note *note = item->note;
	const struct fxg_expr *e = note->size;
	const char *name =
		e && e->op == FXG_EXPR_MEMBER ? plain_name(e->a) : NULL;

	if (!t->is_raw || note->count || item->when < FXG_AT_END_OK)
		return NULL;
	if (name && !strcmp(name, "ret"))
		return fxg_format(tables->arena, "ret ? ret->%s : 0", e->text);
	e = e ? NULL : fxg_size_of(tables, &tables->types[t->base]);
	return e ? e->text : NULL;
}

/* Whether the wrapper can put the bytes; c->count and c->size are set. */
static bool takes_bytes(const struct fxg_tables *tables,
			const struct fxg_item_def *item, struct fxg_capture *c)
{
	if (c->size)
		return true;
	if (!c->count || tables->types[item->type].is_raw)
		return false;
	if (item->when == FXG_AT_END_IN && !item->note->read)
		c->put = FXG_PUT_INPUT;
	return item->when == FXG_AT_END_OK || c->put == FXG_PUT_INPUT;
}

/* Whether preload/call/plan.c would take the value, too: only then it is ever
 * put that way. */
static void add_capture(struct item_list *list, const struct fxg_item_def *item,
			const struct shape *shape, bool has_condition)
{
	const struct fxg_note *note = item->note;
	struct fxg_capture c = {
		.put = put_of(shape),
		.slot = item->slot,
		.name = fxg_add_string(list->tables, item->name),
		.type = shape->type,
		.count = plain_name(note->count)};
	bool is_bytes = c.put == FXG_PUT_BYTES;
	bool is_text = c.put == FXG_PUT_TEXT;

	if (is_bytes && is_limited(note->count)) {
		c.count = "ret";
		c.limit = plain_name(note->count->b);
	}
	if (is_bytes && is_product(note->count)) {
		c.count = plain_name(note->count->a);
		c.times = plain_name(note->count->b);
	}
	if (is_bytes)
		c.size = size_term(list->tables, item);
	if (is_text && note->count)
		c.put = FXG_PUT_COUNTED;
	if (has_condition || item->when == FXG_AT_BEGIN_SAFE ||
	    ((is_bytes || is_text) && note->address) ||
	    (is_text && !add_text_terms(list->tables, item, shape, &c)) ||
	    (is_bytes && !takes_bytes(list->tables, item, &c)))
		c.put = FXG_PUT_NOT;
	if (list->counts.n_begin + list->counts.n_end < MAX_CAPTURES)
		list->counts
			.captures[list->counts.n_begin + list->counts.n_end] =
			c;
}

/* The offset of what says whether the call has begun to read the string. */
static unsigned read_expression(struct fxg_tables *tables,
				const struct fxg_item_def *item)
{
	struct fxg_names names = {item->function, NULL};

	if (tables->types[item->type].class != FXG_STR)
		fxg_fail(tables->error, item->note->pos,
			 "read is for strings: %s is none", item->name);
	return fxg_lower_expr(tables, names, item->note->read).off;
}

static void add_item(struct item_list *list, struct fxg_item_def item)
{
	struct fxg_tables *tables = list->tables;
	struct fxg_buffer init = {.arena = tables->arena};
	struct shape shape = shape_of(tables, &item);
	unsigned cond = lower_condition(tables, &item);

	fxg_put(&init, ".kind = %s, .when = FXG_AT_%s, .slot = %u, .type = %u",
		shape.kind, when_name(item.when), item.slot, shape.type);
	put_name_field(tables, &init, "name", item.name, "");
	if (shape.sized)
		put_name_field(tables, &init, "size_name", item.name, ".size");
	else
		fxg_put(&init, ", .size_name = FXG_NONE");
	if (item.note->address)
		put_name_field(tables, &init, "address_name", item.name, "@");
	else
		fxg_put(&init, ", .address_name = FXG_NONE");
	if (shape.n_leaves)
		fxg_put(&init, ", .first_leaf = %u, .n_leaves = %u",
			shape.first_leaf, shape.n_leaves);
	if (cond)
		fxg_put(&init, ", .cond = %u", cond);
	if (item.note->read)
		fxg_put(&init, ", .read = %u", read_expression(tables, &item));
	if (item.note->secret)
		fxg_put(&init, ", .flags = FXG_SECRET");
	/* what is secret is never put by the wrapper itself */
	add_capture(list, &item, &shape, cond || item.note->secret);
	count_arguments(list, &item, &shape);
	fxg_add_row(tables, &tables->items, init.bytes, item.name);
}

/* When the input side of a value is captured. */
static enum fxg_when input_when(const struct fxg_item_def *item)
{
	if (item->note->early)
		return FXG_AT_BEGIN_SAFE;
	if (!item->note->kernel)
		return FXG_AT_BEGIN;
	/* a tail jump has no after, only before */
	return item->function->flags & FXG_F_TAIL ? FXG_AT_BEGIN_SAFE
						  : FXG_AT_END_IN;
}

/* The last plain values of a function with more values than an event can hold
 * are on the event after the call. */
static bool is_deferred(const struct fxg_function_def *f, unsigned slot)
{
	size_t n = f->n_params + 1, n_later = 0, i;

	for (i = 0; i < f->n_params; i++) {
		bool is_behind = f->params[i].ctype.n_stars != 0;

		n += is_behind; /* its size */
		n_later += !is_behind && i > slot;
	}
	return !(f->flags & (FXG_F_LEAF | FXG_F_TAIL)) &&
	       n > FXG_MAX_ARGUMENTS && n_later < n - FXG_MAX_ARGUMENTS;
}

/* One pass over the parameters: the bits (1 << when) of its moments. */
enum pass {
	PASS_BEGIN = 1 << FXG_AT_BEGIN | 1 << FXG_AT_BEGIN_SAFE,
	PASS_END_IN = 1 << FXG_AT_END_IN,
	PASS_END_OK = 1 << FXG_AT_END_OK,
};

static void add_at(struct item_list *list, struct fxg_item_def item,
		   enum pass pass)
{
	if (pass & 1 << item.when)
		add_item(list, item);
}

/* What cases have at a moment: one item for all of them. */
static void add_selected(struct item_list *list, struct fxg_item_def item,
			 enum pass pass)
{
	unsigned moments = list->tables->types[item.type].moments;

	for (unsigned when = 0; when <= FXG_AT_END; when++) {
		item.when = (enum fxg_when)when;
		if (moments & 1u << when)
			add_at(list, item, pass);
	}
}

/* The items of one parameter that belong to a pass. */
static void add_param(struct item_list *list, struct fxg_item_def item,
		      enum pass pass)
{
	const struct fxg_type_row *type = &list->tables->types[item.type];
	enum fxg_dir dir =
		is_behind(type) && item.note->dir ? item.note->dir : FXG_IN;

	if (item.note->was)
		item.slot = fxg_saved_slot(item.function, item.slot);
	if (type->moments) {
		add_selected(list, item, pass);
		return;
	}
	if (dir & FXG_IN) {
		item.when = is_behind(type) ? input_when(&item)
			    : is_deferred(item.function, item.slot)
				    ? FXG_AT_END_IN
				    : FXG_AT_BEGIN;
		add_at(list, item, pass);
	}
	if (dir & FXG_OUT) {
		if (dir == FXG_INOUT)
			item.name = fxg_format(list->tables->arena, "%s'",
					       item.name);
		item.when = item.note->on_error || is_verified_output(
							   list->tables, &item)
				    ? FXG_AT_END_IN
				    : FXG_AT_END_OK;
		add_at(list, item, pass);
	}
}

static void add_params(struct item_list *list, const struct fxg_function_def *f,
		       const unsigned *param_types, enum pass pass)
{
	unsigned i;

	for (i = 0; i < f->n_params; i++) {
		struct fxg_item_def item = {.function = f,
					    .name = f->params[i].name,
					    .note = &f->params[i].note,
					    .slot = i,
					    .type = param_types[i]};

		add_param(list, item, pass);
	}
}

/* What "..." holds, of all that the family has at most one argument. */
static void add_list(struct item_list *list, const struct fxg_function_def *f)
{
	struct fxg_tables *tables = list->tables;
	bool is_print = f->varargs == FXG_VA_PRINTF;
	struct fxg_buffer init = {.arena = tables->arena};
	struct fxg_note note = fxg_note_init();
	struct fxg_item_def item = {
		.function = f,
		.name = FXG_ARGS,
		.note = &note,
		.slot = (unsigned)fxg_list_slot(f),
		.when = is_print ? FXG_AT_BEGIN : FXG_AT_END_OK,
	};
	struct shape shape = {is_print ? "FXG_K_PRINT_LIST" : "FXG_K_SCAN_LIST",
			      0, 0, 0, true};

	fxg_put(&init,
		".kind = %s, .when = FXG_AT_%s, .slot = %u, "
		".address_name = FXG_NONE",
		shape.kind, when_name(item.when), item.slot);
	put_name_field(tables, &init, "name", item.name, "");
	put_name_field(tables, &init, "size_name", item.name, ".size");
	add_capture(list, &item, &shape, true);
	count_arguments(list, &item, &shape);
	fxg_add_row(tables, &tables->items, init.bytes, item.name);
}

static struct item_list new_list(struct fxg_tables *tables)
{
	struct item_list list = {.tables = tables};

	list.counts.captures = fxg_alloc(
		tables->arena, MAX_CAPTURES * sizeof(*list.counts.captures));
	return list;
}

unsigned fxg_lower_case_items(struct fxg_tables *tables,
			      const struct fxg_item_def *what,
			      struct fxg_case_row *row)
{
	static const enum pass passes[] = {PASS_BEGIN, PASS_END_IN,
					   PASS_END_OK};
	struct item_list list = new_list(tables);
	struct fxg_item_def item = *what;
	size_t i;

	row->first_item = tables->items.n;
	if (item.slot < item.function->n_params) {
		for (i = 0; i < sizeof(passes) / sizeof(passes[0]); i++)
			add_param(&list, item, passes[i]);
	} else {
		item.when = FXG_AT_END;
		add_item(&list, item);
	}
	row->n_items = tables->items.n - row->first_item;
	row->first_item = fxg_share_rows(&tables->items, row->first_item);
	return list.moments;
}

/* Both events of a call have errno, @flags and @seq at worst in addition to the
 * values. */
static void check_capacity(const struct item_list *list,
			   const struct fxg_function_def *f)
{
	bool is_after = f->flags & FXG_F_ORDERS_AFTER;
	bool is_before = f->flags & FXG_F_ORDERS && !is_after;
	unsigned begin = list->n_begin_arguments + is_before;
	unsigned end = list->n_end_arguments + 1 +
		       (f->error_rule != FXG_E_NONE) + is_after;

	if (f->flags & (FXG_F_LEAF | FXG_F_TAIL)) {
		end += begin;
		begin = 0;
	} else if (list->is_sized) { /* else there is nothing to cut */
		begin++;
	}
	if (begin > FXG_MAX_ARGUMENTS || end > FXG_MAX_ARGUMENTS)
		fxg_fail(list->tables->error, f->pos,
			 "%s may need %u arguments in one event, %u is the "
			 "most",
			 f->name, begin > end ? begin : end, FXG_MAX_ARGUMENTS);
}

struct fxg_item_counts fxg_lower_items(struct fxg_tables *tables,
				       const struct fxg_function_def *f,
				       const unsigned *param_types,
				       unsigned ret_type)
{
	struct item_list list = new_list(tables);
	struct fxg_item_def ret = {.function = f,
				   .name = "ret",
				   .note = &f->ret_note,
				   .slot = (unsigned)f->n_params,
				   .type = ret_type,
				   .when = FXG_AT_END};

	if (f->flags & FXG_F_TARGET)
		return list.counts;
	add_params(&list, f, param_types, PASS_BEGIN);
	if (fxg_is_listed(f) && f->varargs == FXG_VA_PRINTF)
		add_list(&list, f);
	add_params(&list, f, param_types, PASS_END_IN);
	add_params(&list, f, param_types, PASS_END_OK);
	if (fxg_is_listed(f) && f->varargs == FXG_VA_SCANF)
		add_list(&list, f);
	if (ret_type && !(f->flags & FXG_F_TAIL))
		add_item(&list, ret);
	check_capacity(&list, f);
	return list.counts;
}
