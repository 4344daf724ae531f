/* SPDX-License-Identifier: MIT */
/*
 * Questions to a compiler. Each has a #line of its own, so that an error says
 * by its line which one it answers, whatever the compiler and its words.
 */
#include "gen/probe.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FILE_NAME "question"

static unsigned bucket_of(const char *text)
{
	unsigned h = 5381;

	while (*text)
		h = h * 33 + (unsigned char)*text++;
	return h % FXG_PROBE_BUCKETS;
}

static struct fxg_question *find_question(struct fxg_probe *probe,
					  const char *text)
{
	unsigned i = probe->buckets[bucket_of(text)];

	while (i && strcmp(probe->questions[i - 1].text, text))
		i = probe->questions[i - 1].next;
	return i ? &probe->questions[i - 1] : NULL;
}

bool fxg_lacks(struct fxg_probe *probe, const char *text)
{
	struct fxg_question *q = find_question(probe, text);
	unsigned *bucket = &probe->buckets[bucket_of(text)];

	/* what only comes up once something is gone goes, too */
	if (probe->has_answers)
		return !q || q->is_lacking;
	if (q)
		return false;
	probe->questions = fxg_grow(probe->arena, probe->questions,
				    probe->n_questions, sizeof(*q));
	q = &probe->questions[probe->n_questions++];
	q->text = text;
	q->next = *bucket;
	*bucket = probe->n_questions;
	return false;
}

static void put_question(const struct fxg_question *q, unsigned number,
			 struct fxg_buffer *out)
{
	const char *at = strchr(q->text, '@');

	if (*q->text == '#') { /* two lines: the second one fails */
		fxg_put(out, "%s\n#line %u \"" FILE_NAME "\"\n#error\n#endif\n",
			q->text, number);
		return;
	}
	fxg_put(out, "#line %u \"" FILE_NAME "\"\n", number);
	/* in a function: gcc names an unknown word once for each of these */
	fxg_put(out, "void question_%u(void) { %.*squestion%s }\n", number,
		(int)(at - q->text), q->text, at + 1);
}

void fxg_put_questions(const struct fxg_probe *probe,
		       const struct fxg_api_def *api, struct fxg_buffer *out)
{
	unsigned i;

	for (i = 0; i < api->n_defines; i++)
		fxg_put(out, "#ifndef %s\n#define %s 1\n#endif\n",
			api->defines[i], api->defines[i]);
	fxg_put(out, "#include <stdarg.h>\n#include <stddef.h>\n"
		     "#include <stdint.h>\n");
	for (i = 0; i < api->n_includes; i++)
		fxg_put(out, "#if __has_include(%s)\n#include %s\n#endif\n",
			api->includes[i], api->includes[i]);
	for (i = 0; i < probe->n_questions; i++)
		put_question(&probe->questions[i], i + 1, out);
}

/* "question:12:3: error: ..." answers question 12. Warnings, notes and lines of
 * source do not matter. */
static bool take_line(struct fxg_probe *probe, const char *line, size_t n)
{
	const char *error = memmem(line, n, "error: ", 7);
	unsigned long number;
	char *end;

	if (!error || !isprint((unsigned char)*line) || *line == ' ')
		return true;
	if (n < sizeof(FILE_NAME) ||
	    strncmp(line, FILE_NAME ":", sizeof(FILE_NAME)))
		return false;
	number = strtoul(line + sizeof(FILE_NAME), &end, 10);
	if (*end != ':' || !number || number > probe->n_questions)
		return false;
	probe->n_lacking += !probe->questions[number - 1].is_lacking;
	probe->questions[number - 1].is_lacking = true;
	return true;
}

const char *fxg_take_answers(struct fxg_probe *probe, const char *said)
{
	probe->has_answers = true;
	while (*said) {
		size_t n = strcspn(said, "\n");

		if (!take_line(probe, said, n))
			return fxg_copy(probe->arena, said, n);
		said += n + (said[n] == '\n');
	}
	return NULL;
}
