/* SPDX-License-Identifier: MIT */
/*
 * The data of the page: sections of bytes, each deflated (RFC 1951) and in
 * base64. Each is in an element of its own that no browser runs or shows:
 *
 * 	<script type="text/plain" class="CLASS" data-name="NAME">BASE64</script>
 */
#ifndef TOOLS_TIMELINE_SECTION_H
#define TOOLS_TIMELINE_SECTION_H

#include <stdio.h>

#include "tools/base/pen.h"

/* A section that is made piece by piece, and packed in memory. */
struct section;

struct section *section_open(void);
void section_put(struct section *section, const void *bytes, size_t n_bytes);
/* In LEB128: seven bits in each byte, least ones first. */
void section_number(struct section *section, uint64_t number);
/* Bytes so far, before packing. */
uint64_t section_bytes(const struct section *section);

/* Writes the element, and empties the section. */
void section_write(struct section *section, FILE *out, const char *class,
		   const char *name);
void section_close(struct section *section);

#endif
