/* SPDX-License-Identifier: MIT */
/*
 * Signatures, see sign.h. Cold: once for each function, type and enumerator.
 */
#include "preload/schema/sign.h"

#include "preload/runtime/strings.h"
#include "preload/symbol/libc.h"
#include "writer/bytes.h"
#include "writer/describe.h"
#include "writer/engine.h"
#include "writer/record.h"
#include "writer/thread.h"

/* Ids of one API's types, then of its functions. */
#define ID_RANGE 0x20000u
#define FUNCTION_ID_OFFSET 0x10000u
#define ABI "sysv"
/* In one event, which has some kilobytes then. */
#define MAX_ENTRIES 64u
/* Of one enum that is in memory: an array of some constants does not justify
 * all constants of a library. */
#define MAX_NAMES 1024u

struct fxp_api *fxp_apis;
static uint32_t next_type = ID_RANGE;

void fxp_sign_reserve(uint32_t n_strings, struct fxp_bases *bases)
{
	bases->string = fxp_strings_reserve(n_strings);
	bases->type =
		__atomic_fetch_add(&next_type, ID_RANGE, __ATOMIC_RELAXED);
}

void fxp_sign_chain(struct fxp_api *api)
{
	api->next = __atomic_load_n(&fxp_apis, __ATOMIC_RELAXED);
	/* release: its bases before the link to it */
	while (!__atomic_compare_exchange_n(&fxp_apis, &api->next, api, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
}

int fxp_sign_register(struct fxp_api *api)
{
	if (api->string_base)
		return 0;
	if (api->table->n_functions > FUNCTION_ID_OFFSET)
		return -1;
	api->type_base =
		__atomic_fetch_add(&next_type, ID_RANGE, __ATOMIC_RELAXED);
	api->string_base = fxp_strings_reserve(api->table->n_strings);
	fxp_sign_chain(api);
	return 0;
}

/* The marks behind the entries': whether one of FXG_CHUNK_FUNCTIONS functions,
 * whose cells are a page, has a signature. Unused cells are not touched. */
static uint8_t *chunk_seen(struct fxp_api *api, uint32_t function)
{
	const struct fxg_table *table = api->table;

	return &api->entry_seen[table->n_types + table->n_enumerators +
				table->n_cases +
				function / FXG_CHUNK_FUNCTIONS];
}

static void forget_api(struct fxp_api *api)
{
	const struct fxg_table *table = api->table;

	for (uint32_t i = 0; i < table->n_functions; i++) {
		if (!*chunk_seen(api, i)) {
			i |= FXG_CHUNK_FUNCTIONS - 1;
			continue;
		}
		fxp_slot_withdraw_plan(&api->slots[i]);
		api->slots[i].claim = FXP_UNCLAIMED;
	}
	fxw_zero(api->string_seen, table->n_strings);
	fxw_zero(api->entry_seen,
		 table->n_types + table->n_enumerators + table->n_cases);
}

void fxp_sign_forget(void)
{
	for (struct fxp_api *api = fxp_apis; api; api = api->next)
		forget_api(api);
}

/* One entry's bytes: measured (at == NULL), then written. */
struct out {
	uint8_t *at;
	uint32_t n;
};

static void put_byte(struct out *o, uint8_t byte)
{
	if (o->at)
		o->at[o->n] = byte;
	o->n++;
}

static void put_varint(struct out *o, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		put_byte(o, (uint8_t)(value | 0x80));
	put_byte(o, (uint8_t)value);
}

static void put_bytes(struct out *o, const void *p, size_t n)
{
	if (o->at)
		fxw_copy(o->at + o->n, p, n);
	o->n += (uint32_t)n;
}

static void put_text(struct out *o, const char *text)
{
	size_t n = fxw_length(text);

	put_varint(o, n);
	put_bytes(o, text, n);
}

static void put_zigzag(struct out *o, int64_t value)
{
	put_varint(o, (uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

static void put_expr(struct out *o, const struct fxg_table *table,
		     uint16_t expr)
{
	size_t n = expr ? fxg_expr_bytes(table->exprs + expr) : 0;

	put_varint(o, n);
	put_bytes(o, table->exprs + expr, n);
}

/* The subject of an entry. */
struct entry {
	struct fxp_api *api;
	uint32_t kind; /* enum fxw_entry_kind */
	uint32_t index;
	uint32_t type; /* of an enumerator or case */
	uint32_t n;    /* how many of consecutive indexes */
};

static void put_members(struct out *o, const struct entry *e,
			const struct fxg_type *t)
{
	const struct fxg_table *table = e->api->table;

	put_varint(o, t->n);
	for (uint32_t i = t->first; i < t->first + t->n; i++) {
		const struct fxg_member *m = &table->members[i];

		put_text(o, table->text + m->name);
		put_varint(o, e->api->type_base + m->type);
		put_varint(o, m->byte_off);
		put_varint(o, m->bit_off);
		put_varint(o, m->bits);
	}
}

/* Later additions to the members: readers stop at an entry's end. A struct
 * without members is bytes. */
static void put_record(struct out *o, const struct entry *e,
		       const struct fxg_type *t)
{
	if (!t->count && !(t->flags & FXG_OF_GLIBC && fxp_libc_is_other()))
		put_members(o, e, t);
	else
		put_varint(o, 0);
	put_varint(o, t->show);
	put_expr(o, e->api->table, t->count);
	put_varint(o, t->base ? e->api->type_base + t->base : 0);
	put_varint(o, t->next);
	put_expr(o, e->api->table, t->cap);
}

static void put_pointed(struct out *o, const struct fxg_table *table,
			const struct fxg_type *t)
{
	put_varint(o, t->dir);
	put_varint(o, t->flags);
	put_expr(o, table, t->count);
	put_expr(o, table, t->cap);
}

static void put_class(struct out *o, const struct entry *e,
		      const struct fxg_type *t)
{
	const struct fxg_table *table = e->api->table;
	uint32_t base = e->api->type_base + t->base;

	switch (t->class) {
	case FXG_INT:
		put_varint(o, t->flags & FXG_SIGNED ? 1 : 0);
		put_varint(o, t->show);
		break;
	case FXG_ENUM:
	case FXG_FLAGS:
		put_varint(o, base);
		if (t->cap)
			put_varint(o, e->api->type_base + t->cap);
		break;
	case FXG_HANDLE:
		put_varint(o, base);
		put_text(o, table->text + t->space);
		put_varint(o, t->scope);
		put_zigzag(o, t->null_value);
		break;
	case FXG_STR:
		put_varint(o, t->size);
		put_pointed(o, table, t);
		break;
	case FXG_PTR:
		put_varint(o, base);
		put_pointed(o, table, t);
		put_expr(o, table, t->total);
		break;
	case FXG_ARRAY:
		put_varint(o, base);
		put_varint(o, t->n);
		break;
	case FXG_STRUCT:
	case FXG_UNION:
		put_record(o, e, t);
		break;
	case FXG_FUNC:
		put_varint(o, t->show);
		break;
	case FXG_SET:
		put_varint(o, base);
		put_zigzag(o, t->null_value);
		break;
	default:
		break;
	}
}

static void put_type(struct out *o, const struct entry *e)
{
	const struct fxg_type *t = &e->api->table->types[e->index];

	put_varint(o, t->class);
	put_text(o, e->api->table->text + t->c_name);
	put_varint(o, t->size);
	put_varint(o, t->align);
	put_class(o, e, t);
}

static void put_function(struct out *o, const struct entry *e)
{
	const struct fxg_table *table = e->api->table;
	const struct fxg_function *f = &table->functions[e->index];

	put_text(o, table->text + table->strings[f->category]);
	put_text(o, table->text + table->strings[f->name]);
	put_text(o, table->text + f->symver);
	put_text(o, f->soname ? table->text + f->soname : table->soname);
	put_text(o, ABI);
	put_text(o, table->build_id);
	put_varint(o, e->api->type_base + f->ret_type);
	put_varint(o, f->n_params);
	put_varint(o, f->n_fixed);
	for (uint32_t i = 0; i < f->n_params; i++) {
		const struct fxg_param *p = &table->params[f->first_param + i];

		put_text(o, table->text + p->name);
		put_varint(o, e->api->type_base + p->type);
	}
	put_varint(o, f->error_rule);
	put_varint(o, f->flags);
	put_varint(o, f->varargs);
	put_varint(o, f->varargs_k);
}

static void put_enumerator(struct out *o, const struct entry *e)
{
	const struct fxg_enumerator *value =
		&e->api->table->enumerators[e->index];

	put_bytes(o, &value->value, 8);
	put_bytes(o, &value->mask, 8);
	put_text(o, e->api->table->text + value->name);
}

static void put_case(struct out *o, const struct entry *e)
{
	const struct fxg_case *c = &e->api->table->cases[e->index];

	put_bytes(o, &c->value, 8);
	put_varint(o, c->type ? e->api->type_base + c->type : 0);
	put_text(o, e->api->table->text + c->name);
}

static void put_body(struct out *o, const struct entry *e)
{
	switch (e->kind) {
	case FXW_ENTRY_TYPE:
		put_type(o, e);
		break;
	case FXW_ENTRY_FUNCTION:
		put_function(o, e);
		break;
	case FXW_ENTRY_CASE:
		put_case(o, e);
		break;
	default:
		put_enumerator(o, e);
	}
}

static uint64_t entry_id(const struct entry *e)
{
	if (e->kind == FXW_ENTRY_FUNCTION)
		return e->api->type_base + FUNCTION_ID_OFFSET + e->index;
	return e->api->type_base +
	       (e->kind == FXW_ENTRY_TYPE ? e->index : e->type);
}

static void put_entry(struct out *o, const struct entry *e)
{
	struct out body = {0};

	put_body(&body, e);
	put_varint(o, e->kind);
	put_varint(o, entry_id(e));
	put_varint(o, body.n);
	put_body(o, e);
}

/* e->n entries with consecutive indexes in one event. */
static void build_entries(struct fxw_record *r, const void *what)
{
	const struct entry *all = what;
	struct out o = {0};

	for (struct entry e = *all; e.index < all->index + all->n; e.index++)
		put_entry(&o, &e);
	o.at = fxw_arg_blob(r, FXW_NAME(FXW_EVENT_ENTRY), o.n);
	if (!o.at)
		return;
	o.n = 0;
	for (struct entry e = *all; e.index < all->index + all->n; e.index++)
		put_entry(&o, &e);
}

/* Writes one entry unless it has been written; false: no space. */
static bool sign_entry(const struct entry *e)
{
	return fxw_describe(FXW_CATEGORY_SIGNATURE, FXW_EVENT_ENTRY,
			    build_entries, e);
}

/* entry_seen of types */
enum { UNSEEN, SEEN, WITH_NAMES };

static void sign_type(struct fxp_api *api, uint16_t type, bool names);

/* Memory is recorded without examining its values. So all its possible values
 * are emitted, in events of some entries each. */
static void sign_range(struct entry e, uint32_t n)
{
	uint32_t end = e.index + n;
	uint8_t *seen = e.api->entry_seen + e.api->table->n_types;

	if (e.kind == FXW_ENTRY_CASE)
		seen += e.api->table->n_enumerators;
	for (; e.index < end; e.index += e.n) {
		e.n = end - e.index;
		if (e.n > MAX_ENTRIES)
			e.n = MAX_ENTRIES;
		for (uint32_t i = 0; i < e.n; i++)
			__atomic_store_n(&seen[e.index + i], 1,
					 __ATOMIC_RELAXED);
		(void)sign_entry(&e);
	}
}

static void sign_cases(struct fxp_api *api, uint16_t type)
{
	const struct fxg_type *t = &api->table->types[type];
	struct entry e = {api, FXW_ENTRY_CASE, t->first, type, 0};

	for (uint32_t i = 0; i < t->n; i++)
		sign_type(api, api->table->cases[t->first + i].type, true);
	sign_range(e, t->n);
}

/* Constants that are recorded as floating-point numbers, not by name. */
static bool is_floating(const struct fxg_table *table, const struct fxg_type *t)
{
	return t->class == FXG_ENUM && table->types[t->base].class == FXG_FLOAT;
}

/* The types that a type is made of. */
static void sign_parts(struct fxp_api *api, uint16_t type, bool names)
{
	const struct fxg_table *table = api->table;
	const struct fxg_type *t = &table->types[type];
	struct entry e = {api, FXW_ENTRY_ENUMERATOR, t->first, type, 0};

	if (t->base || t->class == FXG_PTR)
		sign_type(api, t->base,
			  names || t->flags & FXG_RAW || t->class == FXG_SET);
	if (t->class == FXG_UNION && t->count) {
		if (names)
			sign_cases(api, type);
	} else if (t->class == FXG_STRUCT || t->class == FXG_UNION) {
		for (uint32_t i = t->first; i < t->first + t->n; i++)
			sign_type(api, table->members[i].type,
				  names || t->class == FXG_UNION);
	} else if ((names || is_floating(table, t)) &&
		   (t->class == FXG_ENUM || t->class == FXG_FLAGS) &&
		   t->n <= MAX_NAMES) {
		sign_range(e, t->n);
	}
	if (t->class == FXG_ENUM && t->cap)
		sign_type(api, t->cap, false);
}

/* names: with every constant that values of it may have. */
static void sign_type(struct fxp_api *api, uint16_t type, bool names)
{
	uint8_t *seen = &api->entry_seen[type];
	uint8_t before = __atomic_load_n(seen, __ATOMIC_RELAXED);
	struct entry e = {api, FXW_ENTRY_TYPE, type, 0, 1};

	if (before == WITH_NAMES || (before == SEEN && !names))
		return;
	/* at once: types may refer to themselves */
	__atomic_store_n(seen, names ? WITH_NAMES : SEEN, __ATOMIC_RELAXED);
	sign_parts(api, type, names);
	if (!before && !sign_entry(&e))
		__atomic_store_n(seen, UNSEEN, __ATOMIC_RELAXED);
}

void fxp_sign_enumerator(struct fxp_api *api, uint16_t type, uint32_t i)
{
	uint8_t *seen = &api->entry_seen[api->table->n_types + i];
	struct entry e = {api, FXW_ENTRY_ENUMERATOR, i, type, 1};

	if (__builtin_expect(__atomic_load_n(seen, __ATOMIC_RELAXED), 1))
		return;
	/* No space: not tried again, the record itself has the name. */
	__atomic_store_n(seen, 1, __ATOMIC_RELAXED);
	fxw_cold_depth++;
	sign_type(api, type, false);
	(void)sign_entry(&e);
	fxw_cold_depth--;
}

void fxp_sign_case(struct fxp_api *api, uint16_t type, uint32_t index)
{
	const struct fxg_table *table = api->table;
	const struct fxg_type *t = &table->types[type];
	uint8_t *seen =
		&api->entry_seen[table->n_types + table->n_enumerators + index];
	struct entry e = {api, FXW_ENTRY_CASE, index, type, 1};

	if (__builtin_expect(__atomic_load_n(seen, __ATOMIC_RELAXED), 1))
		return;
	__atomic_store_n(seen, 1, __ATOMIC_RELAXED);
	fxw_cold_depth++;
	sign_type(api, table->cases[index].type, false);
	if (index < t->first + t->n) /* else it is the type's base */
		(void)sign_entry(&e);
	fxw_cold_depth--;
}

/* Gives a string of the API its record; false: no space, or no index. */
static bool sign_string(struct fxp_api *api, uint32_t i)
{
	const char *text;

	if (api->string_base == FXP_STRINGS_INLINE)
		return false;
	if (i == FXG_NONE || api->string_seen[i])
		return true;
	text = api->table->text + api->table->strings[i];
	if (!fxw_string_register((uint16_t)(api->string_base + i), text,
				 (uint32_t)fxw_length(text)))
		return false;
	api->string_seen[i] = 1;
	return true;
}

static bool sign_choice(struct fxp_api *api, uint16_t type);

static bool sign_item(struct fxp_api *api, const struct fxg_item *item)
{
	bool all = sign_string(api, item->name) &&
		   sign_string(api, item->size_name) &&
		   sign_string(api, item->address_name);

	for (unsigned i = 0; all && i < item->n_leaves; i++)
		all = sign_string(
			api, api->table->leaves[item->first_leaf + i].name);
	if (item->kind == FXG_K_SELECT)
		all = all && sign_choice(api, item->type);
	return all;
}

/* The names of all cases' values: they have few. */
static bool sign_choice(struct fxp_api *api, uint16_t type)
{
	const struct fxg_table *table = api->table;
	const struct fxg_type *t = &table->types[type];
	bool all = true;

	for (uint32_t i = 0; all && i <= t->n; i++) {
		const struct fxg_case *c = &table->cases[t->first + i];

		for (uint32_t k = 0; all && k < c->n_items; k++)
			all = sign_item(api, &table->items[c->first_item + k]);
	}
	return all;
}

static bool sign_strings(struct fxp_api *api, const struct fxg_function *f)
{
	bool all = sign_string(api, FXG_S_RET) &&
		   sign_string(api, FXG_S_ERRNO) &&
		   sign_string(api, FXG_S_FLAGS) &&
		   sign_string(api, f->category) && sign_string(api, f->name);

	if (f->flags & FXG_F_ORDERS)
		all = all && sign_string(api, FXG_S_SEQ);
	for (uint32_t i = 0; all && i < f->n_begin_items + f->n_end_items; i++)
		all = sign_item(api, &api->table->items[f->first_item + i]);
	return all;
}

bool fxp_sign_function(struct fxp_api *api, unsigned function)
{
	const struct fxg_function *f = &api->table->functions[function];
	struct entry e = {api, FXW_ENTRY_FUNCTION, function, 0, 1};
	struct fxp_slot *slot = &api->slots[function];
	bool all;

	fxw_cold_depth++;
	__atomic_store_n(chunk_seen(api, function), 1, __ATOMIC_RELAXED);
	__atomic_store_n(&slot->claim, FXP_CLAIMED, __ATOMIC_RELAXED);
	slot->api = api;
	slot->refs = (uint64_t)(api->string_base + f->category) << 32 |
		     (uint64_t)(api->string_base + f->name) << 48;
	slot->names = api->string_base << 16;
	all = sign_strings(api, f);
	if (slot->watch & FXP_STACKED)
		all = all && sign_string(api, FXG_S_STACK);
	sign_type(api, f->ret_type, false);
	for (uint32_t i = 0; i < f->n_params; i++)
		sign_type(api, api->table->params[f->first_param + i].type,
			  false);
	(void)sign_entry(&e);
	/* release: the records before any use of them; pairs with the load of
	 * claim in call.c */
	__atomic_store_n(&slot->claim, all ? FXP_READY : FXP_INLINE,
			 __ATOMIC_RELEASE);
	fxw_cold_depth--;
	return all;
}
