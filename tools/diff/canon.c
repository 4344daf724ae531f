/* SPDX-License-Identifier: MIT */
/*
 * Values as comparable bytes, see canon.h.
 */
#include "tools/diff/canon.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/print/type.h"

/* Seconds from which on a time counts from 1970: in 1987. */
#define SINCE_1970 (INT64_C(1) << 29)
/* Smaller process ids are too similar to other numbers: two calls are compared
 * to decide whether they are ids. */
#define MIN_PID 1000u
/* Addresses below or above these are special values. */
#define MIN_ADDRESS 4096u
#define MAX_ADDRESS (UINT64_MAX - 4095)

/* Longer memory is not searched for texts. */
#define MAX_TEXT_BYTES 256u

enum type_kind {
	TYPE_PLAIN,
	TYPE_TIME,
	TYPE_ID,  /* of a process or thread */
	TYPE_HEX, /* may be an address */
	TYPE_IGNORED,
	TYPE_OBJECT,
};

void canon_init(struct canon *canon, struct fxr_world *world,
		struct varying *varying, struct canon_how how)
{
	*canon = (struct canon){.world = world, .varying = varying, .how = how};
}

void canon_fini(struct canon *canon)
{
	pen_fini(&canon->out);
	free(canon->objects);
	free(canon->numbers);
	fxr_map_fini(&canon->types);
	fxr_map_fini(&canon->results);
}

static enum varying_how how_of(struct canon *canon, struct fxr_text name)
{
	return varying_value(canon->varying, canon->function,
			     canon->call->name->name.bytes, name);
}

/* --- types --------------------------------------------------------------- */

static enum type_kind kind_of_type(const struct canon *canon,
				   const struct fxr_type *type)
{
	const char *word = print_is_volatile(canon->world, type);

	if (word)
		return *word == 'T' ? TYPE_TIME : TYPE_ID;
	if (type->class != FXG_HANDLE)
		return print_show(canon->world, type) == FXG_HEX ? TYPE_HEX
								 : TYPE_PLAIN;
	switch (varying_space(type->space)) {
	case VARYING_EXACT:
		return TYPE_PLAIN;
	case VARYING_IGNORED:
		return TYPE_IGNORED;
	default:
		return TYPE_OBJECT;
	}
}

static enum type_kind kind_of(struct canon *canon, const struct fxr_type *type)
{
	uint32_t known;

	if (!type)
		return TYPE_PLAIN;
	known = fxr_map_find(&canon->types, (uintptr_t)type, 0, 0);
	if (known == FXR_NONE) {
		known = kind_of_type(canon, type);
		fxr_map_put(&canon->types, (uintptr_t)type, 0, 0, known);
	}
	return (enum type_kind)known;
}

/* Whether the call stores the argument's value. */
static bool is_stored(struct canon *canon, const struct fxr_arg *arg)
{
	const struct fxr_function *function = canon->call->function;
	const struct fxr_type *type;
	uint32_t known;

	if (arg->is_after)
		return true;
	if (!function || arg->param >= function->n_params)
		return false;
	known = fxr_map_find(&canon->results, (uintptr_t)function, arg->param,
			     0);
	if (known == FXR_NONE) {
		type = fxr_type_find(&canon->world->types, function->provider,
				     function->params[arg->param].type);
		known = type && type->dir == FXG_OUT;
		fxr_map_put(&canon->results, (uintptr_t)function, arg->param, 0,
			    known);
	}
	return known;
}

/* --- values -------------------------------------------------------------- */

static void put_word(struct canon *canon, char tag, uint64_t word)
{
	pen_byte(&canon->out, tag);
	pen_bytes(&canon->out, &word, sizeof(word));
}

static void put_object(struct canon *canon, const struct fxr_type *type,
		       uint64_t value)
{
	if (value == (uint64_t)type->null_value || !value) {
		put_word(canon, 'n', value);
		return;
	}
	pen_byte(&canon->out, 'o');
	canon->objects =
		fxr_grow(canon->objects, &canon->objects_capacity,
			 canon->n_objects + 1, sizeof(*canon->objects));
	canon->objects[canon->n_objects++] = (struct canon_object){
		.value = value,
		.space = (uint32_t)fxr_hash(type->space.bytes,
					    type->space.n_bytes),
		.place = canon->place,
		.is_made = canon->is_result,
	};
}

/* For a number that is ignored: whether it is 0 or less. */
static void put_sign(struct canon *canon, int64_t number)
{
	if (number > 0)
		pen_byte(&canon->out, '+');
	else
		put_word(canon, 'i', (uint64_t)number);
}

/* Which id of the thread a number is, or CANON_N_IDS. is_likely: a small number
 * counts, too. */
static unsigned rank_of(const struct canon *canon, uint64_t number,
			bool is_likely)
{
	for (unsigned i = 0; i < CANON_N_IDS; i++) {
		uint64_t mine = canon->ids.id[i], theirs = canon->theirs.id[i];
		uint64_t least = theirs && theirs < mine ? theirs : mine;

		/* of equal ids the numbers themselves are compared */
		if (number == mine && mine != theirs &&
		    (least >= MIN_PID || is_likely))
			return i;
	}
	return CANON_N_IDS;
}

/* Whether a number may be a small id of either side: the key must not depend on
 * the side. */
static bool may_be_id(const struct canon *canon, uint64_t number)
{
	for (unsigned i = 0; i < CANON_N_IDS; i++) {
		uint64_t mine = canon->ids.id[i], theirs = canon->theirs.id[i];

		if (mine != theirs && mine && theirs &&
		    (mine < MIN_PID || theirs < MIN_PID) &&
		    (number == mine || number == theirs))
			return true;
	}
	return false;
}

/* The tag that replaces a number in a key; 0: the number itself. */
static char id_tag(struct canon *canon, uint64_t number, bool is_likely)
{
	unsigned rank;

	if (is_likely && may_be_id(canon, number)) {
		canon->is_unsure = true;
		return 'N';
	}
	rank = rank_of(canon, number, is_likely);
	return rank < CANON_N_IDS ? "OQT"[rank] : 0;
}

static void put_number(struct canon *canon, uint64_t number, size_t n_digits,
		       bool is_likely)
{
	canon->numbers =
		fxr_grow(canon->numbers, &canon->numbers_capacity,
			 canon->n_numbers + 1, sizeof(*canon->numbers));
	canon->numbers[canon->n_numbers++] = (struct canon_number){
		.number = number,
		.n_digits = (uint8_t)n_digits,
		.rank = (uint8_t)rank_of(canon, number, is_likely),
	};
	pen_byte(&canon->out, '#');
}

/* A plain integer. Small ones count as ids only where an int may be one, not
 * among sizes and descriptors. */
static void put_plain(struct canon *canon, const struct fxr_type *type,
		      uint64_t number)
{
	bool is_likely = !type || (type->class == FXG_INT && type->size == 4);
	char tag;

	if (canon->is_paired) {
		put_number(canon, number, 0, is_likely);
		return;
	}
	tag = id_tag(canon, number, is_likely);
	if (tag)
		pen_byte(&canon->out, tag);
	else
		put_word(canon, 'i', number);
}

/* Whether a number is in the range of heaps, stacks and libraries, which few
 * other numbers are. */
static bool is_address(uint64_t number)
{
	return number >> 40 && !(number >> 48);
}

static void put_integer(struct canon *canon, const struct fxr_value *value,
			bool is_exact)
{
	const struct fxr_type *type = value->type;
	uint64_t number = value->as.u64;

	if (value->kind == FXR_VALUE_BOOL)
		number = value->as.boolean;
	switch (is_exact ? TYPE_PLAIN : kind_of(canon, type)) {
	case TYPE_TIME:
		if ((int64_t)number >= SINCE_1970)
			pen_byte(&canon->out, '+');
		else
			put_word(canon, 'i', number);
		break;
	case TYPE_ID:
	case TYPE_IGNORED:
		put_sign(canon, (int64_t)number);
		break;
	case TYPE_OBJECT:
		put_object(canon, type, number);
		break;
	case TYPE_HEX:
		if (is_address(number))
			pen_byte(&canon->out, 'P');
		else
			put_word(canon, 'i', number);
		break;
	case TYPE_PLAIN:
		put_plain(canon, type, number);
		break;
	}
}

static void put_pointer(struct canon *canon, const struct fxr_value *value)
{
	uint64_t address = value->as.u64;

	if (address < MIN_ADDRESS || address > MAX_ADDRESS)
		put_word(canon, 'p', address);
	else if (kind_of(canon, value->type) == TYPE_OBJECT)
		put_object(canon, value->type, address);
	else
		pen_byte(&canon->out, 'P');
}

/* Parses the digits at the start of a text; their number, or UINT64_MAX. */
static uint64_t take_digits(struct fxr_text text, unsigned base, size_t max,
			    size_t *n)
{
	uint64_t number = 0;

	for (*n = 0; *n < text.n_bytes && *n < max; ++*n) {
		int c = tolower((unsigned char)text.bytes[*n]);
		unsigned digit = isdigit(c)		? (unsigned)c - '0'
				 : c >= 'a' && c <= 'f' ? (unsigned)c - 'a' + 10
							: 16;

		if (digit >= base)
			break;
		number = number * base + digit;
	}
	return *n ? number : UINT64_MAX;
}

/* Replaces the number at the start of a text if it differs from run to run.
 * Returns its bytes; 0: the number is unchanged, with *n bytes. */
static size_t replace_number(struct canon *canon, struct fxr_text text,
			     size_t *n)
{
	uint64_t number;
	char tag;

	if (text.n_bytes > 2 && text.bytes[0] == '0' && text.bytes[1] == 'x') {
		number = take_digits(fxr_text(text.bytes + 2, text.n_bytes - 2),
				     16, 16, n);
		*n += 2;
		tag = is_address(number) ? 'P' : 0;
	} else {
		number = take_digits(text, 10, 12, n);
		if (canon->is_paired) {
			pen_byte(&canon->out, '\0');
			put_number(canon, number, *n, true);
			return *n;
		}
		tag = id_tag(canon, number, true);
	}
	if (!tag)
		return 0;
	pen_byte(&canon->out, '\0');
	pen_byte(&canon->out, tag);
	return *n;
}

/* Text, with ids of the process and addresses replaced. Returns how many bytes
 * were replaced. */
static size_t put_text(struct canon *canon, struct fxr_text text)
{
	size_t from = 0, n = 1, n_replaced = 0;

	for (size_t i = 0; i < text.n_bytes; i += n) {
		size_t before = canon->out.n_bytes, n_digits;

		n = 1;
		if (!isdigit((unsigned char)text.bytes[i]))
			continue;
		pen_bytes(&canon->out, text.bytes + from, i - from);
		n_digits = replace_number(
			canon, fxr_text(text.bytes + i, text.n_bytes - i), &n);
		if (!n_digits) {
			canon->out.n_bytes = before;
			continue;
		}
		n_replaced += n_digits;
		from = i + n;
	}
	pen_bytes(&canon->out, text.bytes + from, text.n_bytes - from);
	return n_replaced;
}

static void put_string(struct canon *canon, char tag,
		       const struct fxr_value *value)
{
	uint64_t n_bytes = value->true_bytes;

	if (n_bytes < value->as.text.n_bytes)
		n_bytes = value->as.text.n_bytes;
	pen_byte(&canon->out, tag);
	/* ids may be longer or shorter */
	put_word(canon, 'z', n_bytes - put_text(canon, value->as.text));
}

static void put_bytes(struct canon *canon, struct fxr_text bytes,
		      uint64_t true_bytes)
{
	if (bytes.n_bytes > MAX_TEXT_BYTES) {
		put_word(canon, 'b', true_bytes);
		put_word(canon, 'h', fxr_hash(bytes.bytes, bytes.n_bytes));
		return;
	}
	put_word(canon, 'b', true_bytes - put_text(canon, bytes));
}

static void put_value(struct canon *canon, const struct fxr_value *value,
		      bool is_exact);

/* Whether a member is the fraction of a second since 1970. */
static bool is_part_of_time(struct canon *canon, struct fxr_text name,
			    const struct fxr_value *seconds)
{
	return seconds &&
	       (fxr_is(name, "tv_nsec") || fxr_is(name, "tv_usec")) &&
	       (seconds->kind == FXR_VALUE_INT ||
		seconds->kind == FXR_VALUE_UINT) &&
	       kind_of(canon, seconds->type) == TYPE_TIME &&
	       seconds->as.i64 >= SINCE_1970;
}

static void put_member(struct canon *canon, const struct fxr_value *list,
		       size_t index, bool is_exact)
{
	const struct fxr_value *items = list->as.list.items;
	enum varying_how how = VARYING_EXACT;

	if (!is_exact)
		how = how_of(canon, items[index].name);
	if (how == VARYING_IGNORED ||
	    (!is_exact && index &&
	     is_part_of_time(canon, items[index].name, &items[index - 1])))
		return;
	put_value(canon, &items[index], is_exact || how == VARYING_EXACT);
}

static void put_element(struct canon *canon, const struct fxr_value *value,
			bool is_exact)
{
	if (value->kind != FXR_VALUE_STRING ||
	    !varying_has_text(value->as.text))
		put_value(canon, value, is_exact);
}

static void put_list(struct canon *canon, const struct fxr_value *value,
		     bool is_exact)
{
	bool is_struct = value->kind == FXR_VALUE_STRUCT;

	pen_byte(&canon->out, is_struct ? '{' : '[');
	for (size_t i = 0; i < value->as.list.n; i++) {
		if (is_struct)
			put_member(canon, value, i, is_exact);
		else
			put_element(canon, &value->as.list.items[i], is_exact);
	}
	pen_byte(&canon->out, is_struct ? '}' : ']');
}

static void put_value(struct canon *canon, const struct fxr_value *value,
		      bool is_exact)
{
	switch (value->kind) {
	case FXR_VALUE_NULL:
		pen_byte(&canon->out, value->is_withheld ? '?' : '0');
		break;
	case FXR_VALUE_BOOL:
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
		put_integer(canon, value, is_exact);
		break;
	case FXR_VALUE_DOUBLE:
		put_word(canon, 'd', value->as.u64);
		break;
	case FXR_VALUE_LONG_DOUBLE:
		put_bytes(canon, fxr_text(value->as.text.bytes, 10), 10);
		break;
	case FXR_VALUE_SYMBOL:
		pen_byte(&canon->out, 's');
		pen_bytes(&canon->out, value->as.text.bytes,
			  value->as.text.n_bytes);
		break;
	case FXR_VALUE_STRING:
		put_string(canon, 't', value);
		break;
	case FXR_VALUE_BYTES:
		put_bytes(canon, value->as.text, value->true_bytes);
		break;
	case FXR_VALUE_POINTER:
		put_pointer(canon, value);
		break;
	case FXR_VALUE_KOID:
		pen_byte(&canon->out, 'k');
		break;
	case FXR_VALUE_ARRAY:
	case FXR_VALUE_STRUCT:
		put_list(canon, value, is_exact);
		break;
	}
}

/* --- parts of a call ----------------------------------------------------- */

/* The seconds that precede a flattened member. */
static const struct fxr_value *seconds_of(const struct canon *canon,
					  const struct fxr_arg *arg)
{
	const struct fxr_arg *before = arg - 1;

	if (arg == canon->call->args || !before->member.n_bytes ||
	    !fxr_is_same(before->base, arg->base))
		return NULL;
	return &before->value;
}

/* The part of "a.b" and the like behind the last dot. */
static struct fxr_text last_part(struct fxr_text name)
{
	const char *dot = memrchr(name.bytes, '.', name.n_bytes);

	return dot ? fxr_text(dot + 1,
			      (size_t)(name.bytes + name.n_bytes - (dot + 1)))
		   : name;
}

static enum varying_how how_of_arg(struct canon *canon,
				   const struct fxr_arg *arg)
{
	enum varying_how how = how_of(canon, arg->base);

	if (how == VARYING_UNSAID && arg->is_after)
		how = how_of(canon, arg->name);
	if (how == VARYING_UNSAID && arg->member.n_bytes)
		how = how_of(canon, last_part(arg->member));
	if (how == VARYING_UNSAID && arg->member.n_bytes &&
	    is_part_of_time(canon, last_part(arg->member),
			    seconds_of(canon, arg)))
		how = VARYING_IGNORED;
	return how;
}

/* Whether it is a name that the call has made up, which later calls get. */
static bool is_made_name(const struct canon *canon, const struct fxr_arg *arg)
{
	const char *constant;

	return varying_has_name(canon->call->name->name.bytes, arg->name,
				&constant) &&
	       !*constant;
}

static void put_arg(struct canon *canon, const struct fxr_arg *arg)
{
	enum varying_how how = how_of_arg(canon, arg);

	canon->place = (uint16_t)(arg - canon->call->args);
	canon->is_result = is_stored(canon, arg);
	if (how == VARYING_IGNORED || arg->is_address ||
	    (canon->is_result && canon->has_chance) ||
	    (canon->is_result && !canon->how.has_results &&
	     !is_made_name(canon, arg)))
		return;
	put_value(canon, &arg->value, how == VARYING_EXACT);
	/* a text already contains its former size */
	if (arg->has_size && arg->value.kind != FXR_VALUE_STRING)
		put_word(canon, 'z', arg->true_size);
}

static struct fxr_text take_bytes(struct canon *canon)
{
	return pen_take(&canon->out);
}

struct fxr_text canon_arg(struct canon *canon, const struct fxr_arg *arg)
{
	canon->n_numbers = 0;
	put_arg(canon, arg);
	return take_bytes(canon);
}

static void put_ret(struct canon *canon)
{
	enum varying_how how = how_of(canon, fxr_text("ret", 3));

	canon->place = CANON_RET;
	canon->is_result = true;
	if (canon->call->has_ret && how != VARYING_IGNORED &&
	    !canon->has_chance)
		put_value(canon, &canon->call->ret, how == VARYING_EXACT);
}

struct fxr_text canon_ret(struct canon *canon)
{
	canon->n_numbers = 0;
	if (canon->how.has_results)
		put_ret(canon);
	return take_bytes(canon);
}

static void put_error(struct canon *canon)
{
	struct fxr_text error = canon->call->error;

	if (how_of(canon, fxr_text("errno", 5)) != VARYING_IGNORED)
		pen_bytes(&canon->out, error.bytes, error.n_bytes);
}

struct fxr_text canon_error(struct canon *canon)
{
	canon->n_numbers = 0;
	if (canon->how.has_results)
		put_error(canon);
	return take_bytes(canon);
}

struct fxr_text canon_state(struct canon *canon)
{
	canon->n_numbers = 0;
	if (canon->how.has_results)
		pen_byte(&canon->out, (char)('A' + canon->call->state));
	return take_bytes(canon);
}

struct fxr_text canon_item(struct canon *canon, const struct fxr_value *list,
			   size_t index)
{
	canon->n_numbers = 0;
	if (list->kind == FXR_VALUE_STRUCT)
		put_member(canon, list, index, false);
	else
		put_element(canon, &list->as.list.items[index], false);
	return take_bytes(canon);
}

static bool is_same_id(const struct canon_number *a,
		       const struct canon_number *b)
{
	return a->rank == b->rank && a->rank < CANON_N_IDS;
}

int64_t canon_n_longer(const struct canon *a, const struct canon *b)
{
	int64_t n = 0;

	for (size_t i = 0; i < a->n_numbers && i < b->n_numbers; i++)
		if (is_same_id(&a->numbers[i], &b->numbers[i]))
			n += b->numbers[i].n_digits - a->numbers[i].n_digits;
	return n;
}

bool canon_is_same(const struct canon *a, struct fxr_text a_bytes,
		   const struct canon *b, struct fxr_text b_bytes)
{
	if (!fxr_is_same(a_bytes, b_bytes) || a->n_numbers != b->n_numbers)
		return false;
	for (size_t i = 0; i < a->n_numbers; i++) {
		const struct canon_number *x = &a->numbers[i];
		const struct canon_number *y = &b->numbers[i];

		if (!is_same_id(x, y) &&
		    (x->number != y->number || x->n_digits != y->n_digits))
			return false;
	}
	return true;
}

struct canon_ids canon_ids_of(const struct fxr_world *world,
			      const struct fxr_thread *thread)
{
	struct canon_ids ids = {
		{[CANON_OWN] = thread->pid, [CANON_THREAD] = thread->tid}};

	if (thread->process)
		ids.id[CANON_PARENT] =
			world->processes[thread->process - 1].ppid;
	return ids;
}

/* Begins a call. */
static void begin_call(struct canon *canon, const struct fxr_call *call,
		       uint32_t function, bool is_paired)
{
	canon->call = call;
	canon->function = function;
	canon->n_objects = canon->n_numbers = 0;
	canon->is_unsure = false;
	canon->is_paired = is_paired;
	canon->ids = canon_ids_of(canon->world, call->thread);
	canon->theirs = (struct canon_ids){{0}};
	if (canon->partners)
		canon->theirs =
			canon->partners[call->thread - canon->world->threads];
	canon->out.n_bytes = 0;
}

void canon_aim(struct canon *canon, const struct fxr_call *call,
	       uint32_t function)
{
	begin_call(canon, call, function, true);
}

/* Texts and constants that the call got: they identify it. */
static uint64_t text_key(const struct canon *canon, uint64_t key, size_t from)
{
	const struct pen *out = &canon->out;

	return fxr_hash(out->bytes + from, out->n_bytes - from) + 31 * key;
}

struct canon_keys canon_call(struct canon *canon, const struct fxr_call *call,
			     uint32_t function)
{
	struct canon_keys keys = {.text = 0};
	uint64_t text = function;

	begin_call(canon, call, function, false);
	put_word(canon, 'f', function);
	for (size_t i = 0; canon->how.has_values && i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];
		size_t from = canon->out.n_bytes;

		put_arg(canon, arg);
		if (canon->out.n_bytes > from)
			pen_byte(&canon->out, ',');
		if (!canon->is_result && (arg->value.kind == FXR_VALUE_STRING ||
					  arg->value.kind == FXR_VALUE_SYMBOL))
			text = text_key(canon, text, from);
	}
	if (canon->how.has_values && canon->how.has_results) {
		pen_byte(&canon->out, '=');
		put_ret(canon);
		pen_byte(&canon->out, ' ');
		put_error(canon);
		pen_byte(&canon->out, (char)('A' + call->state));
	}
	keys.all = fxr_hash(canon->out.bytes, canon->out.n_bytes);
	keys.text = (uint32_t)(text ^ text >> 32);
	canon->out.n_bytes = 0;
	return keys;
}
