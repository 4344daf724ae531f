/* SPDX-License-Identifier: MIT */
/*
 * Processes, threads, functions, names and blobs of an archive, see world.h.
 */
#include "tools/reader/world.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/facts.h"

#define BLOB_PREFIX "fxtrace:b/"
/* A blob belongs to one value. If many refer to it, which no recorder makes, it
 * is shortened: else a small file would print without an end. */
#define MAX_BLOB_USES 16u
#define OVERUSED_BLOB_BYTES 256u

void fxr_world_init(struct fxr_world *world, struct fxr_reader *reader)
{
	*world = (struct fxr_world){.reader = reader};
	world->recent_threads =
		fxr_new(FXR_N_RECENT, sizeof(struct fxr_recent));
	world->recent_names = fxr_new(FXR_N_RECENT, sizeof(struct fxr_recent));
	world->recent_flags = fxr_new(FXR_N_RECENT, sizeof(struct fxr_recent));
}

void fxr_world_fini(struct fxr_world *world)
{
	size_t i;

	for (i = 0; i < world->n_threads; i++)
		fxr_free(world->threads[i].open);
	for (i = 0; i < world->n_processes; i++)
		fxr_free(world->processes[i].frames.calls);
	fxr_free(world->processes);
	fxr_free(world->threads);
	fxr_free(world->names);
	fxr_free(world->descriptors);
	fxr_free(world->properties);
	fxr_free(world->losses);
	fxr_free(world->left_out);
	fxr_free(world->unrecorded);
	fxr_free(world->notices);
	fxr_free(world->causes);
	fxr_free(world->shots);
	fxr_free(world->pieces);
	fxr_free(world->blobs);
	fxr_free(world->objects);
	fxr_free(world->recent_threads);
	fxr_free(world->recent_names);
	fxr_free(world->recent_flags);
	fxr_wall_fini(&world->wall);
	fxr_map_fini(&world->process_map);
	fxr_map_fini(&world->thread_map);
	fxr_map_fini(&world->name_map);
	fxr_map_fini(&world->text_map);
	fxr_map_fini(&world->object_map);
	fxr_map_fini(&world->member_map);
	fxr_map_fini(&world->blob_map);
	fxr_map_fini(&world->loss_map);
	fxr_map_fini(&world->left_out_map);
	fxr_map_fini(&world->unrecorded_map);
	fxr_types_fini(&world->types);
	fxr_arena_fini(&world->arena);
}

static struct fxr_text string_of(struct fxr_world *world,
				 const struct fxr_record *record,
				 const struct fxt_string *string)
{
	return fxr_string(world->reader, record->provider, record->off, string);
}

bool fxr_arg_u64(const struct fxt_arg *arg, uint64_t *number)
{
	switch (arg->type) {
	case FXT_ARG_INT32:
		*number = (uint64_t)(int64_t)arg->value.i32;
		return true;
	case FXT_ARG_UINT32:
		*number = arg->value.u32;
		return true;
	case FXT_ARG_INT64:
	case FXT_ARG_UINT64:
	case FXT_ARG_POINTER:
	case FXT_ARG_KOID:
		*number = arg->value.u64;
		return true;
	}
	return false;
}

struct fxr_process *fxr_world_process(struct fxr_world *world,
				      uint32_t provider, uint64_t pid)
{
	uint32_t at = fxr_map_find(&world->process_map, provider, pid, 0);
	struct fxr_process *process;

	if (at == FXR_NONE && world->n_processes == FXR_MAX_PROCESSES)
		at = FXR_MAX_PROCESSES - 1;
	if (at != FXR_NONE)
		return &world->processes[at];
	at = (uint32_t)world->n_processes;
	world->processes =
		fxr_grow(world->processes, &world->processes_capacity,
			 world->n_processes + 1, sizeof(*world->processes));
	world->n_processes++; /* there is space: budgets end in between */
	process = &world->processes[at];
	process->provider = provider;
	process->pid = pid;
	process->first_ns = UINT64_MAX;
	fxr_map_put(&world->process_map, provider, pid, 0, at);
	return process;
}

static uint32_t find_thread(struct fxr_world *world,
			    const struct fxr_record *record)
{
	uint64_t pid, tid;
	uint32_t at;

	fxr_thread(world->reader, record->provider, record->off,
		   &record->as.event.thread, &pid, &tid);
	at = fxr_map_find(&world->thread_map, record->provider->index, pid,
			  tid);
	if (at == FXR_NONE && world->n_threads == FXR_MAX_THREADS)
		at = FXR_MAX_THREADS - 1;
	if (at != FXR_NONE)
		return at;
	at = (uint32_t)world->n_threads;
	world->threads =
		fxr_grow(world->threads, &world->threads_capacity,
			 world->n_threads + 1, sizeof(*world->threads));
	world->n_threads++;
	world->threads[at] = (struct fxr_thread){
		.provider = record->provider->index, .pid = pid, .tid = tid};
	fxr_map_put(&world->thread_map, record->provider->index, pid, tid, at);
	return at;
}

/* Looks up the refs, in `recent` or by find_answer(). The result is cached if
 * all of them are indexed and known. */
static uint32_t cached_lookup(
	struct fxr_world *world, struct fxr_recent *items,
	const struct fxr_record *record, uint32_t refs,
	uint32_t (*look_up)(struct fxr_world *world,
			    const struct fxr_record *record))
{
	uint32_t provider = record->provider->index;
	struct fxr_recent *recent = fxr_recent_at(items, provider, refs);
	uint64_t n_undefined;
	uint32_t found;

	if (!fxr_has_fixed_refs(world->reader))
		return look_up(world, record);
	if (fxr_recent_is(recent, provider, refs, record->off))
		return recent->answer;
	n_undefined = fxr_totals(world->reader)->n_undefined;
	found = look_up(world, record);
	if (fxr_totals(world->reader)->n_undefined == n_undefined)
		fxr_recent_put(recent, provider, refs, record->off, found);
	return found;
}

uint32_t fxr_world_thread(struct fxr_world *world,
			  const struct fxr_record *record)
{
	uint8_t ref = record->as.event.thread.ref;

	if (!ref)
		return find_thread(world, record);
	return cached_lookup(world, world->recent_threads, record, ref,
			     find_thread);
}

static uint32_t name_by_text(struct fxr_world *world, struct fxr_text category,
			     struct fxr_text name)
{
	uint64_t a, b, n;
	uint32_t at;

	category = fxr_cut_text(category, FXR_SHORT_NAME_BYTES);
	name = fxr_cut_text(name, FXR_NAME_BYTES);
	a = fxr_hash(category.bytes, category.n_bytes);
	b = fxr_hash(name.bytes, name.n_bytes);

	/* n distinguishes texts of equal hashes, which never happens. */
	for (n = 0;; n++) {
		at = fxr_map_find(&world->text_map, a, b, n);
		if (at == FXR_NONE)
			break;
		if (fxr_is_same(world->names[at].category, category) &&
		    fxr_is_same(world->names[at].name, name))
			return at;
	}
	at = (uint32_t)world->n_names;
	world->names = fxr_grow(world->names, &world->names_capacity,
				world->n_names + 1, sizeof(*world->names));
	world->n_names++;
	world->names[at] = (struct fxr_name){
		.category = fxr_arena_text(&world->arena, category),
		.name = fxr_arena_text(&world->arena, name),
		.is_wanted = true,
	};
	fxr_map_put(&world->text_map, a, b, n, at);
	return at;
}

/* Texts of the tables are compared by address first: they do not move. */
static uint32_t find_name(struct fxr_world *world,
			  const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	struct fxr_text category = string_of(world, record, &event->category);
	struct fxr_text name = string_of(world, record, &event->name);
	bool is_fixed =
		!((event->category.ref | event->name.ref) & FXT_STRING_INLINE);
	uint32_t at = FXR_NONE;

	if (is_fixed)
		at = fxr_map_find(&world->name_map, (uintptr_t)category.bytes,
				  (uintptr_t)name.bytes, 0);
	if (at != FXR_NONE)
		return at;
	at = name_by_text(world, category, name);
	if (is_fixed)
		fxr_map_put(&world->name_map, (uintptr_t)category.bytes,
			    (uintptr_t)name.bytes, 0, at);
	return at;
}

uint32_t fxr_world_name(struct fxr_world *world,
			const struct fxr_record *record)
{
	uint16_t category = record->as.event.category.ref;
	uint16_t name = record->as.event.name.ref;

	if ((category | name) & FXT_STRING_INLINE)
		return find_name(world, record);
	return cached_lookup(world, world->recent_names, record,
			     (uint32_t)category << 16 | name, find_name);
}

static uint32_t find_flags(struct fxr_world *world,
			   const struct fxr_record *record)
{
	const struct fxt_arg *last = &record->args[record->n_args - 1];

	return fxr_is(string_of(world, record, &last->name), "@flags");
}

/* Whether the event's @flags, its last argument, say that a value was cut. */
bool fxr_world_is_cut(struct fxr_world *world, const struct fxr_record *record)
{
	const struct fxt_arg *last;
	struct fxr_text flags;

	if (!record->n_args)
		return false;
	last = &record->args[record->n_args - 1];
	if (last->type != FXT_ARG_STRING)
		return false;
	if (last->name.ref & FXT_STRING_INLINE
		    ? !find_flags(world, record)
		    : !cached_lookup(world, world->recent_flags, record,
				     last->name.ref, find_flags))
		return false;
	flags = string_of(world, record, &last->value.string);
	return memmem(flags.bytes, flags.n_bytes, FXW_FLAG_CUT,
		      sizeof(FXW_FLAG_CUT) - 1);
}

/* The provider's own entry, else that of all. */
static struct fxr_text find_object(const struct fxr_world *world,
				   const struct fxr_map *map, uint32_t provider,
				   uint64_t a, uint64_t b)
{
	uint32_t at = fxr_map_find(map, a, b, (uint64_t)provider + 1);

	if (at == FXR_NONE)
		at = fxr_map_find(map, a, b, 0);
	return at == FXR_NONE ? fxr_text("", 0) : world->objects[at];
}

struct fxr_text fxr_world_process_name(const struct fxr_world *world,
				       uint32_t provider, uint64_t pid)
{
	return find_object(world, &world->object_map, provider,
			   FXT_OBJECT_PROCESS, pid);
}

struct fxr_text fxr_world_thread_name(const struct fxr_world *world,
				      uint32_t provider, uint64_t pid,
				      uint64_t tid)
{
	struct fxr_text name =
		find_object(world, &world->member_map, provider, pid, tid);

	return name.n_bytes ? name
			    : find_object(world, &world->object_map, provider,
					  FXT_OBJECT_THREAD, tid);
}

/* The process that a record about a thread names. */
static bool has_process(struct fxr_world *world,
			const struct fxr_record *record, uint64_t *pid)
{
	for (unsigned i = 0; i < record->n_args; i++)
		if (record->args[i].type == FXT_ARG_KOID &&
		    fxr_is(string_of(world, record, &record->args[i].name),
			   "process")) {
			*pid = record->args[i].value.koid;
			return true;
		}
	return false;
}

static void take_object(struct fxr_world *world,
			const struct fxr_record *record)
{
	const struct fxt_kernel_object *object = &record->as.kernel_object;
	struct fxr_text name = string_of(world, record, &object->name);
	uint32_t provider = record->provider->index;
	struct fxr_map *map = &world->object_map;
	uint64_t of = object->type;

	if (object->type == FXT_OBJECT_PROCESS)
		(void)fxr_world_process(world, provider, object->koid);
	if (object->type == FXT_OBJECT_THREAD &&
	    has_process(world, record, &of))
		map = &world->member_map;
	name = fxr_cut_text(name, FXR_SHORT_NAME_BYTES);
	if (fxr_is_same(name,
			find_object(world, map, provider, of, object->koid)))
		return;
	world->objects =
		fxr_grow(world->objects, &world->objects_capacity,
			 world->n_objects + 1, sizeof(*world->objects));
	world->objects[world->n_objects] = fxr_arena_text(&world->arena, name);
	/* what is for all, unless it is to be trusted by nobody else */
	if (!fxr_types_domain(&world->types, provider))
		fxr_map_put(map, of, object->koid, 0,
			    (uint32_t)world->n_objects);
	fxr_map_put(map, of, object->koid, (uint64_t)provider + 1,
		    (uint32_t)world->n_objects);
	world->n_objects++;
}

/* The number in fxtrace:b/NUMBER; false if it is another blob's name. */
static bool blob_number(struct fxr_text name, uint64_t *number)
{
	size_t n_prefix = strlen(BLOB_PREFIX);
	size_t i;

	*number = 0;
	if (name.n_bytes <= n_prefix || name.n_bytes > n_prefix + 16 ||
	    memcmp(name.bytes, BLOB_PREFIX, n_prefix))
		return false;
	for (i = n_prefix; i < name.n_bytes; i++) {
		const char *digits = "0123456789abcdef";
		const char *digit = strchr(digits, name.bytes[i]);

		if (!digit || !*digit)
			return false;
		*number = *number << 4 | (uint64_t)(digit - digits);
	}
	return true;
}

static void take_blob(struct fxr_world *world, const struct fxr_record *record)
{
	const struct fxt_blob *blob = &record->as.blob;
	uint32_t piece = (uint32_t)world->n_pieces;
	struct fxr_pieces *pieces;
	uint64_t number;
	uint32_t at, domain;

	if (!blob->name.ref ||
	    !blob_number(string_of(world, record, &blob->name), &number))
		return;
	world->pieces = fxr_grow(world->pieces, &world->pieces_capacity,
				 world->n_pieces + 1, sizeof(*world->pieces));
	world->pieces[world->n_pieces++] = (struct fxr_piece){
		record->off, record->provider->index, blob->n_bytes, FXR_NONE};
	domain = fxr_types_domain(&world->types, record->provider->index);
	at = fxr_map_find(&world->blob_map, number, domain, 0);
	if (at == FXR_NONE) {
		at = (uint32_t)world->n_blobs++;
		world->blobs = fxr_grow(world->blobs, &world->blobs_capacity,
					world->n_blobs, sizeof(*world->blobs));
		world->blobs[at] = (struct fxr_pieces){.first = piece};
		fxr_map_put(&world->blob_map, number, domain, 0, at);
	} else {
		world->pieces[world->blobs[at].last].next = piece;
	}
	pieces = &world->blobs[at];
	pieces->last = piece;
	pieces->n_bytes += blob->n_bytes;
}

struct fxr_pieces *fxr_world_blob(const struct fxr_world *world,
				  uint32_t provider, uint64_t number)
{
	uint32_t at =
		fxr_map_find(&world->blob_map, number,
			     fxr_types_domain(&world->types, provider), 0);

	return at == FXR_NONE ? NULL : &world->blobs[at];
}

struct fxr_text fxr_world_join(struct fxr_world *world, struct fxr_arena *arena,
			       struct fxr_pieces *blob, uint64_t max_bytes)
{
	bool is_overused = ++blob->n_uses > MAX_BLOB_USES;
	uint64_t n_max = is_overused && max_bytes > OVERUSED_BLOB_BYTES
				 ? OVERUSED_BLOB_BYTES
				 : max_bytes;
	uint64_t n_want = blob->n_bytes < n_max ? blob->n_bytes : n_max;
	char *to = fxr_arena_alloc(arena, n_want + 1);
	uint64_t *words = fxr_arena_alloc(arena, FXT_RECORD_MAX_WORDS * 8);
	uint32_t at = blob->first;
	size_t n_done = 0;
	struct fxr_record record;

	for (; at != FXR_NONE && n_done < n_want; at = world->pieces[at].next) {
		const struct fxr_piece *piece = &world->pieces[at];
		size_t n = n_want - n_done;

		if (!fxr_read_at(world->reader, piece->off,
				 fxr_provider(world->reader, piece->provider),
				 words, FXT_RECORD_MAX_WORDS, &record) ||
		    record.type != FXT_RECORD_BLOB)
			break;
		if (n > record.as.blob.n_bytes)
			n = record.as.blob.n_bytes;
		memcpy(to + n_done, record.as.blob.bytes, n);
		n_done += n;
	}
	return fxr_text(to, n_done);
}

void fxr_world_forget_blobs(struct fxr_world *world)
{
	fxr_map_fini(&world->blob_map);
	world->blob_map = (struct fxr_map){0};
	world->n_pieces = world->n_blobs = 0;
}

void fxr_world_notice(struct fxr_world *world, const struct fxr_notice *notice)
{
	struct fxr_text text = notice->text;

	if (world->n_notices == FXR_MAX_NOTICES) {
		world->n_more_notices++;
		return;
	}
	if (text.n_bytes > FXR_NOTICE_BYTES)
		text.n_bytes = FXR_NOTICE_BYTES;
	world->notices = fxr_grow(world->notices, &world->notices_capacity,
				  world->n_notices + 1, sizeof(*notice));
	world->notices[world->n_notices] = *notice;
	world->notices[world->n_notices++].text =
		fxr_arena_text(&world->arena, text);
}

static void take_log(struct fxr_world *world, const struct fxr_record *record)
{
	const struct fxt_log *log = &record->as.log;
	struct fxr_notice notice = {
		.ns = fxr_ns(record->provider, log->ticks),
		.text = fxr_text(log->message, log->n_bytes)};

	fxr_thread(world->reader, record->provider, record->off, &log->thread,
		   &notice.pid, &notice.tid);
	fxr_world_notice(world, &notice);
}

bool fxr_world_take(struct fxr_world *world, const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	struct fxr_text category;

	if (!record->is_known)
		return false;
	if (record->type == FXT_RECORD_KERNEL_OBJECT)
		take_object(world, record);
	else if (record->type == FXT_RECORD_BLOB)
		take_blob(world, record);
	else if (record->type == FXT_RECORD_LOG)
		take_log(world, record);
	if (record->type != FXT_RECORD_EVENT)
		return false;
	if (event->type >= FXT_EVENT_DURATION_BEGIN &&
	    event->type <= FXT_EVENT_DURATION_COMPLETE)
		return true;
	world->n_flow_begins += event->type == FXT_EVENT_FLOW_BEGIN;
	world->n_requests += event->type == FXT_EVENT_ASYNC_BEGIN;
	world->n_flow_ends += event->type == FXT_EVENT_FLOW_END;
	category = string_of(world, record, &event->category);
	if (fxr_is(category, FXW_CATEGORY_SIGNATURE))
		fxr_take_signature(world, record);
	else if (fxr_is(category, FXW_CATEGORY_FACT))
		fxr_take_fact(world, record);
	else if (fxr_is(category, FXW_CATEGORY_LOSS))
		fxr_take_loss(world, record);
	else if (event->type == FXT_EVENT_INSTANT && record->n_args)
		fxr_take_cause(world, record);
	else if (event->type == FXT_EVENT_COUNTER &&
		 !fxr_is(category, FXW_CATEGORY_FRAME))
		world->n_counts++;
	return false;
}
