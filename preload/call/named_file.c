/* SPDX-License-Identifier: MIT */
/*
 * Calls that concern files of some names, see named_file.h.
 *
 * When a call has closed a descriptor or a stream, it is too late to look up
 * what that was. So the latest verdict about each is kept: about descriptors in
 * a set of bits, about streams in a small table of addresses. A call that
 * returns one sets its verdict again. Threads that race for a descriptor race
 * for the verdict, too.
 */
#include "preload/call/named_file.h"

#include <fcntl.h>

#include "preload/runtime/readable.h"
#include "preload/symbol/error.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "preload/value/capture.h"
#include "writer/bytes.h"
#include "writer/engine.h"
#include "writer/large.h"
#include "writer/path_globs.h"
#include "writer/sys.h"

#define N_DESCRIPTORS 4096u
#define N_STREAMS 1024u
#define PROBES 16u
/* Texts of paths: too large for a small stack. */
#define N_TEXTS 16u
#define TEXT_BYTES 4096u

static const char *globs;
static uint64_t fitting[N_DESCRIPTORS / 64];   /* bits: descriptors */
static FXW_LARGE uintptr_t streams[N_STREAMS]; /* those that fit; 0: free */
static FXW_LARGE char texts[N_TEXTS][TEXT_BYTES];
static uint32_t texts_taken; /* bits */

/* What a value is to this filter. */
enum role { OTHER, PATH, DESCRIPTOR, STREAM, FOLDER };

static bool is_space(const struct fxg_table *table, const struct fxg_type *type,
		     const char *space)
{
	return type->class == FXG_HANDLE &&
	       fxw_same(table->text + type->space, space);
}

static enum role role_of_type(const struct fxg_table *table, uint16_t index)
{
	const struct fxg_type *type = &table->types[index];

	if (is_space(table, type, "fd"))
		return DESCRIPTOR;
	if (is_space(table, type, "FILE"))
		return STREAM;
	return is_space(table, type, "DIR") ? FOLDER : OTHER;
}

static enum role role_of(const struct fxg_table *table,
			 const struct fxg_function *f, unsigned i)
{
	const struct fxg_param *param = &table->params[f->first_param + i];

	if (param->is_path)
		return PATH;
	/* AT_FDCWD or a folder */
	if (table->types[param->type].class == FXG_ENUM &&
	    i + 1 < f->n_params && param[1].is_path)
		return DESCRIPTOR;
	return role_of_type(table, param->type);
}

bool fxp_named_files_concern(const struct fxg_table *table,
			     const struct fxg_function *f)
{
	for (unsigned i = 0; i < f->n_params; i++)
		if (role_of(table, f, i) != OTHER)
			return true;
	return role_of_type(table, f->ret_type) != OTHER;
}

bool fxp_named_files_are_on(void)
{
	return globs != NULL;
}

/* A text of our own, or NULL: handlers and threads have all of them. */
static char *take_text(void)
{
	uint32_t taken = __atomic_load_n(&texts_taken, __ATOMIC_RELAXED);

	for (;;) {
		unsigned i = (unsigned)__builtin_ctz(~taken);

		if (~taken << (32 - N_TEXTS) == 0)
			return NULL;
		/* acquire: pairs with the release in give_text */
		if (__atomic_compare_exchange_n(
			    &texts_taken, &taken, taken | 1u << i, false,
			    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return texts[i];
	}
}

static void give_text(const char *text)
{
	unsigned i = (unsigned)((text - texts[0]) / TEXT_BYTES);

	/* release: its use before; pairs with the acquire in take_text */
	__atomic_fetch_and(&texts_taken, ~(1u << i), __ATOMIC_RELEASE);
}

/* The path of a descriptor; AT_FDCWD: the current folder. Its length, 0: none.
 */
static size_t read_link(int fd, char *text)
{
	char path[32] = "/proc/self/cwd", digits[10];
	size_t at = 11;
	unsigned n = 0;
	long length;

	if (fxw_engine.no_system_calls || (fd < 0 && fd != AT_FDCWD))
		return 0;
	if (fd >= 0) {
		fxw_copy(path, "/proc/self/fd/", 14);
		at = 14;
		do
			digits[n++] = (char)('0' + fd % 10);
		while (fd /= 10);
		while (n)
			path[at++] = digits[--n];
		path[at] = 0;
	}
	length = sys_readlinkat(AT_FDCWD, path, text, TEXT_BYTES);
	return length > 0 ? (size_t)length : 0;
}

static void set_descriptor(int fd, bool fits)
{
	uint64_t bit = 1ull << fd % 64;

	if (fd < 0 || (unsigned)fd >= N_DESCRIPTORS)
		return;
	if (fits)
		__atomic_fetch_or(&fitting[fd / 64], bit, __ATOMIC_RELAXED);
	else
		__atomic_fetch_and(&fitting[fd / 64], ~bit, __ATOMIC_RELAXED);
}

/* The latest verdict. */
static bool had_descriptor(int fd)
{
	return fd >= 0 && (unsigned)fd < N_DESCRIPTORS &&
	       __atomic_load_n(&fitting[fd / 64], __ATOMIC_RELAXED) >> fd % 64 &
		       1;
}

/* What it is now. If it is nothing any more, it has no verdict either. */
static bool descriptor_fits(int fd)
{
	char *text = fd >= 0 || fd == AT_FDCWD ? take_text() : NULL;
	size_t n = text ? read_link(fd, text) : 0;
	bool fits = n && fxw_path_globs_fit(globs, text, n);

	if (text) {
		set_descriptor(fd, fits);
		give_text(text);
	}
	return fits;
}

/* What the call was given: it may have closed it, or made it another one. */
static bool given_fits(int fd)
{
	bool had = had_descriptor(fd);

	return (fd >= 0 && descriptor_fits(fd)) | had;
}

static uintptr_t *place_of(uintptr_t stream, uintptr_t wanted)
{
	uint64_t hash = stream * 0x9e3779b97f4a7c15ull >> 32;

	for (unsigned i = 0; i < PROBES; i++) {
		uintptr_t *place = &streams[(hash + i) % N_STREAMS];

		if (__atomic_load_n(place, __ATOMIC_RELAXED) == wanted)
			return place;
	}
	return NULL;
}

static void set_stream(uintptr_t stream, bool fits)
{
	uintptr_t *place = place_of(stream, stream), free = 0;

	if (!fits && place)
		__atomic_store_n(place, 0, __ATOMIC_RELAXED);
	if (!fits || place)
		return;
	place = place_of(stream, 0);
	if (place)
		(void)__atomic_compare_exchange_n(place, &free, stream, false,
						  __ATOMIC_RELAXED,
						  __ATOMIC_RELAXED);
}

static int descriptor_of(uintptr_t stream, enum role role)
{
	const char *name = role == STREAM ? "fileno" : "dirfd";
	int (*find)(void *) =
		(int (*)(void *))fxp_real_find(name, fxp_symbol_hash(name));
	int *error = fxp_error_address(), before = *error;
	int fd = find ? find((void *)stream) : -1;

	*error = before;
	return fd;
}

/* is_gone: the call has closed it */
static bool stream_fits(uintptr_t stream, enum role role, bool is_gone)
{
	bool fits;

	if (!stream)
		return false;
	if (is_gone)
		return place_of(stream, stream) != NULL;
	fits = descriptor_fits(descriptor_of(stream, role));
	set_stream(stream, fits);
	return fits;
}

/* The whole path without "." and "..", a relative one behind its folder's. */
static bool whole_fits(struct fxp_source *s, const char *path, size_t n,
		       int folder)
{
	char *text = take_text();
	bool is_whole = *path == '/', fits = false;
	size_t at = text && !is_whole ? read_link(folder, text) : 0;

	if (text && (at || is_whole) && at + 1 + n < TEXT_BYTES) {
		text[at++] = '/';
		if (fxp_readable(s, path, n)) {
			fxw_copy(text + at, path, n);
			n = fxw_path_clean(text, at + n);
			fits = fxw_path_globs_fit(globs, text, n);
		}
	}
	if (text)
		give_text(text);
	return fits;
}

/* folder: the argument before it, if that is a descriptor, or AT_FDCWD */
static bool path_fits(struct fxp_source *s, const char *path, int folder)
{
	size_t n = 0;

	if (!path || !fxp_string_length(s, path, TEXT_BYTES, FXP_QUERY, &n) ||
	    !n)
		return false;
	if (fxw_path_globs_fit(globs, path, n))
		return true;
	/* the current folder is the one that it has changed to */
	if (fxw_same(s->table->text + s->table->strings[s->function->name],
		     "chdir"))
		return descriptor_fits(AT_FDCWD);
	return whole_fits(s, path, n, folder);
}

static bool param_fits(struct fxp_source *s, unsigned i)
{
	const struct fxg_function *f = s->function;
	enum role role = role_of(s->table, f, i);
	int folder = AT_FDCWD;

	switch (role) {
	case PATH:
		if (i && role_of(s->table, f, i - 1) == DESCRIPTOR)
			folder = (int)s->slot[i - 1];
		return path_fits(s, (const char *)s->slot[i], folder);
	case DESCRIPTOR:
		return given_fits((int)s->slot[i]);
	case STREAM:
		return stream_fits(s->slot[i], role,
				   f->stream == FXG_STREAM_CLOSED);
	case FOLDER:
		return stream_fits(
			s->slot[i], role,
			fxw_same(s->table->text + s->table->strings[f->name],
				 "closedir"));
	default:
		return false;
	}
}

static bool result_fits(const struct fxp_source *s)
{
	uint64_t ret = s->slot[s->function->n_params];
	enum role role = role_of_type(s->table, s->function->ret_type);

	if (role == DESCRIPTOR)
		return (int)ret >= 0 && descriptor_fits((int)ret);
	return (role == STREAM || role == FOLDER) &&
	       stream_fits(ret, role, false);
}

bool fxp_named_files_fit(const struct fxp_slot *cell, const uint64_t *slot,
			 bool has_returned)
{
	struct fxp_source s = {.api = cell->api,
			       .table = cell->api->table,
			       .cell = cell,
			       .slot = slot};
	bool fits = false;

	s.function = &s.table->functions[cell - cell->api->slots];
	/* all of them: each updates its verdict */
	for (unsigned i = 0; i < s.function->n_params; i++)
		fits |= param_fits(&s, i);
	return fits | (has_returned && result_fits(&s));
}

void fxp_named_files_use(const char *list)
{
	globs = list;
	/* what was inherited may be closed before it is used */
	for (int fd = 0; list && fd < 64; fd++)
		(void)descriptor_fits(fd);
}
