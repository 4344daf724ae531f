/* SPDX-License-Identifier: MIT */
/*
 * LD_PRELOAD and FXTRACE_* over an exec, see environ.h. It works on copies: a
 * program may write its title over the environment that it was started with.
 */
#include "preload/config/environ.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>

#include "preload/symbol/peek.h"
#include "writer/bytes.h"
#include "writer/engine.h"
#include "writer/sys.h"

#define PREFIX "FXTRACE_"
#define PRELOAD "LD_PRELOAD="
/* Its value: bytes at LD_PRELOAD's end that the program shall see, or NONE. */
#define HIDE "FXTRACE_HIDE="
#define NONE '-'
#define LIBRARY "libfxtrace.so"
#define MAX_COPIES 32u
#define MAX_SPACE_BYTES (256u * 1024)
#define DIGITS 12u

static struct {
	const char *preload; /* "LD_PRELOAD=..." */
	const char *library; /* this one's entry in it, NULL = another name */
	size_t n_library;
	const char *path; /* the same, if it needs no expansion */
	const char *copies[MAX_COPIES];
	unsigned n_copies;
	bool follows; /* missing variables are put back */
} ours;

static __attribute__((noinline)) bool begins(const char *text,
					     const char *prefix)
{
	while (*prefix && *text == *prefix) {
		text++;
		prefix++;
	}
	return !*prefix;
}

static bool is_ours(const char *variable)
{
	return begins(variable, PREFIX) || begins(variable, PRELOAD);
}

/* Bytes of an entry of LD_PRELOAD. */
static size_t entry_length(const char *entry)
{
	size_t n = 0;

	while (entry[n] && entry[n] != ':' && entry[n] != ' ')
		n++;
	return n;
}

/* The next entry with the ending `end`, or NULL. */
static const char *find_entry(const char *value, const char *end, size_t n_end)
{
	while (*value) {
		size_t n = entry_length(value);

		if (n >= n_end && fxw_equal(value + n - n_end, end, n_end))
			return value;
		value += n + (value[n] != 0);
	}
	return NULL;
}

/* `to` has space for it. */
static void copy_library(char *to)
{
	size_t n;

	ours.library = find_entry(ours.preload + sizeof(PRELOAD) - 1, LIBRARY,
				  sizeof(LIBRARY) - 1);
	if (!ours.library)
		return;
	n = entry_length(ours.library);
	ours.n_library = n;
	if (ours.library[0] != '/')
		return;
	for (size_t i = 0; i < n; i++)
		if (ours.library[i] == '$')
			return;
	fxw_copy(to, ours.library, n);
	ours.path = to;
}

/* Whether that LD_PRELOAD loads us. The program may have added to it. */
static bool loads_us(const char *preload)
{
	return fxw_same(preload, ours.preload) ||
	       (ours.library && find_entry(preload + sizeof(PRELOAD) - 1,
					   ours.library, ours.n_library));
}

static char *copy_variable(char *to, const char *variable)
{
	size_t n = fxw_length(variable) + 1;

	fxw_copy(to, variable, n);
	if (begins(variable, PRELOAD))
		ours.preload = to;
	else if (!begins(variable, HIDE) && ours.n_copies < MAX_COPIES)
		ours.copies[ours.n_copies++] = to;
	return to + n;
}

void fxp_environ_copy(char *const *envp, bool follows)
{
	size_t n_bytes = 0;
	char *memory;

	ours.follows = follows;
	for (char *const *e = envp; e && *e; e++)
		if (is_ours(*e))
			n_bytes += fxw_length(*e) + 1;
	memory = sys_mmap(NULL, 2 * n_bytes + 1, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!sys_mapped(memory))
		return; /* then nothing is put back */
	for (char *const *e = envp; e && *e; e++)
		if (is_ours(*e))
			memory = copy_variable(memory, *e);
	if (ours.preload)
		copy_library(memory);
}

static const char *find_variable(char *const *envp, const char *prefix)
{
	for (; envp && *envp; envp++)
		if (begins(*envp, prefix))
			return *envp;
	return NULL;
}

static size_t read_number(const char *text)
{
	size_t n = 0;

	for (; *text >= '0' && *text <= '9'; text++)
		n = n * 10 + (size_t)(*text - '0');
	return n;
}

/* Restores the program's own LD_PRELOAD: the last n bytes of the given one. */
static void restore_preload(char *variable, size_t n)
{
	size_t n_value = fxw_length(variable) - (sizeof(PRELOAD) - 1);
	char *value = variable + sizeof(PRELOAD) - 1;

	for (size_t i = 0; n <= n_value && i <= n; i++)
		value[i] = value[n_value - n + i];
}

bool fxp_environ_hide(char **envp)
{
	const char *hide = find_variable(envp, HIDE);
	char **to = envp;
	bool has_none;

	if (!hide)
		return false;
	hide += sizeof(HIDE) - 1;
	has_none = *hide == NONE;
	for (char **e = envp; *e; e++) {
		if (begins(*e, PRELOAD) && !has_none) {
			restore_preload(*e, read_number(hide));
			*to++ = *e;
		} else if (!is_ours(*e)) {
			*to++ = *e;
		}
	}
	*to = NULL;
	return true;
}

/* Whether envp has a variable of the same name. What the program itself sets is
 * what it wants (it may be `fxtrace record`). */
static bool is_given(char *const *envp, const char *variable)
{
	size_t n = 0;

	while (variable[n] && variable[n] != '=')
		n++;
	for (; envp && *envp; envp++)
		if (fxw_length_max(*envp, n + 1) > n &&
		    fxw_equal(*envp, variable, n + 1))
			return true;
	return false;
}

/* Whether envp lacks any of our variables. */
static bool is_incomplete(char *const *envp)
{
	const char *preload = find_variable(envp, PRELOAD);

	if (!preload || !loads_us(preload))
		return true;
	for (unsigned i = 0; i < ours.n_copies; i++)
		if (!is_given(envp, ours.copies[i]))
			return true;
	return false;
}

/* Whether the new program could not load us, as after chroot(). Its dynamic
 * linker would complain. */
static bool is_out_of_reach(void)
{
	return ours.path && !fxw_engine.no_system_calls &&
	       sys_faccessat(AT_FDCWD, ours.path, 4 /* R_OK */) != 0;
}

/* Copies LD_PRELOAD without us; false: nothing is left. */
static bool put_others(char *to, const char *preload)
{
	char *first = to + sizeof(PRELOAD) - 1;
	const char *entry = preload + sizeof(PRELOAD) - 1;

	fxw_copy(to, preload, sizeof(PRELOAD) - 1);
	to = first;
	while (*entry) {
		size_t n = entry_length(entry);

		if (n && !(n == ours.n_library &&
			   fxw_equal(entry, ours.library, n))) {
			if (to > first)
				*to++ = ':';
			fxw_copy(to, entry, n);
			to += n;
		}
		entry += n + (entry[n] != 0);
	}
	*to = 0;
	return to > first;
}

static size_t count_variables(char *const *envp)
{
	size_t n = 0;

	while (envp && envp[n])
		n++;
	return n;
}

static char *const *without_us(char *const *envp, void *space)
{
	char **array = space, **to = array;
	size_t n = count_variables(envp);

	for (; *envp; envp++)
		if (!begins(*envp, PRELOAD))
			*to++ = *envp;
		else if (put_others((char *)(array + n + 1), *envp))
			*to++ = (char *)(array + n + 1);
	*to = NULL;
	return array;
}

#define PAGE_BYTES 4096u

/* Whether the byte can be read, whose page may be the one that was last. */
static bool is_there(uintptr_t *last_page, const void *p)
{
	uintptr_t page = (uintptr_t)p & ~(uintptr_t)(PAGE_BYTES - 1);

	if (page == *last_page)
		return true;
	if (!fxp_peek_page(p))
		return false;
	*last_page = page;
	return true;
}

/* Whether the kernel can read the environment. If not, the real call has to
 * report it, and we must not read it. Most texts are next to each other. */
static __attribute__((noinline)) bool is_memory(char *const *envp)
{
	uintptr_t array_page = 1, text_page = 1; /* none */

	for (;; envp++) {
		if (!is_there(&array_page, envp) ||
		    !is_there(&array_page, (const char *)(envp + 1) - 1))
			return false;
		if (!*envp)
			return true;
		if (!is_there(&text_page, *envp))
			return false;
	}
}

size_t fxp_environ_capacity(char *const *envp, const char *more,
			    bool leave_us_out)
{
	const char *preload;
	size_t n_bytes;

	if (!ours.preload ||
	    (envp && !fxw_engine.no_system_calls && !is_memory(envp)))
		return 0;
	preload = find_variable(envp, PRELOAD);
	/* with `more` and the NULL */
	n_bytes = (count_variables(envp) + 2) * sizeof(char *);
	if (leave_us_out || is_out_of_reach()) {
		if (!preload || !loads_us(preload))
			return 0;
		return n_bytes + fxw_length(preload) + 1;
	}
	if (!ours.n_copies || !ours.follows)
		return 0;
	if (is_incomplete(envp))
		n_bytes += (ours.n_copies + 2) * sizeof(char *) +
			   fxw_length(ours.preload) + sizeof(HIDE) + DIGITS + 2;
	else if (!more)
		return 0;
	if (preload)
		n_bytes += fxw_length(preload);
	return n_bytes <= MAX_SPACE_BYTES ? n_bytes : 0;
}

/* Memory that a thread has lent, to itself or to a vfork child. */
static __thread struct {
	void *memory;
	size_t n_bytes;
	int tid; /* the borrower, 0 = none */
} lent __attribute__((tls_model("initial-exec")));

static void unmap_lent(void)
{
	if (lent.memory)
		(void)sys_munmap(lent.memory, lent.n_bytes);
	lent.memory = NULL;
}

void *fxp_environ_borrow(size_t n_bytes)
{
	int tid;

	if (fxw_engine.no_system_calls)
		return NULL;
	tid = sys_gettid();
	if (lent.tid == tid)
		return NULL;
	lent.tid = tid;
	if (lent.memory && lent.n_bytes >= n_bytes)
		return lent.memory;
	unmap_lent();
	lent.n_bytes = n_bytes;
	lent.memory = sys_mmap(NULL, n_bytes, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (sys_mapped(lent.memory))
		return lent.memory;
	lent.memory = NULL;
	lent.tid = 0;
	return NULL;
}

void fxp_environ_give_back(void *space)
{
	if (!space)
		return;
	unmap_lent();
	lent.tid = 0;
}

static char *put_text(char *to, const char *text)
{
	size_t n = fxw_length(text);

	fxw_copy(to, text, n + 1);
	return to + n;
}

static char *put_number(char *to, size_t n)
{
	char digits[DIGITS];
	unsigned i = DIGITS;

	digits[--i] = 0;
	do
		digits[--i] = (char)('0' + n % 10);
	while (n /= 10);
	return put_text(to, digits + i);
}

/* Our LD_PRELOAD, and then the program's entries. Only the program's value if
 * it loads us. */
static char *put_preload(char *to, const char *theirs, size_t *n_theirs)
{
	*n_theirs = 0;
	if (theirs && loads_us(theirs)) {
		*n_theirs = fxw_length(theirs) - (sizeof(PRELOAD) - 1);
		return put_text(to, theirs);
	}
	to = put_text(to, ours.preload);
	if (!theirs)
		return to;
	theirs += sizeof(PRELOAD) - 1;
	*n_theirs = fxw_length(theirs);
	if (*n_theirs) {
		*to++ = ':';
		to = put_text(to, theirs);
	}
	return to;
}

/* envp is complete: adds only `more`. */
static char *const *with_more(char *const *envp, void *space, const char *more)
{
	char **array = space, **to = array;

	while (*envp)
		*to++ = *envp++;
	*to++ = (char *)(uintptr_t)more;
	*to = NULL;
	return array;
}

/*
 * The program's own variables stay in front and in order. If they include some
 * of ours, ours are shown. They are hidden only if it set none of them.
 */
char *const *fxp_environ_complete(char *const *envp, void *space,
				  const char *more, bool leave_us_out)
{
	const char *theirs = find_variable(envp, PRELOAD);
	bool is_shown = find_variable(envp, PREFIX) != NULL;
	char **array = space, **to = array;
	size_t n = count_variables(envp), n_theirs;
	char *text;

	if (leave_us_out || is_out_of_reach())
		return without_us(envp, space);
	if (more && !is_incomplete(envp))
		return with_more(envp, space, more);
	text = (char *)(array + n + ours.n_copies + 4);
	for (size_t i = 0; i < n; i++)
		if (!begins(envp[i], PRELOAD) && !begins(envp[i], HIDE))
			*to++ = envp[i];
	*to++ = text;
	text = put_preload(text, theirs, &n_theirs) + 1;
	for (unsigned i = 0; i < ours.n_copies; i++)
		if (!is_given(envp, ours.copies[i]))
			*to++ = (char *)(uintptr_t)ours.copies[i];
	if (!is_shown) {
		*to++ = text;
		text = put_text(text, HIDE);
		if (theirs)
			(void)put_number(text, n_theirs);
		else
			text[0] = NONE, text[1] = 0;
	}
	if (more)
		*to++ = (char *)(uintptr_t)more;
	*to = NULL;
	return array;
}
