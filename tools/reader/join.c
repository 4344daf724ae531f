/* SPDX-License-Identifier: MIT */
/*
 * The arguments of both events of a call in one list, see join.h. Names follow
 * the recorder's rules: NAME', NAME.member, NAME.size, NAME@ belong to NAME,
 * names that begin with @ to the recorder.
 */
#include "tools/reader/join.h"

#include <string.h>

#include "tools/reader/raw.h"
#include "tools/reader/select.h"
#include "writer/wire.h"

static struct fxr_text name_of(struct fxr_joiner *joiner,
			       const struct fxr_record *record,
			       const struct fxt_arg *arg)
{
	struct fxr_text name =
		fxr_string(joiner->world->reader, record->provider, record->off,
			   &arg->name);

	return fxr_cut_text(name, FXR_SHORT_NAME_BYTES);
}

/* A value behind "...", which has no name of its own, or its size. */
static bool split_varargs(struct fxr_arg *arg)
{
	size_t n = sizeof(FXG_ARGS) - 1;

	if (arg->name.n_bytes < n || memcmp(arg->name.bytes, FXG_ARGS, n))
		return false;
	if (arg->name.n_bytes > n && arg->name.bytes[n] == '.')
		arg->member = fxr_text(arg->name.bytes + n + 1,
				       arg->name.n_bytes - n - 1);
	else if (arg->name.n_bytes > n)
		return false;
	arg->name = arg->base = fxr_text(FXR_VARARGS, sizeof(FXR_VARARGS) - 1);
	arg->param = FXR_NONE;
	return true;
}

/* Whether the character ends a parameter's name. */
static bool is_mark(char c)
{
	return c == '.' || c == '@' || c == '\'' || !c;
}

/* Splits a recorded name into the parameter's name and what follows it. */
static void split_name(struct fxr_arg *arg)
{
	struct fxr_text name = arg->name;
	size_t n = 0;

	if (split_varargs(arg))
		return;
	while (n < name.n_bytes && !is_mark(name.bytes[n]))
		n++;
	arg->base = fxr_text(name.bytes, n);
	arg->member = fxr_text(name.bytes + n, 0);
	arg->param = FXR_NONE;
	if (!n) {
		arg->base = name;
		return;
	}
	if (n < name.n_bytes && name.bytes[n] == '\'') {
		arg->is_after = true;
		n++;
	}
	if (n < name.n_bytes && name.bytes[n] == '@')
		arg->is_address = true;
	else if (n < name.n_bytes && name.bytes[n] == '.')
		arg->member =
			fxr_text(name.bytes + n + 1, name.n_bytes - n - 1);
}

/* Declared type of a parameter or, if base is "ret", of the return value. */
static const struct fxr_type *declared(struct fxr_joiner *joiner,
				       const struct fxr_function *function,
				       struct fxr_arg *arg, bool is_ret)
{
	/* its elements carry their types */
	static const struct fxr_type list = {
		.is_known = true, .class = FXG_ARRAY, .base = FXR_NONE};
	uint32_t id = FXR_NONE;
	size_t i;

	if (fxr_is(arg->name, FXR_VARARGS))
		return &list;
	if (!function)
		return NULL;
	for (i = 0; i < function->n_params && !is_ret; i++) {
		if (!fxr_is_same(function->params[i].name, arg->base))
			continue;
		arg->param = (uint32_t)i;
		id = function->params[i].type;
		break;
	}
	if (is_ret)
		id = function->ret;
	if (id == FXR_NONE)
		return NULL;
	return fxr_type_find(&joiner->world->types, function->provider, id);
}

/* Type of the recorded value: the declared type, or what a pointer of that type
 * points to. */
static const struct fxr_type *value_type(struct fxr_joiner *joiner,
					 const struct fxr_arg *arg,
					 const struct fxr_type *type,
					 unsigned arg_type)
{
	const struct fxr_types *types = &joiner->world->types;

	if (!type || arg->is_address || arg_type == FXT_ARG_POINTER)
		return type && (type->class == FXG_HANDLE ||
				type->class == FXG_FUNC)
			       ? type
			       : NULL;
	if (type->class == FXG_PTR)
		type = fxr_type_base(types, type);
	if (arg->member.n_bytes)
		type = fxr_type_member(types, type, arg->member);
	return type;
}

/* A struct that is passed or returned by value and recorded as its bytes. */
static bool is_by_value(const struct fxr_type *type, struct fxr_text bytes)
{
	return type &&
	       (type->class == FXG_STRUCT || type->class == FXG_UNION) &&
	       bytes.n_bytes == type->size;
}

static void set_memory(struct fxr_joiner *joiner, struct fxr_value *value,
		       const struct fxr_type *type, uint32_t provider,
		       struct fxr_text bytes)
{
	const struct fxr_types *types = &joiner->world->types;
	const struct fxr_value *tree = NULL;

	if (is_by_value(type, bytes)) {
		fxr_raw_decode(joiner->arena, types, type, bytes, value);
		return;
	}
	if (joiner->keeps_memory && type && type->class == FXG_PTR &&
	    type->flags & FXG_RAW) {
		value->kind = FXR_VALUE_BYTES;
		value->as.text = bytes;
		value->true_bytes = bytes.n_bytes;
		return;
	}
	if (!fxr_is_raw(types, type))
		tree = fxr_value_decode(joiner->arena, types, provider, type,
					bytes.bytes, bytes.n_bytes);
	if (tree)
		*value = *tree;
	else if (type && type->class == FXG_PTR && type->flags & FXG_RAW)
		fxr_raw_decode(joiner->arena, types, type, bytes, value);
	else
		fxr_value_raw(value, type, bytes);
}

/* A blob in pieces. An encoded one is decoded from all of it. */
static void set_pieces(struct fxr_joiner *joiner, struct fxr_value *value,
		       const struct fxr_type *type, uint32_t provider,
		       struct fxr_pieces *blob)
{
	uint64_t max_bytes = joiner->max_blob_bytes;
	struct fxr_text bytes;

	if (!fxr_is_raw(&joiner->world->types, type) && max_bytes < 1u << 20)
		max_bytes = 1u << 20;
	bytes = fxr_world_join(joiner->world, joiner->arena, blob, max_bytes);
	joiner->max_blob_bytes -= bytes.n_bytes < joiner->max_blob_bytes
					  ? bytes.n_bytes
					  : joiner->max_blob_bytes;
	set_memory(joiner, value, type, provider, bytes);
	/* not if it is encoded: then it has its own lengths */
	if ((value->kind == FXR_VALUE_BYTES ||
	     value->kind == FXR_VALUE_STRING) &&
	    value->as.text.bytes == bytes.bytes)
		value->true_bytes = blob->n_bytes;
}

static void set_string(struct fxr_joiner *joiner, struct fxr_value *value,
		       const struct fxr_record *record,
		       const struct fxt_arg *arg)
{
	unsigned class = value->type ? value->type->class : FXG_STR;

	value->kind = FXR_VALUE_STRING;
	if (class == FXG_ENUM || class == FXG_FLAGS || class == FXG_HANDLE ||
	    (class == FXG_INT && value->type->size > 1))
		value->kind = FXR_VALUE_SYMBOL;
	value->as.text = fxr_string(joiner->world->reader, record->provider,
				    record->off, &arg->value.string);
	value->true_bytes = value->as.text.n_bytes;
}

/* `declared` is the type of the parameter, value->type that of the value. */
static void set_value(struct fxr_joiner *joiner, struct fxr_value *value,
		      const struct fxr_record *record,
		      const struct fxt_arg *arg,
		      const struct fxr_type *declared_type)
{
	struct fxr_pieces *blob;
	uint32_t provider = record->provider->index;

	switch (arg->type) {
	case FXT_ARG_INT32:
	case FXT_ARG_INT64:
		value->kind = FXR_VALUE_INT;
		(void)fxr_arg_u64(arg, &value->as.u64);
		break;
	case FXT_ARG_UINT32:
	case FXT_ARG_UINT64:
		value->kind = FXR_VALUE_UINT;
		(void)fxr_arg_u64(arg, &value->as.u64);
		break;
	case FXT_ARG_DOUBLE:
		value->kind = FXR_VALUE_DOUBLE;
		value->as.f64 = arg->value.f64;
		break;
	case FXT_ARG_STRING:
		set_string(joiner, value, record, arg);
		break;
	case FXT_ARG_POINTER:
		value->kind = FXR_VALUE_POINTER;
		value->as.u64 = arg->value.pointer;
		break;
	case FXT_ARG_KOID:
		value->kind = FXR_VALUE_KOID;
		value->as.u64 = arg->value.koid;
		blob = fxr_world_blob(joiner->world, provider, arg->value.koid);
		if (blob)
			set_pieces(joiner, value, declared_type, provider,
				   blob);
		break;
	case FXT_ARG_BOOL:
		value->kind = FXR_VALUE_BOOL;
		value->as.boolean = arg->value.boolean;
		break;
	case FXT_ARG_BLOB:
		set_memory(joiner, value, declared_type, provider,
			   fxr_text(arg->value.blob.bytes,
				    arg->value.blob.n_bytes));
		break;
	}
}

/* The size of memory that is an array counts elements, not bytes. */
static uint64_t true_size(const struct fxr_types *types,
			  const struct fxr_value *value, uint64_t size)
{
	const struct fxr_type *element = NULL;

	if (value->kind == FXR_VALUE_ARRAY && value->type &&
	    value->type->class == FXG_PTR && value->type->flags & FXG_RAW)
		element = fxr_type_base(types, value->type);
	return element && element->size ? size / element->size : size;
}

/* NAME.size is the size of a NAME that precedes it. */
static bool take_size(const struct fxr_types *types, struct fxr_call *call,
		      const struct fxr_arg *size, const struct fxt_arg *arg)
{
	size_t i = call->n_args;
	uint64_t number;

	if (!fxr_is(size->member, "size") || !fxr_arg_u64(arg, &number))
		return false;
	if (fxr_is(size->base, "ret") && call->has_ret) {
		call->ret.true_bytes = number;
		call->ret.is_withheld = call->ret.kind == FXR_VALUE_NULL;
		return true;
	}
	while (i--) {
		struct fxr_arg *found = &call->args[i];

		if (!fxr_is_same(found->base, size->base) ||
		    found->is_address || found->member.n_bytes ||
		    found->has_size)
			continue;
		found->has_size = true;
		found->true_size = true_size(types, &found->value, number);
		return true;
	}
	return false;
}

static unsigned marks_of(struct fxr_text flags, bool *is_abandoned)
{
	unsigned marks = 0;

	while (flags.n_bytes) {
		const char *bar = memchr(flags.bytes, '|', flags.n_bytes);
		size_t n = bar ? (size_t)(bar - flags.bytes) : flags.n_bytes;
		struct fxr_text word = fxr_text(flags.bytes, n);

		if (fxr_is(word, FXW_FLAG_ABANDONED))
			*is_abandoned = true;
		else if (fxr_is(word, FXW_FLAG_LATE))
			marks |= FXR_MARK_LATE;
		else if (fxr_is(word, FXW_FLAG_CUT))
			marks |= FXR_MARK_CUT;
		else if (fxr_is(word, FXW_FLAG_FAKE))
			marks |= FXR_MARK_FAKE;
		else if (fxr_is(word, FXW_FLAG_NO_BEGIN))
			marks |= FXR_MARK_NO_BEGIN;
		n += bar != NULL;
		flags = fxr_text(flags.bytes + n, flags.n_bytes - n);
	}
	return marks;
}

/* errno as its symbol, or a number where the recorder knew none. */
static struct fxr_text error_text(struct fxr_joiner *joiner,
				  const struct fxr_record *record,
				  const struct fxt_arg *arg)
{
	char digits[24];
	uint64_t number;
	size_t at = sizeof(digits);

	if (arg->type == FXT_ARG_STRING)
		return fxr_string(joiner->world->reader, record->provider,
				  record->off, &arg->value.string);
	if (!fxr_arg_u64(arg, &number))
		return fxr_text("", 0);
	do
		digits[--at] = (char)('0' + number % 10);
	while (number /= 10);
	return fxr_arena_text(joiner->arena,
			      fxr_text(digits + at, sizeof(digits) - at));
}

static void take_flags(struct fxr_joiner *joiner, struct fxr_call *call,
		       const struct fxr_record *record,
		       const struct fxt_arg *arg)
{
	bool is_abandoned = false;

	call->marks |=
		marks_of(fxr_string(joiner->world->reader, record->provider,
				    record->off, &arg->value.string),
			 &is_abandoned);
	if (is_abandoned)
		call->state = FXR_CALL_ABANDONED;
}

/* Space for an argument behind those of the same or an earlier parameter, NULL:
 * there is none. */
static struct fxr_arg *make_space(struct fxr_call *call, uint32_t param)
{
	size_t at = call->n_args;

	if (at == FXR_MAX_CALL_ARGS)
		return NULL;
	while (at && call->args[at - 1].param > param)
		at--;
	if (at < call->n_args)
		memmove(&call->args[at + 1], &call->args[at],
			(call->n_args - at) * sizeof(*call->args));
	call->n_args++;
	return &call->args[at];
}

/* A result that means failure in any case. */
static bool is_negative(const struct fxt_arg *arg)
{
	uint64_t number;

	return (arg->type == FXT_ARG_INT32 || arg->type == FXT_ARG_INT64) &&
	       fxr_arg_u64(arg, &number) && (int64_t)number < 0;
}

/* Whether no value of the type is NULL. */
static bool is_no_pointer(const struct fxr_type *type)
{
	return type->class == FXG_INT || type->class == FXG_FLOAT ||
	       type->class == FXG_BOOL || type->class == FXG_ENUM ||
	       type->class == FXG_FLAGS || type->class == FXG_HANDLE;
}

static void withhold(struct fxr_value *value)
{
	value->is_withheld = true;
	value->true_bytes = UINT64_MAX;
}

/* The role of an argument, from its name and type. */
enum role_kind {
	ROLE_ARG,
	ROLE_RET,
	ROLE_SIZE,  /* of another argument, unless there is none */
	ROLE_SEQ,   /* @seq */
	ROLE_ERROR, /* errno */
	ROLE_FLAGS, /* @flags */
	ROLE_STACK, /* @stack */
	ROLE_NONE,
};

/*
 * The role of an argument of a function. It depends on the argument's name and
 * type alone and is the same for millions of them. The name's ref identifies it
 * as long as fxr_has_fixed_refs().
 */
struct fxr_role {
	const struct fxr_function *function;
	uint64_t from_off;	/* of the record */
	uint64_t n_known_bytes; /* of the entries about types */
	uint32_t provider;	/* index + 1, 0: the entry is empty */
	uint16_t name_ref;
	uint16_t arg_type;
	enum role_kind kind;
	struct fxr_arg arg; /* without its value */
	/* Declared type if it depends on other arguments (is_chosen). Else the
	 * type of the value. */
	const struct fxr_type *type;
	bool is_chosen;
	bool is_memory; /* a brief call has it, too */
};

#define N_ROLES 1024u

static bool is_number(unsigned arg_type)
{
	return (arg_type >= FXT_ARG_INT32 && arg_type <= FXT_ARG_UINT64) ||
	       arg_type == FXT_ARG_POINTER || arg_type == FXT_ARG_KOID;
}

static enum role_kind kind_of(struct fxr_text name, unsigned arg_type)
{
	if (fxr_is(name, "ret"))
		return ROLE_RET;
	if (fxr_is(name, "@begin"))
		return ROLE_NONE;
	if (fxr_is(name, "@seq") && is_number(arg_type))
		return ROLE_SEQ;
	if (fxr_is(name, "@flags") && arg_type == FXT_ARG_STRING)
		return ROLE_FLAGS;
	if (fxr_is(name, "@stack"))
		return ROLE_STACK;
	return fxr_is(name, "errno") ? ROLE_ERROR : ROLE_ARG;
}

/* Sets the declared type and the value's type; returns the one that applies. */
static const struct fxr_type *settle_type(struct fxr_joiner *joiner,
					  struct fxr_arg *arg,
					  const struct fxr_type *type,
					  unsigned arg_type)
{
	arg->declared = type;
	arg->value.type = value_type(joiner, arg, type, arg_type);
	return arg->member.n_bytes ? arg->value.type : type;
}

/* Whether it is untyped memory, whatever else is passed. */
static bool is_memory(const struct fxr_joiner *joiner,
		      const struct fxr_role *role)
{
	const struct fxr_arg *arg = &role->arg;

	if (role->is_chosen || arg->member.n_bytes || arg->is_address)
		return false;
	if (!role->function)
		return arg->name.n_bytes && arg->name.bytes[0] != '@';
	return arg->param != FXR_NONE &&
	       fxr_is_memory(&joiner->world->types, role->type);
}

static void find_role(struct fxr_joiner *joiner,
		      const struct fxr_function *function,
		      const struct fxr_record *record,
		      const struct fxt_arg *arg, struct fxr_role *role)
{
	struct fxr_text name = name_of(joiner, record, arg);

	*role = (struct fxr_role){.function = function,
				  .from_off = record->off,
				  .n_known_bytes = joiner->n_known_bytes,
				  .provider = record->provider->index + 1,
				  .name_ref = arg->name.ref,
				  .arg_type = (uint16_t)arg->type,
				  .kind = kind_of(name, arg->type),
				  .arg.name = name};
	if (role->kind >= ROLE_SEQ)
		return;
	split_name(&role->arg);
	if (is_number(arg->type) && fxr_is(role->arg.member, "size"))
		role->kind = ROLE_SIZE;
	role->type =
		declared(joiner, function, &role->arg, fxr_is(name, "ret"));
	role->is_chosen = fxr_is_chosen(role->type);
	role->is_memory = role->kind == ROLE_ARG && is_memory(joiner, role);
	if (!role->is_chosen)
		role->type =
			settle_type(joiner, &role->arg, role->type, arg->type);
}

static bool is_role(const struct fxr_role *role,
		    const struct fxr_joiner *joiner,
		    const struct fxr_function *function,
		    const struct fxr_record *record, const struct fxt_arg *arg)
{
	return role->provider == record->provider->index + 1 &&
	       role->function == function && role->name_ref == arg->name.ref &&
	       role->arg_type == arg->type && role->from_off <= record->off &&
	       role->n_known_bytes == joiner->n_known_bytes;
}

static const struct fxr_role *role_of(struct fxr_joiner *joiner,
				      const struct fxr_function *function,
				      const struct fxr_record *record,
				      const struct fxt_arg *arg)
{
	struct fxr_reader *reader = joiner->world->reader;
	uint64_t n_undefined;
	uint32_t hash = ((uint32_t)((uintptr_t)function >> 4) * 31 +
			 arg->name.ref * 16u + arg->type) *
			0x9e3779b1u;
	struct fxr_role *role =
		&joiner->roles[hash / (UINT32_MAX / N_ROLES + 1)];

	if (joiner->has_fixed_refs &&
	    is_role(role, joiner, function, record, arg))
		return role;
	n_undefined = fxr_totals(reader)->n_undefined;
	find_role(joiner, function, record, arg, role);
	if (arg->name.ref & FXT_STRING_INLINE || !joiner->has_fixed_refs ||
	    fxr_totals(reader)->n_undefined != n_undefined)
		role->provider = 0;
	return role;
}

static const struct fxr_type *choose_type(struct fxr_joiner *joiner,
					  const struct fxr_call *call,
					  const struct fxr_role *role,
					  const struct fxt_arg *arg)
{
	const struct fxr_types *types = &joiner->world->types;

	return role->kind == ROLE_RET && is_negative(arg)
		       ? fxr_select_none(types, role->type)
		       : fxr_select(types, call, role->type);
}

/* Adds an argument that the program passed or got. */
static void add_arg(struct fxr_joiner *joiner, struct fxr_call *call,
		    const struct fxr_record *record, const struct fxt_arg *arg,
		    const struct fxr_role *role)
{
	const struct fxr_type *type = role->type;
	struct fxr_arg ret;
	struct fxr_arg *to = &ret;

	if (role->is_chosen)
		type = choose_type(joiner, call, role, arg);
	if (role->kind != ROLE_RET)
		to = make_space(call, role->arg.param);
	if (!to)
		return;
	*to = role->arg;
	if (role->is_chosen)
		type = settle_type(joiner, to, type, arg->type);
	set_value(joiner, &to->value, record, arg, type);
	if (arg->type == FXT_ARG_NULL && type && is_no_pointer(type))
		withhold(&to->value);
	if (role->kind != ROLE_RET)
		return;
	call->has_ret = true;
	call->ret = ret.value;
}

/* Adds the size of memory, which is all that a brief call has of it. */
static void add_memory(struct fxr_joiner *joiner, struct fxr_call *call,
		       uint32_t provider, const struct fxt_arg *arg,
		       const struct fxr_role *role)
{
	const struct fxr_pieces *blob = NULL;
	struct fxr_arg *to;

	if (arg->type == FXT_ARG_KOID)
		blob = fxr_world_blob(joiner->world, provider, arg->value.koid);
	if (!role->is_memory ||
	    (!blob && arg->type != FXT_ARG_BLOB && arg->type != FXT_ARG_NULL))
		return;
	to = make_space(call, role->arg.param);
	if (!to)
		return;
	*to = role->arg;
	if (arg->type == FXT_ARG_NULL)
		return;
	to->value.kind = FXR_VALUE_BYTES;
	to->value.true_bytes = blob ? blob->n_bytes : arg->value.blob.n_bytes;
}

static void add_any(struct fxr_joiner *joiner, struct fxr_call *call,
		    const struct fxr_record *record, const struct fxt_arg *arg)
{
	const struct fxr_role *role =
		role_of(joiner, call->function, record, arg);

	switch (role->kind) {
	case ROLE_NONE:
		break;
	case ROLE_SEQ:
		(void)fxr_arg_u64(arg, &call->seq);
		break;
	case ROLE_ERROR:
		call->error = error_text(joiner, record, arg);
		break;
	case ROLE_FLAGS:
		take_flags(joiner, call, record, arg);
		break;
	case ROLE_STACK:
		call->stack = (struct fxr_value){0};
		set_value(joiner, &call->stack, record, arg, NULL);
		break;
	case ROLE_SIZE:
		if (take_size(&joiner->world->types, call, &role->arg, arg))
			break;
		/* else its name decides */
		__attribute__((fallthrough));
	default:
		if (joiner->is_brief && role->kind != ROLE_RET)
			add_memory(joiner, call, record->provider->index, arg,
				   role);
		else
			add_arg(joiner, call, record, arg, role);
	}
}

void fxr_join(struct fxr_joiner *joiner, struct fxr_call *call,
	      const struct fxr_record *record)
{
	const struct fxr_world *world = joiner->world;
	unsigned i;

	joiner->has_fixed_refs = fxr_has_fixed_refs(world->reader);
	joiner->n_known_bytes = world->signature_bytes + world->fact_bytes;
	for (i = 0; i < record->n_args; i++)
		add_any(joiner, call, record, &record->args[i]);
}

struct fxr_role *fxr_join_roles(void)
{
	return fxr_new(N_ROLES, sizeof(struct fxr_role));
}
