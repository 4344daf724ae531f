/* SPDX-License-Identifier: MIT */
/*
 * Addresses of sockets as people write them.
 */
#ifndef TOOLS_BASE_ADDRESS_H
#define TOOLS_BASE_ADDRESS_H

#include <stdbool.h>

#include "tools/reader/value.h"

/* "127.0.0.1:80", "[::1]:80", "/run/log", "@abstract". False if the value is no
 * socket address, or is cut. */
bool address_text(const struct fxr_value *value, char *text, size_t n_bytes);

#endif
