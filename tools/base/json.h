/* SPDX-License-Identifier: MIT */
/*
 * Text and memory in JSON, which is always valid UTF-8.
 */
#ifndef TOOLS_BASE_JSON_H
#define TOOLS_BASE_JSON_H

#include "tools/base/pen.h"

/* Between quotes; what is not UTF-8 is replaced. */
void json_string(struct pen *out, struct fxr_text text);
/* The text without the quotes. */
void json_letters(struct pen *out, struct fxr_text text);

/* Whether it can be written as a string, unchanged. */
bool json_is_text(struct fxr_text text);
/* RFC 4648, section 4. */
void json_base64(struct pen *out, struct fxr_text bytes);
/* {"base64": ..., "bytes": how many they are} */
void json_bytes(struct pen *out, struct fxr_text bytes);

#endif
