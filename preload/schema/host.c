/* SPDX-License-Identifier: MIT */
/*
 * The facts `host` and `clock` of a process that records alone, see host.h.
 */
#include "preload/schema/host.h"

#include <fcntl.h>
#include <sys/utsname.h>

#include "preload/config/config.h"
#include "writer/clock.h"
#include "writer/describe.h"
#include "writer/engine.h"
#include "writer/sys.h"
#include "writer/utf8.h"
#include "writer/wall.h"

#define TZ_BYTES 256u
#define BOOT_ID_BYTES 36u

/* Too large for the program's stack. */
static struct {
	struct utsname system;
	char boot_id[BOOT_ID_BYTES];
	long n_boot_id;
	char link[TZ_BYTES];
	const char *tz; /* NULL: unknown */
	size_t n_tz;
} host;

static void read_boot_id(void)
{
	int fd = sys_openat(AT_FDCWD, "/proc/sys/kernel/random/boot_id",
			    O_RDONLY | O_CLOEXEC, 0);

	host.n_boot_id = 0;
	if (fd < 0)
		return;
	host.n_boot_id = sys_read(fd, host.boot_id, BOOT_ID_BYTES);
	(void)sys_close(fd);
}

/* The zone's name: what the link to its file has behind "zoneinfo/". */
static void read_link(void)
{
	static const char folder[] = "zoneinfo/";
	static const size_t n_folder = sizeof(folder) - 1;
	long n =
		sys_readlinkat(AT_FDCWD, "/etc/localtime", host.link, TZ_BYTES);

	for (long i = 0; i + (long)n_folder < n; i++)
		if (fxw_equal(host.link + i, folder, n_folder)) {
			host.tz = host.link + i + n_folder;
			host.n_tz = (size_t)n - (size_t)i - n_folder;
			return;
		}
}

static void find_zone(char *const *envp)
{
	host.tz = envp ? fxp_config_value(envp, "TZ") : NULL;
	if (host.tz)
		host.n_tz = fxw_length_max(host.tz, TZ_BYTES);
	else
		read_link();
}

/* Only what is UTF-8. */
static void arg_text(struct fxw_record *r, struct fxw_name name,
		     const char *text, size_t n_bytes)
{
	size_t n_kept = fxw_utf8_cut(text, n_bytes);

	if (n_kept != FXW_NOT_UTF8 && n_kept)
		fxw_arg_string(r, name, text, n_kept);
}

static void build_host(struct fxw_record *r, const void *what)
{
	(void)what;
	arg_text(r, FXW_NAME(FXW_ARG_HOST_NAME), host.system.nodename,
		 fxw_length_max(host.system.nodename,
				sizeof(host.system.nodename)));
	if (host.n_boot_id > 0)
		arg_text(r, FXW_NAME(FXW_ARG_BOOT_ID), host.boot_id,
			 (size_t)host.n_boot_id);
	fxw_arg_uint64(r, FXW_NAME(FXW_ARG_EPOCH), fxw_clock.epoch);
	if (host.tz)
		arg_text(r, FXW_NAME(FXW_ARG_TZ), host.tz, host.n_tz);
}

void fxp_host_emit(char *const *envp)
{
	sys_uname(&host.system);
	read_boot_id();
	find_zone(envp);
	(void)fxw_describe(FXW_CATEGORY_FACT, FXW_EVENT_HOST, build_host, NULL);
	(void)fxw_describe(FXW_CATEGORY_FACT, FXW_EVENT_CLOCK, fxw_wall_build,
			   &fxw_engine.control->first);
}
