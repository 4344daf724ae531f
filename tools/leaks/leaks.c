/* SPDX-License-Identifier: MIT */
/*
 * From calls to open items, by the rules of leak_rule.def. A closing call takes
 * effect when it begins, an opening one when it ends. Another thread may get
 * the number again before the closing call is over. See leaks.h.
 */
#include "tools/leaks/leaks.h"

#include <stdlib.h>

#include "tools/select/catalogue.h"
#include "tools/leaks/gl_leaks.h"
#include "tools/leaks/leak_call.h"
#include "tools/select/select.h"

#define MAX_RULES 2u

/* The rules of a function, cached. */
struct function_rules {
	bool is_known, is_gl;
	bool is_library; /* of libc, and calls no code of the program */
	const struct leak_rule *rules[MAX_RULES]; /* NULL: no more */
};

/* An item that will be open from some time on. */
struct opening {
	uint64_t when_ns;
	struct held item;
};

/* The outermost call of a thread that is internal to libc. */
struct inside {
	uint64_t end_ns;
	bool hands_out; /* what it allocates is for the program */
};

struct leaks {
	const struct fxr_world *world;
	struct held_table table;
	struct gl_leaks *gl;
	struct function_rules
		*functions; /* by the number of the function's name */
	size_t functions_capacity;
	struct inside *inside; /* by the number of the thread */
	size_t inside_capacity;
	struct opening *openings; /* a heap, the first to come on top */
	size_t n_openings, openings_capacity;
	bool *is_replaced;	     /* by process: exec has replaced it */
	struct fxr_map detached_map; /* process, attributes -> 1 or 0 */
	struct held *left;
	bool is_judged[LEAK_N_KINDS];
};

/* Whether calls of the function were selected for recording. */
static bool was_chosen(const struct fxr_process *process, const char *name,
		       bool is_default)
{
	char list[4096];
	const char *category = "libc:alloc", *group = "alloc", *classes = "";

	if (process->calls.n_bytes >= sizeof(list))
		return false;
	if (process->calls.n_bytes)
		memcpy(list, process->calls.bytes, process->calls.n_bytes);
	list[process->calls.n_bytes] = '\0';
	for (size_t i = 0; i < catalogue_size(); i++) {
		struct catalogue_entry entry;

		if (!catalogue_entry(i, &entry) || strcmp(entry.name, name))
			continue;
		category = entry.category;
		group = entry.group;
		classes = entry.classes;
		is_default = entry.is_default;
	}
	return select_has(*list ? list : NULL,
			  &(struct select_function){.category = category,
						    .name = name,
						    .group = group,
						    .classes = classes,
						    .is_default = is_default});
}

static void find_recorded_kinds(struct leaks *leaks)
{
	const struct fxr_world *world = leaks->world;

	for (unsigned kind = 0; kind < LEAK_N_KINDS; kind++) {
		const char *names = leak_rule_closer(kind);
		char name[64];

		leaks->is_judged[kind] = true;
		if (!names)
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(names, " "),
			 names);
		for (size_t i = 0; i < world->n_processes; i++)
			if (world->processes[i].has_facts &&
			    !was_chosen(&world->processes[i], name, true))
				leaks->is_judged[kind] = false;
	}
}

struct leaks *leaks_open(const struct fxr_world *world)
{
	struct leaks *leaks = fxr_new(1, sizeof(*leaks));

	leaks->world = world;
	leaks->gl = gl_leaks_open(world, &leaks->table);
	leaks->is_replaced =
		fxr_new(world->n_processes + 1, sizeof(*leaks->is_replaced));
	find_recorded_kinds(leaks);
	return leaks;
}

void leaks_close(struct leaks *leaks)
{
	if (!leaks)
		return;
	gl_leaks_close(leaks->gl);
	held_fini(&leaks->table);
	fxr_map_fini(&leaks->detached_map);
	free(leaks->functions);
	free(leaks->inside);
	free(leaks->openings);
	free(leaks->is_replaced);
	free(leaks->left);
	free(leaks);
}

/* Whether a parameter is the program's code. */
static bool calls_back(const struct leaks *leaks, const struct fxr_call *call)
{
	const struct fxr_function *function = call->function;

	for (size_t i = 0; function && i < function->n_params; i++) {
		const struct fxr_type *type = fxr_type_target(
			&leaks->world->types,
			fxr_type_find(&leaks->world->types, function->provider,
				      function->params[i].type));

		if (type && type->class == FXG_FUNC)
			return true;
	}
	return !function;
}

static bool is_of(struct fxr_text category, const char *family)
{
	size_t n = strlen(family);

	return category.n_bytes >= n && !memcmp(category.bytes, family, n) &&
	       (category.n_bytes == n || category.bytes[n] == ':');
}

static const struct function_rules *look_up_function(
	struct leaks *leaks, const struct fxr_call *call)
{
	size_t at = (size_t)(call->name - leaks->world->names);
	const struct fxr_name *name = call->name;
	const char *described;
	struct function_rules *function;

	leaks->functions =
		fxr_grow(leaks->functions, &leaks->functions_capacity, at + 1,
			 sizeof(*leaks->functions));
	function = &leaks->functions[at];
	if (function->is_known)
		return function;
	function->is_known = true;
	function->is_gl = is_of(name->category, "gl") ||
			  is_of(name->category, "glx") ||
			  is_of(name->category, "egl");
	if (!is_of(name->category, "libc"))
		return function;
	/* both are copies with a NUL behind them */
	described = catalogue_described(name->category.bytes, name->name.bytes);
	for (size_t i = 0; i < MAX_RULES; i++)
		function->rules[i] = leak_rule_find(
			described ? described : name->name.bytes, i);
	/* what a thread runs is not within the call */
	function->is_library =
		!calls_back(leaks, call) ||
		(function->rules[0] && function->rules[0]->act == LEAK_START);
	return function;
}

static void sift_up(struct leaks *leaks)
{
	struct opening *heap = leaks->openings;
	size_t at = leaks->n_openings - 1;

	while (at && heap[at].when_ns < heap[(at - 1) / 2].when_ns) {
		struct opening other = heap[(at - 1) / 2];

		heap[(at - 1) / 2] = heap[at];
		heap[at] = other;
		at = (at - 1) / 2;
	}
}

static void sift_down(struct leaks *leaks)
{
	struct opening *heap = leaks->openings;

	for (size_t at = 0, next; (next = 2 * at + 1) < leaks->n_openings;
	     at = next) {
		struct opening other;

		if (next + 1 < leaks->n_openings &&
		    heap[next + 1].when_ns < heap[next].when_ns)
			next++;
		if (heap[at].when_ns <= heap[next].when_ns)
			return;
		other = heap[next];
		heap[next] = heap[at];
		heap[at] = other;
	}
}

/* Opens what is open by that time. */
static void open_until(struct leaks *leaks, uint64_t ns)
{
	while (leaks->n_openings && leaks->openings[0].when_ns <= ns) {
		struct held item = leaks->openings[0].item;

		leaks->openings[0] = leaks->openings[--leaks->n_openings];
		sift_down(leaks);
		held_put(&leaks->table, &item);
	}
}

/* A call with effects. */
struct doing {
	struct leaks *leaks;
	const struct fxr_call *call;
	const struct leak_rule *rule;
	uint32_t process;
};

static void open_item(const struct doing *doing, enum leak_kind kind,
		      uint64_t key, uint64_t n_bytes, int64_t descriptor)
{
	struct leaks *leaks = doing->leaks;
	const struct fxr_call *call = doing->call;
	struct opening *opening;

	leaks->openings =
		fxr_grow(leaks->openings, &leaks->openings_capacity,
			 leaks->n_openings + 1, sizeof(*leaks->openings));
	opening = &leaks->openings[leaks->n_openings++];
	opening->when_ns =
		fxr_has_duration(call) ? call->end_ns : call->begin_ns;
	opening->item = (struct held){.kind = kind,
				      .process = doing->process,
				      .key = key,
				      .call = call->number,
				      .n_bytes = n_bytes,
				      .descriptor = descriptor};
	sift_up(leaks);
}

static void close_item(const struct doing *doing, enum leak_kind kind,
		       uint64_t key)
{
	held_close(&doing->leaks->table, doing->process, kind, key, 0);
}

static bool number_of(const struct doing *doing, int param, uint64_t *value)
{
	return leak_number(leak_value(doing->call, param), value);
}

static uint64_t number_or_0(const struct doing *doing, int param)
{
	uint64_t value;

	return number_of(doing, param, &value) ? value : 0;
}

/* The size that a call of the malloc family requests: its `size`, times
 * nmemb. */
static uint64_t size_of(const struct fxr_call *call)
{
	static const char *const names[] = {"size", "nmemb"};
	uint64_t n_bytes = 0, n;

	for (size_t i = 0; i < 2; i++) {
		const struct fxr_arg *arg = leak_arg(call, names[i]);

		if (arg && leak_number(&arg->value, &n))
			n_bytes = i ? n_bytes * n : n;
	}
	return n_bytes;
}

/* One item, or the two of a pair. Address 0 is none. */
static void open_items(const struct doing *doing, enum leak_kind kind,
		       int where)
{
	const struct fxr_value *value = leak_value(doing->call, where);
	bool is_memory = kind == LEAK_MEMORY;
	uint64_t key;

	if (value && value->kind == FXR_VALUE_ARRAY) {
		for (size_t i = 0; i < value->as.list.n; i++)
			if (leak_number(&value->as.list.items[i], &key))
				open_item(doing, kind, key, 0, -1);
	} else if (leak_number(value, &key) &&
		   (key || kind == LEAK_DESCRIPTOR || kind == LEAK_TIMER)) {
		open_item(doing, kind, key,
			  is_memory ? size_of(doing->call) : 0, -1);
	}
}

/* A stream and the descriptor that was given to it. */
static void close_items(const struct doing *doing, enum leak_kind kind,
			int where)
{
	const struct held *item;
	uint64_t key;

	if (!number_of(doing, where, &key))
		return;
	item = held_find(&doing->leaks->table, doing->process, kind, key, 0);
	if (!item)
		return;
	if (item->descriptor >= 0)
		close_item(doing, LEAK_DESCRIPTOR, (uint64_t)item->descriptor);
	close_item(doing, kind, key);
}

/* The descriptor is closed with the stream. */
static void take_over(const struct doing *doing, enum leak_kind kind)
{
	uint64_t stream, descriptor;

	if (number_of(doing, LEAK_RET, &stream) && stream &&
	    number_of(doing, 0, &descriptor))
		open_item(doing, kind, stream, 0, (int64_t)descriptor);
}

static bool has_text(const struct fxr_arg *arg, const char *word)
{
	const struct fxr_value *value = arg ? &arg->value : NULL;

	return value && value->kind == FXR_VALUE_SYMBOL &&
	       memmem(value->as.text.bytes, value->as.text.n_bytes, word,
		      strlen(word));
}

static void open_mapping(const struct doing *doing)
{
	uint64_t address;

	if (number_of(doing, LEAK_RET, &address) && address)
		open_item(doing, LEAK_MAPPING, address, number_or_0(doing, 1),
			  -1);
}

static void close_mapping(const struct doing *doing)
{
	held_unmap(&doing->leaks->table, doing->process, number_or_0(doing, 0),
		   number_or_0(doing, 1));
}

static void move_mapping(const struct doing *doing)
{
	uint64_t address;

	if (!number_of(doing, LEAK_RET, &address) || !address)
		return;
	close_mapping(doing);
	open_item(doing, LEAK_MAPPING, address, number_or_0(doing, 2), -1);
}

static void resize_memory(const struct doing *doing)
{
	uint64_t old, made = number_or_0(doing, LEAK_RET);

	/* NULL: it failed and the old memory stays, unless size 0 freed it */
	if (number_of(doing, 0, &old) && (made || !size_of(doing->call)))
		close_item(doing, LEAK_MEMORY, old);
	if (made)
		open_item(doing, LEAK_MEMORY, made, size_of(doing->call), -1);
}

static void start_thread(const struct doing *doing)
{
	uint32_t is_detached =
		fxr_map_find(&doing->leaks->detached_map, doing->process,
			     number_or_0(doing, 1), 0);
	uint64_t thread;

	if (is_detached != 1 && number_of(doing, 0, &thread))
		open_item(doing, LEAK_THREAD, thread, 0, -1);
}

static void note_detached(const struct doing *doing)
{
	bool is_detached =
		has_text(leak_arg(doing->call, "detachstate"), "DETACHED");

	fxr_map_put(&doing->leaks->detached_map, doing->process,
		    number_or_0(doing, 0), 0, is_detached);
}

static void do_special(const struct doing *doing)
{
	struct held_table *table = &doing->leaks->table;

	switch (doing->rule->act) {
	case LEAK_OPEN_TERMINAL:
		open_items(doing, LEAK_DESCRIPTOR, 0);
		open_items(doing, LEAK_DESCRIPTOR, 1);
		break;
	case LEAK_COPY_TO:
		if (number_or_0(doing, 0) != number_or_0(doing, 1))
			open_items(doing, LEAK_DESCRIPTOR, LEAK_RET);
		break;
	case LEAK_COPY:
		if (has_text(leak_arg(doing->call, "cmd"), "F_DUPFD"))
			open_items(doing, LEAK_DESCRIPTOR, LEAK_RET);
		break;
	case LEAK_CLOSE_FROM:
		held_close_range(table, doing->process, number_or_0(doing, 0),
				 UINT64_MAX);
		break;
	case LEAK_CLOSE_RANGE:
		held_close_range(table, doing->process, number_or_0(doing, 0),
				 number_or_0(doing, 1));
		break;
	case LEAK_REOPEN:
		close_items(doing, LEAK_STREAM, 2);
		break;
	case LEAK_STREAM_OF:
		take_over(doing, LEAK_STREAM);
		break;
	case LEAK_FOLDER_OF:
		take_over(doing, LEAK_FOLDER);
		break;
	default:
		break;
	}
}

static void do_memory(const struct doing *doing)
{
	switch (doing->rule->act) {
	case LEAK_MAP:
		open_mapping(doing);
		break;
	case LEAK_REMAP:
		move_mapping(doing);
		break;
	case LEAK_UNMAP:
		close_mapping(doing);
		break;
	case LEAK_RESIZE:
		resize_memory(doing);
		break;
	case LEAK_START:
		start_thread(doing);
		break;
	case LEAK_DETACH:
		note_detached(doing);
		break;
	default:
		do_special(doing);
	}
}

static void apply_rule(const struct doing *doing)
{
	const struct leak_rule *rule = doing->rule;

	if (rule->act == LEAK_OPEN)
		open_items(doing, rule->kind, rule->where);
	else if (rule->act == LEAK_CLOSE)
		close_items(doing, rule->kind, rule->where);
	else
		do_memory(doing);
}

/* Whether the call is made within another one that is internal to libc and
 * keeps what it allocates. Notes such calls. */
static bool is_inner(struct leaks *leaks, const struct fxr_call *call,
		     const struct function_rules *function)
{
	size_t at = (size_t)(call->thread - leaks->world->threads);
	struct inside *inside;

	leaks->inside = fxr_grow(leaks->inside, &leaks->inside_capacity, at + 1,
				 sizeof(*leaks->inside));
	inside = &leaks->inside[at];
	if (call->begin_ns < inside->end_ns)
		return !inside->hands_out;
	if (function->is_library && fxr_has_duration(call)) {
		inside->end_ns = call->end_ns;
		inside->hands_out = function->rules[0] &&
				    function->rules[0]->act == LEAK_HANDS_OUT;
	}
	return false;
}

/* A failed call opens and closes nothing, except that a failed close has closed
 * its descriptor all the same. */
static bool is_effective(const struct fxr_call *call,
			 const struct leak_rule *rule)
{
	return !call->error.n_bytes ||
	       (rule->act == LEAK_CLOSE && rule->kind != LEAK_THREAD);
}

void leaks_take(struct leaks *leaks, const struct fxr_call *call)
{
	const struct function_rules *function = look_up_function(leaks, call);
	struct doing doing = {leaks, call, NULL, 0};
	bool is_own = !is_inner(leaks, call, function);

	doing.process =
		fxr_map_find(&leaks->world->process_map, call->thread->provider,
			     call->thread->pid, 0);
	open_until(leaks, call->begin_ns);
	if (doing.process >= leaks->world->n_processes)
		return;
	if (call->state == FXR_CALL_REPLACED)
		leaks->is_replaced[doing.process] = true;
	if (function->is_gl && !call->error.n_bytes)
		gl_leaks_take(leaks->gl, call, doing.process);
	for (size_t i = 0; i < MAX_RULES && function->rules[i]; i++) {
		doing.rule = function->rules[i];
		/* memory that libc frees for itself may be the program's */
		if (is_effective(call, doing.rule) &&
		    (is_own || doing.rule->act == LEAK_CLOSE))
			apply_rule(&doing);
	}
}

/* The three descriptors that every program begins with are not its own to
 * close. */
static bool is_leak(const struct leaks *leaks, const struct held *item)
{
	return item->is_open && !leaks->is_replaced[item->process] &&
	       leaks->is_judged[item->kind] &&
	       !(item->kind == LEAK_DESCRIPTOR && item->key <= 2);
}

static int by_call(const void *left, const void *right)
{
	const struct held *a = left, *b = right;

	return (a->call > b->call) - (a->call < b->call);
}

/* A stream represents the descriptor that it has taken over. */
static void close_taken_over(struct leaks *leaks)
{
	for (size_t i = 0; i < leaks->table.n; i++) {
		const struct held *item = &leaks->table.items[i];

		if (item->is_open && item->descriptor >= 0)
			held_close(&leaks->table, item->process,
				   LEAK_DESCRIPTOR, (uint64_t)item->descriptor,
				   0);
	}
}

const struct held *leaks_left(struct leaks *leaks, size_t *n)
{
	open_until(leaks, UINT64_MAX);
	close_taken_over(leaks);
	leaks->left = fxr_new(leaks->table.n + 1, sizeof(*leaks->left));
	*n = 0;
	for (size_t i = 0; i < leaks->table.n; i++)
		if (is_leak(leaks, &leaks->table.items[i]))
			leaks->left[(*n)++] = leaks->table.items[i];
	qsort(leaks->left, *n, sizeof(*leaks->left), by_call);
	return leaks->left;
}

bool leaks_is_judged(const struct leaks *leaks, enum leak_kind kind)
{
	return leaks->is_judged[kind];
}
