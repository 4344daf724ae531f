/* SPDX-License-Identifier: MIT */
/*
 * Facts of the process, see facts.h. They come from the kernel by our own
 * system calls, never from the program's libc.
 */
#include "preload/schema/facts.h"

#include <fcntl.h>

#include "preload/arch/names.h"
#include "preload/schema/entry.h"
#include "preload/schema/loaded.h"
#include "preload/schema/sign.h"
#include "preload/symbol/libc.h"
#include "preload/symbol/modules.h"
#include "preload/symbol/real.h"
#include "preload/symbol/stack_module.h"
#include "preload/symbol/symbol.h"
#include "writer/describe.h"
#include "writer/engine.h"
#include "writer/large.h"
#include "writer/record.h"
#include "writer/sys.h"
#include "writer/thread.h"

#define MAX_DESCRIPTORS 64
#define CMDLINE_BYTES 8192
#define PATH_BYTES 4096

/* Only used at start, by one thread, and too large for its stack. */
static struct {
	char path[PATH_BYTES];
	char cwd[PATH_BYTES];
	char cmdline[CMDLINE_BYTES];
	char status[1024];
} scratch FXW_LARGE;

static uint32_t module_lock; /* 1: a thread uses them, others skip */
static uint32_t n_modules_emitted;
static uint32_t n_modules_omitted; /* at most, in one walk */

static long read_file(const char *path, char *bytes, size_t space)
{
	int fd = sys_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
	long n = 0;

	if (fd < 0)
		return 0;
	while ((size_t)n < space) {
		long got = sys_read(fd, bytes + n, space - (size_t)n);

		if (got <= 0)
			break;
		n += got;
	}
	(void)sys_close(fd);
	return n;
}

/* argv as an array of strings in apitrace's value encoding. */
static void arg_argv(struct fxw_record *r, size_t n_bytes)
{
	const char *text = scratch.cmdline;
	size_t n_strings = 0, size = 0;
	uint8_t *at;

	for (size_t i = 0; i < n_bytes; n_strings++) {
		size_t n = fxw_length_max(text + i, n_bytes - i);

		size += 1 + fxp_varint_bytes(n) + n;
		i += n + 1;
	}
	size += 1 + fxp_varint_bytes(n_strings);
	at = fxw_arg_blob(r, FXW_NAME("argv"), (uint32_t)size);
	if (!at)
		return;
	*at++ = 0x0b;
	at = fxp_put_varint(at, n_strings);
	for (size_t i = 0; i < n_bytes;) {
		size_t n = fxw_length_max(text + i, n_bytes - i);

		*at++ = 0x07;
		at = fxp_put_varint(at, n);
		fxw_copy(at, text + i, n);
		at += n;
		i += n + 1;
	}
}

/* Only the kernel's status file has the mask: a query by umask() would change
 * it for an instant. */
static uint32_t read_umask(void)
{
	static const char label[] = "\nUmask:\t";
	long n = read_file("/proc/self/status", scratch.status,
			   sizeof(scratch.status));
	uint32_t mask = 0;

	for (long i = 0; i + (long)sizeof(label) < n; i++) {
		const char *p = scratch.status + i;

		if (*p != '\n' || !fxw_equal(p, label, sizeof(label) - 1))
			continue;
		for (p += sizeof(label) - 1; *p >= '0' && *p <= '7'; p++)
			mask = mask * 8 + (uint32_t)(*p - '0');
		return mask;
	}
	return 0;
}

struct process_fact {
	const char *session;
	const char *libc; /* and its version, NULL if unknown */
	size_t cmdline_bytes;
	uint32_t umask, uid, ppid;
	const char *exe;
	uint32_t exe_bytes;
	size_t cwd_bytes;	/* of scratch.cwd */
	const void *streams[3]; /* stdin, stdout, stderr */
};

static void build_process(struct fxw_record *r, const void *what)
{
	const struct process_fact *fact = what;

	fxw_arg_uint32(r, FXW_NAME(FXW_ARG_SCHEMA), FXW_SCHEMA_VERSION);
	fxw_arg_string(r, FXW_NAME("version"), FXP_VERSION,
		       sizeof(FXP_VERSION) - 1);
	if (fact->libc)
		fxw_arg_string(r, FXW_NAME("libc"), fact->libc,
			       fxw_length(fact->libc));
	fxw_arg_string(r, FXW_NAME("arch"), FXP_ARCH, sizeof(FXP_ARCH) - 1);
	if (fact->exe_bytes)
		fxp_arg_text(r, FXW_NAME("exe"), fact->exe, fact->exe_bytes);
	arg_argv(r, fact->cmdline_bytes);
	if (fact->cwd_bytes)
		fxp_arg_text(r, FXW_NAME("cwd"), scratch.cwd, fact->cwd_bytes);
	fxw_arg_uint32(r, FXW_NAME("umask"), fact->umask);
	fxw_arg_uint32(r, FXW_NAME("uid"), fact->uid);
	fxw_arg_uint32(r, FXW_NAME("ppid"), fact->ppid);
	if (fxw_engine.koid != fxw_engine.pid)
		fxw_arg_uint32(r, FXW_NAME(FXW_ARG_PID), fxw_engine.pid);
	fxw_arg_uint64(r, FXW_NAME("stdin"), (uintptr_t)fact->streams[0]);
	fxw_arg_uint64(r, FXW_NAME("stdout"), (uintptr_t)fact->streams[1]);
	fxw_arg_uint64(r, FXW_NAME("stderr"), (uintptr_t)fact->streams[2]);
	fxp_arg_text(r, FXW_NAME("session"), fact->session,
		     fxw_length(fact->session));
}

static void build_config(struct fxw_record *r, const void *what)
{
	const struct fxp_config *config = what;

	if (config->calls)
		fxp_arg_text(r, FXW_NAME("calls"), config->calls,
			     fxw_length(config->calls));
	fxw_arg_uint64(r, FXW_NAME("buffer"), config->buffer_bytes);
	fxw_arg_uint64(r, FXW_NAME("string_max"), config->string_max_bytes);
	fxw_arg_uint64(r, FXW_NAME("blob_max"), config->blob_max_bytes);
	if (config->stack) {
		fxp_arg_text(r, FXW_NAME("stack"), config->stack,
			     fxw_length(config->stack));
		fxw_arg_uint32(r, FXW_NAME("stack_depth"), config->stack_depth);
	}
	if (config->for_replay)
		fxw_arg_bool(r, FXW_NAME("for_replay"), true);
}

static void build_table(struct fxw_record *r, const void *what)
{
	const struct fxp_api *api = what;
	const struct fxg_table *t = api->table;

	fxw_arg_string(r, FXW_NAME("api"), t->api, fxw_length(t->api));
	fxw_arg_string(r, FXW_NAME("soname"), t->soname, fxw_length(t->soname));
	fxw_arg_string(r, FXW_NAME("build_id"), t->build_id,
		       fxw_length(t->build_id));
	fxw_arg_uint32(r, FXW_NAME("string_base"), api->string_base);
	fxw_arg_uint32(r, FXW_NAME("type_base"), api->type_base);
}

void fxp_facts_table(const struct fxp_api *api)
{
	if (fxw_engine.control)
		(void)fxw_describe(FXW_CATEGORY_FACT, "table", build_table,
				   api);
}

struct descriptor_fact {
	int fd;
	const char *target;
	size_t n_bytes;
};

static void build_descriptor(struct fxw_record *r, const void *what)
{
	const struct descriptor_fact *fact = what;

	fxw_arg_int32(r, FXW_NAME("fd"), fact->fd);
	fxp_arg_text(r, FXW_NAME("target"), fact->target, fact->n_bytes);
}

struct directory_entry {
	uint64_t ino;
	int64_t off;
	uint16_t bytes;
	uint8_t type;
	char name[];
};

static void emit_descriptor(int dir, const char *name)
{
	struct descriptor_fact fact = {0, scratch.path, 0};
	long n;

	for (const char *p = name; *p; p++) {
		if (*p < '0' || *p > '9')
			return;
		fact.fd = fact.fd * 10 + (*p - '0');
	}
	if (fact.fd == dir)
		return;
	n = sys_readlinkat(dir, name, scratch.path, PATH_BYTES);
	if (n <= 0)
		return;
	fact.n_bytes = (size_t)n;
	(void)fxw_describe(FXW_CATEGORY_FACT, "descriptor", build_descriptor,
			   &fact);
}

/* Emits the inherited descriptors: standard streams and others. */
static void emit_descriptors(void)
{
	int dir = sys_openat(AT_FDCWD, "/proc/self/fd",
			     O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	int n_emitted = 0;
	long n;

	if (dir < 0)
		return;
	while ((n = sys_getdents64(dir, scratch.status,
				   sizeof(scratch.status))) > 0) {
		for (long at = 0; at < n && n_emitted < MAX_DESCRIPTORS;) {
			struct directory_entry *entry =
				(struct directory_entry *)(scratch.status + at);

			emit_descriptor(dir, entry->name);
			n_emitted++;
			at += entry->bytes;
		}
	}
	(void)sys_close(dir);
}

static void build_exit(struct fxw_record *r, const void *what)
{
	fxw_arg_int32(r, FXW_NAME("status"), *(const int *)what);
}

void fxp_facts_exit(int status)
{
	if (!fxw_durable_last_event(FXW_CATEGORY_FACT, "exit", build_exit,
				    &status))
		(void)fxw_describe(FXW_CATEGORY_FACT, "exit", build_exit,
				   &status);
}

/* MODULE entry: see writer/wire.h and the reader's types. */
struct module_fact {
	struct fxp_module *module;
	uint32_t id;
	uint64_t ticks;
};

static void build_module(struct fxw_record *r, const void *what)
{
	const struct module_fact *fact = what;
	struct fxp_module *m = fact->module;
	size_t n_path = fxw_length(m->path);
	size_t body = 8 + fxp_varint_bytes(n_path) + n_path +
		      fxp_varint_bytes(m->build_id_bytes) + m->build_id_bytes +
		      16;
	uint8_t *at = fxp_put_entry(r, FXW_ENTRY_MODULE, fact->id, body);

	if (!at)
		return;
	fxw_store8(at, m->base);
	at = fxp_put_varint(at + 8, n_path);
	fxw_copy(at, m->path, n_path);
	at = fxp_put_varint(at + n_path, m->build_id_bytes);
	fxw_copy(at, m->build_id, m->build_id_bytes);
	fxw_store8(at + m->build_id_bytes, fact->ticks);
	fxw_store8(at + m->build_id_bytes + 8, m->bytes);
}

uint32_t fxp_facts_n_modules(void)
{
	return __atomic_load_n(&n_modules_emitted, __ATOMIC_RELAXED);
}

bool fxp_facts_has_module(uintptr_t address)
{
	return fxp_loaded_has(address);
}

/* Only one thread at a time uses these statics. False: another one does. */
static bool lock_modules(void)
{
	uint32_t unlocked = 0;

	return !fxw_engine.no_system_calls &&
	       __atomic_compare_exchange_n(&module_lock, &unlocked, 1, false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void unlock_modules(void)
{
	__atomic_store_n(&module_lock, 0, __ATOMIC_RELEASE);
}

static bool is_there(uintptr_t address)
{
	struct fxp_stack_module module;

	return fxp_stack_module_at(address, &module);
}

void fxp_facts_modules_gone(void)
{
	if (!lock_modules())
		return;
	fxp_loaded_prune(is_there);
	unlock_modules();
}

/* False: there is no memory to remember it, and it would be emitted by each
 * walk. */
static bool emit_new_module(struct fxp_module *module, uint64_t key)
{
	struct module_fact fact = {module, n_modules_emitted, fxw_ticks()};

	fxp_module_describe(module);
	if (!fxp_loaded_add(key, module))
		return false;
	n_modules_emitted++;
	(void)fxw_describe(FXW_CATEGORY_SIGNATURE, FXW_EVENT_ENTRY,
			   build_module, &fact);
	return true;
}

/* Counts what was not counted in an earlier walk. */
static void note_omitted(uint32_t n)
{
	for (; n_modules_omitted < n; n_modules_omitted++)
		fxw_undescribed();
}

void fxp_facts_modules(void)
{
	static struct fxp_module module;
	static char path[PATH_BYTES];
	uint32_t n_omitted = 0;

	if (!lock_modules())
		return;
	fxw_cold_depth++;
	fxp_module_begin(&module, path, sizeof(path));
	while (fxp_module_next_name(&module)) {
		uint64_t key = fxp_loaded_key(&module);

		if (!fxp_loaded_find(key) && !emit_new_module(&module, key))
			n_omitted++;
	}
	note_omitted(n_omitted + fxp_module_is_cut(&module));
	fxw_cold_depth--;
	unlock_modules();
}

/* The streams themselves, because the program may set the variables stdin,
 * stdout and stderr. */
static void find_streams(struct process_fact *fact)
{
	static const char names[3][16] = {"_IO_2_1_stdin_", "_IO_2_1_stdout_",
					  "_IO_2_1_stderr_"};

	for (unsigned i = 0; i < 3; i++)
		fact->streams[i] = fxp_real_find_staying(
			names[i], fxp_symbol_hash(names[i]));
}

/* Queries the kernel once: a fact is built twice, measured and written. */
static void query_kernel(struct process_fact *fact)
{
	long n;

	fact->cmdline_bytes = (size_t)read_file("/proc/self/cmdline",
						scratch.cmdline, CMDLINE_BYTES);
	fact->umask = read_umask();
	fact->uid = sys_getuid();
	fact->ppid = fxw_engine.parent_koid ? fxw_engine.parent_koid
					    : (uint32_t)sys_getppid();
	fact->exe = fxp_program_path(&fact->exe_bytes);
	n = sys_getcwd(scratch.cwd, PATH_BYTES);
	fact->cwd_bytes = n > 1 ? (size_t)n - 1 : 0; /* without its NUL */
}

void fxp_facts_start(const struct fxp_config *config, const char *session)
{
	struct process_fact fact = {.session = session,
				    .libc = fxp_libc_text()};

	query_kernel(&fact);
	find_streams(&fact);
	(void)fxw_describe(FXW_CATEGORY_FACT, "process", build_process, &fact);
	(void)fxw_describe(FXW_CATEGORY_FACT, "config", build_config, config);
	for (struct fxp_api *api = fxp_apis; api; api = api->next)
		(void)fxw_describe(FXW_CATEGORY_FACT, "table", build_table,
				   api);
	emit_descriptors();
	fxp_facts_modules();
}

void fxp_facts_forget(void)
{
	fxp_loaded_forget();
	n_modules_emitted = 0;
	n_modules_omitted = 0;
	module_lock = 0;
}
