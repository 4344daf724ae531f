/* SPDX-License-Identifier: MIT */
/*
 * The names of errno's values, such as ENOENT, and what they mean: glibc has
 * functions for them since 2.32 only. NULL: no such error.
 */
#ifndef TOOLS_BASE_ERROR_NAME_H
#define TOOLS_BASE_ERROR_NAME_H

const char *error_name(int error);
const char *error_text(int error);

#endif
