/* SPDX-License-Identifier: MIT */
/*
 * match.h: each process and thread becomes a node with keys, from the most to
 * the least exact. The n-th node with some key below a parent is paired with
 * the n-th with the same key below the parent's partner. Parents come before
 * their children, level by level.
 */
#include "tools/diff/match.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define N_KEYS 4u
#define NO_KEY 0u /* is paired with nothing by this key */

struct node {
	uint32_t index;	 /* in the world */
	uint32_t parent; /* node, or FXR_NONE */
	uint32_t depth;
	uint32_t partner; /* node of the other side, or FXR_NONE */
	uint64_t order;	  /* among the children of one parent */
	uint64_t ns;
	uint64_t keys[N_KEYS];
};

struct side {
	const struct fxr_world *world;
	struct node *nodes;
	size_t n;
};

/* --- nodes of processes -------------------------------------------------- */

/* A process image by its pid and start. */
struct start {
	uint64_t pid, ns;
	uint32_t index;
};

static int by_pid(const void *a, const void *b)
{
	const struct start *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static struct start *starts_of(const struct fxr_world *world)
{
	struct start *starts = fxr_new(world->n_processes + 1, sizeof(*starts));

	for (uint32_t i = 0; i < world->n_processes; i++)
		starts[i] = (struct start){world->processes[i].pid,
					   world->processes[i].first_ns, i};
	qsort(starts, world->n_processes, sizeof(*starts), by_pid);
	return starts;
}

/* The last image of a pid that began before this one; FXR_NONE: there is
 * none. */
static uint32_t image_before(const struct start *starts, size_t n, uint64_t pid,
			     const struct start *than)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct start *at = &starts[middle];

		if (at->pid < pid ||
		    (at->pid == pid &&
		     (at->ns < than->ns ||
		      (at->ns == than->ns && at->index < than->index))))
			low = middle + 1;
		else
			high = middle;
	}
	return low && starts[low - 1].pid == pid ? starts[low - 1].index
						 : FXR_NONE;
}

/* The process whose facts a provider recorded first: a child that runs in its
 * memory has the same provider. */
static uint32_t owner_of(const struct fxr_map *owners,
			 const struct fxr_process *process, uint32_t index)
{
	uint32_t owner = fxr_map_find(owners, process->provider, 0, 0);

	return owner == index ? FXR_NONE : owner;
}

static void find_parents(struct side *side)
{
	const struct fxr_world *world = side->world;
	struct start *starts = starts_of(world);
	struct fxr_map owners = {0};

	for (uint32_t i = 0; i < side->n; i++)
		if (world->processes[i].has_facts &&
		    fxr_map_find(&owners, world->processes[i].provider, 0, 0) ==
			    FXR_NONE)
			fxr_map_put(&owners, world->processes[i].provider, 0, 0,
				    i);
	for (size_t s = 0; s < side->n; s++) {
		uint32_t i = starts[s].index, parent;
		const struct fxr_process *process = &world->processes[i];

		parent =
			image_before(starts, side->n, process->pid, &starts[s]);
		side->nodes[i].order = parent != FXR_NONE ? 0 : process->pid;
		if (parent == FXR_NONE && process->has_facts)
			parent = image_before(starts, side->n, process->ppid,
					      &starts[s]);
		if (parent == FXR_NONE)
			parent = owner_of(&owners, process, i);
		side->nodes[i].parent = parent;
	}
	free(starts);
	fxr_map_fini(&owners);
}

/* Depths; a parent that leads back to its child is ignored. */
static void find_depths(struct side *side)
{
	uint32_t *path = fxr_new(side->n + 1, sizeof(*path));
	const uint32_t open = FXR_NONE - 1;

	for (uint32_t i = 0; i < side->n; i++) {
		size_t n = 0;
		uint32_t at = i;

		while (at != FXR_NONE && !side->nodes[at].depth) {
			side->nodes[at].depth = open;
			path[n++] = at;
			at = side->nodes[at].parent;
		}
		if (at != FXR_NONE && side->nodes[at].depth == open) {
			side->nodes[path[n - 1]].parent = FXR_NONE;
			at = FXR_NONE;
		}
		for (; n--; at = path[n])
			side->nodes[path[n]].depth =
				at == FXR_NONE ? 1 : side->nodes[at].depth + 1;
	}
	free(path);
}

static uint64_t text_key(uint64_t salt, struct fxr_text text)
{
	uint64_t hash = fxr_hash(text.bytes, text.n_bytes);
	uint64_t both[2] = {salt, hash};

	return fxr_hash(both, sizeof(both)) | 1;
}

/* The letters of a name: "python3.12" is "python". */
static uint64_t letters_key(struct fxr_text name)
{
	char letters[64];
	size_t n = 0;

	for (size_t i = 0; i < name.n_bytes && n < sizeof(letters); i++)
		if (isalpha((unsigned char)name.bytes[i]))
			letters[n++] = name.bytes[i];
	return text_key(1, fxr_text(letters, n));
}

/* The image after an exec is a child of the one before. */
static void key_successors(struct side *side)
{
	struct start *starts = starts_of(side->world);

	for (size_t s = side->n; s-- > 1;)
		if (starts[s - 1].pid == starts[s].pid) {
			uint64_t both[2] = {
				side->nodes[starts[s - 1].index].keys[0],
				side->nodes[starts[s].index].keys[0]};

			side->nodes[starts[s - 1].index].keys[0] =
				fxr_hash(both, sizeof(both));
		}
	free(starts);
}

static void key_process(struct side *side, uint32_t i)
{
	const struct fxr_process *process = &side->world->processes[i];
	struct node *node = &side->nodes[i];
	struct fxr_text name = fxr_world_process_name(
		side->world, process->provider, process->pid);
	bool is_sole = node->parent == FXR_NONE ||
		       side->world->processes[node->parent].pid == process->pid;

	node->index = i;
	node->partner = FXR_NONE;
	node->ns = process->first_ns;
	/* ids rise until they wrap around: a child with a smaller id than its
	 * parent came later */
	if (node->parent != FXR_NONE && node->order)
		node->order =
			(uint32_t)(process->pid -
				   side->world->processes[node->parent].pid);
	node->keys[1] = text_key(is_sole, name);
	/* without exec, arguments are the parent's */
	if (node->parent == FXR_NONE ||
	    !fxr_is_same(side->world->processes[node->parent].argv,
			 process->argv))
		node->keys[0] = text_key(1, process->argv);
	node->keys[0] = text_key(node->keys[0] ^ node->keys[1], process->exe);
	node->keys[2] = letters_key(name);
	node->keys[3] = is_sole ? 1 : NO_KEY;
}

static void init_processes(struct side *side, const struct fxr_world *world)
{
	side->world = world;
	side->n = world->n_processes;
	side->nodes = fxr_new(side->n + 1, sizeof(*side->nodes));
	find_parents(side);
	find_depths(side);
	for (uint32_t i = 0; i < side->n; i++)
		key_process(side, i);
	key_successors(side);
}

/* --- nodes of threads ---------------------------------------------------- */

static void init_threads(struct side *side, const struct fxr_world *world)
{
	side->world = world;
	side->n = world->n_threads;
	side->nodes = fxr_new(side->n + 1, sizeof(*side->nodes));
	for (uint32_t i = 0; i < side->n; i++) {
		const struct fxr_thread *thread = &world->threads[i];
		struct node *node = &side->nodes[i];
		struct fxr_text name = fxr_world_thread_name(
			world, thread->provider, thread->pid, thread->tid);

		*node = (struct node){
			.index = i,
			.depth = 1,
			.partner = FXR_NONE,
			.order = (uint32_t)(thread->tid - thread->pid),
			.ns = i,
			.parent = thread->process ? thread->process - 1
						  : FXR_NONE,
		};
		node->keys[0] = thread->tid == thread->pid ? 1 : NO_KEY;
		node->keys[1] = text_key(2, name);
		node->keys[2] = letters_key(name);
		node->keys[3] = 1;
	}
}

/* --- pairing ------------------------------------------------------------- */

struct matching {
	struct side sides[2];
	/* of the nodes' parents: the partners of A's */
	const uint32_t *parents; /* NULL: the nodes themselves */
	struct fxr_map counts[2], firsts;
};

static int by_order(const void *a, const void *b)
{
	const struct node *x = *(struct node *const *)a;
	const struct node *y = *(struct node *const *)b;

	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static struct node **order_nodes(const struct side *side)
{
	struct node **nodes = fxr_new(side->n + 1, sizeof(struct node *));

	for (size_t i = 0; i < side->n; i++)
		nodes[i] = &side->nodes[i];
	qsort(nodes, side->n, sizeof(struct node *), by_order);
	return nodes;
}

/* The key of a node's parent on both sides; 0: it has no partner. */
static uint64_t parent_key(const struct matching *matching, unsigned s,
			   const struct node *node)
{
	if (node->parent == FXR_NONE)
		return 1;
	if (s)
		return 2 + (uint64_t)node->parent;
	if (matching->parents)
		return matching->parents[node->parent] == FXR_NONE
			       ? 0
			       : 2 + (uint64_t)matching->parents[node->parent];
	return matching->sides[0].nodes[node->parent].partner == FXR_NONE
		       ? 0
		       : 2 + (uint64_t)matching->sides[0]
					 .nodes[node->parent]
					 .partner;
}

/* Counts the nodes of this key; returns how many there were so far. */
static uint32_t count_key(struct fxr_map *counts, uint64_t parent, uint64_t key,
			  unsigned k)
{
	uint32_t n = fxr_map_find(counts, parent, key, k);

	n = n == FXR_NONE ? 0 : n;
	fxr_map_put(counts, parent, key, k, n + 1);
	return n;
}

/* The key under which the n-th node with a key is stored. */
static uint64_t nth_key(uint64_t key, uint32_t n)
{
	uint64_t both[2] = {key, n};

	return fxr_hash(both, sizeof(both));
}

/* Pairs the nodes of one depth by one key: those of A are put, those of B
 * looked up. */
static void match_level(struct matching *matching, struct node **nodes[2],
			const size_t from[2], const size_t to[2], unsigned k)
{
	for (unsigned s = 0; s < 2; s++) {
		for (size_t i = from[s]; i < to[s]; i++) {
			struct node *node = nodes[s][i];
			uint64_t parent = parent_key(matching, s, node);
			uint64_t key = node->keys[k], nth;
			uint32_t other;

			if (node->partner != FXR_NONE || !parent ||
			    key == NO_KEY)
				continue;
			nth = nth_key(key, count_key(&matching->counts[s],
						     parent, key, k));
			if (!s) {
				fxr_map_put(&matching->firsts, parent, nth, k,
					    node->index);
				continue;
			}
			other = fxr_map_find(&matching->firsts, parent, nth, k);
			if (other == FXR_NONE)
				continue;
			node->partner = other;
			matching->sides[0].nodes[other].partner = node->index;
		}
	}
}

static void match_nodes(struct matching *matching)
{
	struct side *sides = matching->sides;
	struct node **nodes[2] = {order_nodes(&sides[0]),
				  order_nodes(&sides[1])};
	size_t from[2] = {0, 0}, to[2] = {0, 0};

	for (uint32_t depth = 1; from[0] < sides[0].n && from[1] < sides[1].n;
	     depth++) {
		for (unsigned s = 0; s < 2; s++)
			while (to[s] < sides[s].n &&
			       nodes[s][to[s]]->depth == depth)
				to[s]++;
		for (unsigned k = 0; k < N_KEYS; k++)
			match_level(matching, nodes, from, to, k);
		from[0] = to[0];
		from[1] = to[1];
	}
	free(nodes[0]);
	free(nodes[1]);
}

/* Moves the partners to the caller, and frees the nodes. */
static void take_partners(struct matching *matching, uint32_t *partners[2])
{
	for (unsigned s = 0; s < 2; s++) {
		struct side *side = &matching->sides[s];

		partners[s] = fxr_new(side->n + 1, sizeof(uint32_t));
		for (size_t i = 0; i < side->n; i++)
			partners[s][i] = side->nodes[i].partner;
		free(side->nodes);
		fxr_map_fini(&matching->counts[s]);
	}
	fxr_map_fini(&matching->firsts);
}

void match_init(struct match *match, const struct fxr_world *a,
		const struct fxr_world *b)
{
	struct matching processes = {.parents = NULL}, threads = {0};

	init_processes(&processes.sides[0], a);
	init_processes(&processes.sides[1], b);
	match_nodes(&processes);
	take_partners(&processes, match->processes);
	threads.parents = match->processes[0];
	init_threads(&threads.sides[0], a);
	init_threads(&threads.sides[1], b);
	match_nodes(&threads);
	take_partners(&threads, match->threads);
}

void match_fini(struct match *match)
{
	for (unsigned s = 0; s < 2; s++) {
		free(match->processes[s]);
		free(match->threads[s]);
		match->processes[s] = match->threads[s] = NULL;
	}
}
