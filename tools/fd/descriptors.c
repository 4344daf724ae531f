/* SPDX-License-Identifier: MIT */
/*
 * From calls to changes of the tables, by the rules of rule.c. See
 * descriptors.h.
 */
#include "tools/fd/descriptors.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/address.h"
#include "tools/select/catalogue.h"
#include "tools/fd/doing.h"
#include "tools/fd/rule.h"
#include "tools/fd/spawn.h"

#define MAX_RESULTS 2u
#define NO_CHILD UINT64_MAX

/* The rule of a function, cached. */
struct learnt {
	bool is_known;
	const struct fd_rule *rule; /* or NULL */
};

struct descriptors {
	struct fd_tables *tables;
	struct fd_table *table; /* of the current call's process */
	const struct fxr_world *world;
	struct learnt *learnt; /* by the number of the function's name */
	size_t learnt_capacity;
	uint64_t now_ns;
	/* objects that the current call makes; held here */
	struct {
		enum fd_shelf shelf;
		uint64_t key;
		struct object *object;
	} results[MAX_RESULTS];
	unsigned n_results;
	struct fd_steps steps;
	uint64_t n_pipes;
};

struct descriptors *descriptors_open(struct fxr_world *world)
{
	struct descriptors *descriptors = fxr_new(1, sizeof(*descriptors));

	descriptors->tables = fd_tables_open(world);
	descriptors->world = world;
	return descriptors;
}

static void forget_results(struct descriptors *descriptors)
{
	while (descriptors->n_results)
		object_drop(
			descriptors->results[--descriptors->n_results].object);
	fd_steps_empty(&descriptors->steps);
}

void descriptors_close(struct descriptors *descriptors)
{
	if (!descriptors)
		return;
	forget_results(descriptors);
	fd_steps_fini(&descriptors->steps);
	fd_tables_close(descriptors->tables);
	fxr_free(descriptors->learnt);
	fxr_free(descriptors);
}

static const struct fd_rule *rule_of(const char *category, const char *name)
{
	const char *described = catalogue_described(category, name);

	return fd_rule_find(described ? described : name);
}

bool descriptors_need(const char *category, const char *name)
{
	return strncmp(category, "libc:", 5) == 0 && rule_of(category, name);
}

static struct object *known_object(const struct fd_doing *doing,
				   enum fd_shelf shelf, int n)
{
	uint64_t number;

	if (!fd_doing_number(doing, n, &number))
		return NULL;
	return fd_table_find(doing->descriptors->table, shelf, number,
			     doing->call->begin_ns);
}

static void plan_change(const struct fd_doing *doing,
			const struct fd_change *change)
{
	fd_tables_plan(doing->descriptors->tables, doing->descriptors->table,
		       change);
}

static void add_result(struct descriptors *descriptors, enum fd_shelf shelf,
		       uint64_t key, struct object *object)
{
	unsigned n = descriptors->n_results;

	if (n == MAX_RESULTS)
		return;
	descriptors->results[n].shelf = shelf;
	descriptors->results[n].key = key;
	descriptors->results[n].object = object_hold(object);
	descriptors->n_results++;
}

/* Takes over the object. NULL = unknown, which removes the old one. */
static void set_object(const struct fd_doing *doing, enum fd_shelf shelf,
		       uint64_t key, struct object *object, int64_t partner)
{
	struct descriptors *descriptors = doing->descriptors;
	struct fd_change change = {.kind = object ? FD_PUT : FD_REMOVE,
				   .shelf = shelf,
				   .from = key,
				   .to = key,
				   .partner = partner,
				   .object = object,
				   .when_ns = fd_doing_end_ns(doing)};

	add_result(descriptors, shelf, key, object);
	plan_change(doing, &change);
}

/* The call returns the object. */
static void set_returned(const struct fd_doing *doing, enum fd_shelf shelf,
			 struct object *object, int64_t partner)
{
	uint64_t number;

	if (fd_doing_returned(doing, &number))
		set_object(doing, shelf, number, object, partner);
	else
		object_drop(object);
}

/* The file at path n, seen from the folder of descriptor `dir`. */
static struct object *file_at(const struct fd_doing *doing, int dir, int n,
			      bool is_after)
{
	struct object *folder = fd_table_folder(doing->descriptors->table);
	char path[FD_DOING_PATH + 4];

	if (!fd_doing_text(doing, n, is_after, path, sizeof(path)))
		return NULL;
	if (dir != FD_NO &&
	    fd_doing_is_number(fd_doing_value(doing, dir, false)) &&
	    (int64_t)fd_doing_value(doing, dir, false)->as.u64 >= 0)
		folder = known_object(doing, FD_DESCRIPTORS, dir);
	return object_file(path, folder);
}

static struct object *named_object(const struct fd_doing *doing)
{
	char name[FD_DOING_PATH + 4] = "", text[FD_DOING_PATH + 64];

	(void)fd_doing_text(doing, doing->rule->a, false, name, sizeof(name));
	snprintf(text, sizeof(text), "%s%s", doing->rule->what, name);
	return object_new(text, strlen(text));
}

/* Both numbers of an array of two. */
static bool pair_of(const struct fd_doing *doing, uint64_t numbers[2])
{
	const struct fxr_value *value =
		fd_doing_value(doing, doing->rule->a, false);

	if (!value)
		value = fd_doing_value(doing, doing->rule->a, true);
	if (!value || value->kind != FXR_VALUE_ARRAY || value->as.list.n != 2 ||
	    !fd_doing_is_number(&value->as.list.items[0]) ||
	    !fd_doing_is_number(&value->as.list.items[1]))
		return false;
	numbers[0] = value->as.list.items[0].as.u64;
	numbers[1] = value->as.list.items[1].as.u64;
	return true;
}

static void make_pipe(const struct fd_doing *doing)
{
	uint64_t ends[2];
	char text[32];

	if (!pair_of(doing, ends))
		return;
	snprintf(text, sizeof(text), "pipe:#%" PRIu64,
		 ++doing->descriptors->n_pipes);
	for (unsigned i = 0; i < 2; i++)
		set_object(doing, FD_DESCRIPTORS, ends[i],
			   object_new(text, strlen(text)), FD_NO_PARTNER);
}

/* "TCP", "UDPv6", "UNIX-STREAM", "NETLINK" */
static void put_protocol(const struct fd_doing *doing, char *text, size_t space)
{
	char domain[64] = "", type[64] = "";
	bool is_stream, is_datagram;
	const char *version;

	(void)fd_doing_text(doing, 0, false, domain, sizeof(domain));
	(void)fd_doing_text(doing, 1, false, type, sizeof(type));
	type[strcspn(type, "|")] = '\0';
	is_stream = strcmp(type, "SOCK_STREAM") == 0;
	is_datagram = strcmp(type, "SOCK_DGRAM") == 0;
	version = strcmp(domain, "AF_INET6") == 0 ? "v6" : "";
	if (strncmp(domain, "AF_INET", 7) == 0 && (is_stream || is_datagram))
		snprintf(text, space, "%s%s", is_stream ? "TCP" : "UDP",
			 version);
	else if (strcmp(domain, "AF_UNIX") == 0 &&
		 strncmp(type, "SOCK_", 5) == 0)
		snprintf(text, space, "UNIX-%s", type + 5);
	else
		snprintf(text, space, "%s",
			 strncmp(domain, "AF_", 3) == 0 ? domain + 3
							: "socket");
}

static void make_socket(const struct fd_doing *doing)
{
	char protocol[64];

	put_protocol(doing, protocol, sizeof(protocol));
	set_returned(doing, FD_DESCRIPTORS, object_socket(protocol),
		     FD_NO_PARTNER);
}

static void make_sockets(const struct fd_doing *doing)
{
	char protocol[64];
	uint64_t ends[2];

	if (!pair_of(doing, ends))
		return;
	put_protocol(doing, protocol, sizeof(protocol));
	for (unsigned i = 0; i < 2; i++)
		set_object(doing, FD_DESCRIPTORS, ends[i],
			   object_socket(protocol), FD_NO_PARTNER);
}

/* The address that a call takes or gives. */
static bool address_of(const struct fd_doing *doing, char *text, size_t space)
{
	const struct fxr_value *value =
		fd_doing_value(doing, doing->rule->b, true);

	if (!value)
		value = fd_doing_value(doing, doing->rule->b, false);
	return value && address_text(value, text, space);
}

static void accept_socket(const struct fd_doing *doing)
{
	char peer[128] = "";

	(void)address_of(doing, peer, sizeof(peer));
	set_returned(doing, FD_DESCRIPTORS,
		     object_accepted(known_object(doing, FD_DESCRIPTORS,
						  doing->rule->a),
				     peer),
		     FD_NO_PARTNER);
}

static void set_address(const struct fd_doing *doing)
{
	struct object *socket =
		known_object(doing, FD_DESCRIPTORS, doing->rule->a);
	char text[128];
	struct fd_change change = {
		.kind = doing->rule->act == FD_BIND ? FD_LOCAL : FD_PEER,
		.when_ns = fd_doing_end_ns(doing)};

	if (!object_is_socket(socket) || !address_of(doing, text, sizeof(text)))
		return;
	change.object = object_hold(socket);
	change.address = object_new(text, strlen(text));
	plan_change(doing, &change);
}

static void change_folder(const struct fd_doing *doing)
{
	struct fd_change change = {.kind = FD_FOLDER,
				   .when_ns = fd_doing_end_ns(doing)};

	if (doing->rule->act != FD_FCHDIR)
		change.object = file_at(doing, FD_NO, doing->rule->a, false);
	else
		change.object = object_hold(
			known_object(doing, FD_DESCRIPTORS, doing->rule->a));
	plan_change(doing, &change);
}

/* Removed from the call's begin on: another thread may get the number at
 * once. */
static void close_range_of(const struct fd_doing *doing, enum fd_shelf shelf,
			   uint64_t from, uint64_t to)
{
	struct fd_change change = {.kind = FD_REMOVE,
				   .shelf = shelf,
				   .from = from,
				   .to = to,
				   .when_ns = doing->call->begin_ns};

	plan_change(doing, &change);
}

static void copy_by_command(const struct fd_doing *doing)
{
	char command[64];

	if (fd_doing_text(doing, doing->rule->b, false, command,
			  sizeof(command)) &&
	    strncmp(command, "F_DUPFD", 7) == 0)
		set_returned(doing, FD_DESCRIPTORS,
			     object_hold(known_object(doing, FD_DESCRIPTORS,
						      doing->rule->a)),
			     FD_NO_PARTNER);
}

/* The old object is closed at some time after the begin. */
static void copy_to(const struct fd_doing *doing)
{
	struct object *object =
		known_object(doing, FD_DESCRIPTORS, doing->rule->a);
	uint64_t from, to;

	if (!fd_doing_number(doing, doing->rule->a, &from) ||
	    !fd_doing_number(doing, doing->rule->b, &to) || from == to)
		return;
	close_range_of(doing, FD_DESCRIPTORS, to, to);
	set_object(doing, FD_DESCRIPTORS, to, object_hold(object),
		   FD_NO_PARTNER);
}

static void make_stream(const struct fd_doing *doing)
{
	uint64_t fd;

	if (doing->rule->act != FD_STREAM_OF)
		set_returned(
			doing, FD_STREAMS,
			doing->rule->act == FD_STREAM_OPEN
				? file_at(doing, FD_NO, doing->rule->a, false)
				: named_object(doing),
			FD_NO_PARTNER);
	else if (fd_doing_number(doing, doing->rule->a, &fd))
		set_returned(doing, FD_STREAMS,
			     object_hold(known_object(doing, FD_DESCRIPTORS,
						      doing->rule->a)),
			     (int64_t)fd);
}

/* The program's end of the pipe is not in this process. */
static void open_program(const struct fd_doing *doing)
{
	struct descriptors *descriptors = doing->descriptors;
	struct object *childs = named_object(doing);
	char type[8] = "", command[FD_DOING_PATH + 4] = "";
	struct fd_change change = {.kind = FD_PUT,
				   .shelf = FD_DESCRIPTORS,
				   .partner = FD_NO_PARTNER,
				   .object = object_hold(childs)};
	uint64_t stream = 0;
	struct fd_table *child;

	(void)fd_doing_returned(doing, &stream);
	(void)fd_doing_text(doing, doing->rule->a, false, command,
			    sizeof(command));
	(void)fd_doing_text(doing, doing->rule->b, false, type, sizeof(type));
	set_returned(doing, FD_STREAMS, named_object(doing), FD_NO_PARTNER);
	add_result(descriptors, FD_DESCRIPTORS, DESCRIPTORS_CHILDS, childs);
	child = fd_tables_expect(descriptors->tables, descriptors->table,
				 command, stream);
	change.from = *type == 'r';
	fd_tables_change(descriptors->tables, child, &change);
	object_drop(childs);
}

/* The descriptor keeps its number: programs rely on it. */
static void reopen_stream(const struct fd_doing *doing)
{
	struct object *file = file_at(doing, FD_NO, doing->rule->a, false);
	int64_t partner = FD_NO_PARTNER;
	uint64_t stream;

	if (fd_doing_number(doing, doing->rule->b, &stream))
		partner = fd_table_partner(doing->descriptors->table, stream);
	if (partner != FD_NO_PARTNER)
		set_object(doing, FD_DESCRIPTORS, (uint64_t)partner,
			   object_hold(file), FD_NO_PARTNER);
	set_returned(doing, FD_STREAMS, file, partner);
}

/* The stream's descriptor: both share one object from now on. */
static void get_stream_descriptor(const struct fd_doing *doing)
{
	struct object *object = known_object(doing, FD_STREAMS, doing->rule->a);
	uint64_t fd, stream;

	if (!object || !fd_doing_returned(doing, &fd) ||
	    !fd_doing_number(doing, doing->rule->a, &stream))
		return;
	set_object(doing, FD_DESCRIPTORS, fd, object_hold(object),
		   FD_NO_PARTNER);
	set_object(doing, FD_STREAMS, stream, object_hold(object), (int64_t)fd);
}

static void close_some(const struct fd_doing *doing, enum fd_shelf shelf)
{
	uint64_t from, to;

	if (!fd_doing_number(doing, doing->rule->a, &from))
		return;
	to = from;
	if (doing->rule->act == FD_CLOSE_FROM)
		to = INT32_MAX;
	else if (doing->rule->act == FD_CLOSE_RANGE &&
		 !fd_doing_number(doing, doing->rule->b, &to))
		return;
	close_range_of(doing, shelf, from, to);
}

/* close_range may only mark them for closing at exec. */
static bool is_marking(const struct fd_doing *doing)
{
	const struct fxr_value *value = fd_doing_value(doing, 2, false);

	if (value && value->kind == FXR_VALUE_SYMBOL)
		return memmem(value->as.text.bytes, value->as.text.n_bytes,
			      "CLOEXEC", 7);
	return fd_doing_is_number(value) && value->as.u64 & 4;
}

static void make_child(const struct fd_doing *doing)
{
	const struct fxr_value *value = &doing->call->ret;

	if (fd_doing_is_number(value) && (int64_t)value->as.u64 > 0)
		fd_tables_fork(doing->descriptors->tables,
			       doing->descriptors->table, value->as.u64);
}

/* The child's number; NO_CHILD: there is none, or it is unknown. */
static uint64_t child_of(const struct fd_doing *doing)
{
	const struct fxr_value *value =
		fd_doing_value(doing, doing->rule->a, true);

	if (doing->call->error.n_bytes)
		return NO_CHILD;
	if (!value)
		value = fd_doing_value(doing, doing->rule->a, false);
	return fd_doing_is_number(value) && (int64_t)value->as.u64 > 0
		       ? value->as.u64
		       : NO_CHILD;
}

/* If a child failed to start, it is unknown how far it came. */
static void spawn_child(const struct fd_doing *doing)
{
	struct descriptors *descriptors = doing->descriptors;
	uint64_t pid = child_of(doing), list;
	bool is_nameless = pid == NO_CHILD && !doing->call->error.n_bytes;
	struct fd_table *child =
		is_nameless ? fd_tables_expect(descriptors->tables,
					       descriptors->table, NULL, 0)
			    : fd_tables_spawn(descriptors->tables,
					      descriptors->table, pid);

	descriptors->steps.is_whole = true;
	if (child && fd_doing_number(doing, doing->rule->b, &list) && list)
		fd_spawn_do(descriptors->tables, child,
			    fd_table_find(descriptors->table, FD_ACTIONS, list,
					  doing->call->begin_ns),
			    &descriptors->steps);
	descriptors->steps.pid = pid == NO_CHILD ? 0 : pid;
	if (pid == NO_CHILD && !is_nameless)
		fd_tables_end(descriptors->tables, FXR_NONE, pid);
}

static void run_shell(const struct fd_doing *doing)
{
	struct descriptors *descriptors = doing->descriptors;
	char command[FD_DOING_PATH + 4];

	if (fd_doing_text(doing, doing->rule->a, false, command,
			  sizeof(command)))
		(void)fd_tables_expect(descriptors->tables, descriptors->table,
				       command, 0);
}

static void change_list(const struct fd_doing *doing)
{
	struct fd_change change = {.kind = FD_PUT,
				   .shelf = FD_ACTIONS,
				   .partner = FD_NO_PARTNER,
				   .when_ns = fd_doing_end_ns(doing)};
	struct descriptors *descriptors = doing->descriptors;

	if (!fd_doing_number(doing, doing->rule->a, &change.from))
		return;
	change.to = change.from;
	if (doing->rule->act == FD_ADD_NEW)
		change.object = fd_spawn_list();
	else if (doing->rule->act == FD_ADD_END)
		change.kind = FD_REMOVE;
	else
		change.object = fd_spawn_add(
			&descriptors->world->types,
			fd_table_find(descriptors->table, FD_ACTIONS,
				      change.from, doing->call->begin_ns),
			doing->call, doing->rule->act);
	plan_change(doing, &change);
}

static void open_file(const struct fd_doing *doing)
{
	set_returned(doing, FD_DESCRIPTORS,
		     file_at(doing, FD_NO, doing->rule->a,
			     doing->rule->act == FD_TEMPLATE),
		     FD_NO_PARTNER);
}

static void open_at(const struct fd_doing *doing)
{
	set_returned(doing, FD_DESCRIPTORS,
		     file_at(doing, doing->rule->a, doing->rule->b, false),
		     FD_NO_PARTNER);
}

static void make_called(const struct fd_doing *doing)
{
	set_returned(doing, FD_DESCRIPTORS, named_object(doing), FD_NO_PARTNER);
}

static void copy_descriptor(const struct fd_doing *doing)
{
	set_returned(doing, FD_DESCRIPTORS,
		     object_hold(known_object(doing, FD_DESCRIPTORS,
					      doing->rule->a)),
		     FD_NO_PARTNER);
}

static void close_descriptors(const struct fd_doing *doing)
{
	if (doing->rule->act != FD_CLOSE_RANGE || !is_marking(doing))
		close_some(doing, FD_DESCRIPTORS);
}

static void close_stream(const struct fd_doing *doing)
{
	close_some(doing, FD_STREAMS);
}

/* Once it has been waited for, no new program is expected. */
static void close_program(const struct fd_doing *doing)
{
	struct fd_change change = {.kind = FD_UNEXPECT,
				   .when_ns = fd_doing_end_ns(doing)};

	if (fd_doing_number(doing, doing->rule->a, &change.from))
		plan_change(doing, &change);
	close_some(doing, FD_STREAMS);
}

static void (*const acts[])(const struct fd_doing *doing) = {
	[FD_OPEN] = open_file,
	[FD_OPENAT] = open_at,
	[FD_TEMPLATE] = open_file,
	[FD_CALLED] = make_called,
	[FD_COPY] = copy_descriptor,
	[FD_COPY_TO] = copy_to,
	[FD_FCNTL] = copy_by_command,
	[FD_PAIR] = make_pipe,
	[FD_SOCKET] = make_socket,
	[FD_SOCKETPAIR] = make_sockets,
	[FD_ACCEPT] = accept_socket,
	[FD_BIND] = set_address,
	[FD_CONNECT] = set_address,
	[FD_CLOSE] = close_descriptors,
	[FD_CLOSE_FROM] = close_descriptors,
	[FD_CLOSE_RANGE] = close_descriptors,
	[FD_STREAM_OPEN] = make_stream,
	[FD_STREAM_REOPEN] = reopen_stream,
	[FD_STREAM_CALLED] = make_stream,
	[FD_POPEN] = open_program,
	[FD_STREAM_OF] = make_stream,
	[FD_OF_STREAM] = get_stream_descriptor,
	[FD_STREAM_CLOSE] = close_stream,
	[FD_PCLOSE] = close_program,
	[FD_CHDIR] = change_folder,
	[FD_FCHDIR] = change_folder,
	[FD_GETCWD] = change_folder,
	[FD_FORK] = make_child,
	[FD_SPAWN] = spawn_child,
	[FD_SYSTEM] = run_shell,
	[FD_ADD_NEW] = change_list,
	[FD_ADD_OPEN] = change_list,
	[FD_ADD_DUP2] = change_list,
	[FD_ADD_CLOSE] = change_list,
	[FD_ADD_CLOSE_FROM] = change_list,
	[FD_ADD_CHDIR] = change_list,
	[FD_ADD_FCHDIR] = change_list,
	[FD_ADD_END] = change_list,
};

/* Whether the call had its effect. A close that was interrupted has closed, and
 * a connection that is not established yet is on its way. */
static bool has_acted(const struct fxr_call *call, const struct fd_rule *rule)
{
	if ((call->state != FXR_CALL_DONE && call->state != FXR_CALL_JUMPED) ||
	    !call->has_end)
		return false;
	if (rule->act == FD_CLOSE)
		return !fxr_is(call->error, "EBADF");
	if (rule->act == FD_SPAWN)
		return true;
	if (rule->act == FD_CONNECT && fxr_is(call->error, "EINPROGRESS"))
		return true;
	return !call->error.n_bytes;
}

void descriptors_resume(struct descriptors *descriptors,
			const struct fxr_call *call)
{
	forget_results(descriptors);
	fd_tables_go(descriptors->tables, call->begin_ns);
	descriptors->table = fd_tables_of(descriptors->tables, call->thread);
	descriptors->now_ns = call->begin_ns;
}

static const struct fd_rule *rule_of_name(struct descriptors *descriptors,
					  const struct fxr_name *name)
{
	size_t i = (size_t)(name - descriptors->world->names);
	struct learnt *learnt;

	descriptors->learnt =
		fxr_grow(descriptors->learnt, &descriptors->learnt_capacity,
			 i + 1, sizeof(*learnt));
	learnt = &descriptors->learnt[i];
	if (!learnt->is_known) {
		/* both are copies with a NUL behind them */
		if (descriptors_need(name->category.bytes, name->name.bytes))
			learnt->rule =
				rule_of(name->category.bytes, name->name.bytes);
		learnt->is_known = true;
	}
	return learnt->rule;
}

void descriptors_take(struct descriptors *descriptors,
		      const struct fxr_call *call)
{
	struct fd_doing doing = {descriptors, call, NULL};

	descriptors_resume(descriptors, call);
	doing.rule = rule_of_name(descriptors, call->name);
	if (doing.rule && has_acted(call, doing.rule))
		acts[doing.rule->act](&doing);
}

struct object *descriptors_object(struct descriptors *descriptors,
				  enum fd_shelf shelf, uint64_t key,
				  bool is_result)
{
	unsigned i = 0;

	while (is_result && i < descriptors->n_results &&
	       (descriptors->results[i].shelf != shelf ||
		descriptors->results[i].key != key))
		i++;
	if (is_result && i < descriptors->n_results)
		return descriptors->results[i].object;
	return fd_table_find(descriptors->table, shelf, key,
			     descriptors->now_ns);
}

static const char *find_text(struct descriptors *descriptors,
			     enum fd_shelf shelf, uint64_t key, bool is_result)
{
	struct object *object =
		descriptors_object(descriptors, shelf, key, is_result);

	return object ? object_text(object) : NULL;
}

const char *descriptors_fd(struct descriptors *descriptors, int64_t fd,
			   bool is_result)
{
	return fd < 0 ? NULL
		      : find_text(descriptors, FD_DESCRIPTORS, (uint64_t)fd,
				  is_result);
}

const char *descriptors_stream(struct descriptors *descriptors,
			       uint64_t address, bool is_result)
{
	return address ? find_text(descriptors, FD_STREAMS, address, is_result)
		       : NULL;
}

const char *descriptors_folder(struct descriptors *descriptors)
{
	struct object *folder = fd_table_folder(descriptors->table);

	return folder ? object_text(folder) : NULL;
}

void descriptors_settle(struct descriptors *descriptors)
{
	fd_tables_go(descriptors->tables, descriptors->now_ns);
}

void descriptors_go(struct descriptors *descriptors, uint64_t ns)
{
	forget_results(descriptors);
	fd_tables_go(descriptors->tables, ns);
}

uint64_t descriptors_now(const struct descriptors *descriptors)
{
	return fd_tables_now(descriptors->tables);
}

void descriptors_begin(struct descriptors *descriptors,
		       const struct fxr_process *process)
{
	struct fxr_thread thread = {.provider = process->provider,
				    .pid = process->pid};

	(void)fd_tables_of(descriptors->tables, &thread);
}

void descriptors_unexpect(struct descriptors *descriptors, uint64_t parent,
			  uint64_t key)
{
	forget_results(descriptors);
	fd_tables_unexpect(descriptors->tables, parent, key);
}

void descriptors_end(struct descriptors *descriptors, uint32_t provider,
		     uint64_t pid)
{
	fd_tables_end(descriptors->tables, provider, pid);
}

const struct fd_steps *descriptors_steps(const struct descriptors *descriptors)
{
	return &descriptors->steps;
}
