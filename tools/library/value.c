/* SPDX-License-Identifier: MIT */
/*
 * Values and calls in the form that users see. See archive.h.
 */
#include "tools/library/archive.h"

#include "tools/fd/moved.h"
#include "tools/print/type.h"
#include "tools/reader/long_double.h"
#include "tools/reader/number.h"

/* Of a name that is kept. */
#define MAX_KEPT_BYTES 64u

/* The user's value, and what it was made from. */
struct library_value {
	struct fxtrace_value its;
	const struct fxr_value *origin;
};

const struct fxr_value *library_origin(const struct fxtrace_value *value)
{
	return ((const struct library_value *)value)->origin;
}

static void set_value(struct fxtrace_archive *archive,
		      struct library_value *made, struct fxr_arena *arena,
		      const struct fxr_value *value);

static void set_number(struct fxtrace_value *its, uint64_t number,
		       bool is_signed)
{
	its->number = number;
	its->integer = (int64_t)number;
	its->real = is_signed ? (double)(int64_t)number : (double)number;
}

static void set_bytes(struct fxtrace_value *its, struct fxr_arena *arena,
		      struct fxr_text bytes)
{
	its->bytes = library_text(arena, bytes);
	its->n_bytes = bytes.n_bytes;
}

static void set_items(struct fxtrace_archive *archive,
		      struct fxtrace_value *its, struct fxr_arena *arena,
		      const struct fxr_value *value)
{
	size_t n = value->as.list.n;
	const struct fxtrace_value **items = NULL;
	struct library_value *made = NULL;

	if (n) {
		items = fxr_arena_alloc(arena,
					n * sizeof(struct fxtrace_value *));
		made = fxr_arena_alloc(arena, n * sizeof(*made));
	}
	for (size_t i = 0; i < n; i++) {
		set_value(archive, &made[i], arena, &value->as.list.items[i]);
		items[i] = &made[i].its;
	}
	its->items = items;
	its->n_items = its->true_size = n;
}

static enum fxtrace_kind kind_of(enum fxr_value_kind kind)
{
	static const enum fxtrace_kind kinds[] = {
		[FXR_VALUE_NULL] = FXTRACE_NULL,
		[FXR_VALUE_BOOL] = FXTRACE_BOOL,
		[FXR_VALUE_INT] = FXTRACE_INT,
		[FXR_VALUE_UINT] = FXTRACE_UINT,
		[FXR_VALUE_DOUBLE] = FXTRACE_DOUBLE,
		[FXR_VALUE_LONG_DOUBLE] = FXTRACE_LONG_DOUBLE,
		[FXR_VALUE_SYMBOL] = FXTRACE_SYMBOL,
		[FXR_VALUE_STRING] = FXTRACE_TEXT,
		[FXR_VALUE_BYTES] = FXTRACE_BYTES,
		[FXR_VALUE_POINTER] = FXTRACE_ADDRESS,
		[FXR_VALUE_KOID] = FXTRACE_OBJECT,
		[FXR_VALUE_ARRAY] = FXTRACE_LIST,
		[FXR_VALUE_STRUCT] = FXTRACE_RECORD,
	};

	return kinds[kind];
}

static uint32_t width_of(const struct fxr_value *value)
{
	const struct fxr_type *type = value->type;

	switch (value->kind) {
	case FXR_VALUE_POINTER:
		return 64;
	case FXR_VALUE_BOOL:
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
	case FXR_VALUE_DOUBLE:
	case FXR_VALUE_SYMBOL:
		return type && type->size <= 16 ? (uint32_t)type->size * 8 : 0;
	case FXR_VALUE_LONG_DOUBLE:
		return 80;
	default:
		return 0;
	}
}

static void set_content(struct fxtrace_archive *archive,
			struct fxtrace_value *its, struct fxr_arena *arena,
			const struct fxr_value *value)
{
	uint64_t number;

	switch (value->kind) {
	case FXR_VALUE_NULL:
		its->is_withheld = value->is_withheld;
		its->true_size = value->is_withheld ? value->true_bytes : 0;
		break;
	case FXR_VALUE_BOOL:
		set_number(its, value->as.boolean, false);
		break;
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
	case FXR_VALUE_POINTER:
	case FXR_VALUE_KOID:
		its->is_signed = value->kind == FXR_VALUE_INT;
		set_number(its, value->as.u64, its->is_signed);
		break;
	case FXR_VALUE_DOUBLE:
		its->real = value->as.f64;
		break;
	case FXR_VALUE_LONG_DOUBLE:
		set_bytes(its, arena, value->as.text);
		its->real = (double)fxr_long_double(
			value->as.text, fxr_has_quads(archive->world));
		break;
	case FXR_VALUE_SYMBOL:
		set_bytes(its, arena, value->as.text);
		if (fxr_number(&archive->world->types, value, &number)) {
			its->is_signed = fxr_type_is_signed(
				&archive->world->types, value->type);
			set_number(its, number, its->is_signed);
			its->has_number = true;
		}
		break;
	case FXR_VALUE_STRING:
	case FXR_VALUE_BYTES:
		set_bytes(its, arena, value->as.text);
		its->true_size = value->true_bytes > value->as.text.n_bytes
					 ? value->true_bytes
					 : value->as.text.n_bytes;
		break;
	case FXR_VALUE_ARRAY:
	case FXR_VALUE_STRUCT:
		set_items(archive, its, arena, value);
		break;
	}
}

/* False for most integers. */
static bool may_be_named(const struct fxtrace_archive *archive,
			 const struct fxr_type *type)
{
	return (type && (type->class != FXG_INT || type->show != FXG_DEC)) ||
	       archive->print.is_stable;
}

static bool has_form(const struct fxtrace_archive *archive,
		     const struct fxr_value *value)
{
	switch (value->kind) {
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
		return may_be_named(archive, value->type) &&
		       print_is_named(&archive->print, value);
	case FXR_VALUE_POINTER:
		return print_is_handler(value);
	case FXR_VALUE_DOUBLE:
		return print_has_constant(value);
	default:
		return value->kind == FXR_VALUE_SYMBOL;
	}
}

/* made: zeros */
static void set_value(struct fxtrace_archive *archive,
		      struct library_value *made, struct fxr_arena *arena,
		      const struct fxr_value *value)
{
	struct fxtrace_value *its = &made->its;

	made->origin = value;
	its->kind = kind_of(value->kind);
	if (value->kind == FXR_VALUE_POINTER && !value->as.u64)
		its->kind = FXTRACE_NULL;
	its->has_number = value->kind == FXR_VALUE_BOOL ||
			  value->kind == FXR_VALUE_INT ||
			  value->kind == FXR_VALUE_UINT ||
			  value->kind == FXR_VALUE_POINTER;
	its->is_constant = value->kind == FXR_VALUE_SYMBOL ||
			   (its->has_number && value->type &&
			    (value->type->class == FXG_ENUM ||
			     value->type->class == FXG_FLAGS ||
			     (value->type->class == FXG_HANDLE &&
			      value->type->n_enumerators)));
	its->has_form = has_form(archive, value);
	its->n_bits = width_of(value);
	its->name = library_text(arena, value->name);
	its->n_name_bytes = value->name.n_bytes;
	its->type = library_type_name(value->type);
	set_content(archive, its, arena, value);
}

const struct fxtrace_value *library_value(struct fxtrace_archive *archive,
					  struct fxr_arena *arena,
					  const struct fxr_value *value)
{
	struct library_value *made = fxr_arena_alloc(arena, sizeof(*made));

	set_value(archive, made, arena, value);
	return &made->its;
}

static const char *object_of(struct fxtrace_archive *archive,
			     const struct fxr_arg *arg)
{
	const char *name =
		archive->print.names
			? print_find_name(&archive->print, &archive->call, arg)
			: NULL;

	return name ? library_text(&archive->arena,
				   fxr_text(name, strlen(name)))
		    : "";
}

/* What a value was before it was cut, or withheld. */
static void set_size(const struct fxtrace_value *value,
		     const struct fxr_arg *arg)
{
	struct fxtrace_value *its = (struct fxtrace_value *)value;

	if (!arg->has_size)
		return;
	its->true_size = arg->true_size;
	its->is_withheld |= its->kind == FXTRACE_NULL;
}

/* The name as a text. The first one of each place lives until close: most calls
 * repeat the names of others. */
static const char *name_text(struct fxtrace_archive *archive,
			     struct fxr_text name)
{
	struct fxr_text *kept =
		&archive->shown
			 .names[((uintptr_t)name.bytes >> 3 ^ name.n_bytes) %
				LIBRARY_N_NAMES];

	if (kept->bytes && fxr_is_same(*kept, name))
		return kept->bytes;
	if (kept->bytes || name.n_bytes > MAX_KEPT_BYTES)
		return library_text(&archive->arena, name);
	*kept = fxr_arena_text(&archive->shown.arena, name);
	return kept->bytes;
}

/* n arguments that are members of one parameter, as a record. */
static const struct fxtrace_value *group_value(struct fxtrace_archive *archive,
					       const struct fxr_arg *args,
					       size_t n)
{
	struct fxr_arena *arena = &archive->arena;
	struct fxr_value *group = fxr_arena_alloc(arena, sizeof(*group));
	const struct fxtrace_value *its;

	*group = fxr_joined_value(args, n,
				  fxr_arena_alloc(arena, n * sizeof(*group)));
	its = library_value(archive, arena, group);
	for (size_t i = 0; i < n; i++)
		set_size(its->items[i], &args[i]);
	return its;
}

/* n arguments that are one. */
static const struct fxtrace_arg *show_arg(struct fxtrace_archive *archive,
					  const struct fxr_arg *arg, size_t n)
{
	struct fxr_arena *arena = &archive->arena;
	struct {
		struct fxtrace_arg its;
		struct library_value value;
	} *made = fxr_arena_alloc(arena, sizeof(*made));
	struct fxtrace_arg *its = &made->its;
	struct fxr_text name = arg->name;

	if (arg->member.n_bytes) {
		its->is_group = true;
		its->value = group_value(archive, arg, n);
		name = fxr_joined_name(arg);
	} else {
		set_value(archive, &made->value, arena, &arg->value);
		its->value = &made->value.its;
		set_size(its->value, arg);
	}
	its->name = name_text(archive, name);
	its->n_name_bytes = name.n_bytes;
	its->base = arg->base.n_bytes == name.n_bytes
			    ? its->name
			    : name_text(archive, arg->base);
	its->parameter = arg->param == FXR_NONE ? -1 : (int32_t)arg->param;
	its->is_after = arg->is_after;
	its->is_address = arg->is_address;
	its->object = object_of(archive, arg);
	return its;
}

static void show_args(struct fxtrace_archive *archive)
{
	const struct fxr_call *call = &archive->call;
	const struct fxtrace_arg **args = fxr_arena_alloc(
		&archive->arena, (call->n_args + 1) * sizeof(*args));
	struct fxtrace_call *its = &archive->its;

	its->args = args;
	for (size_t i = 0, to; i < call->n_args; i = to) {
		to = fxr_joined_end(call, i);
		args[its->n_args++] = show_arg(archive, &call->args[i], to - i);
	}
	if (!call->has_ret)
		return;
	its->result = library_value(archive, &archive->arena, &call->ret);
	its->object = object_of(archive, NULL);
}

uint64_t fxtrace_moved_bytes(struct fxtrace_archive *archive)
{
	/* it takes no memory */
	return archive->has_call ? moved_bytes(archive->world, &archive->call)
				 : 0;
}

/* What printf and similar functions made. */
static void show_text(struct fxtrace_archive *archive)
{
	struct fxtrace_call *its = &archive->its;
	struct fxr_text text;
	bool is_whole = true;

	if (!print_formatted(&archive->print, &archive->call, &text, &is_whole))
		return;
	its->text = library_text(&archive->arena, text);
	its->n_text_bytes = text.n_bytes;
	its->is_text_cut = !is_whole;
}

void library_show_call(struct fxtrace_archive *archive)
{
	const struct fxr_call *call = &archive->call;
	size_t name = (size_t)(call->name - archive->world->names);
	size_t thread = (size_t)(call->thread - archive->world->threads);

	fxr_arena_reset(&archive->arena);
	archive->its = (struct fxtrace_call){
		.number = call->number,
		.begin_ns = call->begin_ns,
		.end_ns = fxr_shows_duration(call) ? call->end_ns : 0,
		.has_end = fxr_shows_duration(call),
		.state = (enum fxtrace_state)call->state,
		.is_late = call->marks & FXR_MARK_LATE,
		.is_cut = call->marks & FXR_MARK_CUT,
		.is_fake = call->marks & FXR_MARK_FAKE,
		.frame = call->has_frame ? (int64_t)call->frame : -1,
		.function = library_function(archive, name, call->function),
		.thread = library_thread(archive, thread),
		.object = "",
		.error = library_text(&archive->arena, call->error),
		.offset = call->begin_off,
		.has_no_begin = call->marks & FXR_MARK_NO_BEGIN,
		.sequence = call->seq,
		.is_ended = call->has_end,
		.ended_ns = call->has_end ? call->end_ns : 0,
		.end_offset = call->has_end ? call->end_off : 0,
		.is_described = call->function,
		.n_error_bytes = call->error.n_bytes,
	};
	if (archive->options.is_text_only)
		return;
	show_args(archive);
	show_text(archive);
}
