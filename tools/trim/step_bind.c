/* SPDX-License-Identifier: MIT */
/*
 * Names that were only reserved, by glGen*, become objects when they are first
 * bound, see step.h: other calls need the object.
 */
#include "tools/trim/step.h"

#include "tools/reader/number.h"

/* The parameter with the name: behind those that say the binding point. */
static unsigned name_param(const struct effect *effect)
{
	unsigned n = 0;

	for (const char *letter = effect->key; *letter; letter++)
		n += *letter >= '0' && *letter <= '8';
	return n;
}

/* What a name has been bound as: bits of classes. */
static uint32_t bound_as(const struct step *step, uint64_t name)
{
	uint32_t classes = fxr_map_find(
		&step->slice->objects,
		(uint64_t)(step->actor - step->slice->actors), name, 0);

	return classes == FXR_NONE ? 0 : classes;
}

static void set_bound_as(struct step *step, uint64_t name, uint32_t classes)
{
	fxr_map_put(&step->slice->objects,
		    (uint64_t)(step->actor - step->slice->actors), name, 0,
		    classes);
}

static void take_bind(struct step *step)
{
	struct known name = step_argument(step, name_param(step->effect));
	uint32_t class = 1u << step->effect->class, classes;

	if (name.is_known && !name.value)
		return;
	classes = bound_as(step, name.value);
	step->need.is_first = !name.is_known || !(classes & class);
	if (name.is_known)
		set_bound_as(step, name.value, classes | class);
}

/* The names may be reused by others. */
static void take_delete(struct step *step)
{
	const struct fxr_call *call = step->call;

	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_value *value = &call->args[i].value;

		if (value->kind != FXR_VALUE_ARRAY)
			continue;
		for (size_t j = 0; j < value->as.list.n; j++) {
			uint64_t name;

			if (fxr_number(&step->slice->world->types,
				       &value->as.list.items[j], &name))
				set_bound_as(step, name, 0);
		}
	}
}

static bool begins(const struct step *step, const char *with)
{
	struct fxr_text name = step->call->name->name;
	size_t n = strlen(with);

	return name.n_bytes > n && memcmp(name.bytes, with, n) == 0;
}

void step_take_bind(struct step *step)
{
	if (begins(step, "glDelete"))
		take_delete(step);
	else if (step->effect->kind == EFFECT_STATE && begins(step, "glBind"))
		take_bind(step);
}
