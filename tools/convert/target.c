/* SPDX-License-Identifier: MIT */
/*
 * Output files, see target.h.
 */
#include "tools/convert/target.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/die.h"
#include "tools/archive/packed.h"

static bool open_file(struct target *target, const char *path, bool overwrite)
{
	char error[CONVERT_ERROR_BYTES];

	if (!replace_begin(&target->replace, path, STDIN_FILENO, error,
			   sizeof(error))) {
		say("%s", error);
		return false;
	}
	target->replace.keeps_older = !overwrite;
	target->to = target->replace.out;
	setvbuf(target->to, NULL, _IOFBF, 256 << 10);
	return true;
}

bool target_open(struct target *target, const char *path, bool overwrite,
		 enum packing packing)
{
	target->path = path;
	target->to = stdout;
	if (strcmp(path, "-") != 0 && !open_file(target, path, overwrite))
		return false;
	target->out = packing == PACKING_NONE
			      ? target->to
			      : packed_open(target->to, packing);
	return true;
}

bool target_close(struct target *target, bool is_done)
{
	char error[CONVERT_ERROR_BYTES];

	/* an error of `out` is an error of the file */
	if (target->out != target->to)
		(void)fclose(target->out);
	if (target->to == stdout) {
		flush_stdout();
		return is_done;
	}
	error[0] = '\0';
	if (replace_end(&target->replace, is_done, error, sizeof(error)))
		return true;
	if (error[0])
		say("%s", error);
	return false;
}

bool target_may_be_partial(const char *path)
{
	if (strcmp(path, "-") == 0 || access(path, F_OK) != 0)
		return true;
	say("%s: kept as it was: there is not all of it", path);
	return false;
}

bool targets_open(struct targets *all, const struct convert_job *job)
{
	const char *suffix = job->to->sidecar;

	snprintf(all->path, sizeof(all->path), "%s%s", job->out, suffix ?: "");
	if (suffix && !target_open(&all->sidecar, all->path, job->overwrite,
				   PACKING_NONE))
		return false;
	if (target_open(&all->out, job->out, job->overwrite, job->packing))
		return true;
	if (suffix)
		(void)target_close(&all->sidecar, false);
	return false;
}

const char *targets_own_name(struct targets *all, const struct convert_job *job)
{
	return job->to->opens_by_name ? replace_name(&all->out.replace) : NULL;
}

bool targets_close(struct targets *all, bool is_done)
{
	if (all->sidecar.out) {
		if (is_done && fflush(all->out.out)) {
			say("%s: %s", all->out.path, strerror(errno));
			is_done = false;
		}
		is_done = target_close(&all->sidecar, is_done);
	}
	return target_close(&all->out, is_done);
}
