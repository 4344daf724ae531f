/* SPDX-License-Identifier: MIT */
/*
 * What a conversion has left out or changed, for the user: one text, with "; "
 * between its parts.
 */
#ifndef TOOLS_CONVERT_NOTES_H
#define TOOLS_CONVERT_NOTES_H

/* Appends a part. What has no space in CONVERT_ERROR_BYTES is cut off. */
__attribute__((format(printf, 2, 3))) void notes_add(char *notes,
						     const char *format, ...);

#endif
