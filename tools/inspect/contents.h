/* SPDX-License-Identifier: MIT */
/*
 * What draws used, each different content once: levels of textures, buffers,
 * shaders. Two are the same if their form, size and bytes are, by SHA-256.
 */
#ifndef TOOLS_INSPECT_CONTENTS_H
#define TOOLS_INSPECT_CONTENTS_H

#include <stdio.h>

#include "tools/base/image_form.h"
#include "tools/base/pen.h"

#define CONTENTS_MAX_BYTES ((uint64_t)256 << 20)   /* of one */
#define CONTENTS_MAX_ALL_BYTES ((uint64_t)2 << 30) /* of all */

/* All zero but n_bytes: no image. */
struct content {
	struct image_form form;
	uint32_t width, height, depth;
	uint64_t n_bytes; /* of the whole image, or of what it is */
};

#define CONTENTS_SUM_WORDS 4

/* SHA-256 of its form, size and bytes. */
void content_sum(const struct content *what, const void *bytes,
		 uint64_t words[CONTENTS_SUM_WORDS]);
/* Its members in JSON: form, "width", "height", "depth", "bytes". */
void content_put(struct pen *out, const struct content *what);

struct contents;

struct contents *contents_open(uint64_t max_bytes, uint64_t max_all_bytes);

/* Adds a content, or finds it. Returns NULL with its number, or why it is
 * refused: borrowed forever. */
const char *contents_put(struct contents *contents, const struct content *what,
			 const void *bytes, uint32_t *number);
uint32_t contents_n(const struct contents *contents);
/* Borrowed until the next one is put. */
const struct content *contents_what(const struct contents *contents,
				    uint32_t number);
/* Its bytes; false if the temporary file cannot be read. */
bool contents_get(const struct contents *contents, uint32_t number, void *to);

/* Writes chunks of the class "content", and what they are as JSON: a section
 * of the class "inspect" and the name "contents". */
void contents_write(struct contents *contents, FILE *out);
void contents_close(struct contents *contents);

#endif
