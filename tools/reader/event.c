/* SPDX-License-Identifier: MIT */
/*
 * See event.h.
 */
#include "tools/reader/event.h"

#include <stdlib.h>

#include "tools/reader/world.h"

/* The names of blobs with a call's memory, in pieces. */
#define PIECE "fxtrace:b/"

bool fxr_is_shown_event(const struct fxr_record *record,
			struct fxr_text category)
{
	unsigned type = record->as.event.type;

	return type != FXT_EVENT_DURATION_BEGIN &&
	       type != FXT_EVENT_DURATION_END &&
	       type != FXT_EVENT_DURATION_COMPLETE &&
	       type <= FXT_EVENT_FLOW_END &&
	       /* these are about the archive itself */
	       !fxr_is(category, FXW_CATEGORY_SIGNATURE) &&
	       !fxr_is(category, FXW_CATEGORY_FACT);
}

static void take_integer(const struct fxt_arg *arg, struct fxr_value *value)
{
	value->kind = FXR_VALUE_INT;
	value->as.i64 =
		arg->type == FXT_ARG_INT32 ? arg->value.i32 : arg->value.i64;
}

bool fxr_event_value(struct fxr_reader *reader, const struct fxr_record *record,
		     const struct fxt_arg *arg, struct fxr_value *value)
{
	*value = (struct fxr_value){.kind = FXR_VALUE_NULL};
	if (arg->type == FXT_ARG_STRING) {
		value->kind = FXR_VALUE_STRING;
		value->as.text = fxr_string(reader, record->provider,
					    record->off, &arg->value.string);
	} else if (arg->type == FXT_ARG_INT32 || arg->type == FXT_ARG_INT64) {
		take_integer(arg, value);
	} else if (arg->type == FXT_ARG_DOUBLE) {
		value->kind = FXR_VALUE_DOUBLE;
		value->as.f64 = arg->value.f64;
	} else if (arg->type == FXT_ARG_BOOL) {
		value->kind = FXR_VALUE_BOOL;
		value->as.boolean = arg->value.boolean;
	} else if (arg->type == FXT_ARG_BLOB) {
		value->kind = FXR_VALUE_BYTES;
		value->as.text = fxr_text(arg->value.blob.bytes,
					  arg->value.blob.n_bytes);
	} else if (arg->type != FXT_ARG_KOID &&
		   fxr_arg_u64(arg, &value->as.u64)) {
		value->kind = arg->type == FXT_ARG_POINTER ? FXR_VALUE_POINTER
							   : FXR_VALUE_UINT;
	} else {
		return arg->type == FXT_ARG_NULL;
	}
	return true;
}

bool fxr_is_piece(struct fxr_text name, uint64_t *number)
{
	char digits[24];
	size_t n = strlen(PIECE);

	if (name.n_bytes <= n || name.n_bytes - n >= sizeof(digits) ||
	    memcmp(name.bytes, PIECE, n) != 0)
		return false;
	memcpy(digits, name.bytes + n, name.n_bytes - n);
	digits[name.n_bytes - n] = '\0';
	*number = strtoull(digits, NULL, 16);
	return true;
}
