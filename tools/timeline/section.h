/* SPDX-License-Identifier: MIT */
/*
 * What the page carries: sections of bytes, each deflated (RFC 1951) and as
 * base64 in an element of its own that no browser runs or shows:
 *
 *	<script type="text/plain" class="CLASS" data-name="NAME">BASE64</script>
 */
#ifndef TOOLS_TIMELINE_SECTION_H
#define TOOLS_TIMELINE_SECTION_H

#include <stdio.h>

#include "tools/base/pen.h"

/* A section that is put together piece by piece; memory has it packed. */
struct section;

struct section *section_open(void);
void section_put(struct section *section, const void *bytes, size_t n_bytes);
/* As LEB128: seven bits a byte, least ones first. */
void section_number(struct section *section, uint64_t number);
/* Bytes that it has got so far, before packing. */
uint64_t section_bytes(const struct section *section);

/* Writes the element, and empties the section. */
void section_write(struct section *section, FILE *out, const char *class,
		   const char *name);
void section_close(struct section *section);

#endif
