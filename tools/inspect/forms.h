/* SPDX-License-Identifier: MIT */
/*
 * Forms of images in the page's JSON, and the sections that have JSON.
 */
#ifndef TOOLS_INSPECT_FORMS_H
#define TOOLS_INSPECT_FORMS_H

#include "tools/base/image_form.h"
#include "tools/base/pen.h"

/* "channels":"RGBA","number":"u8","normalized":true,"srgb":false */
void forms_put(struct pen *out, struct image_form form);

/* Writes the text, and empties the pen: a section of the class "inspect". */
void forms_write(struct pen *text, FILE *out, const char *name);

#endif
