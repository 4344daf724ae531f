/* SPDX-License-Identifier: MIT */
/*
 * Reads struct sockaddr out of recorded memory, see address.h.
 */
#include "tools/address.h"

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

/* A name in the file system ends at its NUL, an abstract one with the address.
 */
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

bool address_text(const struct fxr_value *value, char *text, size_t n_bytes)
{
	struct fxr_text bytes = value->as.text;
	char host[INET6_ADDRSTRLEN];
	struct sockaddr_in6 in6 = {0};
	struct sockaddr_in in = {0};
	sa_family_t family;

	if (value->kind != FXR_VALUE_BYTES || bytes.n_bytes < sizeof(family))
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
