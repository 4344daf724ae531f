/* SPDX-License-Identifier: MIT */
/*
 * Counted texts, see object.h. A socket's text is made when it is needed.
 */
#include "tools/fd/object.h"

#include <stdio.h>
#include <string.h>

#include "tools/reader/memory.h"

#define MAX_TEXT 4095u /* of a path, without its NUL */
#define MAX_ADDRESS 128u

struct socket {
	char protocol[24], local[MAX_ADDRESS], peer[MAX_ADDRESS];
};

struct object {
	uint64_t number;
	unsigned n_holds;
	char *text; /* a socket's: NULL until it is needed */
	struct socket *socket;
	void *tag;
	void (*drop_tag)(void *tag);
};

static struct object *make_object(void)
{
	static uint64_t last; /* relaxed: archives may have a thread each */
	struct object *object = fxr_new(1, sizeof(*object));

	*object = (struct object){
		.number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED),
		.n_holds = 1};
	return object;
}

uint64_t object_number(const struct object *object)
{
	return object->number;
}

struct object *object_new(const char *text, size_t n_bytes)
{
	struct object *object = make_object();
	size_t n = n_bytes < MAX_TEXT ? n_bytes : MAX_TEXT;

	object->text = fxr_new(n + 4, 1);
	memcpy(object->text, text, n);
	strcpy(object->text + n, n < n_bytes ? "..." : "");
	return object;
}

struct object *object_socket(const char *protocol)
{
	struct object *object = make_object();

	object->socket = fxr_new(1, sizeof(*object->socket));
	*object->socket = (struct socket){.local = ""};
	snprintf(object->socket->protocol, sizeof(object->socket->protocol),
		 "%s", protocol);
	return object;
}

struct object *object_file(const char *path, struct object *folder)
{
	char whole[2 * (MAX_TEXT + 16)];
	const char *from = folder ? object_text(folder) : "";

	while (path[0] == '.' && path[1] == '/')
		path += 2;
	if (path[0] == '/' || !*from)
		return object_new(path, strlen(path));
	if (!*path || strcmp(path, ".") == 0)
		return object_hold(folder);
	snprintf(whole, sizeof(whole), "%s%s%s", from,
		 from[strlen(from) - 1] == '/' ? "" : "/", path);
	return object_new(whole, strlen(whole));
}

struct object *object_accepted(const struct object *listener, const char *peer)
{
	struct object *object;

	if (!listener || !listener->socket)
		return object_new("socket", 6);
	object = object_socket(listener->socket->protocol);
	object_set_local(object, listener->socket->local);
	object_set_peer(object, peer);
	return object;
}

struct object *object_hold(struct object *object)
{
	if (object)
		object->n_holds++;
	return object;
}

void object_drop(struct object *object)
{
	if (!object || --object->n_holds)
		return;
	if (object->drop_tag)
		object->drop_tag(object->tag);
	fxr_free(object->text);
	fxr_free(object->socket);
	fxr_free(object);
}

void object_set_tag(struct object *object, void *tag, void (*drop)(void *tag))
{
	object->tag = tag;
	object->drop_tag = drop;
}

void *object_tag(const struct object *object)
{
	return object ? object->tag : NULL;
}

static void set_address(struct object *object, char *to, const char *address)
{
	snprintf(to, MAX_ADDRESS, "%s", address);
	fxr_free(object->text);
	object->text = NULL;
}

void object_set_local(struct object *object, const char *address)
{
	if (object && object->socket)
		set_address(object, object->socket->local, address);
}

void object_set_peer(struct object *object, const char *address)
{
	if (object && object->socket)
		set_address(object, object->socket->peer, address);
}

bool object_is_socket(const struct object *object)
{
	return object && object->socket;
}

const char *object_text(struct object *object)
{
	const struct socket *socket = object->socket;
	size_t n_bytes;

	if (object->text)
		return object->text;
	n_bytes = strlen(socket->protocol) + strlen(socket->local) +
		  strlen(socket->peer) + 4;
	object->text = fxr_new(n_bytes, 1);
	snprintf(object->text, n_bytes, "%s%s%s%s%s", socket->protocol,
		 *socket->local || *socket->peer ? " " : "", socket->local,
		 *socket->peer ? "->" : "", socket->peer);
	return object->text;
}
