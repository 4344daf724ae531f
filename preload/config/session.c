/* SPDX-License-Identifier: MIT */
/*
 * The session's variable, see session.h.
 */
#include "preload/config/session.h"

#include <sys/mman.h>

#include "writer/bytes.h"
#include "writer/clock.h"
#include "writer/sys.h"

#define OURS "FXTRACE_"
#define NAME "FXTRACE_SESSION="
#define FLOW "FXTRACE_FLOW="
#define SUFFIX ".fxt"
#define OFF "off"
#define ALONE '1'
#define MANAGED '3'

struct fxp_session fxp_session;

/* Reads hex digits up to a comma; NULL if there are none. */
static const char *read_hex(const char *p, uint64_t *value)
{
	const char *first = p;

	*value = 0;
	for (;; p++) {
		unsigned digit;

		if (*p >= '0' && *p <= '9')
			digit = (unsigned)(*p - '0');
		else if (*p >= 'a' && *p <= 'f')
			digit = (unsigned)(*p - 'a') + 10;
		else
			break;
		*value = *value << 4 | digit;
	}
	return p > first && *p == ',' ? p + 1 : NULL;
}

/* The socket's name, up to a comma; NULL if there is none that fits. */
static const char *read_socket(struct fxp_session *session, const char *p)
{
	unsigned n = 0;

	while (p[n] && p[n] != ',')
		n++;
	if (n == 0 || n >= sizeof(session->socket) || p[n] != ',')
		return NULL;
	for (unsigned i = 0; i < n; i++)
		session->socket[i] = p[i];
	session->socket[n] = 0;
	return p + n + 1;
}

/* The secret, which is digits alone, up to a comma; NULL: it is none. */
static const char *read_secret(struct fxp_session *session, const char *p)
{
	for (unsigned i = 0; i < FXW_SECRET_DIGITS; i++)
		if (p[i] < '0' || p[i] > '9')
			return NULL;
	fxw_copy(session->secret, p, FXW_SECRET_DIGITS);
	session->secret[FXW_SECRET_DIGITS] = 0;
	return p[FXW_SECRET_DIGITS] == ',' ? p + FXW_SECRET_BYTES : NULL;
}

bool fxp_session_read(struct fxp_session *session, const char *value)
{
	bool is_managed;
	uint64_t clock;
	size_t n;

	session->is_joined = false;
	session->socket[0] = 0;
	if (!value)
		return true;
	if (fxw_same(value, OFF))
		return false;
	is_managed = value[0] == MANAGED;
	if ((value[0] != ALONE && !is_managed) || value[1] != ',')
		return true;
	value = read_hex(value + 2, &clock);
	if (value)
		value = read_hex(value, &session->epoch);
	if (value && is_managed)
		value = read_socket(session, value);
	if (value && is_managed)
		value = read_secret(session, value);
	n = value ? fxw_length(value) : 0;
	if (!value || clock > FXW_CLOCK_TSC || value[0] != '/' ||
	    n >= sizeof(session->base)) {
		session->socket[0] = 0;
		return true;
	}
	fxw_copy(session->base, value, n + 1);
	session->clock = (uint32_t)clock;
	session->is_joined = true;
	return true;
}

void fxp_session_found(struct fxp_session *session, const char *archive)
{
	size_t n = fxw_length_max(archive, sizeof(session->base) - 1);
	size_t suffix = sizeof(SUFFIX) - 1;

	if (n > suffix && fxw_equal(archive + n - suffix, SUFFIX, suffix))
		n -= suffix;
	fxw_copy(session->base, archive, n);
	session->base[n] = 0;
	session->clock = fxw_clock.kind;
	session->epoch = fxw_clock.epoch;
}

static char *put_hex(char *p, uint64_t value)
{
	int shift = 60;

	while (shift && !(value >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		*p++ = "0123456789abcdef"[value >> shift & 15];
	*p++ = ',';
	return p;
}

static void put_variable(char *p, const struct fxp_session *session,
			 bool follow)
{
	size_t n = fxw_length(session->base);

	fxw_copy(p, NAME, sizeof(NAME) - 1);
	p += sizeof(NAME) - 1;
	if (!follow) {
		fxw_copy(p, OFF, sizeof(OFF));
		return;
	}
	*p++ = session->socket[0] ? MANAGED : ALONE;
	*p++ = ',';
	p = put_hex(p, session->clock);
	p = put_hex(p, session->epoch);
	if (session->socket[0]) {
		size_t n_socket = fxw_length(session->socket);

		fxw_copy(p, session->socket, n_socket);
		p += n_socket;
		*p++ = ',';
		fxw_copy(p, session->secret, FXW_SECRET_DIGITS);
		p += FXW_SECRET_DIGITS;
		*p++ = ',';
	}
	fxw_copy(p, session->base, n + 1);
}

/* "off" overwrites another of our variables, which needs no memory. */
static void replace_one(char **environment)
{
	static char off[] = NAME OFF;
	const size_t n = sizeof(OURS) - 1;

	for (; *environment; environment++)
		if (fxw_length_max(*environment, n) == n &&
		    fxw_equal(*environment, OURS, n)) {
			*environment = off;
			return;
		}
}

void fxp_session_export(const struct fxp_session *session, char ***environment,
			bool follow)
{
	char **old = *environment, **copy;
	size_t n = 0, kept = 0;
	char *text;

	if (!old) /* a constructor has cleared environ */
		return;
	while (old[n])
		n++;
	copy = sys_mmap(NULL,
			(n + 2) * sizeof(*copy) + sizeof(session->base) + 64 +
				FXP_SESSION_SOCKET_BYTES + FXW_SECRET_BYTES,
			PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			0);
	if (!sys_mapped(copy)) {
		/* else children that exec start sessions of their own */
		if (!follow)
			replace_one(old);
		return;
	}
	text = (char *)(copy + n + 2);
	put_variable(text, session, follow);
	for (size_t i = 0; i < n; i++)
		if (!fxw_equal(old[i], NAME,
			       fxw_length_max(old[i], sizeof(NAME) - 1)) ||
		    fxw_length_max(old[i], sizeof(NAME) - 1) < sizeof(NAME) - 1)
			copy[kept++] = old[i];
	copy[kept++] = text;
	copy[kept] = NULL;
	*environment = copy;
}

void fxp_session_put_flow(char text[FXP_SESSION_FLOW_BYTES], uint32_t parent,
			  uint64_t id)
{
	fxw_copy(text, FLOW, sizeof(FLOW) - 1);
	text = put_hex(text + sizeof(FLOW) - 1, parent);
	text = put_hex(text, id);
	*text = 0;
}

bool fxp_session_take_flow(char **environment, uint32_t *parent, uint64_t *id)
{
	const size_t n = sizeof(FLOW) - 1;
	const char *value = NULL;
	char **to = environment;
	uint64_t pid;

	for (char **e = environment; e && *e; e++)
		if (fxw_length_max(*e, n) == n && fxw_equal(*e, FLOW, n))
			value = *e + n;
		else
			*to++ = *e;
	if (!value)
		return false;
	*to = NULL;
	value = read_hex(value, &pid);
	value = value ? read_hex(value, id) : NULL;
	*parent = (uint32_t)pid;
	return value && !*value;
}
