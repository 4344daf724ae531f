/* SPDX-License-Identifier: MIT */
/*
 * What a descriptor or stream stands for, as text: a file's path, "pipe:#1",
 * "TCP 127.0.0.1:80->127.0.0.1:5000". Descriptors that are copies of one
 * another share it, so that a socket's addresses show with all of them.
 */
#ifndef TOOLS_FD_OBJECT_H
#define TOOLS_FD_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

struct object;

/* Each returns an object that is held once. Text is copied; what is too long
 * is cut and ends with "...". */
struct object *object_new(const char *text, size_t n_bytes);
struct object *object_socket(const char *protocol);
/* A file by its path as seen from a folder, which may be NULL: not known. */
struct object *object_file(const char *path, struct object *folder);
/* A connection that came in at `listener`; peer "" = not known. */
struct object *object_accepted(const struct object *listener, const char *peer);

/* NULL-safe. */
struct object *object_hold(struct object *object);
void object_drop(struct object *object);

/* What somebody keeps with the object; `drop` is called with it when the object
 * goes. Set once. NULL-safe to ask. */
void object_set_tag(struct object *object, void *tag, void (*drop)(void *tag));
void *object_tag(const struct object *object);

/* Gives a socket an address; nothing happens to other objects. */
void object_set_local(struct object *object, const char *address);
void object_set_peer(struct object *object, const char *address);

bool object_is_socket(const struct object *object);
/* Lives until the object changes. */
const char *object_text(struct object *object);

#endif
