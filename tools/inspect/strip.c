/* SPDX-License-Identifier: MIT */
/*
 * Frames of a replay, see strip.h.
 */
#include "tools/inspect/strip.h"

#include <inttypes.h>

#include "tools/replay/call/kind.h"
#include "tools/replay/look/attachment.h"
#include "tools/replay/picture/picture.h"

struct frame {
	uint64_t number, first, n_calls, n_draws, n_errors;
	uint64_t begin_ns, end_ns;
	bool is_detailed;
	uint32_t thumbnail; /* content, FXR_NONE: it has none */
};

struct strip {
	struct contents *contents;
	uint64_t step; /* of frames with a picture */
	struct frame *frames;
	size_t n, capacity;
	struct picture picture;
};

struct strip *strip_open(struct contents *contents, uint64_t n_frames)
{
	struct strip *strip = fxr_new(1, sizeof(*strip));

	strip->contents = contents;
	strip->step = n_frames / (STRIP_MAX_PICTURES + 1) + 1;
	return strip;
}

struct strip_counts strip_count(const struct strip *strip)
{
	struct strip_counts counts = {.n = strip->n};

	for (size_t i = 0; i < strip->n; i++)
		if (strip->frames[i].is_detailed && !counts.n_detailed++)
			counts.first_detailed = strip->frames[i].number;
	return counts;
}

/* Threads may be in different frames. */
static struct frame *frame_of(struct strip *strip, uint64_t number)
{
	size_t i = strip->n;

	while (i && strip->frames[i - 1].number > number)
		i--;
	if (i && strip->frames[i - 1].number == number)
		return &strip->frames[i - 1];
	strip->frames = fxr_grow(strip->frames, &strip->capacity, strip->n + 1,
				 sizeof(*strip->frames));
	memmove(&strip->frames[i + 1], &strip->frames[i],
		(strip->n++ - i) * sizeof(*strip->frames));
	strip->frames[i] =
		(struct frame){.number = number, .thumbnail = FXR_NONE};
	return &strip->frames[i];
}

void strip_take(struct strip *strip, const struct play_view *view,
		bool is_detailed)
{
	struct frame *frame = frame_of(strip, view->frame);
	const struct fxr_call *call = view->call;

	if (!frame->n_calls++) {
		frame->first = call->number;
		frame->begin_ns = call->begin_ns;
	}
	frame->n_draws += (view->kind & KIND_DRAW) != 0;
	frame->is_detailed |= is_detailed;
	if (call->has_end && call->end_ns > frame->end_ns)
		frame->end_ns = call->end_ns;
}

void strip_error(struct strip *strip)
{
	if (strip->n)
		strip->frames[strip->n - 1].n_errors++;
}

/* Where part i of n begins, of so many pixels. */
static uint32_t border(uint32_t i, uint32_t n, uint32_t pixels)
{
	return (uint32_t)((uint64_t)i * pixels / n);
}

struct box {
	uint32_t x, y, right, top;
};

static void put_mean(const struct picture *from, const struct box *box,
		     uint8_t *to)
{
	uint64_t sums[3] = {0};
	uint64_t n = (uint64_t)(box->right - box->x) * (box->top - box->y);

	for (uint32_t y = box->y; y < box->top; y++)
		for (uint32_t x = box->x; x < box->right; x++)
			for (unsigned k = 0; k < 3; k++)
				sums[k] +=
					from->pixels[((size_t)y * from->width +
						      x) * 4 +
						     k];
	for (unsigned k = 0; k < 3; k++)
		to[k] = (uint8_t)(sums[k] / n);
}

/* The mean of the pixels that become one, and no alpha. */
static void shrink(const struct picture *from, uint32_t width, uint32_t height,
		   uint8_t *to)
{
	struct box box;

	for (uint32_t y = 0; y < height; y++)
		for (uint32_t x = 0; x < width; x++, to += 3) {
			box.x = border(x, width, from->width);
			box.right = border(x + 1, width, from->width);
			box.y = border(y, height, from->height);
			box.top = border(y + 1, height, from->height);
			put_mean(from, &box, to);
		}
}

static void put_thumbnail(struct strip *strip, struct frame *frame)
{
	uint8_t pixels[STRIP_WIDTH * STRIP_HEIGHT * 3];
	const struct picture *from = &strip->picture;
	uint64_t width = from->width, height = from->height;
	struct content what = {.form = {"RGB", IMAGE_U8, true, false},
			       .depth = 1};

	if (width > STRIP_WIDTH) {
		height = height * STRIP_WIDTH / width;
		width = STRIP_WIDTH;
	}
	if (height > STRIP_HEIGHT) {
		width = width * STRIP_HEIGHT / height;
		height = STRIP_HEIGHT;
	}
	what.width = width ? (uint32_t)width : 1;
	what.height = height ? (uint32_t)height : 1;
	what.n_bytes = (uint64_t)what.width * what.height * 3;
	shrink(from, what.width, what.height, pixels);
	if (contents_put(strip->contents, &what, pixels, &frame->thumbnail))
		frame->thumbnail = FXR_NONE;
}

void strip_picture(struct strip *strip, const struct play_view *view,
		   bool is_shown)
{
	struct frame *frame = frame_of(strip, view->frame);

	if (view->frame % strip->step && !is_shown)
		return;
	if (!picture_read(&strip->picture, view->gl, ATTACHMENT_BACK,
			  view->width, view->height) &&
	    strip->picture.width && strip->picture.height)
		put_thumbnail(strip, frame);
}

void strip_put(const struct strip *strip, struct pen *out, bool has_files)
{
	for (size_t i = 0; i < strip->n; i++) {
		const struct frame *frame = &strip->frames[i];
		uint64_t ns = frame->end_ns > frame->begin_ns
				      ? frame->end_ns - frame->begin_ns
				      : 0;

		pen_format(out,
			   "%s{\"frame\":%" PRIu64 ",\"first\":%" PRIu64
			   ",\"calls\":%" PRIu64 ",\"draws\":%" PRIu64
			   ",\"ms\":%.3f,\"errors\":%" PRIu64
			   ",\"detail\":%s,\"thumbnail\":",
			   i ? "," : "", frame->number, frame->first,
			   frame->n_calls, frame->n_draws, (double)ns / 1e6,
			   frame->n_errors,
			   frame->is_detailed ? "true" : "false");
		if (frame->thumbnail == FXR_NONE)
			pen_put(out, "null}");
		else if (has_files)
			pen_format(out, "\"content-%" PRIu32 ".raw\"}",
				   frame->thumbnail);
		else
			pen_format(out, "%" PRIu32 "}", frame->thumbnail);
	}
}

void strip_close(struct strip *strip)
{
	fxr_free(strip->frames);
	picture_free(&strip->picture);
	fxr_free(strip);
}
