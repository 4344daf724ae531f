/* SPDX-License-Identifier: MIT */
/*
 * Writes the sections of the page, see capture.h.
 */
#include <inttypes.h>

#include "tools/base/json.h"
#include "tools/base/version.h"
#include "tools/inspect/capture_state.h"
#include "tools/inspect/forms.h"

static void put_sets(struct pen *out, const char *key,
		     const struct dictionary *sets)
{
	pen_format(out, ",\"%s\":[", key);
	for (size_t i = 0; i < sets->n; i++) {
		pen_put(out, i ? "," : "");
		pen_bytes(out, sets->list[i].bytes, sets->list[i].n_bytes);
	}
	pen_byte(out, ']');
}

static void write_draws(struct capture *capture, FILE *out)
{
	struct pen text = {0};

	pen_put(&text, "{\"draws\":[");
	for (uint32_t i = 0; i < capture->n_draws; i++) {
		const struct capture_draw *draw = &capture->draws[i];

		pen_format(&text,
			   "%s{\"call\":%" PRIu32 ",\"frame\":%" PRIu64
			   ",\"attachments\":%" PRIu32 ",\"textures\":%" PRIu32
			   "}",
			   i ? "," : "", draw->row, draw->frame, draw->targets,
			   draw->textures);
	}
	pen_byte(&text, ']');
	put_sets(&text, "attachmentSets", &capture->target_sets);
	put_sets(&text, "textureSets", &capture->texture_sets);
	pen_byte(&text, '}');
	forms_write(&text, out, "draws");
	pen_fini(&text);
}

static void put_text(struct pen *out, const char *key, const char *text)
{
	pen_format(out, ",\"%s\":", key);
	json_string(out, fxr_text(text, strlen(text)));
}

void capture_put_about(const struct capture *capture, struct pen *out,
		       const char *title, const char *fault)
{
	const struct pen *context = &capture->about_context;

	pen_put(out, "\"version\":1");
	put_text(out, "writer", "fxtrace " FXTRACE_VERSION);
	put_text(out, "title", title);
	if (fault)
		put_text(out, "fault", fault);
	pen_put(out, ",\"notes\":[");
	pen_bytes(out, capture->notes.bytes, capture->notes.n_bytes);
	pen_put(out, "],\"context\":");
	if (context->n_bytes)
		pen_bytes(out, context->bytes, context->n_bytes);
	else
		pen_put(out, "{}");
	if (*capture->renderer || *capture->version) {
		pen_put(out, ",\"recorded\":{\"from\":\"glGetString\"");
		put_text(out, "renderer", capture->renderer);
		put_text(out, "version", capture->version);
		pen_byte(out, '}');
	}
}

static void write_about(const struct capture *capture, FILE *out,
			const char *title, const char *fault)
{
	struct pen text = {0};

	pen_byte(&text, '{');
	capture_put_about(capture, &text, title, fault);
	pen_put(&text, ",\"frames\":[");
	strip_put(capture->strip, &text, false);
	pen_put(&text, "]}");
	forms_write(&text, out, "about");
	pen_fini(&text);
}

void capture_write(struct capture *capture, FILE *out, const char *title,
		   const char *fault, uint32_t every)
{
	contents_write(capture->contents, out);
	tiles_write(capture->tiles, out, every);
	states_write(capture->states, out);
	call_rows_write(capture->rows, out);
	write_draws(capture, out);
	write_about(capture, out, title, fault);
}
