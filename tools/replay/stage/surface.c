/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "tools/replay/stage/config.h"
#include "tools/replay/stage/type.h"

/* Drivers have their largest sides, 16,384 mostly. Mesa crashes in larger
 * surfaces whose bytes do not fit into 32 bits. */
#define MAX_PIXELS (1ll << 28)

static bool is_too_large(int width, int height, char *note)
{
	if ((long long)width * height <= MAX_PIXELS)
		return false;
	stage_note(note, "%d x %d pixels are more than a drawable can have",
		   width, height);
	return true;
}

/* As sRGB if the format requests it and the configuration supports it. */
static stage_handle create_srgb(struct stage *stage,
				struct stage_surface *surface, char *note)
{
	char refused[STAGE_NOTE_BYTES];
	stage_handle handle;

	if (surface->is_srgb) {
		handle = stage->driver->surface_new(stage, surface, refused);
		if (handle)
			return handle;
		surface->is_srgb = false;
		stage_note_more(note, "no surface that is drawn to as sRGB");
	}
	return stage->driver->surface_new(stage, surface, note);
}

/* Mesa 25 offers pbuffers of several samples that have no memory: what is drawn
 * there is lost. No pbuffer has them then. */
static bool lacks_pixels(struct stage *stage, struct stage_surface *surface)
{
	if (surface->window || surface->config->format.samples < 2 ||
	    stage->is_sampling_tried)
		return false;
	stage->is_sampling_tried = true;
	if (stage_has_pixels(stage, surface))
		return false;
	for (int i = 0; i < stage->n_configs; i++)
		if (stage->configs[i].format.samples > 1)
			stage->configs[i].has_pbuffers = false;
	return true;
}

static bool make_surface(struct stage *stage, struct stage_surface *surface,
			 const struct stage_format *format, bool is_window,
			 char *note)
{
	surface->config = stage_config_nearest(stage, format, is_window, note);
	if (!surface->config) {
		stage_note(note, "there is no configuration for %s",
			   is_window ? "windows" : "pbuffers");
		return false;
	}
	if (is_window) {
		surface->window =
			stage_x11_window(stage->x11, surface->config->visual,
					 surface->width, surface->height, note);
		if (!surface->window)
			return false;
	}
	surface->handle = create_srgb(stage, surface, note);
	if (!surface->handle || !lacks_pixels(stage, surface))
		return surface->handle != NULL;
	stage->driver->surface_free(stage, surface->handle, false);
	*note = '\0';
	surface->is_srgb = format->is_srgb;
	return make_surface(stage, surface, format, is_window, note);
}

struct stage_surface *stage_surface_new(struct stage *stage,
					const struct stage_format *format,
					int width, int height,
					enum stage_kind kind, char *note)
{
	struct stage_surface *surface = calloc(1, sizeof(*surface));

	*note = '\0';
	if (is_too_large(width, height, note)) {
		free(surface);
		return NULL;
	}
	if (!surface) {
		stage_note(note, "out of memory");
		return NULL;
	}
	surface->width = width > 0 ? width : 1;
	surface->height = height > 0 ? height : 1;
	surface->is_srgb = format->is_srgb;
	if (!make_surface(stage, surface, format,
			  stage->x11 && kind == STAGE_WINDOW, note)) {
		if (surface->window)
			stage_x11_destroy(stage->x11, surface->window);
		free(surface);
		return NULL;
	}
	surface->next = stage->surfaces;
	stage->surfaces = surface;
	return surface;
}

/* If the old surface is current in this thread, the new one replaces it. */
static bool replace_current(struct stage *stage, stage_handle old,
			    stage_handle new, char *note)
{
	struct stage_bound bound = stage->driver->current(stage);

	if (!bound.context || (bound.draw != old && bound.read != old))
		return true;
	/* without a surface neither is bound */
	if (bound.draw == old || !new)
		bound.draw = new;
	if (bound.read == old || !new)
		bound.read = new;
	return stage->driver->make_current(stage, bound, note);
}

void stage_surface_free(struct stage *stage, struct stage_surface *surface)
{
	char unused[STAGE_NOTE_BYTES];

	if (!surface)
		return;
	for (struct stage_surface **at = &stage->surfaces; *at;
	     at = &(*at)->next)
		if (*at == surface) {
			*at = surface->next;
			break;
		}
	if (!replace_current(stage, surface->handle, NULL, unused))
		stage->driver->make_current(stage, (struct stage_bound){0},
					    unused);
	stage->driver->surface_free(stage, surface->handle, surface->window);
	if (surface->window)
		stage_x11_destroy(stage->x11, surface->window);
	free(surface);
}

static bool resize_pbuffer(struct stage *stage, struct stage_surface *surface,
			   char *note)
{
	stage_handle old = surface->handle,
		     new = stage->driver->surface_new(stage, surface, note);

	if (!new)
		return false;
	if (!replace_current(stage, old, new, note)) {
		stage->driver->surface_free(stage, new, surface->window);
		return false;
	}
	stage->driver->surface_free(stage, old, surface->window);
	surface->handle = new;
	return true;
}

/*
 * A window that is current while another one gets a new surface. Without it,
 * Mesa 20 takes a surface for the one that was at its address before. It does
 * not look up the size then, so that it has one pixel.
 */
static bool make_spare(struct stage *stage, struct stage_surface *spare,
		       const struct stage_surface *like, char *note)
{
	*spare = *like;
	spare->width = spare->height = 1;
	spare->window =
		stage_x11_window(stage->x11, like->config->visual, 1, 1, note);
	if (!spare->window)
		return false;
	spare->handle = stage->driver->surface_new(stage, spare, note);
	if (spare->handle)
		return true;
	stage_x11_destroy(stage->x11, spare->window);
	return false;
}

static void free_spare(struct stage *stage, struct stage_surface *spare)
{
	char unused[STAGE_NOTE_BYTES];

	(void)replace_current(stage, spare->handle, NULL, unused);
	stage->driver->surface_free(stage, spare->handle, true);
	stage_x11_destroy(stage->x11, spare->window);
}

static bool renew_surface(struct stage *stage, struct stage_surface *surface,
			  char *note)
{
	stage->driver->surface_free(stage, surface->handle, true);
	surface->handle = stage->driver->surface_new(stage, surface, note);
	return surface->handle != NULL;
}

/* Drivers detect a window's new size at some later time. A new surface has it
 * at once, but requires that the old one is destroyed. */
static bool resize_window(struct stage *stage, struct stage_surface *surface,
			  char *note)
{
	struct stage_bound bound = stage->driver->current(stage);
	stage_handle old = surface->handle;
	struct stage_surface spare;
	bool is_good;

	if (!stage_x11_resize(stage->x11, surface->window, surface->width,
			      surface->height, note))
		return false;
	if (!bound.context || (bound.draw != old && bound.read != old))
		return renew_surface(stage, surface, note);
	if (!make_spare(stage, &spare, surface, note))
		return false;
	is_good = replace_current(stage, old, spare.handle, note) &&
		  renew_surface(stage, surface, note);
	if (is_good) {
		if (bound.draw == old)
			bound.draw = surface->handle;
		if (bound.read == old)
			bound.read = surface->handle;
		is_good = stage->driver->make_current(stage, bound, note);
	}
	free_spare(stage, &spare);
	return is_good;
}

bool stage_surface_resize(struct stage *stage, struct stage_surface *surface,
			  int width, int height, char *note)
{
	int old_width = surface->width, old_height = surface->height;

	*note = '\0';
	width = width > 0 ? width : 1;
	height = height > 0 ? height : 1;
	if (width == old_width && height == old_height)
		return true;
	if (is_too_large(width, height, note))
		return false;
	surface->width = width;
	surface->height = height;
	if (surface->window ? resize_window(stage, surface, note)
			    : resize_pbuffer(stage, surface, note))
		return true;
	surface->width = old_width;
	surface->height = old_height;
	return false;
}

void stage_surface_size(const struct stage_surface *surface, int *width,
			int *height)
{
	*width = surface->width;
	*height = surface->height;
}
