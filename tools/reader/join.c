/* SPDX-License-Identifier: MIT */
/*
 * Arguments of both events of a call in one list, see join.h. Names follow the
 * recorder's rules: NAME', NAME.member, NAME.size, NAME@ belong to NAME, names
 * that begin with @ to the recorder.
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
	return fxr_string(joiner->world->reader, record->provider, record->off,
			  &arg->name);
}

/* What "..." held, which has no name of its own; or its size. */
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

/* What ends a parameter's name. */
static bool is_mark(char c)
{
	return c == '.' || c == '@' || c == '\'' || !c;
}

/* Splits a recorded name into the parameter's and what it says about it. */
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

/* Declared type of a parameter or, for base "ret", of the return value. */
static const struct fxr_type *declared(struct fxr_joiner *joiner,
				       const struct fxr_function *function,
				       struct fxr_arg *arg, bool is_ret)
{
	/* of elements that say themselves what they are */
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

/* Type of the value that was recorded, which may be what a pointer of the
 * declared type points to. */
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

/* A struct that is passed or returned as it is, which stands as its bytes. */
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

/* A blob in pieces; if it is encoded, all of it is needed to decode it. */
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
	/* not if it is encoded: that has lengths of its own */
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
		blob = fxr_world_blob(joiner->world, arg->value.koid);
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

/* Of memory that is an array: elements, not bytes. */
static uint64_t true_size(const struct fxr_types *types,
			  const struct fxr_value *value, uint64_t size)
{
	const struct fxr_type *element = NULL;

	if (value->kind == FXR_VALUE_ARRAY && value->type &&
	    value->type->class == FXG_PTR && value->type->flags & FXG_RAW)
		element = fxr_type_base(types, value->type);
	return element && element->size ? size / element->size : size;
}

/* NAME.size tells about a NAME that stands before it. */
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

/* What is not an argument of the program's; true if it was that. */
static bool take_special(struct fxr_joiner *joiner, struct fxr_call *call,
			 const struct fxr_record *record,
			 const struct fxt_arg *arg, struct fxr_text name)
{
	bool is_abandoned = false;

	if (!name.n_bytes || (*name.bytes != '@' && *name.bytes != 'e'))
		return false;
	if (fxr_is(name, "@begin"))
		return true;
	if (fxr_is(name, "@seq"))
		return fxr_arg_u64(arg, &call->seq);
	if (fxr_is(name, "errno")) {
		call->error = error_text(joiner, record, arg);
		return true;
	}
	if (!fxr_is(name, "@flags") || arg->type != FXT_ARG_STRING)
		return false;
	call->marks |=
		marks_of(fxr_string(joiner->world->reader, record->provider,
				    record->off, &arg->value.string),
			 &is_abandoned);
	if (is_abandoned)
		call->state = FXR_CALL_ABANDONED;
	return true;
}

/* Puts the one that was made behind those of the same or an earlier
 * parameter. */
static void insert(struct fxr_call *call)
{
	size_t at = call->n_args;
	struct fxr_arg made = {0};

	if (at == FXR_MAX_CALL_ARGS)
		return;
	while (at && call->args[at - 1].param > call->args[call->n_args].param)
		at--;
	if (at < call->n_args) {
		made = call->args[call->n_args];
		memmove(&call->args[at + 1], &call->args[at],
			(call->n_args - at) * sizeof(made));
		call->args[at] = made;
	}
	call->n_args++;
}

/* A result that means failure, whatever it means else. */
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

static void add(struct fxr_joiner *joiner, struct fxr_call *call,
		const struct fxr_record *record, const struct fxt_arg *arg)
{
	struct fxr_arg *out = &call->args[call->n_args];
	struct fxr_text name = name_of(joiner, record, arg);
	bool is_ret = fxr_is(name, "ret");
	const struct fxr_type *type;

	if (take_special(joiner, call, record, arg, name))
		return;
	*out = (struct fxr_arg){.name = name};
	split_name(out);
	if (take_size(&joiner->world->types, call, out, arg))
		return;
	type = declared(joiner, call->function, out, is_ret);
	type = is_ret && is_negative(arg)
		       ? fxr_select_none(&joiner->world->types, type)
		       : fxr_select(&joiner->world->types, call, type);
	out->declared = type;
	out->value.type = value_type(joiner, out, type, arg->type);
	if (out->member.n_bytes)
		type = out->value.type;
	set_value(joiner, &out->value, record, arg, type);
	if (arg->type == FXT_ARG_NULL && type && is_no_pointer(type))
		withhold(&out->value);
	if (!is_ret) {
		insert(call);
		return;
	}
	call->has_ret = true;
	call->ret = out->value;
}

void fxr_join(struct fxr_joiner *joiner, struct fxr_call *call,
	      const struct fxr_record *record)
{
	unsigned i;

	for (i = 0; i < record->n_args; i++)
		add(joiner, call, record, &record->args[i]);
}
