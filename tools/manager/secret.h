/* SPDX-License-Identifier: MIT */
/*
 * The session's secret: who knows it may join. It is handed down in
 * FXTRACE_SESSION. Only a process's own user and root can read its environment.
 * A program that prints its environment must not bring it into the archive.
 */
#ifndef TOOLS_MANAGER_SECRET_H
#define TOOLS_MANAGER_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "writer/wire.h"

struct secret {
	char text[FXW_SECRET_BYTES];
};

/* Draws a new one. Returns 0 or errno. */
int secret_make(struct secret *secret);

/* Whether that is it. Takes as long whatever differs. */
bool secret_is(const struct secret *secret, const char *guess);

/* Overwrites the secret, and pieces of it of two words and more, wherever it
 * is in these words of records. Their sizes stay. */
void secret_blank(const struct secret *secret, uint64_t *words, size_t n_words);

#endif
