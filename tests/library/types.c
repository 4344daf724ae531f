/* SPDX-License-Identifier: MIT */
/*
 * Prints what an archive says of types: types.c FILE FUNCTION. Of the first
 * call of the function it prints the type of the result, of each parameter and
 * of each value. What a type is made of is below it.
 */
#include <fxtrace/reader.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAX_DEPTH 3

static const char *const kinds[] = {
	"void",	 "integer", "real",  "bool",	   "opaque", "function",
	"any",	 "enum",    "flags", "handle",	   "string", "pointer",
	"array", "struct",  "union", "attributes", "set",
};

static void print_type(struct fxtrace_archive *archive, const char *name,
		       const struct fxtrace_type *type, int depth)
{
	printf("%*s%s: ", 2 * depth, "", name);
	if (!type) {
		puts("unknown");
		return;
	}
	printf("%s, %s, %" PRIu64 " bytes", kinds[type->kind], type->name,
	       type->n_bytes);
	if (type->kind == FXTRACE_TYPE_INTEGER)
		printf(", %s", type->is_signed ? "signed" : "unsigned");
	if (type->kind == FXTRACE_TYPE_ARRAY)
		printf(", %" PRIu64 " items", type->n_items);
	if (type->kind == FXTRACE_TYPE_STRING)
		printf(", of %" PRIu64, type->n_unit_bytes);
	if (type->is_read || type->is_written)
		printf(",%s%s", type->is_read ? " read" : "",
		       type->is_written ? " written" : "");
	if (type->n_constants)
		printf(", constants");
	puts("");
	if (depth == MAX_DEPTH)
		return;
	for (size_t i = 0; i < type->n_members; i++) {
		const struct fxtrace_member *member = &type->members[i];
		char text[128];

		snprintf(text, sizeof(text), "%s at %" PRIu64, member->name,
			 member->offset_bytes);
		if (member->n_bits)
			snprintf(text + strlen(text),
				 sizeof(text) - strlen(text),
				 " bits %" PRIu64 " to %" PRIu64,
				 member->offset_bits,
				 member->offset_bits + member->n_bits - 1);
		print_type(archive, text,
			   fxtrace_type_of_member(archive, type, i), depth + 1);
	}
	if (type->kind == FXTRACE_TYPE_POINTER ||
	    type->kind == FXTRACE_TYPE_ARRAY)
		print_type(archive, "base", fxtrace_type_base(archive, type),
			   depth + 1);
}

static void print_call(struct fxtrace_archive *archive,
		       const struct fxtrace_call *call)
{
	const struct fxtrace_function *function = call->function;
	size_t n = function->n_parameters;

	print_type(archive, "result", fxtrace_type_of_parameter(archive, -1),
		   0);
	for (size_t i = 0; i < n + function->n_optional; i++)
		print_type(archive,
			   i < n ? function->parameters[i].name
				 : function->optional[i - n].name,
			   fxtrace_type_of_parameter(archive, (int32_t)i), 0);
	print_type(archive, "no parameter",
		   fxtrace_type_of_parameter(archive, 60), 0);
	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxtrace_value *value = call->args[i]->value;
		const struct fxtrace_type *type =
			fxtrace_type_of(archive, value);
		const struct fxtrace_type *named =
			fxtrace_type_of_constant(archive, value);

		printf("%s: %s%s%s\n", call->args[i]->name,
		       type ? type->name : "unknown",
		       named ? ", a constant of " : "",
		       named ? named->name : "");
	}
}

int main(int argc, char **argv)
{
	struct fxtrace_options options = {.size = sizeof(options),
					  .calls = argv[argc - 1]};
	struct fxtrace_archive *archive = fxtrace_open(argv[1], &options);
	const struct fxtrace_call *call = fxtrace_next(archive);

	if (call)
		print_call(archive, call);
	fxtrace_close(archive);
	return !call;
}
