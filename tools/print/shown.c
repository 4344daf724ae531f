/* SPDX-License-Identifier: MIT */
/*
 * Values with a display form of their own (enum fxg_show): network addresses,
 * sets, devices, exit statuses of children. See type.h.
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <string.h>

#include "tools/print/print.h"
#include "tools/print/type.h"

static void print_signal(struct pen *out, unsigned number)
{
	/* Linux' own numbers; an archive has no names for a status */
	static const char *const names[] = {
		"0",	 "HUP",	 "INT",	   "QUIT", "ILL",  "TRAP",   "ABRT",
		"BUS",	 "FPE",	 "KILL",   "USR1", "SEGV", "USR2",   "PIPE",
		"ALRM",	 "TERM", "STKFLT", "CHLD", "CONT", "STOP",   "TSTP",
		"TTIN",	 "TTOU", "URG",	   "XCPU", "XFSZ", "VTALRM", "PROF",
		"WINCH", "IO",	 "PWR",	   "SYS",
	};

	if (number && number < sizeof(names) / sizeof(names[0]))
		pen_format(out, "SIG%s", names[number]);
	else
		pen_format(out, "signal %u", number);
}

static void print_wait(struct pen *out, unsigned status)
{
	unsigned low = status & 0x7f;

	if (status == 0xffff) {
		pen_put(out, "continued");
	} else if (!low) {
		pen_format(out, "exited %u", status >> 8 & 0xff);
	} else if (low == 0x7f) {
		pen_put(out, "stopped ");
		print_signal(out, status >> 8 & 0xff);
		if (status >> 16)
			pen_format(out, " event %u", status >> 16);
	} else {
		pen_put(out, "killed ");
		print_signal(out, low);
		pen_put(out, status & 0x80 ? " core" : "");
	}
}

static void print_ipv4(struct pen *out, uint32_t address)
{
	char text[INET_ADDRSTRLEN];

	if (inet_ntop(AF_INET, &address, text, sizeof(text)))
		pen_put(out, text);
}

/* A request without a name. One without a driver's letter is just a number. */
static void print_request(struct pen *out, uint64_t number)
{
	static const char *const directions[] = {
		"_IOC_NONE", "_IOC_WRITE", "_IOC_READ", "_IOC_READ|_IOC_WRITE"};
	unsigned direction = number >> 30 & 3, size = number >> 16 & 0x3fff;
	unsigned type = number >> 8 & 0xff;

	if (number >> 32 || !type) {
		pen_hex(out, number);
		return;
	}
	pen_format(out, "_IOC(%s, ", directions[direction]);
	if (type > ' ' && type < 0x7f && type != '\'' && type != '\\')
		pen_format(out, "'%c'", (int)type);
	else
		pen_hex(out, type);
	pen_format(out, ", %#x, %#x)", (unsigned)(number & 0xff), size);
}

bool print_shown_number(struct pen *out, enum fxg_show show, uint64_t number)
{
	switch (show) {
	case FXG_PORT:
		pen_format(out, "%u", ntohs((uint16_t)number));
		return true;
	case FXG_IPV4:
		print_ipv4(out, (uint32_t)number);
		return true;
	case FXG_DEVICE: /* as by glibc's major() and minor() */
		pen_format(out, "%" PRIu64 ":%" PRIu64,
			   (number >> 8 & 0xfff) | (number >> 32 & 0xfffff000),
			   (number & 0xff) | (number >> 12 & 0xffffff00));
		return true;
	case FXG_WAIT:
		print_wait(out, (unsigned)number);
		return true;
	case FXG_REQUEST:
		print_request(out, number);
		return true;
	default:
		return false;
	}
}

bool print_handler(struct pen *out, uint64_t address)
{
	switch (address) {
	case 0:
		pen_put(out, "SIG_DFL");
		return true;
	case 1:
		pen_put(out, "SIG_IGN");
		return true;
	case 2:
		pen_put(out, "SIG_HOLD");
		return true;
	case UINT64_MAX:
		pen_put(out, "SIG_ERR");
		return true;
	}
	return false;
}

static enum fxg_show show_of(const struct fxr_value *value)
{
	const struct fxr_type *type = value->type;

	return type && (type->class == FXG_INT || type->class == FXG_STRUCT)
		       ? (enum fxg_show)type->show
		       : FXG_DEC;
}

/* Copies at most n bytes of an array that is shown as a whole. Returns how
 * many. */
static size_t bytes_of(const struct fxr_value *value, unsigned char *bytes,
		       size_t n)
{
	size_t i;

	if (n > value->as.list.n)
		n = value->as.list.n;
	for (i = 0; i < n; i++)
		bytes[i] = (unsigned char)value->as.list.items[i].as.u64;
	return n;
}

bool print_is_address(const struct fxr_value *value)
{
	enum fxg_show show;

	if (value->kind != FXR_VALUE_ARRAY || !value->as.list.n)
		return false;
	show = show_of(&value->as.list.items[0]);
	return show == FXG_MAC || (show == FXG_IPV6 && value->as.list.n == 16);
}

static void print_array_address(struct pen *out, const struct fxr_value *value)
{
	unsigned char bytes[32];
	size_t n = bytes_of(value, bytes, sizeof(bytes)), i;
	char text[INET6_ADDRSTRLEN];

	if (show_of(&value->as.list.items[0]) == FXG_IPV6) {
		if (inet_ntop(AF_INET6, bytes, text, sizeof(text)))
			pen_put(out, text);
		return;
	}
	for (i = 0; i < n; i++)
		pen_format(out, "%s%02x", i ? ":" : "", bytes[i]);
}

/* {SIGINT SIGCHLD}, or ~{SIGKILL} if most are in it. Only sets of names list
 * the missing ones. */
static void print_set(const struct print *print, const struct fxr_value *value)
{
	const struct fxr_type *type = value->type;
	const struct fxr_type *element =
		fxr_type_base(&print->world->types, type);
	uint64_t n_bits = value->true_bytes, i;
	bool is_inverse = element && element->class == FXG_ENUM &&
			  value->as.list.n > n_bits / 2;
	const char *space = "";
	size_t at = 0;

	pen_put(print->out, is_inverse ? "~{" : "{");
	for (i = 0; i < n_bits; i++) {
		struct fxr_value one = {.kind = FXR_VALUE_INT,
					.type = element,
					.as.i64 =
						(int64_t)i + type->null_value};
		bool is_there = at < value->as.list.n &&
				value->as.list.items[at].as.i64 == one.as.i64;

		at += is_there;
		if (is_there == is_inverse)
			continue;
		pen_put(print->out, space);
		print_value(print, &one);
		space = " ";
	}
	pen_byte(print->out, '}');
}

const struct fxr_value *print_bare(const struct fxr_value *value)
{
	while (value->kind == FXR_VALUE_STRUCT && value->as.list.n == 1 &&
	       show_of(value) == FXG_BARE)
		value = &value->as.list.items[0];
	return value;
}

/* Number, array of bytes, or a struct of one of these. */
static bool is_internet(const struct fxr_value *value)
{
	value = print_bare(value);
	return show_of(value) == FXG_IPV4 || print_is_address(value);
}

static void print_internet(const struct print *print,
			   const struct fxr_value *value,
			   const struct fxr_value *port)
{
	bool is_v6 = print_bare(value)->kind == FXR_VALUE_ARRAY && port;

	pen_put(print->out, is_v6 ? " [" : " ");
	print_value(print, value);
	pen_put(print->out, is_v6 ? "]" : "");
	if (port) {
		pen_byte(print->out, ':');
		print_value(print, port);
	}
}

/* A path. If empty, the socket has no name; if it begins with NUL, an abstract
 * name follows. */
static void print_socket_path(const struct print *print,
			      const struct fxr_value *value)
{
	struct fxr_text text = value->as.text;

	if (!text.n_bytes)
		return;
	pen_byte(print->out, ' ');
	if (text.bytes[0]) {
		print_value(print, value);
		return;
	}
	pen_byte(print->out, '@');
	print_escaped(print->out, fxr_text(text.bytes + 1, text.n_bytes - 1),
		      true);
}

/* {AF_INET 127.0.0.1:80}; other fields that are not 0 follow by name. */
static void print_address(const struct print *print,
			  const struct fxr_value *value)
{
	const struct fxr_value *items = value->as.list.items, *port = NULL;
	bool has_internet = false;
	size_t i, n = value->as.list.n;

	pen_byte(print->out, '{');
	if (n)
		print_value(print, &items[0]);
	for (i = 1; i < n; i++) {
		if (show_of(&items[i]) == FXG_PORT)
			port = &items[i];
		has_internet |= is_internet(&items[i]);
	}
	for (i = 1; i < n; i++) {
		const struct fxr_value *item = &items[i];

		if (is_internet(item)) {
			print_internet(print, item, port);
		} else if (item->kind == FXR_VALUE_STRING) {
			print_socket_path(print, item);
		} else if ((item != port || !has_internet) &&
			   (item->as.u64 || !has_internet)) {
			pen_byte(print->out, ' ');
			print_name(print->out, item->name);
			pen_byte(print->out, '=');
			print_value(print, item);
		}
	}
	pen_byte(print->out, '}');
}

/* KEY=VALUE */
static void print_pair(const struct print *print, const struct fxr_value *value)
{
	size_t i;

	for (i = 0; i < value->as.list.n; i++) {
		if (i)
			pen_byte(print->out, '=');
		print_value(print, &value->as.list.items[i]);
	}
}

bool print_shown_list(const struct print *print, const struct fxr_value *value)
{
	const struct fxr_value *bare = print_bare(value);

	if (bare != value)
		print_value(print, bare);
	else if (value->kind == FXR_VALUE_ARRAY && value->type &&
		 value->type->class == FXG_SET)
		print_set(print, value);
	else if (print_is_address(value))
		print_array_address(print->out, value);
	else if (value->kind == FXR_VALUE_STRUCT &&
		 show_of(value) == FXG_ADDRESS)
		print_address(print, value);
	else if (value->kind == FXR_VALUE_STRUCT && show_of(value) == FXG_PAIR)
		print_pair(print, value);
	else
		return false;
	return true;
}
