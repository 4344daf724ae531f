/* SPDX-License-Identifier: MIT */
/* LINK: gen/lex.c gen/parse.c gen/parse_token.c gen/parse_expr.c */
/* LINK: gen/parse_ctype.c gen/parse_note.c gen/parse_type.c */
/* LINK: gen/parse_function.c gen/model.c gen/memory.c gen/check.c */
/* LINK: gen/lower.c gen/lower_expr.c gen/kept.c gen/lower_item.c
 * gen/lower_pool.c */
/* LINK: gen/lower_record.c gen/lower_select.c gen/lower_type.c */
/* LINK: gen/type_row.c */
/*
 * Any bytes as a description file: parsed and, if that went well, lowered. An
 * error must have a place in the text.
 */
#include <stdlib.h>

#include "gen/lower.h"
#include "gen/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void check_place(const struct fxg_error *error)
{
	if (!error->pos.file || !error->text[0])
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	struct fxg_arena arena = {0};
	struct fxg_error error = {0};
	struct fxg_api_def api = {.arena = &arena};
	struct fxg_tables *tables = fxg_alloc(&arena, sizeof(*tables));

	tables->arena = &arena;
	tables->error = &error;
	tables->api = &api;
	if (fxg_parse_text(&api, "fuzz.api", (const char *)bytes, n_bytes,
			   &error)) {
		fxg_model_close(&api, &error);
		if (!error.text[0])
			(void)fxg_lower(tables);
	}
	if (error.text[0])
		check_place(&error);
	fxg_free(&arena);
	return 0;
}
