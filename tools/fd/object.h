/* SPDX-License-Identifier: MIT */
/*
 * What a descriptor or stream refers to, as text: a file's path, "pipe:#1",
 * "TCP 127.0.0.1:80->127.0.0.1:5000". Descriptors that are copies of one
 * another share it, so that all of them show a socket's addresses.
 */
#ifndef TOOLS_FD_OBJECT_H
#define TOOLS_FD_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct object;

/* Each returns an object that is held once. Text is copied; longer text is cut
 * and ends with "...". */
struct object *object_new(const char *text, size_t n_bytes);
struct object *object_socket(const char *protocol);
/* A file by its path relative to a folder, which may be NULL: unknown. */
struct object *object_file(const char *path, struct object *folder);
/* A connection that came in at `listener`; peer "" = unknown. */
struct object *object_accepted(const struct object *listener, const char *peer);

/* NULL-safe. */
struct object *object_hold(struct object *object);
void object_drop(struct object *object);

/* Data that a user attaches to the object; `drop` is called with it when the
 * object is freed. Set once. The query is NULL-safe. */
void object_set_tag(struct object *object, void *tag, void (*drop)(void *tag));
void *object_tag(const struct object *object);

/* Of all objects of the process, another number than 0 for each. */
uint64_t object_number(const struct object *object);

/* Sets a socket's address; other objects do not change. */
void object_set_local(struct object *object, const char *address);
void object_set_peer(struct object *object, const char *address);

bool object_is_socket(const struct object *object);
/* Lives until the object changes. */
const char *object_text(struct object *object);

#endif
