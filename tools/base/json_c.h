/* SPDX-License-Identifier: MIT */
/*
 * json-c, without two names that libjansson has, too. libavro calls those, and
 * Debian 11's have no versions, so that the program has libjansson first
 * (scripts/flags.mk). A call of ours would get there, too.
 */
#ifndef TOOLS_BASE_JSON_C_H
#define TOOLS_BASE_JSON_C_H

#include <json-c/json.h>

#pragma GCC poison json_object_get json_object_iter_next

#endif
