/* SPDX-License-Identifier: MIT */
/*
 * Signatures of an apitrace file, see sigs.h. Functions, enums, bitmasks and
 * structs are each numbered separately.
 */
#include "tools/convert/apitrace/sigs.h"

#include <stdlib.h>
#include <string.h>

enum kind {
	OF_TYPE,     /* key: the type's address */
	OF_CONSTANT, /* key: the number */
	OF_STRUCT,
	OF_FUNCTION,
	OF_DECLARED, /* a function, key: the address of what declares it */
	OF_FRAME,
};

static struct apitrace_sig *find_sig(const struct apitrace_sigs *sigs,
				     uint64_t key, uint64_t n, enum kind kind)
{
	uint32_t at = fxr_map_find(&sigs->map, key, n, kind);

	return at == FXR_NONE ? NULL : sigs->all[at];
}

static void put_sig(struct apitrace_sigs *sigs, uint64_t key, uint64_t n,
		    enum kind kind, struct apitrace_sig *sig)
{
	sigs->all = fxr_grow(sigs->all, &sigs->space, sigs->n + 1,
			     sizeof(struct apitrace_sig *));
	sigs->all[sigs->n] = sig;
	fxr_map_put(&sigs->map, key, n, kind, (uint32_t)sigs->n++);
}

static struct fxr_text text_of(const char *word)
{
	return fxr_text(word, strlen(word));
}

/* Takes the definition over. */
static struct apitrace_sig *make_sig(struct apitrace_sigs *sigs, uint64_t key,
				     uint64_t n, enum kind kind,
				     const struct apitrace_pack *definition)
{
	struct apitrace_sig *sig = fxr_arena_alloc(&sigs->arena, sizeof(*sig));

	sig->definition = fxr_arena_text(
		&sigs->arena,
		fxr_text((const char *)definition->bytes, definition->n_bytes));
	put_sig(sigs, key, n, kind, sig);
	return sig;
}

static bool is_before(const struct fxtrace_constant *a,
		      const struct fxtrace_constant *b)
{
	int n_a = __builtin_popcountll(a->number);
	int n_b = __builtin_popcountll(b->number);

	/* 0 must come first; a mask with more bits comes before its parts */
	if (!n_a || !n_b)
		return !n_a && n_b;
	return n_a > n_b;
}

/* Readers try a bitmask's names in their order. */
static void pack_bits(struct apitrace_pack *pack,
		      const struct fxtrace_type *type)
{
	size_t n = type->n_constants, first = 0;
	const struct fxtrace_constant **order =
		fxr_new(n, sizeof(const struct fxtrace_constant *));

	for (size_t i = 0; i < n; i++) {
		size_t at = i;

		for (; at && is_before(&type->constants[i], order[at - 1]);
		     at--)
			order[at] = order[at - 1];
		order[at] = &type->constants[i];
	}
	while (first + 1 < n && !order[first + 1]->number)
		first++; /* one name for 0 */
	apitrace_pack_varint(pack, n - first);
	for (size_t i = first; i < n; i++) {
		apitrace_pack_text(pack, text_of(order[i]->name));
		apitrace_pack_varint(pack, order[i]->number);
	}
	free(order);
}

static void pack_names(struct apitrace_pack *pack,
		       const struct fxtrace_type *type)
{
	apitrace_pack_varint(pack, type->n_constants);
	for (size_t i = 0; i < type->n_constants; i++) {
		apitrace_pack_text(pack, text_of(type->constants[i].name));
		apitrace_pack_int(pack, (int64_t)type->constants[i].number);
	}
}

struct apitrace_sig *apitrace_sigs_enum(struct apitrace_sigs *sigs,
					const struct fxtrace_type *type)
{
	struct apitrace_sig *sig = find_sig(sigs, (uintptr_t)type, 0, OF_TYPE);
	bool is_bits = type->kind == FXTRACE_TYPE_FLAGS;
	struct apitrace_pack pack = {0};

	if (sig || !type->n_constants)
		return sig;
	if (is_bits)
		pack_bits(&pack, type);
	else
		pack_names(&pack, type);
	sig = make_sig(sigs, (uintptr_t)type, 0, OF_TYPE, &pack);
	sig->id = is_bits ? sigs->n_bitmasks++ : sigs->n_enums++;
	apitrace_pack_free(&pack);
	return sig;
}

struct apitrace_sig *apitrace_sigs_constant(struct apitrace_sigs *sigs,
					    struct fxr_text name,
					    uint64_t number)
{
	struct apitrace_sig *sig = find_sig(sigs, number, 0, OF_CONSTANT);
	struct apitrace_pack pack = {0};

	if (sig)
		return sig;
	apitrace_pack_varint(&pack, 1);
	apitrace_pack_text(&pack, name);
	apitrace_pack_uint(&pack, number);
	sig = make_sig(sigs, number, 0, OF_CONSTANT, &pack);
	sig->id = sigs->n_enums++;
	apitrace_pack_free(&pack);
	return sig;
}

/* A name, and the names that belong to it. */
static struct apitrace_sig *named_sig(struct apitrace_sigs *sigs,
				      enum kind kind, struct fxr_text name,
				      const struct fxr_text *inner,
				      size_t n_inner, bool *is_new)
{
	struct apitrace_pack pack = {0};
	struct apitrace_sig *sig;
	uint64_t key;

	apitrace_pack_text(&pack, name);
	apitrace_pack_varint(&pack, n_inner);
	for (size_t i = 0; i < n_inner; i++)
		apitrace_pack_text(&pack, inner[i]);
	key = fxr_hash(pack.bytes, pack.n_bytes);
	sig = find_sig(sigs, key, pack.n_bytes, kind);
	*is_new = !sig;
	if (!sig)
		sig = make_sig(sigs, key, pack.n_bytes, kind, &pack);
	apitrace_pack_free(&pack);
	return sig;
}

struct apitrace_sig *apitrace_sigs_struct(struct apitrace_sigs *sigs,
					  struct fxr_text name,
					  const struct fxr_text *members,
					  size_t n_members)
{
	bool is_new;
	struct apitrace_sig *sig =
		named_sig(sigs, OF_STRUCT, name, members, n_members, &is_new);

	if (is_new)
		sig->id = sigs->n_structs++;
	return sig;
}

struct apitrace_sig *apitrace_sigs_record(struct apitrace_sigs *sigs,
					  const struct fxtrace_type *type)
{
	struct apitrace_sig *sig = find_sig(sigs, (uintptr_t)type, 0, OF_TYPE);
	size_t n = type->n_members;
	struct fxr_text *names;

	if (sig)
		return sig;
	names = fxr_new(n + 1, sizeof(*names));
	for (size_t i = 0; i < n; i++)
		names[i] = text_of(type->members[i].name);
	sig = apitrace_sigs_struct(sigs, text_of(type->name), names, n);
	put_sig(sigs, (uintptr_t)type, 0, OF_TYPE, sig);
	free(names);
	return sig;
}

struct apitrace_sig *apitrace_sigs_function(struct apitrace_sigs *sigs,
					    struct fxr_text name,
					    const struct fxr_text *params,
					    size_t n_params)
{
	bool is_new;
	struct apitrace_sig *sig =
		named_sig(sigs, OF_FUNCTION, name, params, n_params, &is_new);

	if (is_new)
		sig->id =
			fxr_is(name, "memcpy") && !sigs->n_copies++
				? 0
				: APITRACE_FIRST_FUNCTION + sigs->n_functions++;
	return sig;
}

struct apitrace_sig *apitrace_sigs_declared(
	struct apitrace_sigs *sigs, const struct fxtrace_function *function,
	const struct fxr_text *params, size_t n_params)
{
	struct apitrace_sig *sig =
		find_sig(sigs, (uintptr_t)function, 0, OF_DECLARED);

	if (sig)
		return sig;
	sig = apitrace_sigs_function(
		sigs, fxr_text(function->name, function->n_name_bytes), params,
		n_params);
	put_sig(sigs, (uintptr_t)function, 0, OF_DECLARED, sig);
	return sig;
}

/* A field's detail, if it is known. */
static void pack_text(struct apitrace_pack *pack, unsigned detail,
		      const char *text)
{
	if (!text[0])
		return;
	apitrace_pack_byte(pack, detail);
	apitrace_pack_text(pack, text_of(text));
}

static void pack_number(struct apitrace_pack *pack, unsigned detail,
			uint64_t number)
{
	if (!number)
		return;
	apitrace_pack_byte(pack, detail);
	apitrace_pack_varint(pack, number);
}

struct apitrace_sig *apitrace_sigs_frame(struct apitrace_sigs *sigs,
					 const struct fxtrace_frame *frame)
{
	struct apitrace_pack pack = {0};
	struct apitrace_sig *sig;
	uint64_t key;

	pack_text(&pack, APITRACE_FRAME_MODULE, frame->module);
	pack_text(&pack, APITRACE_FRAME_FUNCTION, frame->function);
	pack_text(&pack, APITRACE_FRAME_FILE, frame->file);
	pack_number(&pack, APITRACE_FRAME_LINE, frame->line);
	pack_number(&pack, APITRACE_FRAME_OFFSET,
		    frame->module[0] ? frame->offset : frame->address);
	apitrace_pack_byte(&pack, APITRACE_FRAME_END);
	key = fxr_hash(pack.bytes, pack.n_bytes);
	sig = find_sig(sigs, key, pack.n_bytes, OF_FRAME);
	if (!sig) {
		sig = make_sig(sigs, key, pack.n_bytes, OF_FRAME, &pack);
		sig->id = sigs->n_frames++;
	}
	apitrace_pack_free(&pack);
	return sig;
}

void apitrace_sigs_fini(struct apitrace_sigs *sigs)
{
	free(sigs->all);
	fxr_map_fini(&sigs->map);
	fxr_arena_fini(&sigs->arena);
	*sigs = (struct apitrace_sigs){0};
}
