/* SPDX-License-Identifier: MIT */
/*
 * Names of archives, see path.h.
 */
#include "preload/config/path.h"

#include "writer/bytes.h"
#include "writer/large.h"
#include "writer/sys.h"

#define SUFFIX ".fxt"
#define SUFFIX_BYTES 4

struct fxp_path fxp_path FXW_LARGE;

/* A name growing in fixed storage. A failure is sticky. */
struct name {
	char *text;
	size_t n;
	bool failed;
};

static void add_text(struct name *name, const char *text, size_t n)
{
	if (name->failed || name->n + n >= FXP_PATH_BYTES) {
		name->failed = true;
		return;
	}
	fxw_copy(name->text + name->n, text, n);
	name->n += n;
	name->text[name->n] = 0;
}

static void add_number(struct name *name, uint32_t value)
{
	char digits[10];
	unsigned n = sizeof(digits);

	do {
		digits[--n] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	add_text(name, digits + n, sizeof(digits) - n);
}

/* comm may contain a slash (kworker/0:1, or a program's own name). */
static void add_comm(struct name *name, const char *comm)
{
	for (; *comm; comm++)
		add_text(name, *comm == '/' ? "_" : comm, 1);
}

static void expand_pattern(struct name *name, const char *pattern, uint32_t pid,
			   const char *comm)
{
	for (const char *p = pattern; *p; p++) {
		if (p[0] == '%' && p[1] == 'p') {
			add_number(name, pid);
			p++;
		} else if (p[0] == '%' && p[1] == 'c') {
			add_comm(name, comm);
			p++;
		} else if (p[0] == '%' && p[1] == '%') {
			add_text(name, "%", 1);
			p++;
		} else {
			add_text(name, p, 1);
		}
	}
}

static void add_folder(struct name *name)
{
	long n = sys_getcwd(name->text, FXP_PATH_BYTES);

	if (n <= 1 || name->text[0] != '/') {
		name->failed = true;
		return;
	}
	name->n = (size_t)n - 1; /* without its NUL */
	if (name->text[name->n - 1] != '/')
		add_text(name, "/", 1);
}

static void name_first(struct name *name, const char *output, uint32_t pid,
		       const char *comm)
{
	if (!output)
		output = FXP_OUTPUT_DEFAULT;
	if (output[0] != '/')
		add_folder(name);
	expand_pattern(name, output, pid, comm);
	if (!name->failed && name->text[name->n - 1] == '/')
		expand_pattern(name, FXP_OUTPUT_DEFAULT, pid, comm);
	fxp_path.has_suffix = !name->failed && name->n > SUFFIX_BYTES &&
			      fxw_equal(name->text + name->n - SUFFIX_BYTES,
					SUFFIX, SUFFIX_BYTES);
	if (fxp_path.has_suffix) {
		name->n -= SUFFIX_BYTES;
		name->text[name->n] = 0;
	}
}

bool fxp_path_name(const struct fxp_session *session, const char *output,
		   uint32_t pid, const char *comm)
{
	struct name name = {fxp_path.stem, 0, false};

	if (session->is_joined) {
		add_text(&name, session->base, fxw_length(session->base));
		add_text(&name, ".", 1);
		add_number(&name, pid);
		fxp_path.has_suffix = true;
	} else {
		name_first(&name, output, pid, comm);
	}
	return !name.failed;
}

bool fxp_path_try(uint32_t n)
{
	struct name name = {fxp_path.archive, 0, false};

	add_text(&name, fxp_path.stem, fxw_length(fxp_path.stem));
	if (n) {
		add_text(&name, ".", 1);
		add_number(&name, n);
	}
	if (fxp_path.has_suffix)
		add_text(&name, SUFFIX, SUFFIX_BYTES);
	return !name.failed;
}
