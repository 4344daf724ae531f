/* SPDX-License-Identifier: MIT */
/*
 * What the page has of a replay, see capture.h.
 */
#include "tools/inspect/capture.h"

#include <inttypes.h>
#include "tools/base/json_c.h"

#include "tools/base/json.h"
#include "tools/inspect/attached.h"
#include "tools/inspect/capture_state.h"
#include "tools/inspect/flat.h"
#include "tools/inspect/origins.h"
#include "tools/replay/call/kind.h"

/* Results that differ from the recorded ones, each a note. */
#define MAX_NOTED 20u
#define N_NEAR 12u

static bool is_detailed(const struct capture *capture,
			const struct play_view *view)
{
	const struct capture_settings *settings = capture->settings;

	return view->frame >= settings->first_frame &&
	       view->frame <= settings->last_frame &&
	       view->call->number >= settings->first_call &&
	       view->call->number <= settings->last_call;
}

static void put_note(struct capture *capture, const char *text)
{
	if (capture->notes.n_bytes)
		pen_byte(&capture->notes, ',');
	json_string(&capture->notes, fxr_text(text, strlen(text)));
}

static void on_open(void *context, struct fxr_world *world)
{
	struct capture *capture = context;

	capture->world = world;
	capture->rows = call_rows_open(world);
}

static void on_begin(void *context, const struct play_view *view)
{
	struct capture *capture = context;

	if (is_detailed(capture, view))
		drawn_read(capture->drawn, view, 2 * capture->n_draws, true,
			   NULL);
}

/* What the header says, without the long list of extensions. */
static void keep_context(struct capture *capture, struct json_object *part)
{
	struct json_object *about = NULL;
	size_t n = 0;
	const char *text;

	if (!json_object_object_get_ex(part, "context", &about))
		return;
	json_object_object_del(about, "extensions");
	text = json_object_to_json_string_length(
		about, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE,
		&n);
	capture->about_context.n_bytes = 0;
	pen_bytes(&capture->about_context, text, n);
}

struct taking {
	struct capture *capture;
	enum section section;
};

static void take_part(void *context, enum state_place place, const char *json,
		      size_t n_bytes)
{
	const struct taking *taking = context;
	struct capture *capture = taking->capture;
	struct json_object *part = flat_parse(place, json, n_bytes);

	if (!part)
		return;
	flat_set(capture->states, place, part);
	if (place == STATE_PLACE_UNIT)
		bound_unit(capture->bound, part);
	if (place == STATE_PLACE_TOP && taking->section == SECTION_CONTEXT)
		keep_context(capture, part);
	if (place == STATE_PLACE_TOP && taking->section == SECTION_IMAGES)
		capture->has_images = memchr(json, '{', n_bytes);
	json_object_put(part);
}

/* Sets what has changed since the last draw that was looked at. */
static void take_state(struct capture *capture, const struct play_view *view)
{
	const struct state_book *book = view_state(view);
	struct taking taking = {capture, (enum section)0};

	if (capture->context != view->context)
		memset(&capture->sections, 0xff, sizeof(capture->sections));
	capture->context = view->context;
	for (unsigned i = 0; i < SECTIONS; i++) {
		uint64_t revision = state_revision(book, (enum section)i);

		if (i == SECTION_VOLATILE ||
		    capture->sections.revisions[i] == revision)
			continue;
		capture->sections.revisions[i] = revision;
		taking.section = (enum section)i;
		states_section(capture->states, i);
		if (i == SECTION_TEXTURES)
			bound_clear(capture->bound);
		state_each(book, taking.section, take_part, &taking);
	}
}

static uint32_t set_number(struct dictionary *sets, struct pen *text)
{
	return dictionary_number(sets, pen_take(text));
}

static uint32_t read_textures(struct capture *capture,
			      const struct play_view *view)
{
	uint64_t stamp = bound_stamp(capture->bound);

	if (!capture->texture_sets.n || stamp != capture->texture_stamp ||
	    capture->settings->reads_always) {
		bound_read(capture->bound, view, &capture->text);
		capture->texture_set =
			set_number(&capture->texture_sets, &capture->text);
	}
	capture->texture_stamp = stamp;
	return capture->texture_set;
}

static void keep_draw(struct capture *capture, const struct play_view *view,
		      uint32_t targets, uint32_t textures)
{
	uint32_t i = capture->n_draws++;

	capture->draws = fxr_grow(capture->draws, &capture->draws_capacity,
				  i + 1, sizeof(*capture->draws));
	capture->draws[i] = (struct capture_draw){
		.call = view->call->number,
		.frame = view->frame,
		.row = call_rows_n(capture->rows),
		.function = dictionary_number(&capture->draw_functions,
					      view->call->name->name),
		.targets = targets,
		.textures = textures,
	};
}

static const struct capture_function *function_of(struct capture *capture,
						  const struct fxr_call *call)
{
	size_t i = (size_t)(call->name - capture->world->names);
	struct capture_function *function;

	capture->functions =
		fxr_grow(capture->functions, &capture->functions_capacity,
			 i + 1, sizeof(*capture->functions));
	function = &capture->functions[i];
	if (function->is_known)
		return function;
	function->is_known = true;
	function->is_writer = bound_is_written_by(call->name->name.bytes);
	function->origin = origins_kind(call->name->name.bytes);
	function->change = drawn_change_by(call->name->name.bytes);
	function->is_of_state = reach_is_of_state(call->name->name.bytes);
	function->is_indexed = reach_is_indexed(call->name->name.bytes);
	return function;
}

static void note_origin(struct capture *capture, const struct play_view *view)
{
	unsigned aspects = REACH_ALL_ASPECTS;

	if (!attached_framebuffer(view->gl))
		return;
	if (function_of(capture, view->call)->is_of_state)
		aspects = reach_of(view).aspects;
	origins_drawn(capture->origins, view, aspects);
}

/* Only what a draw can have changed, if its function says that. */
static void read_drawn(struct capture *capture, const struct play_view *view)
{
	const struct capture_function *function =
		function_of(capture, view->call);
	struct reach reach;

	if (function->is_of_state && !capture->settings->reads_always) {
		reach = reach_of(view);
		reach.has_box &= !capture->has_scissors;
		drawn_reach(capture->drawn, &reach);
	}
	drawn_read(capture->drawn, view, 2 * capture->n_draws + 1, false,
		   &capture->text);
	drawn_reach(capture->drawn, NULL);
}

static void on_drawn(void *context, const struct play_view *view)
{
	struct capture *capture = context;
	uint32_t targets, draw;

	/* what looks at it takes errors */
	capture->has_error |= view_error(view) != GL_NO_ERROR;
	if (!capture->has_error)
		note_origin(capture, view);
	if (!is_detailed(capture, view)) {
		bound_written(capture->bound);
		return;
	}
	draw = capture->n_draws;
	capture->draw = draw;
	read_drawn(capture, view);
	targets = set_number(&capture->target_sets, &capture->text);
	take_state(capture, view);
	/* it may have drawn to a texture */
	if (drawn_has_object(capture->drawn) || capture->has_images)
		bound_written(capture->bound);
	if (capture->has_images)
		drawn_changed(capture->drawn, DRAWN_OBJECTS);
	(void)states_draw(capture->states, draw); /* the page says why not */
	keep_draw(capture, view, targets, read_textures(capture, view));
}

static void on_made(void *context, const struct play_view *view)
{
	struct capture *capture = context;
	unsigned kind = function_of(capture, view->call)->origin;

	if (!kind)
		return;
	capture->has_error = view_error(view);
	if (!capture->has_error)
		origins_made(capture->origins, view, kind);
}

/* Notes what is not as it was read. */
static void note_changes(struct capture *capture, const struct play_view *view)
{
	const struct capture_function *function =
		function_of(capture, view->call);

	capture->has_scissors |= function->is_indexed;
	if (function->is_writer)
		bound_written(capture->bound);
	/* a draw that nobody has looked at: a display list is compiled */
	if (view->kind & KIND_DRAW && capture->draw == CALL_ROWS_NO_DRAW)
		drawn_changed(capture->drawn, DRAWN_ALL);
	else if (function->change >= 0)
		drawn_changed(capture->drawn,
			      (enum drawn_change)function->change);
}

/* What the recorded driver called itself. */
static void keep_recorded(struct capture *capture, const struct fxr_call *call)
{
	char *to;

	if (!fxr_is(call->name->name, "glGetString") || !call->has_ret ||
	    call->ret.kind != FXR_VALUE_STRING || !call->n_args ||
	    call->args[0].value.kind != FXR_VALUE_SYMBOL)
		return;
	if (fxr_is(call->args[0].value.as.text, "GL_RENDERER"))
		to = capture->renderer;
	else if (fxr_is(call->args[0].value.as.text, "GL_VERSION"))
		to = capture->version;
	else
		return;
	snprintf(to, sizeof(capture->renderer), "%.*s",
		 (int)(call->ret.as.text.n_bytes < 255
			       ? call->ret.as.text.n_bytes
			       : 255),
		 call->ret.as.text.bytes);
}

static void on_played(void *context, const struct play_view *view)
{
	struct capture *capture = context;
	bool is_shown = is_detailed(capture, view);
	unsigned kind = view->kind & (KIND_DRAW | KIND_WORK | KIND_QUERY);

	keep_recorded(capture, view->call);
	strip_take(capture->strip, view, is_shown);
	note_changes(capture, view);
	if (is_shown) {
		if (view->gl && view->is_made &&
		    (capture->has_error || view_error(view))) {
			kind |= CALL_ROWS_ERROR;
			strip_error(capture->strip);
		}
		if (view->has_failed)
			kind |= CALL_ROWS_NOT_MADE;
		call_rows_add(capture->rows, view->call, view->frame, kind,
			      capture->draw);
	}
	capture->draw = CALL_ROWS_NO_DRAW;
	capture->has_error = false;
}

static void on_differs(void *context, const struct fxr_call *call,
		       const char *text)
{
	struct capture *capture = context;
	char note[512];

	if (capture->n_different++ >= MAX_NOTED)
		return;
	snprintf(note, sizeof(note), "call %" PRIu64 ", %.100s: %.300s",
		 call->number, call->name->name.bytes, text);
	put_note(capture, note);
}

/* Near the frames that were chosen, all have a picture. */
static bool is_near(const struct capture_settings *settings, uint64_t frame)
{
	return settings->last_frame != UINT64_MAX &&
	       frame + N_NEAR >= settings->first_frame &&
	       frame <= settings->last_frame + N_NEAR;
}

static void on_frame(void *context, const struct play_view *view)
{
	struct capture *capture = context;

	strip_picture(capture->strip, view,
		      is_detailed(capture, view) ||
			      is_near(capture->settings, view->frame));
}

struct capture *capture_open(const struct capture_settings *settings)
{
	struct capture *capture = fxr_new(1, sizeof(*capture));

	*capture = (struct capture){
		.settings = settings,
		.viewer = {capture, on_open, on_begin, on_drawn, on_made,
			   on_played, on_differs, on_frame},
		.contents = contents_open(CONTENTS_MAX_BYTES,
					  CONTENTS_MAX_ALL_BYTES),
		.tiles = tiles_open(TILES_MAX_BYTES, TILES_MAX_LAST_BYTES),
		.states = states_open(STATES_MAX_BYTES),
		.draw = CALL_ROWS_NO_DRAW,
	};
	capture->drawn = drawn_open(capture->tiles);
	capture->origins = origins_open();
	capture->bound = bound_open(capture->contents, capture->origins,
				    settings->reads_always);
	capture->strip = strip_open(capture->contents, settings->n_frames);
	return capture;
}

const struct play_viewer *capture_viewer(const struct capture *capture)
{
	return &capture->viewer;
}

struct capture_counts capture_count(const struct capture *capture)
{
	return (struct capture_counts){.frames = strip_count(capture->strip),
				       .n_draws = capture->n_draws,
				       .n_different = capture->n_different,
				       .n_contents =
					       contents_n(capture->contents)};
}

void capture_close(struct capture *capture)
{
	if (capture->rows)
		call_rows_close(capture->rows);
	strip_close(capture->strip);
	bound_close(capture->bound);
	origins_close(capture->origins);
	drawn_close(capture->drawn);
	states_close(capture->states);
	tiles_close(capture->tiles);
	contents_close(capture->contents);
	dictionary_fini(&capture->target_sets);
	dictionary_fini(&capture->texture_sets);
	dictionary_fini(&capture->draw_functions);
	fxr_free(capture->draws);
	pen_fini(&capture->notes);
	pen_fini(&capture->text);
	pen_fini(&capture->about_context);
	fxr_free(capture->functions);
	fxr_free(capture);
}
