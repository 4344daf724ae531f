/* SPDX-License-Identifier: MIT */
/*
 * The parts of a profile for the Firefox Profiler, see firefox.h. Its tables
 * are columns of equal length. Times are milliseconds, here with all digits.
 */
#include <inttypes.h>
#include <string.h>

#include "tools/base/json.h"
#include "tools/base/version.h"
#include "tools/convert/firefox.h"
#include "tools/select/catalogue.h"

#define FORMAT_VERSION "60"
#define GECKO_VERSION "31"
/* Category 0 is of the program's frames; each group has one behind it. */
static const char *const colors[] = {"blue",   "green",	  "orange",
				     "purple", "yellow",  "red",
				     "brown",  "magenta", "lightblue"};

void firefox_put_ms(struct pen *out, uint64_t ns)
{
	pen_format(out, "%" PRIu64 ".%06u", ns / 1000000,
		   (unsigned)(ns % 1000000));
}

static struct fxr_text text_of(const char *text)
{
	return fxr_text(text, strlen(text));
}

static const char *group_of(const struct fxtrace_function *function)
{
	return catalogue_group(function->category, function->name)
		       ?: function->category;
}

static uint32_t category_of(struct firefox *f, uint32_t name)
{
	return texts_number(&f->groups, text_of(group_of(fxtrace_function(
						f->chains.archive, name)))) +
	       1;
}

/* Functions that are called, then the program's. */
static size_t n_places(const struct firefox *f)
{
	return f->chains.n_functions + f->chains.frames.n;
}

static const struct code_frame *frame_at(const struct firefox *f, size_t place)
{
	size_t n = f->chains.n_functions;

	return place < n ? NULL : &f->chains.frames.items[place - n];
}

static struct fxr_text name_at(const struct firefox *f, size_t place)
{
	const struct code_frame *frame = frame_at(f, place);

	return frame ? frame->name : chains_name(&f->chains, (uint32_t)place);
}

/* A column of the shared tables: a number for each place, or null. */
static void put_column(struct firefox *f, const char *key, size_t n,
		       void (*put)(struct firefox *f, size_t at))
{
	pen_format(&f->out, "\"%s\":[", key);
	for (size_t i = 0; i < n; i++) {
		pen_put(&f->out, i ? "," : "");
		put(f, i);
	}
	pen_put(&f->out, "],\n");
}

static void put_null(struct firefox *f, size_t at)
{
	(void)at;
	pen_put(&f->out, "null");
}

static void put_zero(struct firefox *f, size_t at)
{
	(void)at;
	pen_put(&f->out, "0");
}

static void put_less(struct firefox *f, size_t at)
{
	(void)at;
	pen_put(&f->out, "-1");
}

static void put_false(struct firefox *f, size_t at)
{
	(void)at;
	pen_put(&f->out, "false");
}

static void put_itself(struct firefox *f, size_t at)
{
	pen_uint(&f->out, at);
}

void firefox_put_name(struct firefox *f, size_t at)
{
	pen_uint(&f->out, texts_number(&f->strings, name_at(f, at)));
}

static uint32_t message_number(struct firefox *f)
{
	return texts_number(&f->strings, fxr_text("message", 7));
}

void firefox_put_marker(struct firefox *f, uint32_t name)
{
	if (name == FXR_NONE)
		pen_uint(&f->out, message_number(f));
	else
		firefox_put_name(f, name);
}

void firefox_put_category(struct firefox *f, size_t at)
{
	pen_uint(&f->out, frame_at(f, at) ? 0 : category_of(f, (uint32_t)at));
}

static void put_line(struct firefox *f, size_t at)
{
	const struct code_frame *frame = frame_at(f, at);

	if (frame && frame->line)
		pen_uint(&f->out, frame->line);
	else
		put_null(f, at);
}

static void put_source(struct firefox *f, size_t at)
{
	const struct code_frame *frame = frame_at(f, at);

	if (frame && frame->file.n_bytes)
		pen_uint(&f->out, texts_number(&f->files, frame->file));
	else
		put_null(f, at);
}

static void put_filename(struct firefox *f, size_t at)
{
	pen_uint(&f->out, texts_number(&f->strings, f->files.items[at]));
}

static void put_functions(struct firefox *f)
{
	size_t n = n_places(f);

	pen_put(&f->out, "\"funcTable\":{\n");
	put_column(f, "name", n, firefox_put_name);
	put_column(f, "isJS", n, put_false);
	put_column(f, "relevantForJS", n, put_false);
	put_column(f, "resource", n, put_less);
	put_column(f, "source", n, put_source);
	put_column(f, "lineNumber", n, put_null);
	put_column(f, "columnNumber", n, put_null);
	pen_format(&f->out, "\"length\":%zu},\n\"frameTable\":{\n", n);
	put_column(f, "func", n, put_itself);
	put_column(f, "address", n, put_less);
	put_column(f, "inlineDepth", n, put_zero);
	put_column(f, "category", n, firefox_put_category);
	put_column(f, "subcategory", n, put_zero);
	put_column(f, "nativeSymbol", n, put_null);
	put_column(f, "innerWindowID", n, put_zero);
	put_column(f, "line", n, put_line);
	put_column(f, "column", n, put_null);
	pen_format(&f->out, "\"length\":%zu},\n", n);
}

/* Chains without those that are only a thread. Parents come first. */
static void put_stacks(struct firefox *f)
{
	const struct chain *items = f->chains.items;
	uint32_t n = 0;

	f->stacks = fxr_new(f->chains.n + 1, sizeof(*f->stacks));
	pen_put(&f->out, "\"stackTable\":{\n\"frame\":[");
	for (size_t i = 0; i < f->chains.n; i++) {
		uint64_t place = items[i].what & ~CHAIN_IS_FRAME;

		if (items[i].parent == FXR_NONE)
			continue;
		if (items[i].what & CHAIN_IS_FRAME)
			place += f->chains.n_functions;
		pen_put(&f->out, n ? "," : "");
		pen_uint(&f->out, place);
		f->stacks[i] = n++;
	}
	pen_put(&f->out, "],\n\"prefix\":[");
	n = 0;
	for (size_t i = 0; i < f->chains.n; i++) {
		uint32_t parent = items[i].parent;

		if (parent == FXR_NONE)
			continue;
		pen_put(&f->out, n++ ? "," : "");
		if (items[parent].parent == FXR_NONE)
			pen_put(&f->out, "null");
		else
			pen_uint(&f->out, f->stacks[parent]);
	}
	pen_format(&f->out, "],\n\"length\":%u},\n", n);
}

/* Everything that threads refer to; strings are last, when all are known. */
static void put_shared(struct firefox *f)
{
	size_t n_files;

	pen_put(&f->out, "\"shared\":{\n");
	(void)message_number(f);
	put_functions(f);
	put_stacks(f);
	n_files = f->files.n;
	pen_put(&f->out, "\"sources\":{\n");
	put_column(f, "uuid", n_files, put_null);
	put_column(f, "filename", n_files, put_filename);
	pen_format(&f->out,
		   "\"length\":%zu},\n"
		   "\"resourceTable\":{\"lib\":[],\"name\":[],\"host\":[],"
		   "\"type\":[],\"length\":0},\n"
		   "\"nativeSymbols\":{\"libIndex\":[],\"address\":[],"
		   "\"name\":[],\"functionSize\":[],\"length\":0},\n"
		   "\"stringArray\":[",
		   n_files);
	for (size_t i = 0; i < f->strings.n; i++) {
		pen_put(&f->out, i ? ",\n" : "");
		json_string(&f->out, f->strings.items[i]);
	}
	pen_put(&f->out, "]},\n");
}

static void put_categories(struct firefox *f)
{
	const size_t n_colors = sizeof(colors) / sizeof(colors[0]);

	/* so that all groups are known */
	for (uint32_t i = 0; i < f->chains.n_functions; i++)
		(void)category_of(f, i);
	pen_put(&f->out, "\"categories\":[{\"name\":\"Program\",\"color\":"
			 "\"grey\",\"subcategories\":[\"Other\"]}");
	for (size_t i = 0; i < f->groups.n; i++) {
		pen_put(&f->out, ",\n{\"name\":");
		json_string(&f->out, f->groups.items[i]);
		pen_format(&f->out,
			   ",\"color\":\"%s\",\"subcategories\":[\"Other\"]}",
			   colors[i % n_colors]);
	}
	pen_put(&f->out, "],\n");
}

static void put_schema(struct firefox *f)
{
	pen_put(&f->out,
		"\"markerSchema\":[{\"name\":\"Call\","
		"\"tooltipLabel\":\"{marker.name}\","
		"\"tableLabel\":\"{marker.name}({marker.data.args}) = "
		"{marker.data.result} {marker.data.error}\","
		"\"chartLabel\":\"{marker.name}({marker.data.args})\","
		"\"display\":[\"marker-chart\",\"marker-table\","
		"\"timeline-overview\"],\"isStackBased\":true,"
		"\"description\":\"A call that fxtrace has recorded.\","
		"\"fields\":["
		"{\"key\":\"args\",\"label\":\"Arguments\","
		"\"format\":\"string\"},"
		"{\"key\":\"result\",\"label\":\"Result\","
		"\"format\":\"string\"},"
		"{\"key\":\"error\",\"label\":\"Error\","
		"\"format\":\"string\"},"
		"{\"key\":\"state\",\"label\":\"State\","
		"\"format\":\"string\"},"
		"{\"key\":\"number\",\"label\":\"Number in dump\","
		"\"format\":\"integer\"}]},"
		"{\"name\":\"Message\","
		"\"tooltipLabel\":\"{marker.data.text}\","
		"\"tableLabel\":\"{marker.data.text}\","
		"\"chartLabel\":\"{marker.data.text}\","
		"\"display\":[\"marker-chart\",\"marker-table\","
		"\"timeline-overview\"],"
		"\"description\":\"What the recorder has to say, such as why "
		"a snapshot was made.\","
		"\"fields\":[{\"key\":\"text\",\"label\":\"Text\","
		"\"format\":\"string\"}]}],\n");
}

static void put_losses(struct firefox *f)
{
	struct fxtrace_archive *archive = f->chains.archive;
	uint64_t n_calls = 0, n_ends = 0;

	for (size_t i = 0; i < fxtrace_n_losses(archive); i++) {
		const struct fxtrace_loss *loss = fxtrace_loss(archive, i);

		n_calls += loss->n_calls;
		n_ends += loss->n_ends;
	}
	if (n_calls || n_ends)
		pen_format(&f->out,
			   "\"extra\":[{\"label\":\"Lost\",\"entries\":["
			   "{\"label\":\"calls\",\"format\":\"integer\","
			   "\"value\":%" PRIu64 "},{\"label\":\"ends of "
			   "calls\",\"format\":\"integer\",\"value\":%" PRIu64
			   "}]}],\n",
			   n_calls, n_ends);
}

static void put_meta(struct firefox *f)
{
	struct fxtrace_archive *archive = f->chains.archive;
	const struct fxtrace_thread *first = fxtrace_thread(archive, 0);
	int64_t start_ns = fxtrace_time_of_day(archive, 0);

	pen_put(&f->out, "{\"meta\":{\"interval\":1,\"startTime\":");
	firefox_put_ms(&f->out, start_ns == INT64_MIN ? 0 : (uint64_t)start_ns);
	pen_put(&f->out, ",\"profilingStartTime\":0,\"profilingEndTime\":");
	firefox_put_ms(&f->out, fxtrace_totals(archive)->last_ns);
	pen_put(&f->out, ",\"processType\":0,\"stackwalk\":1,\"product\":");
	json_string(&f->out, text_of(first ? first->process->name : ""));
	pen_put(&f->out, ",\n\"version\":" GECKO_VERSION
			 ",\"preprocessedProfileVersion\":" FORMAT_VERSION
			 ",\"importedFrom\":\"fxtrace " FXTRACE_VERSION
			 "\",\"oscpu\":\"Linux\",\"symbolicated\":true,"
			 "\"usesOnlyOneStackType\":true,"
			 "\"sourceCodeIsNotOnSearchfox\":true,"
			 "\"keepProfileThreadOrder\":true,\n");
	put_losses(f);
	put_categories(f);
	put_schema(f);
	pen_put(&f->out, "\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":"
			 "\"ms\",\"threadCPUDelta\":\"ns\"}},\n\"libs\":[],\n");
}

void firefox_put(struct firefox *f)
{
	const char *comma = "";

	put_meta(f);
	put_shared(f);
	pen_put(&f->out, "\"threads\":[\n");
	for (size_t i = 0; i < f->markers.n_threads; i++) {
		if (!f->markers.threads[i].n)
			continue;
		pen_put(&f->out, comma);
		firefox_put_thread(f, i);
		comma = ",\n";
	}
	pen_put(&f->out, "]}\n");
	pen_flush(&f->out);
	pen_fini(&f->out);
	texts_fini(&f->strings);
	texts_fini(&f->groups);
	texts_fini(&f->files);
	fxr_free(f->stacks);
	fxr_free(f->bytes);
}
