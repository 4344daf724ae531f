/* SPDX-License-Identifier: MIT */
/* Limits, users, priorities, processors; the machine and its file systems. */
#include <grp.h>
#include <sched.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "tests/app/bits.h"
#include "tests/app/expect.h"

static void limits(void)
{
	struct rlimit limit, core = {0, RLIM_INFINITY};

	getrlimit(RLIMIT_NOFILE, &limit);
	expect("getrlimit(resource=RLIMIT_NOFILE, rlim={rlim_cur=%lu, "
	       "rlim_max=%lu}) = 0",
	       limit.rlim_cur, limit.rlim_max);
	getrlimit(RLIMIT_CORE, &limit);
	core.rlim_max = limit.rlim_max;
	setrlimit(RLIMIT_CORE, &core);
	expect("getrlimit(resource=RLIMIT_CORE, rlim={rlim_cur=%ld, "
	       "rlim_max=%s}) = 0",
	       (long)limit.rlim_cur,
	       limit.rlim_max == RLIM_INFINITY ? "RLIM_INFINITY" : "?");
	expect("setrlimit(resource=RLIMIT_CORE, rlim={rlim_cur=0, "
	       "rlim_max=%s}) = 0",
	       limit.rlim_max == RLIM_INFINITY ? "RLIM_INFINITY" : "?");
	prlimit(0, RLIMIT_CORE, NULL, &limit);
	expect("prlimit(pid=0, resource=RLIMIT_CORE, new_limit=NULL, "
	       "old_limit={rlim_cur=0, rlim_max=%s}) = 0",
	       limit.rlim_max == RLIM_INFINITY ? "RLIM_INFINITY" : "?");
}

static void owners(void)
{
	uid_t r, e, s;

	getresuid(&r, &e, &s);
	expect("getresuid(ruid=%u, euid=%u, suid=%u) = 0", r, e, s);
	expect("getpgid(pid=0) = PID");
	getpgid(0);
	setgroups(2, (gid_t *)8);
	expect("setgroups(size=2, list=PTR) = -1 %s",
	       geteuid() ? "EPERM" : "EFAULT");
	setresuid(-1, -1, -1);
	expect("setresuid(ruid=4294967295, euid=4294967295, "
	       "suid=4294967295) = 0");
	expect("getpriority(which=PRIO_PROCESS, who=0) = %d",
	       getpriority(PRIO_PROCESS, 0));
}

static void processors(void)
{
	struct sched_param param = {0};
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, 2, &set);
	expect("sched_setaffinity(pid=0, cpusetsize=2, mask={0}) = 0");
	sched_getaffinity(0, 128, &set);
	expect("sched_getaffinity(pid=0, cpusetsize=128, mask={0}) = 0");
	sched_getaffinity(0, 1, &set);
	expect("sched_getaffinity(pid=0, cpusetsize=1) = -1 EINVAL");
	sched_getscheduler(0);
	expect("sched_getscheduler(pid=0) = SCHED_OTHER");
	sched_setscheduler(0, SCHED_BATCH | SCHED_RESET_ON_FORK, &param);
	expect("sched_setscheduler(pid=0, policy=SCHED_BATCH|"
	       "SCHED_RESET_ON_FORK, param={sched_priority=0}) = 0");
	sched_getparam(0, &param);
	expect("sched_getparam(pid=0, param={sched_priority=0}) = 0");
	sched_get_priority_max(SCHED_FIFO);
	expect("sched_get_priority_max(policy=SCHED_FIFO) = 99");
}

static const struct bit mount_bits[] = {
	BIT(ST_RDONLY),	 BIT(ST_NOSUID),      BIT(ST_NODEV),
	BIT(ST_NOEXEC),	 BIT(ST_SYNCHRONOUS), BIT(ST_MANDLOCK),
	BIT(ST_NOATIME), BIT(ST_NODIRATIME),  BIT(ST_RELATIME),
};

static void machine(void)
{
	char text[300];
	struct utsname name;
	struct statfs fs;
	struct statvfs vfs;
	char random[4] = {0};

	uname(&name);
	expect("uname(buf={sysname=\"%s\", nodename=\"%s\", release=\"%s\", "
	       "version=\"%s\", machine=\"%s\", domainname=\"%s\"}) = 0",
	       name.sysname, name.nodename, name.release, name.version,
	       name.machine, name.domainname);
	statfs("/proc", &fs);
	expect("statfs(path=\"/proc\", buf={f_type=PROC_SUPER_MAGIC, "
	       "f_bsize=%ld, f_blocks=0, f_bfree=0, f_bavail=0, f_files=%lu, "
	       "f_ffree=%lu, f_namelen=%ld, f_frsize=%ld, f_flags=%s}) = 0",
	       fs.f_bsize, fs.f_files, fs.f_ffree, fs.f_namelen, fs.f_frsize,
	       BIT_NAMES(text, mount_bits, fs.f_flags));
	statvfs("no", &vfs);
	expect("statvfs(path=\"no\") = -1 ENOENT");
	getrandom(random, 0, GRND_NONBLOCK);
	expect("getrandom(buf=\"\", buflen=0, flags=GRND_NONBLOCK) = 0");
}

int main(void)
{
	limits();
	owners();
	processors();
	machine();
	return 0;
}
