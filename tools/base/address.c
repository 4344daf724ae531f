/* SPDX-License-Identifier: MIT */
/*
 * Reads struct sockaddr out of recorded memory, see address.h.
 */
#include "tools/base/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/un.h>

static bool put_port(char *text, size_t n_bytes, const char *format,
		     const char *host, uint16_t port)
{
	return (size_t)snprintf(text, n_bytes, format, host, ntohs(port)) <
	       n_bytes;
}

/* A name in the file system ends at its NUL, an abstract name with the
 * address. */
static bool put_path(char *text, size_t n_bytes, struct fxr_text path)
{
	bool is_abstract = path.n_bytes && !path.bytes[0];
	size_t n =
		is_abstract ? path.n_bytes : strnlen(path.bytes, path.n_bytes);

	if (!n || n >= n_bytes)
		return false;
	memcpy(text, path.bytes, n);
	text[n] = '\0';
	for (size_t i = 0; i < n; i++)
		if (!text[i])
			text[i] = '@';
	return true;
}

/* A member, without the structs that hold nothing else; NULL = none. */
static const struct fxr_value *member(const struct fxr_value *value,
				      const char *name)
{
	for (size_t i = 0; i < value->as.list.n; i++) {
		const struct fxr_value *item = &value->as.list.items[i];

		if (!fxr_is(item->name, name))
			continue;
		while (item->kind == FXR_VALUE_STRUCT && item->as.list.n == 1)
			item = &item->as.list.items[0];
		return item;
	}
	return NULL;
}

static bool is_number(const struct fxr_value *value)
{
	return value &&
	       (value->kind == FXR_VALUE_INT || value->kind == FXR_VALUE_UINT);
}

/* The address in a described struct sockaddr_in, _in6 or _un. */
static bool struct_text(const struct fxr_value *value, char *text,
			size_t n_bytes)
{
	const struct fxr_value *path = member(value, "sun_path");
	const struct fxr_value *port = member(value, "sin_port");
	const struct fxr_value *host = member(value, "sin_addr");
	char name[INET6_ADDRSTRLEN];
	unsigned char bytes[16];
	uint32_t address;

	if (path && path->kind == FXR_VALUE_STRING)
		return put_path(text, n_bytes, path->as.text);
	if (is_number(port) && is_number(host)) {
		address = (uint32_t)host->as.u64;
		inet_ntop(AF_INET, &address, name, sizeof(name));
		return put_port(text, n_bytes, "%s:%u", name,
				(uint16_t)port->as.u64);
	}
	port = member(value, "sin6_port");
	host = member(value, "sin6_addr");
	if (!is_number(port) || !host || host->kind != FXR_VALUE_ARRAY ||
	    host->as.list.n != sizeof(bytes))
		return false;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)host->as.list.items[i].as.u64;
	inet_ntop(AF_INET6, bytes, name, sizeof(name));
	return put_port(text, n_bytes, "[%s]:%u", name, (uint16_t)port->as.u64);
}

/* The address in raw memory. */
static bool raw_text(struct fxr_text bytes, char *text, size_t n_bytes)
{
	char host[INET6_ADDRSTRLEN];
	struct sockaddr_in6 in6 = {0};
	struct sockaddr_in in = {0};
	sa_family_t family;

	if (bytes.n_bytes < sizeof(family))
		return false;
	memcpy(&family, bytes.bytes, sizeof(family));
	if (family == AF_UNIX)
		return put_path(text, n_bytes,
				fxr_text(bytes.bytes + sizeof(family),
					 bytes.n_bytes - sizeof(family)));
	if (family == AF_INET && bytes.n_bytes >= sizeof(in)) {
		memcpy(&in, bytes.bytes, sizeof(in));
		inet_ntop(AF_INET, &in.sin_addr, host, sizeof(host));
		return put_port(text, n_bytes, "%s:%u", host, in.sin_port);
	}
	if (family == AF_INET6 &&
	    bytes.n_bytes >= offsetof(struct sockaddr_in6, sin6_scope_id)) {
		memcpy(&in6, bytes.bytes,
		       bytes.n_bytes < sizeof(in6) ? bytes.n_bytes
						   : sizeof(in6));
		inet_ntop(AF_INET6, &in6.sin6_addr, host, sizeof(host));
		return put_port(text, n_bytes, "[%s]:%u", host, in6.sin6_port);
	}
	return false;
}

bool address_text(const struct fxr_value *value, char *text, size_t n_bytes)
{
	if (value->kind == FXR_VALUE_STRUCT)
		return struct_text(value, text, n_bytes);
	return value->kind == FXR_VALUE_BYTES &&
	       raw_text(value->as.text, text, n_bytes);
}
