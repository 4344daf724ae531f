/* SPDX-License-Identifier: MIT */
/*
 * See table.h. Tables are found by pid. A provider that is new under its pid is
 * a new process image. It has the descriptors that its own facts contain. Their
 * names are those in its predecessor (before exec) or parent (before fork), if
 * they are better than the kernel's ("socket:[17]").
 */
#include "tools/fd/table.h"

#include <stdlib.h>
#include <string.h>

#include "tools/select/catalogue.h"
#include "tools/base/die.h"
#include "tools/select/select.h"

#define MAX_TABLES 4096u
#define MAX_SLOTS (1u << 20) /* of all tables together */
#define MAX_PLANNED (1u << 16)
#define MAX_BIRTHS 64u
#define MAX_ARGUMENT 100u
/* No process has such a pid: these are tables of expected programs. */
#define FIRST_BIRTH (1ull << 62)
/* The recorder records at most so many descriptors. */
#define MAX_FACTS 64u

struct slot {
	uint64_t key;
	int64_t partner;
	uint64_t set_ns;
	struct object *object;
};

struct shelf {
	struct slot *slots; /* by key */
	size_t n, capacity;
};

struct fd_table {
	bool is_used;
	bool is_forked; /* a child's, without any call so far */
	bool is_unsure; /* calls that change it were not recorded */
	uint32_t provider;
	uint64_t pid;
	uint64_t used; /* value of n_lookups at its last lookup */
	/* calls of the provider were lost in between; 0 = never */
	uint64_t lost_from_ns, lost_to_ns;
	struct object *folder;
	struct shelf shelves[FD_N_SHELVES];
};

struct planned {
	struct fd_change change;
	uint64_t serial; /* of changes at one time */
	uint64_t pid;
	uint32_t provider;
};

/* An expected program: its table is that of pid `id`. */
struct birth {
	uint64_t id, parent, key;
	char argument[MAX_ARGUMENT + 1]; /* its first bytes */
};

struct fd_tables {
	struct fxr_world *world;
	struct fd_table tables[MAX_TABLES];
	size_t n_tables; /* that were ever used */
	struct fxr_map by_pid;
	struct birth births[MAX_BIRTHS]; /* older ones first */
	size_t n_births;
	uint64_t n_expected, now_ns;
	uint64_t n_lookups, n_serials;
	size_t n_slots;
	struct planned *heap; /* the next one first */
	size_t n_planned, heap_capacity;
	struct fxr_map
		first_fact; /* of provider and pid; next_fact continues */
	uint32_t *next_fact;
	size_t n_facts, facts_capacity;
	struct fxr_map owners; /* provider to its process */
	size_t n_processes;    /* that were indexed for it */
};

/* The index of the key's slot, or where it belongs. */
static size_t slot_index(const struct shelf *shelf, uint64_t key)
{
	size_t from = 0, to = shelf->n;

	while (from < to) {
		size_t i = from + (to - from) / 2;

		if (shelf->slots[i].key < key)
			from = i + 1;
		else
			to = i;
	}
	return from;
}

static void put_slot(struct fd_tables *tables, struct shelf *shelf,
		     const struct slot *slot)
{
	size_t at = slot_index(shelf, slot->key);

	if (at < shelf->n && shelf->slots[at].key == slot->key) {
		object_drop(shelf->slots[at].object);
	} else {
		if (tables->n_slots == MAX_SLOTS)
			return;
		tables->n_slots++;
		shelf->slots = fxr_grow(shelf->slots, &shelf->capacity,
					shelf->n + 1, sizeof(*shelf->slots));
		memmove(shelf->slots + at + 1, shelf->slots + at,
			(shelf->n - at) * sizeof(*shelf->slots));
		shelf->n++;
	}
	shelf->slots[at] = *slot;
	object_hold(slot->object);
}

static void remove_range(struct fd_tables *tables, struct fd_table *table,
			 enum fd_shelf which, uint64_t from, uint64_t to)
{
	struct shelf *shelf = &table->shelves[which];
	size_t first = slot_index(shelf, from), last = first;

	for (; last < shelf->n && shelf->slots[last].key <= to; last++) {
		int64_t partner = shelf->slots[last].partner;

		object_drop(shelf->slots[last].object);
		if (which == FD_STREAMS && partner != FD_NO_PARTNER)
			remove_range(tables, table, FD_DESCRIPTORS,
				     (uint64_t)partner, (uint64_t)partner);
	}
	if (first == last)
		return; /* an empty shelf has no memory */
	memmove(shelf->slots + first, shelf->slots + last,
		(shelf->n - last) * sizeof(*shelf->slots));
	shelf->n -= last - first;
	tables->n_slots -= last - first;
}

static void clear_table(struct fd_tables *tables, struct fd_table *table)
{
	for (unsigned i = 0; i < FD_N_SHELVES; i++) {
		struct shelf *shelf = &table->shelves[i];

		for (size_t k = 0; k < shelf->n; k++)
			object_drop(shelf->slots[k].object);
		tables->n_slots -= shelf->n;
		fxr_free(shelf->slots);
	}
	object_drop(table->folder);
	*table = (struct fd_table){0};
}

/* An unused table; the least recently used one, if need be. */
static struct fd_table *new_table(struct fd_tables *tables, uint64_t pid)
{
	struct fd_table *table = &tables->tables[0];

	for (size_t i = 1; i < tables->n_tables && table->is_used; i++)
		if (!tables->tables[i].is_used ||
		    tables->tables[i].used < table->used)
			table = &tables->tables[i];
	if (table->is_used && tables->n_tables < MAX_TABLES)
		table = &tables->tables[tables->n_tables];
	if (table == &tables->tables[tables->n_tables])
		tables->n_tables++;
	clear_table(tables, table);
	table->is_used = true;
	table->pid = pid;
	table->used = ++tables->n_lookups;
	fxr_map_put(&tables->by_pid, pid, 0, 0,
		    (uint32_t)(table - tables->tables));
	return table;
}

static struct fd_table *find_table(struct fd_tables *tables, uint64_t pid)
{
	uint32_t at = fxr_map_find(&tables->by_pid, pid, 0, 0);
	struct fd_table *table = at == FXR_NONE ? NULL : &tables->tables[at];

	return table && table->is_used && table->pid == pid ? table : NULL;
}

static void copy_shelf(struct fd_tables *tables, struct fd_table *to,
		       const struct fd_table *from, enum fd_shelf which)
{
	for (size_t i = 0; i < from->shelves[which].n; i++)
		put_slot(tables, &to->shelves[which],
			 &from->shelves[which].slots[i]);
}

static void copy_table(struct fd_tables *tables, struct fd_table *to,
		       const struct fd_table *from)
{
	for (unsigned i = 0; i < FD_N_SHELVES; i++)
		copy_shelf(tables, to, from, i);
	to->folder = object_hold(from->folder);
	to->is_unsure = from->is_unsure;
}

/* What a new program inherits from the one that started it. */
static void copy_begin(struct fd_tables *tables, struct fd_table *to,
		       const struct fd_table *from)
{
	copy_shelf(tables, to, from, FD_DESCRIPTORS);
	to->folder = object_hold(from->folder);
	to->is_unsure = from->is_unsure;
}

/* An empty table for a child. */
static struct fd_table *new_child(struct fd_tables *tables,
				  struct fd_table *table, uint64_t pid)
{
	struct fd_table *old = find_table(tables, pid), *child;

	if (pid == table->pid)
		return NULL;
	if (old)
		clear_table(tables, old);
	table->used =
		++tables->n_lookups; /* so that the child does not replace it */
	child = new_table(tables, pid);
	child->provider = FXR_NONE;
	return child;
}

void fd_tables_fork(struct fd_tables *tables, struct fd_table *table,
		    uint64_t pid)
{
	struct fd_table *child = new_child(tables, table, pid);

	if (!child)
		return;
	copy_table(tables, child, table);
	child->is_forked = true;
}

struct fd_table *fd_tables_spawn(struct fd_tables *tables,
				 struct fd_table *table, uint64_t pid)
{
	struct fd_table *child = new_child(tables, table, pid);

	if (!child)
		return NULL;
	copy_begin(tables, child, table);
	return child;
}

static void forget_birth(struct fd_tables *tables, size_t at)
{
	struct birth *births = tables->births;
	struct fd_table *table = find_table(tables, births[at].id);

	if (table)
		clear_table(tables, table);
	tables->n_births--;
	memmove(births + at, births + at + 1,
		(tables->n_births - at) * sizeof(*births));
}

struct fd_table *fd_tables_expect(struct fd_tables *tables,
				  struct fd_table *table, const char *argument,
				  uint64_t key)
{
	struct birth birth = {.id = FIRST_BIRTH + tables->n_expected++,
			      .parent = table->pid,
			      .key = key};

	if (tables->n_births == MAX_BIRTHS)
		forget_birth(tables, 0);
	if (argument)
		strncpy(birth.argument, argument, MAX_ARGUMENT);
	tables->births[tables->n_births++] = birth;
	return fd_tables_spawn(tables, table, birth.id);
}

/* All programs that the process expected, or those under one key. */
static void drop_expected(struct fd_tables *tables, uint64_t parent,
			  const uint64_t *key)
{
	for (size_t i = tables->n_births; i--;)
		if (tables->births[i].parent == parent &&
		    (!key || tables->births[i].key == *key))
			forget_birth(tables, i);
}

void fd_tables_unexpect(struct fd_tables *tables, uint64_t parent, uint64_t key)
{
	drop_expected(tables, parent, &key);
}

bool fd_tables_has_argument(const struct fxr_process *process,
			    const char *argument)
{
	size_t n = argument ? strnlen(argument, MAX_ARGUMENT) : 0;

	return !n ||
	       memmem(process->argv.bytes, process->argv.n_bytes, argument, n);
}

/* Which expected program a process is; n_births = none. */
static size_t birth_of(const struct fd_tables *tables,
		       const struct fxr_process *process)
{
	for (size_t i = 0; i < tables->n_births; i++) {
		const struct birth *birth = &tables->births[i];

		if (birth->parent == process->ppid &&
		    fd_tables_has_argument(process, birth->argument))
			return i;
	}
	return tables->n_births;
}

/* Whether all calls that close or replace descriptors are recorded: the
 * process's facts say what was selected. */
static bool is_all_recorded(const struct fxr_process *process)
{
	static const char *const names[] = {"close", "dup2", "dup3"};
	char list[4096];

	if (!process->calls.n_bytes)
		return true;
	if (process->calls.n_bytes >= sizeof(list))
		return false;
	memcpy(list, process->calls.bytes, process->calls.n_bytes);
	list[process->calls.n_bytes] = '\0';
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!select_has(list,
				&(struct select_function){.category = "libc:io",
							  .name = names[i],
							  .group = "io",
							  .classes = "desc",
							  .is_default = true}))
			return false;
	return true;
}

static void note_losses(const struct fd_tables *tables, struct fd_table *table)
{
	const struct fxr_world *world = tables->world;

	for (size_t i = 0; i < world->n_losses; i++) {
		const struct fxr_loss *loss = &world->losses[i];

		if (loss->provider != table->provider || !loss->n_calls)
			continue;
		if (!table->lost_to_ns || loss->first_ns < table->lost_from_ns)
			table->lost_from_ns = loss->first_ns;
		if (loss->last_ns >= table->lost_to_ns)
			table->lost_to_ns = loss->last_ns + 1;
	}
}

static bool begins(struct fxr_text text, const char *prefix)
{
	size_t n = strlen(prefix);

	return text.n_bytes >= n && memcmp(text.bytes, prefix, n) == 0;
}

static bool is_pipe(const char *text)
{
	return !strncmp(text, "pipe:", 5) || !strncmp(text, "popen:", 6);
}

/* The object of a fact's target: the previous one of that number, if that may
 * be the same, else one with the kernel's name. */
static struct object *object_of(const struct fd_table *before,
				const struct fxr_descriptor *fact)
{
	struct object *known =
		before ? fd_table_find(before, FD_DESCRIPTORS,
				       (uint64_t)fact->fd, UINT64_MAX)
		       : NULL;
	bool is_same = false;

	if (object_tag(known) && begins(fact->target, "/"))
		is_same = object_text(known)[0] == '/';
	else if (known && begins(fact->target, "socket:["))
		is_same = object_is_socket(known);
	else if (known && begins(fact->target, "pipe:["))
		is_same = is_pipe(object_text(known));
	else if (known && begins(fact->target, "anon_inode:"))
		is_same = object_text(known)[0] != '/';
	if (is_same)
		return object_hold(known);
	if (begins(fact->target, "anon_inode:["))
		return object_new(fact->target.bytes + 12,
				  fact->target.n_bytes - 13);
	return object_new(fact->target.bytes, fact->target.n_bytes);
}

/* Applies the descriptors that the image began with. */
static unsigned take_facts(struct fd_tables *tables, struct fd_table *table,
			   const struct fd_table *before)
{
	uint32_t i = fxr_map_find(&tables->first_fact, table->provider,
				  table->pid, 0);
	unsigned n = 0;

	for (; i != FXR_NONE; i = tables->next_fact[i], n++) {
		const struct fxr_descriptor *fact =
			&tables->world->descriptors[i];
		struct slot slot = {.key = (uint64_t)fact->fd,
				    .partner = FD_NO_PARTNER,
				    .object = object_of(before, fact)};

		put_slot(tables, &table->shelves[FD_DESCRIPTORS], &slot);
		object_drop(slot.object);
	}
	return n;
}

/* A forked child, or one without facts of its own, has the previous
 * descriptors. Streams do not survive an exec. */
static void take_before(struct fd_tables *tables, struct fd_table *table,
			const struct fd_table *before, unsigned n_facts)
{
	const struct shelf *shelf = &before->shelves[FD_DESCRIPTORS];

	for (size_t i = 0; i < shelf->n; i++)
		if (!n_facts ||
		    (n_facts >= MAX_FACTS &&
		     !fd_table_find(table, FD_DESCRIPTORS, shelf->slots[i].key,
				    UINT64_MAX)))
			put_slot(tables, &table->shelves[FD_DESCRIPTORS],
				 &shelf->slots[i]);
	if (before->is_forked || !n_facts) {
		copy_shelf(tables, table, before, FD_STREAMS);
		copy_shelf(tables, table, before, FD_ACTIONS);
	}
	if (!table->folder)
		table->folder = object_hold(before->folder);
}

/* The standard streams have their descriptors' objects. */
static void take_streams(struct fd_tables *tables, struct fd_table *table,
			 const struct fxr_process *process)
{
	for (int i = 0; i < 3; i++) {
		struct slot slot = {.key = process->streams[i], .partner = i};

		if (slot.key)
			put_slot(tables, &table->shelves[FD_STREAMS], &slot);
	}
}

/* The table before the image: its own pid's, or, in a child that shares its
 * parent's memory (vfork), that of the provider's own process. */
static struct fd_table *predecessor_of(struct fd_tables *tables,
				       const struct fxr_thread *thread)
{
	struct fd_table *table = find_table(tables, thread->pid);
	uint32_t owner = fxr_map_find(&tables->owners, thread->provider, 0, 0);
	bool is_vfork = owner != FXR_NONE &&
			tables->world->processes[owner].pid != thread->pid;

	if (is_vfork && !(table && table->is_forked))
		return find_table(tables, tables->world->processes[owner].pid);
	return table;
}

/* The same for a process that no recorded call has made: the table that its
 * parent expected, or else the parent's present one. */
static struct fd_table *parent_of(struct fd_tables *tables,
				  const struct fxr_thread *thread,
				  size_t *birth)
{
	const struct fxr_world *world = tables->world;
	uint32_t at = fxr_map_find(&world->process_map, thread->provider,
				   thread->pid, 0);

	*birth = tables->n_births;
	if (at == FXR_NONE || !world->processes[at].has_facts)
		return NULL;
	*birth = birth_of(tables, &world->processes[at]);
	return find_table(tables, *birth < tables->n_births
					  ? tables->births[*birth].id
					  : world->processes[at].ppid);
}

/* Fills the table of an image that makes its first call. */
static void begin_with(struct fd_tables *tables, struct fd_table *table,
		       const struct fd_table *before)
{
	const struct fxr_world *world = tables->world;
	uint32_t at = fxr_map_find(&world->process_map, table->provider,
				   table->pid, 0);
	const struct fxr_process *process =
		at == FXR_NONE ? NULL : &world->processes[at];
	unsigned n_facts = take_facts(tables, table, before);

	if (process && process->has_facts)
		table->is_unsure = !is_all_recorded(process);
	if (process)
		take_streams(tables, table, process);
	if (process && process->cwd.n_bytes)
		table->folder =
			object_new(process->cwd.bytes, process->cwd.n_bytes);
	if (before)
		take_before(tables, table, before, n_facts);
}

/* Indexes facts that came since: the archive may still be written. */
static void index_facts(struct fd_tables *tables)
{
	const struct fxr_world *world = tables->world;
	size_t i;

	tables->next_fact =
		fxr_grow(tables->next_fact, &tables->facts_capacity,
			 world->n_descriptors + 1, sizeof(*tables->next_fact));
	for (i = tables->n_facts; i < world->n_descriptors; i++) {
		const struct fxr_descriptor *fact = &world->descriptors[i];

		tables->next_fact[i] = fxr_map_find(
			&tables->first_fact, fact->provider, fact->pid, 0);
		fxr_map_put(&tables->first_fact, fact->provider, fact->pid, 0,
			    (uint32_t)i);
	}
	tables->n_facts = i;
	for (i = tables->n_processes; i < world->n_processes; i++) {
		const struct fxr_process *process = &world->processes[i];

		/* the first one with facts is the provider's own */
		if (process->has_facts &&
		    fxr_map_find(&tables->owners, process->provider, 0, 0) ==
			    FXR_NONE)
			fxr_map_put(&tables->owners, process->provider, 0, 0,
				    (uint32_t)i);
	}
	tables->n_processes = i;
}

static struct fd_table *begin_image(struct fd_tables *tables,
				    const struct fxr_thread *thread)
{
	struct fd_table *before, *table, old = {0};
	size_t birth = MAX_BIRTHS;

	index_facts(tables);
	before = predecessor_of(tables, thread);
	if (before) { /* new_table may reuse its entry */
		copy_table(tables, &old, before);
		old.is_forked = before->is_forked;
	} else {
		before = parent_of(tables, thread, &birth);
		if (before)
			copy_begin(tables, &old, before);
		if (birth < tables->n_births)
			forget_birth(tables, birth);
	}
	table = find_table(tables, thread->pid);
	if (table)
		clear_table(tables, table);
	table = new_table(tables, thread->pid);
	table->provider = thread->provider;
	table->is_unsure = old.is_unsure;
	note_losses(tables, table);
	/* effects of overwritten calls are unknown */
	if (!fxr_provider(tables->world->reader, thread->provider)
		     ->n_overwritten)
		begin_with(tables, table, before ? &old : NULL);
	clear_table(tables, &old);
	return table;
}

struct fd_table *fd_tables_of(struct fd_tables *tables,
			      const struct fxr_thread *thread)
{
	struct fd_table *table = find_table(tables, thread->pid);

	if (!table || table->provider != thread->provider)
		table = begin_image(tables, thread);
	table->used = ++tables->n_lookups;
	return table;
}

void fd_tables_end(struct fd_tables *tables, uint32_t provider, uint64_t pid)
{
	struct fd_table *table = find_table(tables, pid);

	if (!table || table->provider != provider)
		return;
	clear_table(tables, table);
	drop_expected(tables, pid, NULL);
}

struct object *fd_table_find(const struct fd_table *table, enum fd_shelf shelf,
			     uint64_t key, uint64_t ns)
{
	const struct shelf *found = &table->shelves[shelf];
	size_t at = slot_index(found, key);
	const struct slot *slot = &found->slots[at];

	if (table->is_unsure || at == found->n || slot->key != key)
		return NULL;
	if (table->lost_to_ns && ns >= table->lost_from_ns &&
	    slot->set_ns < table->lost_to_ns)
		return NULL;
	/* a stream has its descriptor's present object */
	if (shelf == FD_STREAMS && slot->partner != FD_NO_PARTNER) {
		struct object *object = fd_table_find(
			table, FD_DESCRIPTORS, (uint64_t)slot->partner, ns);

		if (object)
			return object;
	}
	return slot->object;
}

int64_t fd_table_partner(const struct fd_table *table, uint64_t stream)
{
	const struct shelf *shelf = &table->shelves[FD_STREAMS];
	size_t at = slot_index(shelf, stream);

	return at < shelf->n && shelf->slots[at].key == stream
		       ? shelf->slots[at].partner
		       : FD_NO_PARTNER;
}

struct object *fd_table_folder(const struct fd_table *table)
{
	return table->folder;
}

static bool is_earlier(const struct planned *a, const struct planned *b)
{
	if (a->change.when_ns != b->change.when_ns)
		return a->change.when_ns < b->change.when_ns;
	return a->serial < b->serial;
}

static void drop_change(struct fd_change *change)
{
	object_drop(change->object);
	object_drop(change->address);
}

static void make_in(struct fd_tables *tables, struct fd_table *table,
		    const struct fd_change *change)
{
	struct slot slot = {.key = change->from,
			    .partner = change->partner,
			    .set_ns = change->when_ns,
			    .object = change->object};

	if (change->kind == FD_PUT) {
		put_slot(tables, &table->shelves[change->shelf], &slot);
	} else if (change->kind == FD_REMOVE) {
		remove_range(tables, table, change->shelf, change->from,
			     change->to);
	} else if (change->kind == FD_FOLDER) {
		object_drop(table->folder);
		table->folder = object_hold(change->object);
	}
}

static void make_change(struct fd_tables *tables, const struct planned *planned)
{
	const struct fd_change *change = &planned->change;
	struct fd_table *table = find_table(tables, planned->pid);

	if (change->kind == FD_LOCAL)
		object_set_local(change->object, object_text(change->address));
	else if (change->kind == FD_PEER)
		object_set_peer(change->object, object_text(change->address));
	else if (change->kind == FD_UNEXPECT)
		drop_expected(tables, planned->pid, &change->from);
	/* the image that planned it may have ended */
	if (table && table->provider == planned->provider)
		make_in(tables, table, change);
}

void fd_tables_change(struct fd_tables *tables, struct fd_table *table,
		      const struct fd_change *change)
{
	struct fd_change made = *change;

	make_in(tables, table, &made);
	drop_change(&made);
}

static void make_first(struct fd_tables *tables)
{
	struct planned *heap = tables->heap, first = heap[0];
	struct planned last = heap[--tables->n_planned];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < tables->n_planned) {
		if (child + 1 < tables->n_planned &&
		    is_earlier(&heap[child + 1], &heap[child]))
			child++;
		if (!is_earlier(&heap[child], &last))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = last;
	tables->now_ns = first.change.when_ns;
	make_change(tables, &first);
	drop_change(&first.change);
}

void fd_tables_go(struct fd_tables *tables, uint64_t ns)
{
	while (tables->n_planned && tables->heap[0].change.when_ns <= ns)
		make_first(tables);
	tables->now_ns = ns;
}

uint64_t fd_tables_now(const struct fd_tables *tables)
{
	return tables->now_ns;
}

void fd_tables_plan(struct fd_tables *tables, const struct fd_table *table,
		    const struct fd_change *change)
{
	struct planned planned = {*change, tables->n_serials++, table->pid,
				  table->provider};
	size_t at;

	if (tables->n_planned == MAX_PLANNED)
		make_first(tables);
	tables->heap = fxr_grow(tables->heap, &tables->heap_capacity,
				tables->n_planned + 1, sizeof(*tables->heap));
	for (at = tables->n_planned++; at; at = (at - 1) / 2) {
		if (!is_earlier(&planned, &tables->heap[(at - 1) / 2]))
			break;
		tables->heap[at] = tables->heap[(at - 1) / 2];
	}
	tables->heap[at] = planned;
}

struct fd_tables *fd_tables_open(struct fxr_world *world)
{
	struct fd_tables *tables = fxr_new(1, sizeof(*tables));

	tables->world = world;
	return tables;
}

void fd_tables_close(struct fd_tables *tables)
{
	for (size_t i = 0; i < tables->n_planned; i++)
		drop_change(&tables->heap[i].change);
	for (size_t i = 0; i < tables->n_tables; i++)
		clear_table(tables, &tables->tables[i]);
	fxr_map_fini(&tables->by_pid);
	fxr_map_fini(&tables->first_fact);
	fxr_map_fini(&tables->owners);
	fxr_free(tables->next_fact);
	fxr_free(tables->heap);
	fxr_free(tables);
}
