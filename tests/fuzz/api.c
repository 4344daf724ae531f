/* SPDX-License-Identifier: MIT */
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
