/* SPDX-License-Identifier: MIT */
/*
 * Life of the recorder in one process, see process.h.
 *
 * It starts at the first call after our relocation and libc's own start, often
 * in a constructor of the program's libraries, long before ours. The engine's
 * state word decides: OFF -> STARTING (one thread; others, and handlers that
 * interrupt it, pass their calls through) -> ON -> FINISHED, or FAILED.
 */
#include "preload/process/process.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/uio.h>

#include "preload/call/abandon.h"
#include "preload/call/call.h"
#include "preload/config/calls.h"
#include "preload/value/capture.h"
#include "preload/call/condition.h"
#include "preload/config/config.h"
#include "preload/runtime/flow.h"
#include "preload/runtime/life.h"
#include "preload/runtime/limits.h"
#include "preload/runtime/thread.h"
#include "preload/value/intern.h"
#include "preload/value/named.h"
#include "preload/gl/driver/api.h"
#include "preload/call/filtered.h"
#include "preload/config/manager.h"
#include "preload/config/names.h"
#include "preload/shadow/mapped.h"
#include "preload/schema/facts.h"
#include "preload/schema/host.h"
#include "preload/call/filter.h"
#include "preload/config/older.h"
#include "preload/config/path.h"
#include "preload/symbol/libc.h"
#include "preload/symbol/real.h"
#include "preload/runtime/sandbox.h"
#include "preload/value/secret.h"
#include "preload/config/session.h"
#include "preload/config/settings.h"
#include "preload/schema/sign.h"
#include "preload/schema/unrecorded.h"
#include "preload/unwind/stack.h"
#include "preload/shadow/stream.h"
#include "preload/call/trigger.h"
#include "writer/sys.h"
#include "writer/utf8.h"

#define MAX_NAME_TRIES 10000u
#define COMM_BYTES 16
#define REFUSED "refused by the kernel or a sandbox"

extern struct fxp_api fxp_libc __attribute__((visibility("hidden")));

static struct {
	struct fxp_config config;
	char ***environment; /* libc's environ */
	/* it has its own manager, which has not answered yet */
	bool has_silent_manager;
	bool has_no_stacks; /* but the configuration requires them */
} process;

/* One line in a single write, whatever its length. */
static void print_line(const char *what, const char *why, const char *end)
{
	const char *const texts[] = {"fxtrace: ", what, ": ", why, end};
	struct iovec parts[sizeof(texts) / sizeof(*texts)];

	for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		parts[i] = (struct iovec){(void *)(uintptr_t)texts[i],
					  fxw_length(texts[i])};
	/* a failure cannot be reported anywhere */
	(void)sys_writev(2, parts, sizeof(texts) / sizeof(*texts));
}

static void print_failure(const char *what, const char *why)
{
	print_line(what, why, "; not recording\n");
}

/* The reason for the number of a file system error, for the line above. */
static const char *reason_of(int error)
{
	switch (-error) {
	case EACCES:
	case EPERM:
	case EROFS:
		return "no permission to write there (set FXTRACE_OUTPUT)";
	case ENOENT:
	case ENOTDIR:
		return "no such folder (set FXTRACE_OUTPUT)";
	case ENOSPC:
	case EDQUOT:
		return "the disk is full";
	case EFBIG:
		return "larger than the file size limit (lower FXTRACE_BUFFER)";
	case ENOMEM:
		return "no memory (lower FXTRACE_BUFFER)";
	case ELOOP:
		return "its folder is reached through another user's link, or "
		       "too many";
	case ENXIO:
		return "a device or a pipe, which only a manager writes to";
	default:
		return "cannot create the archive";
	}
}

char ***fxp_process_environment(void)
{
	if (!process.environment)
		process.environment = fxp_real_find_object("__environ");
	return process.environment;
}

char *const *fxp_process_environ(void)
{
	char ***environment = fxp_process_environment();

	return environment ? *environment : NULL;
}

/* No archive, and no reason to try another name next to it, in /dev. */
static bool is_stream(const char *path)
{
	struct sys_stat st;

	return sys_fstatat(AT_FDCWD, path, &st, 0) == 0 &&
	       (st.mode & S_IFMT) != S_IFREG && (st.mode & S_IFMT) != S_IFDIR;
}

/* An older file makes way for the first process's archive, whose name was
 * given. Those of other processes have derived names. */
static int make_way(void)
{
	return fxp_session.is_joined ? -EEXIST
				     : fxp_older_keep(fxp_path.archive);
}

/* Creates the archive under its name, or the first free one. */
static int create_archive(uint32_t pid, const char *comm)
{
	struct fxw_options options = {
		.path = fxp_path.archive,
		.buffer_bytes = process.config.buffer_bytes,
		.mode = process.config.mode == FXW_CIRCULAR ? FXW_CIRCULAR
							    : FXW_ONESHOT,
		.has_stacks = process.config.stack != NULL,
		.pid = pid,
		.name = comm,
	};
	int rc = -EEXIST;

	for (uint32_t n = 0; rc == -EEXIST && n < MAX_NAME_TRIES; n++) {
		if (!fxp_path_try(n))
			return -ENAMETOOLONG;
		if (n == 0 && process.config.overwrite)
			fxp_older_remove(fxp_path.archive);
		if (n == 0 && is_stream(fxp_path.archive))
			return -ENXIO;
		rc = fxw_engine_start(&options);
		if (rc == -EEXIST && n == 0 && make_way() == 0)
			rc = fxw_engine_start(&options);
	}
	return rc;
}

static uint64_t lent_bytes(const struct fxp_config *config)
{
	if (config->has_buffer || config->mode == FXW_CIRCULAR)
		return config->buffer_bytes;
	return config->stack ? FXP_BUFFER_STACKS_BYTES
			     : FXP_BUFFER_STREAMING_BYTES;
}

/* Lends a buffer to the session's manager. False: it cannot be reached (another
 * network namespace, for example), or there is no memory. */
static bool join_manager(uint32_t pid, const char *comm)
{
	const struct fxp_config *config = &process.config;
	struct fxw_options options = {
		.socket = fxp_session.socket,
		.secret = fxp_session.secret,
		.buffer_bytes = lent_bytes(config),
		.mode = config->mode,
		.may_block = config->on_full == FXP_BLOCK,
		.has_stacks = config->stack != NULL,
		.pid = pid,
		.name = comm,
	};

	return fxp_session.socket[0] && config->mode != FXW_ONESHOT &&
	       fxw_engine_start(&options) == 0;
}

static void start_clock(const struct fxp_session *session)
{
	int (*gettime)(int, struct timespec *) = (int (*)(
		int, struct timespec *))fxp_real_vdso("__vdso_clock_gettime");

	if (session->is_joined)
		fxw_clock_join(session->clock, session->epoch, gettime);
	else
		fxw_clock_start(gettime);
}

static void set_limits(const struct fxp_config *config)
{
	fxp_limits.string_bytes = config->string_max_bytes;
	fxp_limits.is_whole = config->for_replay;
	if (fxp_limits.string_bytes > FXP_INLINE_MAX_BYTES &&
	    !fxp_limits.is_whole)
		fxp_limits.string_bytes = FXP_INLINE_MAX_BYTES;
	fxp_limits.whole_string_bytes = config->has_string_max
						? config->string_max_bytes
						: FXP_UNLIMITED;
	fxp_limits.blob_bytes = config->blob_max_bytes;
	fxp_limits.has_blob_bytes = config->has_blob_max;
}

/* The first records of an archive. */
static void emit_process(const char *comm)
{
	fxw_name_process(fxw_engine.koid, comm);
	fxp_facts_start(&process.config, fxp_session.base);
	if (!fxw_engine.is_lent) /* else the manager does */
		fxp_host_emit(fxp_process_environ());
	if (process.has_no_stacks)
		(void)fxw_durable_notice("no memory for call stacks, or no way "
					 "to walk them: calls "
					 "have none");
}

/* A session was requested, but this archive is outside of one. */
static void emit_why_alone(bool has_session)
{
	if (process.config.mode == FXW_ONESHOT)
		return;
	if (has_session && fxp_session.socket[0])
		(void)fxw_durable_notice(
			"the session's manager could not be reached, or there "
			"was no memory to lend: recorded alone");
	else if (!has_session && process.config.mode == FXW_STREAMING)
		(void)fxw_durable_notice(
			"no manager could be started (as process 1, or one "
			"that inherits orphans, a program gets none): recorded "
			"alone, as in oneshot mode");
}

/* Starts the engine for this process image; the archive's name is decided.
 * State STARTING is ours. */
static bool open_archive(bool may_complain)
{
	char comm[COMM_BYTES] = {0};
	int found_pid = sys_getpid();
	uint32_t pid = (uint32_t)found_pid;
	int rc;

	if (found_pid < 0) {
		if (may_complain)
			print_failure("getpid", REFUSED);
		return false;
	}
	(void)sys_prctl(PR_GET_NAME, (unsigned long)comm, 0, 0, 0);
	fxw_utf8_clean(comm, fxw_length_max(comm, sizeof(comm)));
	if (join_manager(pid, comm)) {
		process.has_silent_manager = false;
		emit_process(comm);
		return true;
	}
	if (!fxp_path_name(&fxp_session, process.config.output, pid, comm)) {
		if (may_complain)
			print_failure(
				"FXTRACE_OUTPUT",
				"the name is too long, or the folder is gone");
		return false;
	}
	rc = create_archive(pid, comm);
	if (rc != 0) {
		if (may_complain && fxw_engine.refused)
			print_failure(fxw_engine.refused, REFUSED);
		else if (may_complain)
			print_failure(fxp_path.archive, reason_of(rc));
		return false;
	}
	emit_why_alone(fxp_session.is_joined);
	fxp_older_emit();
	/* the user would look for another name */
	if (may_complain && process.has_silent_manager)
		print_line(fxp_path.archive,
			   "recorded here, as the manager did not answer",
			   "\n");
	if (!fxp_session.is_joined)
		fxp_session_found(&fxp_session, fxp_path.archive);
	emit_process(comm);
	return true;
}

/* The environment with the settings of FXTRACE_CONFIG; NULL: they are
 * malformed, which has been reported. */
static char *const *complete_environment(char *const *env)
{
	const char *what, *why;

	/* an untrusted environment may not name a file to read */
	if (fxp_real_auxiliary(AT_SECURE) != 0)
		return env;
	env = fxp_settings_read(env, &what, &why);
	if (!env)
		print_failure(what, why);
	return env;
}

/* Whether LD_PRELOAD has more than us: a shim, maybe. */
static bool has_shims(char *const *env)
{
	for (; *env; env++) {
		const char *at = *env, *name = "LD_PRELOAD=";

		for (; *name && *at == *name; at++)
			name++;
		for (; !*name && *at; at++)
			if (*at == ':' || *at == ' ')
				return true;
	}
	return false;
}

/* What is wrong with FXTRACE_REDACT, or NULL. In a session that was looked at
 * already, by the command or the first process. */
static const char *check_redact(char *const *env)
{
	const char *list = process.config.redact;

	if (!list || fxp_session.is_joined)
		return NULL;
	fxp_gl_fill_in(); /* its functions may occur in it */
	return fxp_secret_check(list, fxp_libc.table, fxp_gl.table,
				has_shims(env));
}

static const struct fxg_table *gl_table(void)
{
	fxp_gl_fill_in();
	return fxp_gl.table;
}

/* False: the list has an item that names nothing, which was reported. */
static bool check_list(char *const *env, const char *variable, const char *list)
{
	const char *wrong =
		list && *list ? fxp_names_check(list, fxp_libc.table, gl_table)
			      : NULL;

	if (wrong)
		print_failure(fxp_settings_place(variable, env), wrong);
	return !wrong;
}

/* As above. */
static bool check_names(char *const *env)
{
	const struct fxp_config *config = &process.config;
	const char *list, *variable, *wrong;

	if (fxp_session.is_joined)
		return true;
	wrong = fxp_names_check_variables(env, &variable);
	if (wrong) {
		print_failure(variable, wrong);
		return false;
	}
	if (has_shims(env))
		return true;
	if (!check_list(env, "FXTRACE_CALLS", config->calls) ||
	    !check_list(env, "FXTRACE_STACK", config->stack))
		return false;
	for (unsigned i = 0; (list = fxp_trigger_calls(i)); i++)
		if (!check_list(env, "FXTRACE_TRIGGER", list))
			return false;
	return true;
}

/* Reads the configuration; false: nothing is to be recorded. */
static bool configure(char *const *env)
{
	struct fxp_config *config = &process.config;
	const char *wrong;

	if (!fxp_config_read(config, env, fxp_real_auxiliary(AT_SECURE) != 0)) {
		if (config->bad_name)
			print_failure(fxp_settings_place(config->bad_name, env),
				      config->bad_reason);
		return false;
	}
	if (config->triggers) {
		wrong = fxp_triggers_read(config->triggers);
		if (wrong) {
			print_failure(
				fxp_settings_place("FXTRACE_TRIGGER", env),
				wrong);
			return false;
		}
	}
	if (config->where)
		fxp_gl_fill_in(); /* its functions may occur in them */
	wrong = fxp_conditions_use(config->where);
	if (wrong) {
		print_failure("FXTRACE_WHERE", wrong);
		return false;
	}
	if (!fxp_session_read(&fxp_session, config->session))
		return false; /* FOLLOW=no of an ancestor */
	wrong = check_redact(env);
	if (wrong) {
		print_failure(fxp_settings_place("FXTRACE_REDACT", env), wrong);
		return false;
	}
	if (!check_names(env))
		return false;
	fxp_life.follows = config->follow;
	set_limits(config);
	fxp_mapped_is_on = config->for_replay;
	fxp_streams_use(config->for_replay);
	fxp_secret_use(config->redact);
	fxp_filters_use(config);
	process.has_no_stacks =
		config->stack &&
		!fxp_stack_use(config->stack, config->stack_depth);
	return true;
}

static void set_state(uint32_t state)
{
	/* release: everything before it; pairs with the loads of state */
	__atomic_store_n(&fxw_engine.state, state, __ATOMIC_RELEASE);
}

/* Starts a manager for the first process of a recording, if possible. */
static void find_manager(char *const *env)
{
	struct fxp_config *config = &process.config;
	char comm[COMM_BYTES] = {0};

	if (fxp_session.is_joined || config->mode != FXW_STREAMING)
		return;
	(void)sys_prctl(PR_GET_NAME, (unsigned long)comm, 0, 0, 0);
	if (!fxp_path_name(&fxp_session, config->output, (uint32_t)sys_getpid(),
			   comm) ||
	    !fxp_path_try(0))
		return;
	if (config->overwrite)
		fxp_older_remove(fxp_path.archive);
	process.has_silent_manager =
		fxp_manager_start(env, fxp_path.archive, &fxp_session) !=
		FXP_MANAGER_NONE;
}

/* State STARTING is ours: first start of this process image. */
static bool start_up(char *const *env)
{
	bool is_first;

	fxp_libc_identify();
	/* without an environment there is no file of settings */
	if (env && !(env = complete_environment(env)))
		return false;
	if (!configure(env))
		return false;
	/* One line, and only from the first process: the streams of others may
	 * be anything by now. */
	is_first = !fxp_session.is_joined;
	fxp_flow_receive(*process.environment);
	find_manager(env);
	start_clock(&fxp_session);
	if (fxp_sign_register(&fxp_libc) != 0)
		return false;
	fxp_gl_reserve();
	return open_archive(is_first);
}

bool fxp_process_start(void)
{
	uint32_t state = __atomic_load_n(&fxw_engine.state, __ATOMIC_ACQUIRE);
	char *const *env;
	uint64_t old;
	bool started;

	if (fxw_engine_is_forked()) { /* by a call that we do not wrap */
		fxp_process_child(true);
		state = __atomic_load_n(&fxw_engine.state, __ATOMIC_ACQUIRE);
	}
	if (state == FXW_ENGINE_FAILED)
		return true; /* decided: every function is off */
	if (state != FXW_ENGINE_OFF)
		return state != FXW_ENGINE_STARTING;
	env = fxp_process_environ();
	if (!env)
		return false; /* libc has not started yet */
	if (!__atomic_compare_exchange_n(&fxw_engine.state, &state,
					 FXW_ENGINE_STARTING, false,
					 __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		return false;
	old = fxp_signals_hold();
	started = start_up(env);
	fxp_life.is_off = !started;
	set_state(started ? FXW_ENGINE_ON : FXW_ENGINE_FAILED);
	fxp_signals_release(old);
	return true;
}

/* Whether the manager expects the processes that this one starts. */
static bool is_expected(void)
{
	/* of another user than the session: it has no word for that */
	return fxw_engine.is_lent && fxp_life.follows &&
	       !fxw_engine.has_own_bell;
}

/* expected  the word that counts them for the manager */
static void count_starts(uint32_t *expected, int n)
{
	struct fxw_control *control = fxw_engine.control;
	uint32_t *count = is_expected() ? expected
			  : control	? &control->n_started
					: NULL;

	if (count && fxp_life.follows && !fxp_life.is_off)
		__atomic_fetch_add(count, (uint32_t)n, __ATOMIC_RELAXED);
}

void fxp_process_starts(int n)
{
	count_starts(&fxw_bells.n_starting, n);
}

void fxp_process_starts_alone(int n)
{
	count_starts(&fxw_bells.n_alone, n);
}

/* In a child that the manager expects, and that does not join. */
static void go_alone(void)
{
	uint32_t n = __atomic_load_n(&fxw_bells.n_starting, __ATOMIC_RELAXED);

	/* a call that we do not wrap has added none */
	while (n && !__atomic_compare_exchange_n(&fxw_bells.n_starting, &n,
						 n - 1, false, __ATOMIC_RELAXED,
						 __ATOMIC_RELAXED))
		;
	__atomic_fetch_add(&fxw_bells.n_alone, 1, __ATOMIC_RELAXED);
}

/* From now on handlers that interrupt us pass their calls through, and no other
 * thread starts. False: another one was faster, and has finished. */
static bool claim_child(void)
{
	uint32_t forked = 0;

	set_state(FXW_ENGINE_STARTING);
	if (__atomic_compare_exchange_n(fxw_engine.alive, &forked, 1, false,
					__ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return true;
	set_state(fxp_life.is_off ? FXW_ENGINE_FAILED : FXW_ENGINE_ON);
	return false;
}

/* Starts the engine again: with the child's own archive, or none. */
static bool start_child(bool was_inside)
{
	if (fxp_life.is_off)
		return false;
	/* its filter may kill for a system call: no archive of its own */
	if (fxw_engine.no_system_calls) {
		fxw_engine_abandon();
		return false;
	}
	fxw_engine_forget(was_inside);
	fxw_threads_forget();
	/* A new page: code that the fork has interrupted may still store into
	 * the old one, which stays wiped. */
	fxw_self = NULL;
	if (!fxp_life.follows)
		return false;
	fxp_sign_forget();
	fxp_named_forget();
	fxp_intern_forget();
	fxp_facts_forget();
	fxp_left_out_forget();
	fxp_unrecorded_forget();
	fxp_stack_forget();
	fxp_session.is_joined = true;
	return open_archive(false);
}

static void be_child(bool was_inside)
{
	bool was_expected = is_expected();
	bool started;

	fxp_flow_inherit();
	started = start_child(was_inside);
	if (was_expected && !(started && fxw_engine.is_lent))
		go_alone();
	if (started && !fxw_engine.is_lent)
		fxw_engine_leave();
	fxp_life.is_off = !started;
	set_state(started ? FXW_ENGINE_ON : FXW_ENGINE_FAILED);
}

void fxp_process_child(bool was_inside)
{
	bool may_hold = !fxp_life.is_off && !fxw_engine.no_system_calls;
	uint64_t old = 0;

	if (!fxw_engine_is_forked())
		return;
	/* a handler in the middle of this would find half of an engine */
	if (may_hold)
		old = fxp_signals_hold();
	if (fxw_engine_is_forked() && claim_child()) {
		be_child(was_inside);
		fxp_mapped_forked();
		fxp_streams_forked();
	}
	if (may_hold) /* the handlers' calls are recorded */
		fxp_signals_release(old);
}

bool fxp_process_is_inside(void)
{
	struct fxw_thread *t = fxw_self;

	if (fxw_cold_depth)
		return true;
	for (unsigned i = 0; t && i < FXW_LEVELS; i++)
		if (t->level[i].owner)
			return true;
	return false;
}

bool fxp_process_records(const struct fxp_api *api, unsigned function,
			 uint32_t generation)
{
	const struct fxg_table *table = api->table;
	const struct fxg_function *f = &table->functions[function];
	const struct fxp_names names = fxp_names_of(table, f);
	const struct fxw_choice *choice =
		fxw_choice_at(&fxw_session, generation);
	bool (*match)(const char *, const struct fxp_names *, bool) =
		fxp_calls_match;

	/* the list must end, whatever is mapped there */
	if (fxp_life.is_off || choice->is_stopped || !api->string_base ||
	    choice->calls[sizeof(choice->calls) - 1] ||
	    (f->flags & FXG_F_TARGET))
		return false;
	/* calls that a replay needs stay selected */
	if (process.config.for_replay && !choice->has_calls)
		match = fxp_calls_match_more;
	return match(choice->has_calls ? choice->calls : process.config.calls,
		     &names,
		     f->flags & (process.config.for_replay
					 ? FXG_F_DEFAULT | FXG_F_REPLAY
					 : FXG_F_DEFAULT));
}

/* The system call affects only this thread, and threads that it creates. */
static void refresh_thread(void)
{
	if (fxw_self && fxw_self->slot)
		fxw_thread_refresh(fxw_self);
}

void fxp_process_no_clock(void)
{
	fxw_clock.kind = FXW_CLOCK_STOPPED;
	refresh_thread();
}

void fxp_process_clock_back(void)
{
	if (fxw_engine.control)
		fxw_clock.kind = fxw_engine.clock;
	refresh_thread();
}

void fxp_process_exit(int status)
{
	if (!fxp_life_owns_archive()) {
		fxp_sandbox_leave();
		return;
	}
	/* a call that was jumped to may be the last one */
	if (fxw_self && fxw_self->slot)
		fxp_abandon_dead(fxw_self, FXW_FRAME);
	fxp_mapped_emit_all();
	if (__atomic_load_n(&fxw_engine.state, __ATOMIC_ACQUIRE) ==
	    FXW_ENGINE_ON) {
		fxp_left_out_emit();
		fxp_unrecorded_emit();
		fxp_facts_exit(status);
	}
	fxw_engine_finish();
}

void fxp_process_renamed(uintptr_t thread, const char *name)
{
	if (!fxp_life_owns_archive() || fxp_life.is_off ||
	    fxw_engine.no_system_calls)
		return;
	fxw_cold_depth++;
	fxw_thread_renamed(thread, name);
	fxw_cold_depth--;
}

/* A child that borrows this memory (vfork) becomes a program of its own, or
 * fails to (n is -1). */
static void child_execs(int n, bool joins)
{
	if (fxp_life.is_off || fxw_engine_is_forked())
		return;
	if (joins)
		fxp_process_starts(n);
	else
		fxp_process_starts_alone(n);
}

/* Notes that another program comes under this pid, if it records. */
static void note_leaving(uint32_t is_leaving)
{
	if (fxp_life.follows)
		__atomic_store_n(&fxw_engine.control->is_leaving, is_leaving,
				 __ATOMIC_RELAXED);
}

void fxp_process_exec(bool joins)
{
	if (!fxp_life_owns_archive()) {
		child_execs(1, joins);
		fxp_sandbox_leave();
		return;
	}
	note_leaving(1);
	fxp_left_out_emit();
	fxp_unrecorded_emit();
	/* a manager has all that is committed, whatever happens to us */
	if (!fxw_engine.is_lent)
		fxw_engine_finish();
}

void fxp_process_exec_failed(bool joins)
{
	fxp_sandbox_stay();
	if (!fxp_life_owns_archive()) {
		child_execs(-1, joins);
		return;
	}
	note_leaving(0);
	if (!fxw_engine.is_lent)
		fxw_engine_unfinish();
}
