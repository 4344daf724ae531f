/* SPDX-License-Identifier: MIT */
/*
 * The command's side of prepare.h.
 */
#include "tools/io/io_prepare.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/archive/archive.h"
#include "tools/base/die.h"
#include "tools/base/human.h"
#include "tools/io/op.h"
#include "tools/io/prepare.h"

#define MAX_BLOB_BYTES (1ull << 30)
#define N_REPORTED 5u

struct reporter {
	const char *dir;
	bool is_verbose;
	uint64_t n;
};

static void report_problem(void *context, const char *name, const char *what)
{
	struct reporter *reporter = context;

	if (++reporter->n <= N_REPORTED || reporter->is_verbose)
		say("%s%s %s", reporter->dir, name, what);
}

static int print_report(const struct prepare *prepare,
			const struct reporter *reporter)
{
	char text[512];

	if (reporter->n > N_REPORTED && !reporter->is_verbose)
		say("%" PRIu64 " more of that kind; --verbose lists them",
		    reporter->n - N_REPORTED);
	if (prepare->counts.n_lacking)
		say("%s not whole: not all bytes that were read are in the "
		    "archive; they are zeros. `fxtrace record "
		    "--for-replay` records more",
		    human_things(prepare->counts.n_lacking, "file").text);
	prepare_text(prepare, text, sizeof(text));
	printf("prepared %s\n", text);
	return 0;
}

int io_prepare(const char *path, const char *dir, bool is_verbose)
{
	struct fxr_reader *reader;
	struct fxr_calls_options how = {.is_wanted = io_ops_need,
					.progress = archive_progress,
					.max_blob_bytes = MAX_BLOB_BYTES};
	struct reporter reporter = {.dir = dir, .is_verbose = is_verbose};
	struct prepare prepare = {.report_problem = report_problem,
				  .context = &reporter};
	struct fxr_calls *calls;
	char error[8192];
	struct box box;
	int status;

	if (!box_open(&box, dir, error, sizeof(error)))
		die("%s", error);
	reader = archive_open(path, true);
	calls = fxr_calls_open(reader, &how);
	archive_progress_end();
	if (!prepare_box(&prepare, calls, &box, error, sizeof(error)))
		die("%s: not prepared: %s", dir, error);
	status = print_report(&prepare, &reporter);
	status |= archive_status(path, reader, calls);
	fxr_calls_close(calls);
	fxr_close(reader);
	box_close(&box);
	return status;
}
