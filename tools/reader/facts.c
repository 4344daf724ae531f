/* SPDX-License-Identifier: MIT */
/*
 * Signature, fact and loss events, see facts.h. Missing or unknown arguments
 * are no fault: later versions write more, earlier ones less.
 */
#include "tools/reader/facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/reader/unrecorded.h"

static struct fxr_text string_of(struct fxr_world *world,
				 const struct fxr_record *record,
				 const struct fxt_string *string)
{
	return fxr_string(world->reader, record->provider, record->off, string);
}

struct fxr_text fxr_text_arg(struct fxr_world *world,
			     const struct fxr_record *record,
			     const struct fxt_arg *arg)
{
	struct fxr_text text = {"", 0};

	if (arg->type == FXT_ARG_STRING)
		text = string_of(world, record, &arg->value.string);
	else if (arg->type == FXT_ARG_BLOB)
		text = fxr_text(arg->value.blob.bytes, arg->value.blob.n_bytes);
	return fxr_arena_text(&world->arena, text);
}

/* Arguments of the facts "process", "config" and "exit". */
static void note_seen_pid(struct fxr_world *world, struct fxr_process *process,
			  uint64_t pid)
{
	process->seen_pid = pid;
	world->has_seen_pids = true;
}

static void take_process_fact(struct fxr_world *world,
			      struct fxr_process *process,
			      const struct fxr_record *record)
{
	const struct {
		const char *name;
		struct fxr_text *to;
	} texts[] = {
		{"exe", &process->exe},		{"cwd", &process->cwd},
		{"version", &process->version}, {"libc", &process->libc},
		{"arch", &process->arch},	{"session", &process->session},
		{"argv", &process->argv},	{"calls", &process->calls},
	};
	unsigned i, k;

	for (i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_text name = string_of(world, record, &arg->name);
		uint64_t number;

		for (k = 0; k < sizeof(texts) / sizeof(texts[0]); k++)
			if (fxr_is(name, texts[k].name))
				*texts[k].to = fxr_text_arg(world, record, arg);
		if (arg->type == FXT_ARG_BOOL && fxr_is(name, "for_replay"))
			process->for_replay = arg->value.boolean;
		if (!fxr_arg_u64(arg, &number))
			continue;
		if (fxr_is(name, "ppid"))
			process->ppid = number;
		else if (fxr_is(name, FXW_ARG_PID))
			note_seen_pid(world, process, number);
		else if (fxr_is(name, "uid"))
			process->uid = number;
		else if (fxr_is(name, "umask")) {
			process->has_umask = true;
			process->umask = number;
		} else if (fxr_is(name, "stdin"))
			process->streams[0] = number;
		else if (fxr_is(name, "stdout"))
			process->streams[1] = number;
		else if (fxr_is(name, "stderr"))
			process->streams[2] = number;
		else if (fxr_is(name, "status")) {
			process->has_exit = true;
			process->exit_status = (int64_t)number;
		}
	}
}

static void take_descriptor_fact(struct fxr_world *world,
				 const struct fxr_record *record, uint64_t pid)
{
	struct fxr_descriptor descriptor = {
		.provider = record->provider->index, .pid = pid, .fd = -1};
	unsigned i;

	for (i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_text name = string_of(world, record, &arg->name);
		uint64_t number;

		if (fxr_is(name, "target"))
			descriptor.target = fxr_text_arg(world, record, arg);
		else if (fxr_is(name, "fd") && fxr_arg_u64(arg, &number))
			descriptor.fd = (int64_t)number;
	}
	if (descriptor.fd < 0 || !descriptor.target.n_bytes)
		return;
	world->descriptors =
		fxr_grow(world->descriptors, &world->descriptors_capacity,
			 world->n_descriptors + 1, sizeof(*world->descriptors));
	world->descriptors[world->n_descriptors++] = descriptor;
}

static void take_property_fact(struct fxr_world *world,
			       const struct fxr_record *record)
{
	struct fxr_property property = {.provider = record->provider->index};

	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_text name = string_of(world, record, &arg->name);

		if (fxr_is(name, "name"))
			property.name = fxr_text_arg(world, record, arg);
		else if (fxr_is(name, "value"))
			property.value = fxr_text_arg(world, record, arg);
	}
	world->properties =
		fxr_grow(world->properties, &world->properties_capacity,
			 world->n_properties + 1, sizeof(property));
	world->properties[world->n_properties++] = property;
}

static void take_table_fact(struct fxr_world *world,
			    const struct fxr_record *record)
{
	struct fxr_text build_id = {"", 0};
	uint64_t type_base = 0;
	unsigned i;

	for (i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_text name = string_of(world, record, &arg->name);

		if (fxr_is(name, "build_id"))
			build_id = fxr_text_arg(world, record, arg);
		else if (fxr_is(name, "type_base"))
			(void)fxr_arg_u64(arg, &type_base);
	}
	if (build_id.n_bytes && type_base < FXR_NONE)
		fxr_types_put_table(&world->types, record->provider->index,
				    build_id, (uint32_t)type_base);
}

/* The fact is also a notice. */
static void take_trimmed_fact(struct fxr_world *world,
			      const struct fxr_record *record)
{
	struct fxr_notice notice = {
		.ns = fxr_ns(record->provider, record->as.event.ticks)};
	struct fxr_text what = {"", 0};
	uint64_t n_kept = 0, n_all = 0;
	char text[FXR_NOTICE_BYTES];

	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_text name = string_of(world, record, &arg->name);

		if (fxr_is(name, "what"))
			what = fxr_text_arg(world, record, arg);
		else if (fxr_is(name, "kept"))
			(void)fxr_arg_u64(arg, &n_kept);
		else if (fxr_is(name, "of"))
			(void)fxr_arg_u64(arg, &n_all);
	}
	(void)snprintf(text, sizeof(text),
		       "trimmed to %.*s: %" PRIu64 " of %" PRIu64 " call%s",
		       (int)(what.n_bytes < FXR_NOTICE_BYTES
				     ? what.n_bytes
				     : FXR_NOTICE_BYTES),
		       what.bytes, n_kept, n_all, n_all == 1 ? "" : "s");
	notice.text = fxr_text(text, strlen(text));
	fxr_thread(world->reader, record->provider, record->off,
		   &record->as.event.thread, &notice.pid, &notice.tid);
	fxr_world_notice(world, &notice);
	world->trimmed = fxr_arena_text(&world->arena, notice.text);
}

/* The entry of a provider's function, made if need be; NULL: there are too
 * many. */
static struct fxr_left_out *left_out_of(struct fxr_world *world,
					uint32_t provider, struct fxr_text name)
{
	uint64_t hash = fxr_hash(name.bytes, name.n_bytes);
	uint32_t at = fxr_map_find(&world->left_out_map, provider, hash, 0);

	if (at != FXR_NONE)
		return &world->left_out[at];
	if (world->n_left_out == FXR_MAX_LEFT_OUT)
		return NULL;
	at = (uint32_t)world->n_left_out++;
	fxr_map_put(&world->left_out_map, provider, hash, 0, at);
	world->left_out = fxr_grow(world->left_out, &world->left_out_capacity,
				   world->n_left_out, sizeof(*world->left_out));
	world->left_out[at] = (struct fxr_left_out){
		.provider = provider,
		.name = fxr_arena_text(&world->arena, name),
	};
	return &world->left_out[at];
}

/* Each argument is a function. Threads race to emit: the most counts. */
static void take_left_out(struct fxr_world *world,
			  const struct fxr_record *record)
{
	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_left_out *left_out;
		uint64_t n;

		if (!fxr_arg_u64(arg, &n))
			continue;
		left_out = left_out_of(world, record->provider->index,
				       string_of(world, record, &arg->name));
		if (left_out && n > left_out->n_calls)
			left_out->n_calls = n;
	}
}

/* The last one counts. */
static void take_life(const struct fxr_record *record)
{
	uint64_t life;

	if (record->n_args && fxr_arg_u64(&record->args[0], &life))
		record->provider->life = (uint32_t)life;
}

/* The largest one counts. */
static void take_no_space(const struct fxr_record *record)
{
	uint64_t n;

	if (record->n_args && fxr_arg_u64(&record->args[0], &n) &&
	    n > record->provider->n_undescribed)
		record->provider->n_undescribed = n;
}

static void take_shots(struct fxr_world *world, const struct fxr_record *record)
{
	struct fxr_shots shots = {.rule = fxr_text("", 0)};

	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_text name = string_of(world, record, &arg->name);

		if (fxr_is(name, "rule"))
			shots.rule = fxr_text_arg(world, record, arg);
		else if (fxr_is(name, "taken"))
			(void)fxr_arg_u64(arg, &shots.n_taken);
		else if (fxr_is(name, "removed"))
			(void)fxr_arg_u64(arg, &shots.n_removed);
		else if (fxr_is(name, "held_back"))
			(void)fxr_arg_u64(arg, &shots.n_held);
	}
	world->shots = fxr_grow(world->shots, &world->shots_capacity,
				world->n_shots + 1, sizeof(shots));
	world->shots[world->n_shots++] = shots;
}

/* Its begin, if it has one. */
static uint64_t begin_of(const struct fxr_record *record,
			 const struct fxt_arg *arg)
{
	uint64_t ticks = 0;

	return fxr_arg_u64(arg, &ticks) && ticks
		       ? fxr_ns(record->provider, ticks)
		       : UINT64_MAX;
}

void fxr_take_cause(struct fxr_world *world, const struct fxr_record *record)
{
	struct fxr_cause cause = {
		.off = record->off,
		.ns = fxr_ns(record->provider, record->as.event.ticks),
		.begin_ns = UINT64_MAX,
		.duration_ns = UINT64_MAX,
		.number = UINT64_MAX,
		.signal = fxr_text("", 0)};
	bool has_rule = false;

	for (unsigned i = 0; i < record->n_args; i++) {
		const struct fxt_arg *arg = &record->args[i];
		struct fxr_text name = string_of(world, record, &arg->name);

		if (fxr_is(name, FXW_ARG_RULE)) {
			cause.rule = fxr_text_arg(world, record, arg);
			has_rule = true;
		} else if (fxr_is(name, FXW_ARG_CAUSE_BEGIN)) {
			cause.begin_ns = begin_of(record, arg);
		} else if (fxr_is(name, FXW_ARG_DURATION)) {
			(void)fxr_arg_u64(arg, &cause.duration_ns);
		} else if (fxr_is(name, FXW_EVENT_SIGNAL) &&
			   fxr_is(string_of(world, record,
					    &record->as.event.category),
				  FXW_CATEGORY_CAUSE)) {
			cause.signal = fxr_text_arg(world, record, arg);
		}
	}
	if (!has_rule)
		return;
	cause.thread = fxr_world_thread(world, record);
	if (!cause.signal.n_bytes)
		cause.name = fxr_world_name(world, record);
	world->causes = fxr_grow(world->causes, &world->causes_capacity,
				 world->n_causes + 1, sizeof(cause));
	world->causes[world->n_causes++] = cause;
}

void fxr_take_fact(struct fxr_world *world, const struct fxr_record *record)
{
	struct fxr_text name = string_of(world, record, &record->as.event.name);
	struct fxr_process *process;
	uint64_t pid, tid;

	world->fact_bytes += record->n_words * 8;
	if (fxr_is(name, FXW_EVENT_SESSION) || fxr_is(name, FXW_EVENT_SCHEMA))
		return; /* for `recover`, and for the record layer */
	if (fxr_is(name, FXW_EVENT_LIFE)) {
		take_life(record);
		return;
	}
	if (fxr_is(name, FXW_EVENT_NO_SPACE)) {
		take_no_space(record);
		return;
	}
	if (fxr_is(name, FXW_EVENT_USER)) {
		fxr_types_part(&world->types, record->provider->index);
		return;
	}
	if (fxr_is(name, FXW_EVENT_TRIMMED)) {
		take_trimmed_fact(world, record);
		return;
	}
	if (fxr_is(name, "table")) {
		take_table_fact(world, record);
		return;
	}
	if (fxr_is(name, FXW_EVENT_SNAPSHOTS)) {
		take_shots(world, record);
		return;
	}
	if (fxr_wall_take(world, record, name))
		return;
	if (fxr_is(name, FXW_EVENT_LEFT_OUT)) {
		take_left_out(world, record);
		return;
	}
	if (fxr_is(name, FXW_EVENT_UNRECORDED)) {
		fxr_take_unrecorded(world, record);
		return;
	}
	if (fxr_is(name, FXW_EVENT_PROPERTY)) {
		take_property_fact(world, record);
		return;
	}
	fxr_thread(world->reader, record->provider, record->off,
		   &record->as.event.thread, &pid, &tid);
	process = fxr_world_process(world, record->provider->index, pid);
	process->has_facts = true;
	if (fxr_is(name, "descriptor")) {
		process->n_descriptors++;
		take_descriptor_fact(world, record, pid);
	}
	if (fxr_is(name, "process") || fxr_is(name, "config") ||
	    fxr_is(name, "exit"))
		take_process_fact(world, process, record);
}

/* Its one argument; a later record replaces an earlier one. */
static void take_overwritten(const struct fxr_record *record)
{
	if (record->n_args)
		(void)fxr_arg_u64(&record->args[0],
				  &record->provider->n_overwritten);
}

void fxr_take_loss(struct fxr_world *world, const struct fxr_record *record)
{
	struct fxr_loss loss = {.provider = record->provider->index};
	const struct {
		const char *name;
		uint64_t *to;
	} numbers[] = {
		{"count", &loss.n_calls},      {"ends", &loss.n_ends},
		{"thread", &loss.thread},      {"first_ticks", &loss.first_ns},
		{"last_ticks", &loss.last_ns},
	};
	unsigned i, k;
	uint32_t at;

	if (record->as.event.type != FXT_EVENT_INSTANT)
		return;
	if (fxr_is(string_of(world, record, &record->as.event.name),
		   FXW_EVENT_OVERWRITTEN)) {
		take_overwritten(record);
		return;
	}
	for (i = 0; i < record->n_args; i++)
		for (k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++)
			if (fxr_is(string_of(world, record,
					     &record->args[i].name),
				   numbers[k].name))
				(void)fxr_arg_u64(&record->args[i],
						  numbers[k].to);
	loss.first_ns = fxr_ns(record->provider, loss.first_ns);
	loss.last_ns = fxr_ns(record->provider, loss.last_ns);
	world->n_lost_calls += loss.n_calls;
	world->n_lost_ends += loss.n_ends;
	at = fxr_map_find(&world->loss_map, loss.provider, loss.thread, 0);
	if (at != FXR_NONE) {
		world->n_lost_calls -= world->losses[at].n_calls;
		world->n_lost_ends -= world->losses[at].n_ends;
		world->losses[at] = loss;
		return;
	}
	if (world->n_losses == FXR_MAX_LOSSES)
		return;
	fxr_map_put(&world->loss_map, loss.provider, loss.thread, 0,
		    (uint32_t)world->n_losses);
	world->losses = fxr_grow(world->losses, &world->losses_capacity,
				 world->n_losses + 1, sizeof(loss));
	world->losses[world->n_losses++] = loss;
}

void fxr_take_signature(struct fxr_world *world,
			const struct fxr_record *record)
{
	unsigned i;

	world->signature_bytes += record->n_words * 8;
	for (i = 0; i < record->n_args; i++)
		if (record->args[i].type == FXT_ARG_BLOB)
			fxr_types_put(&world->types, record->provider->index,
				      record->args[i].value.blob.bytes,
				      record->args[i].value.blob.n_bytes);
}
