/* SPDX-License-Identifier: MIT */
/*
 * Functions, threads and processes of an archive, each shown once. See
 * archive.h.
 */
#include "tools/library/archive.h"

#include "tools/archive/losses.h"

/* What is requested, within library_run. */
struct request {
	size_t index;
	const void *found;
};

/* A table of n pointers that are not known yet. */
static void *table(void *old, size_t n)
{
	return old ? old : fxr_new(n + 1, sizeof(void *));
}

static const char *type_text(struct fxtrace_archive *archive, uint32_t provider,
			     uint32_t id)
{
	const struct fxr_type *type =
		fxr_type_find(&archive->world->types, provider, id);

	return library_type_name(type);
}

static void show_signature(struct fxtrace_archive *archive,
			   struct fxtrace_function *its,
			   const struct fxr_function *known)
{
	struct fxr_arena *arena = &archive->shown.arena;
	struct fxtrace_parameter *parameters = fxr_arena_alloc(
		arena, (known->n_params + 1) * sizeof(*parameters));

	its->is_known = true;
	its->version = library_text(arena, known->symver);
	its->library = library_text(arena, known->soname);
	its->result_type = type_text(archive, known->provider, known->ret);
	its->is_variadic = known->varargs;
	its->parameters = parameters;
	its->n_parameters = known->n_fixed;
	its->optional = parameters + known->n_fixed;
	its->n_optional = known->n_params - known->n_fixed;
	for (size_t i = 0; i < known->n_params; i++)
		parameters[i] = (struct fxtrace_parameter){
			library_text(arena, known->params[i].name),
			type_text(archive, known->provider,
				  known->params[i].type)};
}

const struct fxtrace_function *library_function(
	struct fxtrace_archive *archive, size_t index,
	const struct fxr_function *known)
{
	const struct fxr_name *name = &archive->world->names[index];
	struct library_shown *shown = &archive->shown;
	struct fxtrace_function *its;

	if (shown->functions) { /* as for most calls */
		its = shown->functions[index];
		if (its && (its->is_known || !known))
			return its;
	}
	shown->functions = table(shown->functions, archive->world->n_names);
	its = shown->functions[index];
	if (!its) {
		its = fxr_arena_alloc(&shown->arena, sizeof(*its));
		its->category = library_text(&shown->arena, name->category);
		its->name = library_text(&shown->arena, name->name);
		its->version = its->library = its->result_type = "";
		its->n_calls = name->n_calls;
		its->index = (uint32_t)index;
		its->n_category_bytes = name->category.n_bytes;
		its->n_name_bytes = name->name.n_bytes;
		shown->functions[index] = its;
	}
	if (known && !its->is_known)
		show_signature(archive, its, known);
	return its;
}

const struct fxtrace_function *library_find_function(
	struct fxtrace_archive *archive, size_t index)
{
	const struct fxr_types *types = &archive->world->types;
	const struct fxr_name *name = &archive->world->names[index];
	const struct fxr_function *known = NULL;
	uint32_t n = fxr_n_providers(archive->reader);

	for (uint32_t i = 0; i < n && !known; i++)
		known = fxr_function_find(types, i, name->category, name->name);
	return library_function(archive, index, known);
}

/* Of the first process that knows its signature. */
static void find_function(struct fxtrace_archive *archive, void *context)
{
	struct request *request = context;

	request->found = library_find_function(archive, request->index);
}

static void show_process(struct fxtrace_archive *archive,
			 struct fxtrace_process *its, size_t index)
{
	const struct fxr_process *process = &archive->world->processes[index];
	struct fxr_arena *arena = &archive->shown.arena;
	struct fxr_text name = fxr_world_process_name(
		archive->world, process->provider, process->pid);
	struct fxr_value *argv = NULL;

	*its = (struct fxtrace_process){
		.index = (uint32_t)index,
		.pid = process->pid,
		.seen_pid =
			process->seen_pid ? process->seen_pid : process->pid,
		.parent_pid = process->ppid,
		.name = library_text(arena, name),
		.n_name_bytes = name.n_bytes,
		.path = library_text(arena, process->exe),
		.folder = library_text(arena, process->cwd),
		.n_calls = process->n_calls,
		.first_ns = process->n_calls ? process->first_ns : 0,
		.last_ns = process->n_calls ? process->last_ns : 0,
		.has_exit = process->has_exit,
		.exit_status = process->exit_status,
		.is_described = process->has_facts,
		.uid = process->uid,
		.libc = library_text(arena, process->libc),
		.recorder = library_text(arena, process->version),
	};
	if (process->argv.n_bytes)
		argv = fxr_value_decode(
			arena, &archive->world->types, process->provider, NULL,
			process->argv.bytes, process->argv.n_bytes);
	if (argv)
		its->arguments = library_value(archive, arena, argv);
}

const struct fxtrace_process *library_process(struct fxtrace_archive *archive,
					      size_t index)
{
	struct library_shown *shown = &archive->shown;
	struct fxtrace_process *its;

	shown->processes = table(shown->processes, archive->world->n_processes);
	its = shown->processes[index];
	if (its)
		return its;
	its = fxr_arena_alloc(&shown->arena, sizeof(*its));
	show_process(archive, its, index);
	shown->processes[index] = its;
	return its;
}

static void find_process(struct fxtrace_archive *archive, void *context)
{
	struct request *request = context;

	request->found = library_process(archive, request->index);
}

/* The entry of the thread's process image. */
static const struct fxtrace_process *process_of(struct fxtrace_archive *archive,
						const struct fxr_thread *thread)
{
	const struct fxr_world *world = archive->world;
	uint32_t index = fxr_map_find(&world->process_map, thread->provider,
				      thread->pid, 0);

	/* beyond FXR_MAX_PROCESSES the last entry counts for all */
	if (index == FXR_NONE)
		index = (uint32_t)world->n_processes - 1;
	return library_process(archive, index);
}

const struct fxtrace_thread *library_thread(struct fxtrace_archive *archive,
					    size_t index)
{
	const struct fxr_thread *thread = &archive->world->threads[index];
	struct library_shown *shown = &archive->shown;
	struct fxtrace_thread *its;
	struct fxr_text name;

	shown->threads = table(shown->threads, archive->world->n_threads);
	its = shown->threads[index];
	if (its)
		return its;
	its = fxr_arena_alloc(&shown->arena, sizeof(*its));
	name = fxr_world_thread_name(archive->world, thread->provider,
				     thread->pid, thread->tid);
	*its = (struct fxtrace_thread){
		.index = (uint32_t)index,
		.tid = thread->tid,
		.name = library_text(&shown->arena, name),
		.n_name_bytes = name.n_bytes,
		.process = process_of(archive, thread),
		.n_calls = thread->n_calls,
	};
	shown->threads[index] = its;
	return its;
}

static void find_thread(struct fxtrace_archive *archive, void *context)
{
	struct request *request = context;

	request->found = library_thread(archive, request->index);
}

/* n: how many there are. */
static const void *find(struct fxtrace_archive *archive, size_t index, size_t n,
			library_work *work)
{
	struct request request = {.index = index};

	return index < n && library_run(archive, work, &request) ? request.found
								 : NULL;
}

size_t fxtrace_n_processes(const struct fxtrace_archive *archive)
{
	return archive->world ? archive->world->n_processes : 0;
}

size_t fxtrace_n_threads(const struct fxtrace_archive *archive)
{
	return archive->world ? archive->world->n_threads : 0;
}

size_t fxtrace_n_functions(const struct fxtrace_archive *archive)
{
	return archive->world ? archive->world->n_names : 0;
}

const struct fxtrace_process *fxtrace_process(struct fxtrace_archive *archive,
					      size_t index)
{
	return find(archive, index, fxtrace_n_processes(archive), find_process);
}

const struct fxtrace_thread *fxtrace_thread(struct fxtrace_archive *archive,
					    size_t index)
{
	return find(archive, index, fxtrace_n_threads(archive), find_thread);
}

const struct fxtrace_function *fxtrace_function(struct fxtrace_archive *archive,
						size_t index)
{
	return find(archive, index, fxtrace_n_functions(archive),
		    find_function);
}

/* Of calls, as the index of all of them counted. */
static void count_calls(struct fxtrace_archive *archive)
{
	const struct fxr_calls_totals *totals =
		fxr_calls_totals(archive->calls);
	struct fxtrace_totals *its = &archive->shown.totals;

	its->n_calls = totals->n_calls;
	its->n_unfinished = totals->n_unfinished;
	its->n_stray_ends = totals->n_stray_ends;
	its->n_cut = totals->n_cut;
	its->first_ns = totals->first_ns;
	its->last_ns = totals->last_ns;
}

/* The same if there is no index. */
static void count_processes(struct fxtrace_archive *archive)
{
	const struct fxr_world *world = archive->world;
	struct fxtrace_totals *its = &archive->shown.totals;

	its->first_ns = UINT64_MAX;
	for (size_t i = 0; i < world->n_processes; i++) {
		const struct fxr_process *process = &world->processes[i];

		its->n_calls += process->n_calls;
		if (process->first_ns < its->first_ns)
			its->first_ns = process->first_ns;
		if (process->last_ns > its->last_ns)
			its->last_ns = process->last_ns;
	}
	if (its->first_ns == UINT64_MAX)
		its->first_ns = 0;
}

void library_count(struct fxtrace_archive *archive)
{
	const struct fxr_world *world = archive->world;
	struct fxtrace_totals *its = &archive->shown.totals;
	struct losses losses = losses_of(archive->reader, world);
	struct fxr_text session = {0};

	if (archive->calls)
		count_calls(archive);
	else
		count_processes(archive);
	its->n_overwritten = losses.n_overwritten;
	its->n_lost_calls = losses.n_calls;
	its->n_lost_ends = losses.n_ends;
	for (size_t i = 0; i < world->n_processes && !session.n_bytes; i++)
		session = world->processes[i].session;
	its->has_time_of_day = fxr_wall_is_known(&world->wall);
	its->host = library_text(&archive->shown.arena, world->wall.host);
	its->session = library_text(&archive->shown.arena, session);
	library_count_end(archive);
}

void library_count_end(struct fxtrace_archive *archive)
{
	const struct fxr_totals *totals = fxr_totals(archive->reader);
	struct fxtrace_totals *its = &archive->shown.totals;

	its->schema = totals->schema;
	its->known_schema = FXW_SCHEMA_VERSION;
	its->n_shortened = totals->n_shortened;
	its->ends_early = fxr_is_unended(archive->reader);
	its->n_bytes = fxr_off(archive->reader);
}

const struct fxtrace_totals *fxtrace_totals(
	const struct fxtrace_archive *archive)
{
	return &archive->shown.totals;
}

size_t fxtrace_n_causes(const struct fxtrace_archive *archive)
{
	return archive->calls && archive->world ? archive->world->n_causes : 0;
}

size_t fxtrace_n_messages(const struct fxtrace_archive *archive)
{
	return archive->world ? archive->world->n_notices : 0;
}

static void find_message(struct fxtrace_archive *archive, void *context)
{
	struct request *request = context;
	const struct fxr_notice *notice =
		&archive->world->notices[request->index];
	struct fxtrace_message *its = &archive->shown.message;

	fxr_arena_reset(&archive->shown.message_arena);
	*its = (struct fxtrace_message){
		.ns = notice->ns,
		.pid = notice->pid,
		.tid = notice->tid,
		.text = library_text(&archive->shown.message_arena,
				     notice->text),
		.n_text_bytes = notice->text.n_bytes,
		.place = notice->place};
	request->found = its;
}

const struct fxtrace_message *fxtrace_message(struct fxtrace_archive *archive,
					      size_t index)
{
	return find(archive, index, fxtrace_n_messages(archive), find_message);
}

size_t fxtrace_n_losses(const struct fxtrace_archive *archive)
{
	return archive->world ? archive->world->n_losses : 0;
}

/* The last process of the provider, or NULL. */
static const struct fxtrace_process *last_of(struct fxtrace_archive *archive,
					     uint32_t provider)
{
	const struct fxr_world *world = archive->world;

	for (size_t i = world->n_processes; i--;)
		if (world->processes[i].provider == provider)
			return library_process(archive, i);
	return NULL;
}

static void find_loss(struct fxtrace_archive *archive, void *context)
{
	struct request *request = context;
	const struct fxr_loss *loss = &archive->world->losses[request->index];
	struct fxtrace_loss *its = &archive->shown.loss;

	*its = (struct fxtrace_loss){.tid = loss->thread,
				     .n_calls = loss->n_calls,
				     .n_ends = loss->n_ends,
				     .first_ns = loss->first_ns,
				     .last_ns = loss->last_ns,
				     .process =
					     last_of(archive, loss->provider)};
	request->found = its;
}

const struct fxtrace_loss *fxtrace_loss(struct fxtrace_archive *archive,
					size_t index)
{
	return find(archive, index, fxtrace_n_losses(archive), find_loss);
}

size_t fxtrace_n_properties(const struct fxtrace_archive *archive)
{
	return archive->world ? archive->world->n_properties : 0;
}

static void find_property(struct fxtrace_archive *archive, void *context)
{
	struct request *request = context;
	const struct fxr_property *property =
		&archive->world->properties[request->index];
	struct fxr_arena *arena = &archive->shown.property_arena;
	struct fxtrace_property *its = &archive->shown.property;

	fxr_arena_reset(arena);
	*its = (struct fxtrace_property){
		.process = last_of(archive, property->provider),
		.name = library_text(arena, property->name),
		.value = library_text(arena, property->value),
		.n_name_bytes = property->name.n_bytes,
		.n_value_bytes = property->value.n_bytes,
	};
	request->found = its;
}

const struct fxtrace_property *fxtrace_property(struct fxtrace_archive *archive,
						size_t index)
{
	return find(archive, index, fxtrace_n_properties(archive),
		    find_property);
}
