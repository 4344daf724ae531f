/* SPDX-License-Identifier: MIT */
/*
 * From va_list to text, see round.h. The recorder's neighbours are stand-ins.
 */
#include "tests/round.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "preload/arch/frame.h"
#include "preload/value/out_of_line.h"
#include "preload/symbol/error.h"
#include "preload/schema/sign.h"
#include "preload/value/varargs.h"
#include "tools/print/print.h"
#include "tools/reader/format.h"

struct fxp_limits fxp_limits = {.string_bytes = 4096, .blob_bytes = 4096};
static struct fxr_arena arena;
static struct fxr_world world;
static char shown[1 << 17];

int *fxp_error_address(void)
{
	return &errno;
}

bool fxp_out_of_line_begin(struct fxp_out_of_line *out, struct fxp_source *s,
			   size_t n_bytes)
{
	(void)out;
	(void)s;
	(void)n_bytes;
	return false;
}

uint64_t fxp_out_of_line_end(struct fxp_out_of_line *out)
{
	(void)out;
	return 0;
}

void fxp_sign_enumerator(struct fxp_api *api, uint16_t type, uint32_t i)
{
	(void)api;
	(void)type;
	(void)i;
}

/* Type 1 is the format's. */
static struct fxg_type types[2];
static const struct fxg_param params[] = {{.type = 1}};
static struct fxg_function function = {.n_params = 1};
static const struct fxg_item item = {.slot = 2, .name = 1};
static const struct fxg_table table = {
	.types = types, .params = params, .functions = &function};
static struct fxp_api api = {.table = &table};

static size_t record(struct fxw_record *r, const uint64_t *slot, bool is_scan)
{
	struct fxp_source source = {.api = &api,
				    .table = &table,
				    .function = &function,
				    .slot = slot};
	uint64_t n_values;

	if (is_scan)
		(void)fxp_varargs_scan(r, &source, &item, &n_values);
	else
		(void)fxp_varargs_print(r, &source, &item, &n_values);
	return n_values;
}

/* Both passes of the recorder; the record's words. */
static uint64_t *recorded(const uint64_t *slot, bool is_scan)
{
	static uint64_t nowhere[1 << 16];
	struct fxw_record measure = {.start = nowhere};
	struct fxw_record r = {.space_words = 0};
	size_t n_values = record(&measure, slot, is_scan);

	r.start = malloc(measure.used_words * 8ul + 1);
	r.space_words = measure.used_words;
	if (!r.start || record(&r, slot, is_scan) != n_values ||
	    r.used_words != measure.used_words || r.n_args != measure.n_args)
		abort();
	if (!n_values) {
		free(r.start);
		return NULL;
	}
	return r.start;
}

static void put_list(struct fxr_arg *arg, const uint64_t *words)
{
	size_t n_bytes = words[0] >> 32;
	struct fxr_value *tree = fxr_value_decode(
		&arena, &world.types, 1, NULL,
		fxr_arena_copy(&arena, words + 1, n_bytes), n_bytes);

	if (!tree)
		abort();
	*arg = (struct fxr_arg){.name = fxr_text(FXR_VARARGS, 3),
				.base = fxr_text(FXR_VARARGS, 3),
				.param = FXR_NONE,
				.value = *tree};
}

static const struct fxr_call *go_round(uint64_t *slot, struct fxr_text format,
				       unsigned family)
{
	static struct fxr_param param = {.type = FXR_NONE};
	static struct fxr_function read;
	static struct fxr_call call;
	uint64_t *words;

	fxr_arena_reset(&arena);
	function.varargs = (uint8_t)family;
	words = recorded(slot, family == FXG_VA_SCANF);
	read = (struct fxr_function){
		.params = &param, .n_params = 1, .varargs = family};
	call = (struct fxr_call){.function = &read, .n_args = 1};
	call.args[0] = (struct fxr_arg){
		.name = fxr_text("format", 6),
		.value = {.kind = FXR_VALUE_STRING, .as.text = format}};
	if (words)
		put_list(&call.args[call.n_args++], words);
	free(words);
	fxr_format_settle(&call);
	return &call;
}

const struct fxr_call *round_print(const char *format, va_list ap)
{
	uint64_t slot[3] = {(uint64_t)format, 0, FXP_WORD_LIST(ap)};

	types[1].size = 1;
	return go_round(slot, fxr_text(format, strlen(format)), FXG_VA_PRINTF);
}

const struct fxr_call *round_print_wide(const wchar_t *format, va_list ap)
{
	static char narrow[4096];
	uint64_t slot[3] = {(uint64_t)format, 0, FXP_WORD_LIST(ap)};
	size_t n = 0;

	types[1].size = 4;
	for (; *format; format++)
		n += fxr_utf8(narrow + n, (uint64_t)*format);
	return go_round(slot, fxr_text(narrow, n), FXG_VA_PRINTF);
}

const struct fxr_call *round_scan(int ret, const char *format, va_list ap)
{
	uint64_t slot[3] = {(uint64_t)format, (uint64_t)ret, FXP_WORD_LIST(ap)};

	types[1].size = 1;
	return go_round(slot, fxr_text(format, strlen(format)), FXG_VA_SCANF);
}

const char *round_text(const struct fxr_call *call, bool *is_whole)
{
	struct print print = {.world = &world};
	struct fxr_text text;

	if (!print_formatted(&print, call, &text, is_whole))
		return NULL;
	memcpy(shown, text.bytes, text.n_bytes);
	shown[text.n_bytes] = 0;
	return shown;
}

const char *round_values(const struct fxr_call *call)
{
	struct pen out = {0};
	struct print print = {.world = &world, .out = &out};

	if (call->n_args > 1)
		print_value(&print, &call->args[1].value);
	else
		pen_put(&out, "none");
	pen_byte(&out, '\0');
	snprintf(shown, sizeof(shown), "%s", pen_take(&out).bytes);
	pen_fini(&out);
	return shown;
}
