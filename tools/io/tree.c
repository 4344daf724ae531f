/* SPDX-License-Identifier: MIT */
/*
 * Names of a recording, see tree.h. Each name has two sides, its initial and
 * its current node; an unknown name has neither. A renamed folder takes its
 * names along.
 */
#include "tools/io/tree.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINKS 40
#define MAX_ENTRIES ((size_t)1 << 24)

/* The rest of a path, with the targets of links put in front. */
struct way {
	char text[2 * PATH_MAX];
	size_t at;
	unsigned n_links;
};

static struct tree_node *new_node(struct tree *tree, enum tree_kind kind,
				  enum tree_origin origin)
{
	struct tree_node *node = fxr_arena_alloc(&tree->arena, sizeof(*node));

	node->kind = kind;
	node->origin = origin;
	node->number = tree->n_nodes++;
	node->next = tree->nodes;
	tree->nodes = node;
	return node;
}

static struct tree_entry *new_entry(struct tree *tree, struct tree_node *folder,
				    const char *name, size_t n)
{
	struct tree_entry *entry =
		fxr_arena_alloc(&tree->arena, sizeof(*entry));

	entry->folder = folder;
	entry->name = fxr_arena_copy(&tree->arena, name, n);
	entry->next = tree->entries;
	tree->entries = entry;
	return entry;
}

/* The name is the node's, both initially and now. */
static struct tree_node *set_both(struct tree_entry *entry,
				  struct tree_node *node)
{
	entry->is_known = true;
	entry->is_weak = false;
	entry->initial = node->origin == TREE_MADE ? NULL : node;
	entry->now = node;
	node->home = entry->initial ? entry : NULL;
	node->at = entry;
	return node;
}

void tree_init(struct tree *tree)
{
	*tree = (struct tree){0};
	tree->root = new_node(tree, TREE_FOLDER, TREE_INITIAL);
	set_both(new_entry(tree, NULL, "", 0), tree->root);
}

void tree_fini(struct tree *tree)
{
	for (struct tree_node *node = tree->nodes; node; node = node->next)
		content_fini(&node->content);
	fxr_map_fini(&tree->index);
	fxr_map_fini(&tree->linked);
	free(tree->by_linked);
	free(tree->by_index);
	fxr_arena_fini(&tree->arena);
}

/* The entry of a name of n bytes, created if needed. */
static struct tree_entry *entry_of(struct tree *tree, struct tree_node *folder,
				   const char *name, size_t n)
{
	uint64_t hash = fxr_hash(name, n), try = 0;
	struct tree_entry *entry;
	uint32_t i;

	for (;; try++) {
		i = fxr_map_find(&tree->index, folder->number, hash, try);
		if (i == FXR_NONE)
			break;
		entry = tree->by_index[i];
		if (strlen(entry->name) == n && !memcmp(entry->name, name, n))
			return entry;
	}
	if (tree->n_entries >= MAX_ENTRIES) {
		tree->is_full = true;
		return NULL;
	}
	entry = new_entry(tree, folder, name, n);
	tree->by_index = fxr_grow(tree->by_index, &tree->entries_capacity,
				  tree->n_entries + 1, sizeof(*tree->by_index));
	tree->by_index[tree->n_entries] = entry;
	fxr_map_put(&tree->index, folder->number, hash, try,
		    (uint32_t)tree->n_entries++);
	return entry;
}

/* Whether the folder's names belong to the system. */
static bool is_closed(const struct tree *tree, const struct tree_node *folder,
		      const char *name, size_t n)
{
	const struct tree_entry *at = folder->at;

	if (!at || at->folder != tree->root)
		return false;
	if (!strcmp(at->name, "dev"))
		return n != 3 || memcmp(name, "shm", 3) != 0;
	return !strcmp(at->name, "proc") || !strcmp(at->name, "sys");
}

struct tree_entry *tree_child(struct tree *tree, struct tree_node *folder,
			      const char *name)
{
	size_t n = strlen(name);

	if (!n || n > NAME_MAX || strchr(name, '/') || !strcmp(name, ".") ||
	    !strcmp(name, "..") || is_closed(tree, folder, name, n))
		return NULL;
	return entry_of(tree, folder, name, n);
}

void tree_confirm_node(struct tree_node *node)
{
	while (node && node->origin == TREE_MAYBE) {
		node->origin = TREE_INITIAL;
		node = node->home ? node->home->folder : NULL;
	}
}

/* The first node under a name. */
static struct tree_node *new_found(struct tree *tree, struct tree_entry *entry,
				   enum tree_kind kind, enum tree_origin origin)
{
	bool is_new = entry->is_known && !entry->is_weak;

	/* created by another process, since a new folder is empty */
	if (is_new || (entry->folder && entry->folder->origin == TREE_MADE))
		origin = TREE_MADE;
	if (origin == TREE_INITIAL && entry->folder)
		tree_confirm_node(entry->folder);
	if (is_new) {
		tree_put(entry, new_node(tree, kind, origin));
		return entry->now;
	}
	return set_both(entry, new_node(tree, kind, origin));
}

struct tree_node *tree_confirm(struct tree *tree, struct tree_entry *entry)
{
	if (!entry->now)
		return new_found(tree, entry, TREE_UNKNOWN, TREE_INITIAL);
	/* a file that O_CREAT may have created exists either way */
	if (entry->now->kind != TREE_FILE)
		tree_confirm_node(entry->now);
	return entry->now;
}

struct tree_node *tree_maybe(struct tree *tree, struct tree_entry *entry)
{
	if (entry->now)
		return entry->now;
	return new_found(tree, entry, TREE_FILE, TREE_MAYBE);
}

void tree_absent(struct tree_entry *entry, bool is_weak)
{
	if (entry->is_known &&
	    !(entry->now && entry->now->origin == TREE_MAYBE))
		return;
	entry->is_known = true;
	entry->is_weak = is_weak;
	entry->initial = NULL;
	entry->now = NULL;
}

struct tree_node *tree_make(struct tree *tree, enum tree_kind kind)
{
	return new_node(tree, kind, TREE_MADE);
}

void tree_put(struct tree_entry *entry, struct tree_node *node)
{
	entry->is_known = true;
	entry->is_weak = false;
	entry->now = node;
	node->at = entry;
	if (entry->folder)
		entry->folder->is_mtime_changed = true;
}

void tree_remove(struct tree_entry *entry)
{
	entry->is_known = true;
	entry->is_weak = false;
	entry->now = NULL;
	if (entry->folder)
		entry->folder->is_mtime_changed = true;
}

struct tree_node *tree_linked(struct tree *tree, struct tree_node *node,
			      uint64_t device, uint64_t number)
{
	uint32_t i = fxr_map_find(&tree->linked, device, number, 0);
	struct tree_node *other;

	if (i == FXR_NONE) {
		tree->by_linked =
			fxr_grow(tree->by_linked, &tree->linked_capacity,
				 tree->n_linked + 1, sizeof(*tree->by_linked));
		tree->by_linked[tree->n_linked] = node;
		fxr_map_put(&tree->linked, device, number, 0,
			    (uint32_t)tree->n_linked++);
		return node;
	}
	other = tree_real(tree->by_linked[i]);
	/* bytes that were read through both stay with each */
	if (other == node || node->content.known.n)
		return node;
	node->same = other;
	if (node->at && node->at->now == node)
		node->at->now = other;
	return other;
}

static void invent_target(struct tree *tree, struct tree_node *link)
{
	char text[48];

	snprintf(text, sizeof(text), "/.fxtrace-links/%u", tree->n_invented++);
	link->target = fxr_arena_copy(&tree->arena, text, strlen(text));
	link->is_invented = true;
}

struct tree_node *tree_link(struct tree *tree, struct tree_entry *entry)
{
	struct tree_node *node = tree_confirm(tree, entry), *link;
	struct tree_entry *behind;

	if (node->kind == TREE_LINK)
		return node;
	if (node->kind == TREE_UNKNOWN || entry->initial != node ||
	    node->home != entry) {
		node->kind = TREE_LINK;
		return node;
	}
	/* the link was followed: its target is another entry */
	link = new_node(tree, TREE_LINK, node->origin);
	set_both(entry, link);
	invent_target(tree, link);
	behind = tree_find(tree, NULL, link->target, TREE_OK);
	if (behind)
		set_both(behind, node);
	return link;
}

void tree_set_target(struct tree *tree, struct tree_node *link,
		     const char *target)
{
	struct tree_entry *old = NULL, *new = NULL;

	if (link->target && !link->is_invented)
		return;
	if (link->target)
		old = tree_find(tree, NULL, link->target, TREE_OK);
	link->target = fxr_arena_copy(&tree->arena, target, strlen(target));
	link->is_invented = false;
	if (!old || !old->now || old->now->home != old || !link->at)
		return;
	new = tree_find(tree, link->at->folder, target, TREE_OK | TREE_FOLLOW);
	old->now->home = NULL;
	if (new && !new->is_known) {
		tree_confirm(tree, new); /* and its parent folders */
		set_both(new, old->now);
	}
	old->initial = NULL;
	old->now = NULL;
}

/* The next component; 0 bytes at the end. */
static const char *next_name(struct way *way, size_t *n)
{
	const char *name;

	while (way->text[way->at] == '/')
		way->at++;
	name = way->text + way->at;
	*n = strcspn(name, "/");
	way->at += *n;
	return name;
}

/* Whether nothing but slashes follows. */
static bool is_last(const struct way *way, bool *has_slash)
{
	const char *rest = way->text + way->at;

	*has_slash = *rest == '/';
	return !rest[strspn(rest, "/")];
}

/* Puts a link's target in front of the rest of the path. */
static bool turn_off(struct tree *tree, struct way *way, struct tree_node *link,
		     unsigned how)
{
	size_t n_rest = strlen(way->text + way->at), n;

	if (!link->target && how & TREE_OK)
		invent_target(tree, link);
	if (!link->target || ++way->n_links > MAX_LINKS)
		return false;
	n = strlen(link->target);
	if (n + n_rest >= sizeof(way->text))
		return false;
	memmove(way->text + n, way->text + way->at, n_rest + 1);
	memcpy(way->text, link->target, n);
	way->at = 0;
	return true;
}

/* A folder within the path. */
static struct tree_node *through_folder(struct tree *tree,
					struct tree_entry *entry, unsigned how)
{
	bool is_absent = entry->is_known && !entry->now;

	if (is_absent && !(how & TREE_OK))
		return NULL;
	if (!entry->now)
		return new_found(tree, entry, TREE_FOLDER,
				 how & TREE_OK ? TREE_INITIAL : TREE_MAYBE);
	if (how & TREE_OK)
		tree_confirm_node(entry->now);
	if (entry->now->kind == TREE_UNKNOWN)
		entry->now->kind = TREE_FOLDER;
	return entry->now->kind == TREE_FOLDER ? entry->now : NULL;
}

static struct tree_node *folder_above(const struct tree *tree,
				      const struct tree_node *folder)
{
	return folder->at && folder->at->folder ? folder->at->folder
						: tree->root;
}

struct tree_entry *tree_find(struct tree *tree, struct tree_node *from,
			     const char *path, unsigned how)
{
	struct tree_node *folder = from ? tree_real(from) : tree->root;
	struct tree_entry *entry;
	const char *name;
	struct way way = {.at = 0};
	bool has_slash, is_end;
	size_t n;

	if (snprintf(way.text, sizeof(way.text), "%s", path) >= PATH_MAX)
		return NULL;
	if (*path == '/')
		folder = tree->root;
	while (*(name = next_name(&way, &n))) {
		if (n == 1 && *name == '.')
			continue;
		if (n == 2 && name[0] == '.' && name[1] == '.') {
			folder = folder_above(tree, folder);
			continue;
		}
		if (n > NAME_MAX || is_closed(tree, folder, name, n) ||
		    !(entry = entry_of(tree, folder, name, n)))
			return NULL;
		is_end = is_last(&way, &has_slash);
		if (is_end && !has_slash && !(how & TREE_FOLLOW))
			return entry;
		if (entry->now && entry->now->kind == TREE_LINK) {
			struct tree_node *link = entry->now;

			if (!turn_off(tree, &way, link, how))
				return NULL;
			if (*link->target == '/')
				folder = tree->root;
			continue;
		}
		if (is_end)
			return entry;
		folder = through_folder(tree, entry, how);
		if (!folder)
			return NULL;
	}
	return folder->at;
}
