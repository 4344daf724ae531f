/* SPDX-License-Identifier: MIT */
/*
 * Runs the generator's stages, see generate.h.
 */
#include "tools/shim/generate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "gen/emit.h"
#include "gen/parse.h"
#include "tools/base/die.h"

static void write_text(struct fxg_arena *arena, const char *folder,
		       const char *name, const struct fxg_buffer *text)
{
	const char *path = fxg_format(arena, "%s/%s", folder, name);
	FILE *out = fopen(path, "we");

	if (!out)
		die("%s: %s", path, strerror(errno));
	if (text->n_bytes)
		fwrite(text->bytes, 1, text->n_bytes, out);
	if (ferror(out) | fclose(out))
		die("%s: it cannot be written", path);
}

static void write_all(const struct fxg_tables *tables, const char *folder)
{
	static const struct {
		const char *name;
		void (*emit)(const struct fxg_tables *tables,
			     struct fxg_buffer *out);
	} outputs[] = {
		{"tail_shim.S", fxg_emit_tail},
		{"map_shim.ld", fxg_emit_map},
		{"exports_shim.txt", fxg_emit_exports},
	};
	struct fxg_buffer model = {.arena = tables->arena};

	for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++) {
		struct fxg_buffer text = {.arena = tables->arena};

		outputs[i].emit(tables, &text);
		write_text(tables->arena, folder, outputs[i].name, &text);
	}
	fxg_emit_model(tables, &model);
	{
		struct fxg_buffer table = {.arena = tables->arena};
		struct fxg_buffer wrap = {.arena = tables->arena};

		fxg_emit_table(tables, fxg_build_id(&model), &table);
		write_text(tables->arena, folder, "table_shim.c", &table);
		fxg_emit_wrap(tables, 0, 1, &wrap);
		write_text(tables->arena, folder, "wrap_shim.c", &wrap);
	}
}

bool shim_generate(struct shim_source *source, const char *folder,
		   struct fxg_error *error)
{
	struct fxg_api_def api = {.arena = source->arena};
	struct fxg_tables tables = {
		.arena = source->arena, .api = &api, .error = error};

	*error = (struct fxg_error){0};
	if (!fxg_parse_text(&api, source->file, source->text, source->n_bytes,
			    error))
		return false;
	if (!api.name || !api.soname) {
		error->pos = (struct fxg_pos){source->file, 1, 1};
		fxg_fail(error, error->pos, "it does not say the %s",
			 api.name ? "soname" : "api");
		return false;
	}
	fxg_model_close(&api, error);
	if (error->text[0] || !fxg_lower(&tables))
		return false;
	source->api = api.name;
	source->soname = api.soname;
	source->n_functions = (unsigned)api.n_functions;
	for (size_t i = 0; i < api.n_functions; i++)
		source->has_tail |= (api.functions[i]->flags &
				     (FXG_F_TAIL | FXG_F_JUMPS)) != 0;
	write_all(&tables, folder);
	return true;
}
