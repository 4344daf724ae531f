/* SPDX-License-Identifier: MIT */
/*
 * The generated table of values.api against what the compiler says about
 * values.h: sizes, offsets, constants, kinds. Expressions are run by a small
 * evaluator of its own.
 */
#include "tests/gen/values.h"

#include <string.h>

#include "gen/gen.h"
#include "tests/tap.h"

extern const struct fxg_table fxg_values;
static const struct fxg_table *const table = &fxg_values;

static const char *string(unsigned i)
{
	return table->text + table->strings[i];
}

static const struct fxg_function *function(const char *name)
{
	unsigned i;

	for (i = 0; i < table->n_functions; i++)
		if (!strcmp(string(table->functions[i].name), name))
			return &table->functions[i];
	ok(false, "no function %s", name);
	return table->functions;
}

static const struct fxg_item *item(const char *f_name, const char *name)
{
	const struct fxg_function *f = function(f_name);
	unsigned n = f->n_begin_items + f->n_end_items, i;

	for (i = 0; i < n; i++)
		if (!strcmp(string(table->items[f->first_item + i].name), name))
			return &table->items[f->first_item + i];
	ok(false, "%s has no item %s", f_name, name);
	return table->items;
}

static const struct fxg_type *type(const char *f, const char *name)
{
	return &table->types[item(f, name)->type];
}

static const struct fxg_type *target(const char *f, const char *name)
{
	return &table->types[type(f, name)->base];
}

static void secrets_are_marked(void)
{
	const struct fxg_item *h = item("v_secret", "h");
	const struct fxg_type *t = target("v_secret", "t");

	is_u64(item("v_secret", "s")->flags, FXG_SECRET);
	is_u64(item("v_secret", "ret")->flags, FXG_SECRET);
	is_u64(item("v_secret", "n")->flags, 0);
	is_u64(h->flags, 0);
	is_u64(table->leaves[h->first_leaf].flags, 0);
	is_u64(table->leaves[h->first_leaf + 1].flags, FXG_SECRET);
	is_u64(table->members[t->first].flags, 0);
	is_u64(table->members[t->first + 1].flags, FXG_SECRET);
}

static void functions_are_sorted(void)
{
	unsigned i;

	for (i = 1; i < table->n_functions; i++)
		ok(strcmp(string(table->functions[i - 1].name),
			  string(table->functions[i].name)) < 0);
}

static void kinds_follow_c(void)
{
	is_u64(item("v_scalars", "a")->kind, FXG_K_I32);
	is_u64(item("v_scalars", "b")->kind, FXG_K_U32);
	is_u64(item("v_scalars", "c")->kind, FXG_K_U32);
	is_u64(item("v_scalars", "d")->kind, FXG_K_U32);
	is_u64(item("v_scalars", "e")->kind, FXG_K_I64);
	is_u64(item("v_scalars", "f")->kind, FXG_K_U64);
	is_u64(item("v_scalars", "g")->kind, FXG_K_BOOL);
	is_u64(item("v_scalars", "h")->kind, FXG_K_F64);
	is_u64(item("v_scalars", "i")->kind, FXG_K_F32);
	is_u64(item("v_more", "j")->kind, FXG_K_LONGDOUBLE);
	is_u64(item("v_more", "k")->kind, FXG_K_POINTER);
	is_u64(item("v_more", "fd")->kind, FXG_K_I32);
	is_u64(item("v_more", "place")->kind, FXG_K_ENUM);
	is_u64(item("v_more", "bits")->kind, FXG_K_FLAGS);
}

static void sizes_are_cs(void)
{
	is_u64(type("v_scalars", "c")->size, sizeof(small_t));
	is_u64(type("v_scalars", "f")->size, sizeof(size_t));
	is_u64(type("v_scalars", "c")->flags & FXG_SIGNED, 0);
	is_u64(type("v_scalars", "a")->flags & FXG_SIGNED, FXG_SIGNED);
	is_u64(type("v_more", "j")->size, sizeof(long double));
	is_u64(type("v_more", "j")->align, _Alignof(long double));
	is_u64(target("v_pointers", "wide")->size, sizeof(struct wide));
	is_u64(target("v_union", "u")->size, sizeof(union either));
}

/* Member i of a struct is called so and lies there. */
static void is_member(const struct fxg_type *s, unsigned i, const char *name,
		      size_t byte_off)
{
	const struct fxg_member *m = &table->members[s->first + i];

	is_str(table->text + m->name, name);
	is_u64(m->byte_off, byte_off);
}

static void members_lie_where_c_puts_them(void)
{
	const struct fxg_type *wide = target("v_pointers", "wide");
	const struct fxg_type *array;

	is_u64(wide->class, FXG_STRUCT);
	is_u64(wide->n, 3);
	is_member(wide, 0, "outer", offsetof(struct wide, outer));
	is_member(wide, 1, "table", offsetof(struct wide, table));
	is_member(wide, 2, "more", offsetof(struct wide, more));
	array = &table->types[table->members[wide->first + 1].type];
	is_u64(array->class, FXG_ARRAY);
	is_u64(array->n, 12);
	is_u64(array->size, 12 * sizeof(int32_t));
	is_u64(table->types[array->base].size, sizeof(int32_t));
}

static void an_array_may_be_cut_short(void)
{
	const struct fxg_type *l = target("v_long", "l");
	const struct fxg_type *words;

	words = &table->types[table->members[l->first].type];
	is_u64(words->class, FXG_ARRAY);
	is_u64(words->n, 3);
	is_u64(l->size, sizeof(long_t));
}

static void is_leaf(const struct fxg_item *it, unsigned i, const char *name,
		    size_t byte_off, enum fxg_kind kind)
{
	const struct fxg_leaf *leaf = &table->leaves[it->first_leaf + i];

	is_str(string(leaf->name), name);
	is_u64(leaf->byte_off, byte_off);
	is_u64(leaf->kind, kind);
}

static void small_structs_are_flattened(void)
{
	const struct fxg_item *out = item("v_pointers", "out");

	is_u64(out->kind, FXG_K_LEAVES);
	is_u64(out->n_leaves, 5);
	is_leaf(out, 0, "out.first", offsetof(struct outer, first), FXG_K_I32);
	is_leaf(out, 1, "out.in.letter", offsetof(struct outer, in.letter),
		FXG_K_I32);
	is_leaf(out, 2, "out.in.number", offsetof(struct outer, in.number),
		FXG_K_I64);
	is_leaf(out, 3, "out.pointer", offsetof(struct outer, pointer),
		FXG_K_POINTER);
	is_leaf(out, 4, "out.flag", offsetof(struct outer, flag), FXG_K_BOOL);
}

static void what_is_behind_a_pointer_has_a_shape(void)
{
	is_u64(item("v_pointers", "in")->kind, FXG_K_LEAVES);
	is_u64(item("v_pointers", "wide")->kind, FXG_K_BYTES);
	is_u64(item("v_pointers", "one")->kind, FXG_K_SCALAR_AT);
	is_u64(item("v_pointers", "many")->kind, FXG_K_BYTES);
	is_u64(item("v_union", "u")->kind, FXG_K_BYTES);
	is_u64(item("v_union", "by_value")->kind, FXG_K_LEAVES);
	is_u64(item("v_union", "pair")->kind, FXG_K_BYTES);
	is_u64(item("v_exprs", "p")->kind, FXG_K_BYTES);
	is_u64(item("v_strings", "in")->kind, FXG_K_STRING);
}

static void a_complex_number_has_two_parts(void)
{
	const struct fxg_item *a = item("v_complex", "a");
	const struct fxg_item *d = item("v_complex", "d");

	is_u64(a->n_leaves, 2);
	is_leaf(a, 0, "a.real", 0, FXG_K_F32);
	is_leaf(a, 1, "a.imag", sizeof(float), FXG_K_F32);
	is_leaf(item("v_complex", "b"), 1, "b.imag", sizeof(double), FXG_K_F64);
	is_u64(item("v_complex", "c")->kind, FXG_K_BYTES);
	is_leaf(d, 1, "d.imag", sizeof(double), FXG_K_F64);
	is_u64(item("v_complex", "ret")->kind, FXG_K_BYTES);
	is_u64(target("v_complex", "c")->size, sizeof(long double _Complex));
	is_str(table->text + target("v_complex", "b")->c_name,
	       "_Complex double");
}

static void a_struct_by_value_keeps_its_type(void)
{
	const struct fxg_function *f = function("v_union");
	const struct fxg_type *t;

	t = &table->types[table->params[f->first_param + 1].type];
	is_u64(t->class, FXG_STRUCT);
	is_u64(type("v_union", "by_value")->class, FXG_PTR);
	is_u64(target("v_union", "by_value")->size, sizeof(struct inner));
}

static void moments_follow_direction(void)
{
	is_u64(item("v_pointers", "in")->when, FXG_AT_BEGIN);
	is_u64(item("v_pointers", "out")->when, FXG_AT_END_OK);
	is_u64(item("v_pointers", "wide")->when, FXG_AT_BEGIN);
	is_u64(item("v_pointers", "wide'")->when, FXG_AT_END_OK);
	is_u64(item("v_strings", "path")->when, FXG_AT_BEGIN_SAFE);
	is_u64(item("v_strings", "ret")->when, FXG_AT_END);
}

static void items_come_in_order(void)
{
	unsigned i, k;

	for (i = 0; i < table->n_functions; i++) {
		const struct fxg_function *f = &table->functions[i];
		const struct fxg_item *it = &table->items[f->first_item];

		for (k = 0; k < f->n_begin_items; k++)
			ok(it[k].when <= FXG_AT_BEGIN_SAFE);
		for (; k + 1u < f->n_begin_items + f->n_end_items; k++)
			ok(it[k].when > FXG_AT_BEGIN_SAFE &&
			   it[k].when <= it[k + 1].when);
	}
}

static void names_for_size_and_address_accompany_values(void)
{
	const struct fxg_item *out = item("v_strings", "out");

	is_str(string(out->size_name), "out.size");
	is_str(string(out->address_name), "out@");
	is_u64(item("v_strings", "n")->size_name, FXG_NONE);
	is_u64(item("v_strings", "n")->address_name, FXG_NONE);
}

static const struct fxg_enumerator *enumerator(const struct fxg_type *t,
					       const char *name)
{
	unsigned i;

	for (i = 0; i < t->n; i++)
		if (!strcmp(table->text + table->enumerators[t->first + i].name,
			    name))
			return &table->enumerators[t->first + i];
	return NULL;
}

/* The first enumerator of a set that a value matches. */
static const char *name_of(const struct fxg_type *t, uint64_t value)
{
	unsigned i;

	for (i = 0; i < t->n; i++) {
		const struct fxg_enumerator *e;

		e = &table->enumerators[t->first + i];
		if ((value & e->mask) == e->value)
			return table->text + e->name;
	}
	return NULL;
}

static void constants_have_cs_values(void)
{
	const struct fxg_type *bits = type("v_more", "bits");
	const struct fxg_type *place = type("v_more", "place");

	is_u64(enumerator(bits, "BITS_BOTH")->value, BITS_BOTH);
	is_u64(enumerator(bits, "BIT_TOP")->value, (uint64_t)INT32_MIN);
	is_u64(enumerator(bits, "FIELD_2")->value, FIELD_2);
	is_u64(enumerator(bits, "FIELD_2")->mask, FIELD_MASK);
	is_u64(table->enumerators[bits->first + bits->n - 1].mask,
	       (uint64_t) ~(BIT_LOW | FIELD_MASK));
	is_u64(enumerator(place, "PLACE_HERE")->value, (uint64_t)PLACE_HERE);
	is_u64(enumerator(place, "PLACE_THERE")->value, PLACE_THERE);
	is_u64(enumerator(place, "PLACE_THERE")->mask, UINT64_MAX);
}

static void values_find_their_names(void)
{
	const struct fxg_type *bits = type("v_more", "bits");
	const struct fxg_type *place = type("v_more", "place");

	is_str(name_of(bits, 5), "BITS_BOTH");
	is_str(name_of(bits, 1), "BIT_LOW");
	is_str(name_of(bits, FIELD_1), "FIELD_1");
	is_str(name_of(place, (uint64_t)-100), "PLACE_HERE");
	is_str(name_of(place, 8), NULL);
}

static void a_macro_that_is_absent_has_no_row(void)
{
	const struct fxg_type *bits = type("v_more", "bits");

	ok(!enumerator(bits, "BIT_ABSENT"));
	is_u64(bits->n, 7);
}

static void a_flag_without_bits_matches_nothing(void)
{
	const struct fxg_enumerator *none;

	none = enumerator(type("v_more", "bits"), "BIT_NONE");
	ok((0 & none->mask) != none->value);
	ok((UINT64_MAX & none->mask) != none->value);
}

static void handles_know_their_space(void)
{
	const struct fxg_type *fd = type("v_more", "fd");
	const struct fxg_type *thing = type("v_handle", "thing");

	is_u64(fd->class, FXG_HANDLE);
	is_str(table->text + fd->space, "descriptor");
	is_i64(fd->null_value, -1);
	is_str(table->text + thing->space, "thing");
	is_u64(thing->scope, FXG_SHARE);
	is_u64(type("v_handle", "ret")->class, FXG_HANDLE);
	is_u64(item("v_handle", "ret")->kind, FXG_K_POINTER);
}

static void functions_say_what_they_belong_to(void)
{
	const struct fxg_function *f = function("v_exprs");

	is_str(string(f->category), "values:exprs");
	is_str(table->text + f->group, "sums");
	is_str(table->text + function("v_logic")->group, "exprs");
	is_u64(f->n_params, 5);
	is_u64(table->errno_type != 0, 1);
	is_u64(table->types[table->errno_type].class, FXG_ENUM);
}

static uint64_t load(const uint8_t **code, const uint64_t *slots);

static int64_t run(const uint8_t **code, const uint64_t *slots)
{
	enum fxg_x op = *(*code)++;
	uint64_t v;
	int64_t a, b;

	switch (op) {
	case FXG_X_CONST:
		memcpy(&v, *code, 8);
		*code += 8;
		return (int64_t)v;
	case FXG_X_SLOT:
		return (int64_t)slots[*(*code)++];
	case FXG_X_LOAD:
		return (int64_t)load(code, slots);
	case FXG_X_LOADS:
		return (int32_t)load(code, slots);
	default:
		break;
	}
	a = run(code, slots);
	b = run(code, slots);
	switch (op) {
	case FXG_X_MUL:
		return a * b;
	case FXG_X_ADD:
		return a + b;
	case FXG_X_SUB:
		return a - b;
	case FXG_X_MIN:
		return a < b ? a : b;
	case FXG_X_MAX:
		return a > b ? a : b;
	case FXG_X_DIV:
		return b ? a / b : 0;
	case FXG_X_AND:
		return a & b;
	case FXG_X_EQ:
		return a == b;
	case FXG_X_NE:
		return a != b;
	case FXG_X_LT:
		return a < b;
	default:
		return op == FXG_X_GE ? a >= b : -999999;
	}
}

static uint64_t load(const uint8_t **code, const uint64_t *slots)
{
	unsigned width = *(*code)++;
	uint64_t v = 0, address = (uint64_t)run(code, slots);

	memcpy(&v, (const void *)(uintptr_t)address, width);
	return v;
}

static int64_t count_of(const char *f, const uint64_t *slots)
{
	const uint8_t *code = table->exprs + type(f, "p")->count;

	return run(&code, slots);
}

static int64_t cap_of(const char *f, const uint64_t *slots)
{
	const uint8_t *code = table->exprs + type(f, "p")->cap;

	return run(&code, slots);
}

static void sums_compute_as_in_c(void)
{
	int a, b;

	for (a = -3; a < 4; a++) {
		for (b = -3; b < 4; b++) {
			uint64_t slots[6] = {(uint64_t)a, (uint64_t)b};

			is_i64(count_of("v_exprs", slots),
			       a * b + (a > 2 ? a : 2) - (b < 3 ? b : 3));
			is_i64(cap_of("v_exprs", slots), -a / 2);
		}
	}
}

static void logic_computes_as_in_c(void)
{
	int a, b;

	for (a = -3; a < 7; a++) {
		for (b = -3; b < 7; b++) {
			uint64_t slots[4] = {(uint64_t)a, (uint64_t)b};

			is_i64(count_of("v_logic", slots), (a < b && a) || !b);
			is_i64(cap_of("v_logic", slots),
			       (a <= 4) + (a > b) * 8 + (a != b));
		}
	}
}

static void pointers_are_followed(void)
{
	uint32_t length = 0xfffffff0u;
	int sign = -5;
	struct inner inner = {'x', -7};
	struct vector v = {&inner, 40};
	uint64_t slots[5] = {(uint64_t)(uintptr_t)&length,
			     (uint64_t)(uintptr_t)&v,
			     (uint64_t)(uintptr_t)&sign};

	is_i64(count_of("v_loads", slots), 0xfffffff0ll - 5);
	is_i64(cap_of("v_loads", slots), 40 - 7);
}

static void what_was_has_a_slot(void)
{
	uint32_t length = 9;
	uint64_t slots[7] = {0, (uint64_t)(uintptr_t)&length, 0, 0, 1, 5, 77};
	const uint8_t *code = table->exprs + type("v_kept", "q")->count;

	is_i64(count_of("v_kept", slots), 5);
	slots[5] = 10;
	is_i64(count_of("v_kept", slots), 9);
	is_i64(run(&code, slots), 77);
}

static void what_may_be_untouched_is_verified(void)
{
	const struct fxg_item *p = item("v_kept", "p");
	uint64_t slots[7] = {0, 0, 0, 0, 0, 0, 1};
	const uint8_t *code = table->exprs + p->cond;

	is_u64(p->when, FXG_AT_END_IN);
	is_u64(item("v_kept", "q")->when, FXG_AT_END_OK);
	is_i64(run(&code, slots), 1);
	slots[4] = (uint64_t)-1;
	code = table->exprs + p->cond;
	is_i64(run(&code, slots), 0);
	slots[4] = slots[6] = 0;
	code = table->exprs + p->cond;
	is_i64(run(&code, slots), 0);
}

static void constants_are_cs(void)
{
	is_i64(count_of("v_constants", NULL), FIELD_MASK << 4 | ~BIT_LOW);
	is_i64(cap_of("v_constants", NULL), sizeof(struct outer) * 2);
}

/* The case of a value, or the one behind them. */
static const struct fxg_case *case_of(const struct fxg_type *t, uint64_t value)
{
	unsigned i;

	for (i = 0; i < t->n; i++)
		if (table->cases[t->first + i].value == value)
			break;
	return &table->cases[t->first + i];
}

static const struct fxg_type *param_type(const char *f_name, unsigned i)
{
	const struct fxg_function *f = function(f_name);

	return &table->types[table->params[f->first_param + i].type];
}

/* Constants next to members: of a pair that has no value, and of one. */
static void a_length_may_name_constants(void)
{
	const struct fxg_type *pairs = target("v_pairs", "p");
	const struct fxg_type *keyed =
		&table->types[table->cases[pairs->first + pairs->n].type];
	static const struct {
		int key, n_bytes;
	} wanted[] = {{PLACE_HERE, 4}, {FIELD_1, 4}, {FIELD_2, 8}};
	size_t i;

	is_u64(pairs->class, FXG_UNION);
	is_u64(keyed->show, FXG_PAIR);
	for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		struct pair pair = {wanted[i].key, 9};
		uint64_t slots[1] = {(uint64_t)(uintptr_t)&pair};
		const uint8_t *code = table->exprs + pairs->cap;

		is_i64(run(&code, slots), wanted[i].n_bytes);
	}
}

static void constants_may_be_floats(void)
{
	const struct fxg_type *a = type("v_floats", "a");
	const struct fxg_type *b =
		case_of(param_type("v_floats", 2), FIELD_1)->type +
		table->types;

	is_u64(item("v_floats", "a")->kind, FXG_K_F32);
	is_u64(a->class, FXG_ENUM);
	is_u64(a->size, sizeof(float));
	is_u64(table->types[a->base].class, FXG_FLOAT);
	is_u64(b->class, FXG_ENUM);
	is_u64(item("v_floats", "b")->kind, FXG_K_SELECT);
}

static void cases_are_sorted_by_value(void)
{
	const struct fxg_type *t = param_type("v_cases", 1);
	unsigned i;

	is_u64(t->class, FXG_UNION);
	is_u64(t->n, 5);
	for (i = 1; i < t->n; i++)
		ok(table->cases[t->first + i - 1].value <=
		   table->cases[t->first + i].value);
	is_str(table->text + case_of(t, FIELD_1)->name, "FIELD_1");
	is_str(table->text + case_of(t, BIT_TOP)->name, "BIT_TOP");
	/* what the headers lack */
	is_str(table->text + table->cases[t->first + t->n - 1].name,
	       "BIT_ABSENT");
	is_u64(table->cases[t->first + t->n - 1].value, UINT64_MAX);
}

static void cases_have_items_of_their_own(void)
{
	const struct fxg_type *t = param_type("v_cases", 1);
	const struct fxg_case *c = case_of(t, FIELD_2);
	const struct fxg_item *it = &table->items[c->first_item];

	is_u64(c->n_items, 1);
	is_str(string(it->name), "arg");
	is_u64(it->kind, FXG_K_BYTES);
	is_u64(it->when, FXG_AT_END_IN); /* verified: the kernel's output */
	is_u64(case_of(t, BITS_BOTH)->n_items, 0);
	c = case_of(t, 4711);
	is_u64(c->n_items, 1);
	it = &table->items[c->first_item];
	is_u64(it->kind, FXG_K_U64);
	is_u64(it->when, FXG_AT_BEGIN);
	is_u64(c->type, t->base);
	it = item("v_cases", "ret");
	is_u64(it->kind, FXG_K_SELECT);
	is_u64(it->when, FXG_AT_END);
}

static void memory_may_choose_itself(void)
{
	const struct fxg_type *p = param_type("v_cases", 2);
	const struct fxg_type *t = &table->types[p->base];
	const uint8_t *code = table->exprs + t->count;
	union other memory = {.i = -5};
	uint64_t slots[] = {(uint64_t)(uintptr_t)&memory};

	is_u64(p->flags & (FXG_RAW | FXG_SIZED), FXG_RAW | FXG_SIZED);
	is_u64(t->class, FXG_UNION);
	is_i64((int32_t)run(&code, slots), -5);
	is_u64(table->types[case_of(t, BIT_LOW)->type].class, FXG_STRUCT);
}

static void sets_know_what_a_bit_means(void)
{
	const struct fxg_type *t = target("v_cases", "s");

	is_u64(t->class, FXG_SET);
	is_u64(t->size, 8);
	is_u64((uint64_t)t->null_value, 1);
	is_u64(table->types[t->base].class, FXG_ENUM);
}

static void pointers_of_arrays_may_be_followed(void)
{
	const struct fxg_type *counted = target("v_each", "counted");
	const struct fxg_type *ended = target("v_each", "ended");

	is_u64(item("v_each", "counted")->kind, FXG_K_VALUE);
	is_u64(item("v_each", "ended")->kind, FXG_K_VALUE);
	ok(param_type("v_each", 0)->count);
	ok(param_type("v_each", 1)->flags & FXG_NUL_ENDED);
	is_u64(counted->class, FXG_PTR);
	is_u64(table->types[counted->base].class, FXG_STRUCT);
	/* each pointer leads to one, not to another array */
	is_u64(counted->count, 0);
	is_u64(ended->flags & (FXG_NUL_ENDED | FXG_RAW), 0);
}

static const struct tap_test tests[] = {
	{"secret values, members and leaves are marked", secrets_are_marked},
	{"functions are sorted by name", functions_are_sorted},
	{"the kind of an integer follows its C type", kinds_follow_c},
	{"sizes and signs are C's", sizes_are_cs},
	{"members lie where C puts them", members_lie_where_c_puts_them},
	{"an array may be described shorter than it is",
	 an_array_may_be_cut_short},
	{"structs of few scalars are flattened", small_structs_are_flattened},
	{"what is behind a pointer is recorded by its shape",
	 what_is_behind_a_pointer_has_a_shape},
	{"a complex number is recorded by its parts",
	 a_complex_number_has_two_parts},
	{"a struct by value is a struct to replay and a pointer to capture",
	 a_struct_by_value_keeps_its_type},
	{"inputs are captured before and outputs after",
	 moments_follow_direction},
	{"items are in the order of their events", items_come_in_order},
	{"names for size and address accompany the value's",
	 names_for_size_and_address_accompany_values},
	{"constants have the values that C gives them",
	 constants_have_cs_values},
	{"a value finds its name", values_find_their_names},
	{"a macro that the headers lack has no row",
	 a_macro_that_is_absent_has_no_row},
	{"a flag without any bit matches nothing",
	 a_flag_without_bits_matches_nothing},
	{"handles know space, scope and null value", handles_know_their_space},
	{"functions say their category, group and parameters",
	 functions_say_what_they_belong_to},
	{"arithmetic computes as in C", sums_compute_as_in_c},
	{"comparisons and logic compute as in C", logic_computes_as_in_c},
	{"pointers and members are followed with width and sign",
	 pointers_are_followed},
	{"what a parameter pointed to before the call has a slot",
	 what_was_has_a_slot},
	{"what a successful call may leave untouched is verified first",
	 what_may_be_untouched_is_verified},
	{"what holds no parameter is C's constant", constants_are_cs},
	{"a length may name constants", a_length_may_name_constants},
	{"constants may be floating-point numbers", constants_may_be_floats},
	{"cases are sorted by the values that C gives them",
	 cases_are_sorted_by_value},
	{"each case has the items of its type", cases_have_items_of_their_own},
	{"memory may choose what it is itself", memory_may_choose_itself},
	{"pointers of an array may each be followed",
	 pointers_of_arrays_may_be_followed},
	{"sets know what a bit means", sets_know_what_a_bit_means},
};
TAP_MAIN(tests)
