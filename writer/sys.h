/* SPDX-License-Identifier: MIT */
/*
 * Every system call that the recorder makes, raw. We record libc's functions,
 * and these set errno and may be cancelled; raw calls have none of that. Each
 * returns what the kernel returns: a value, or -errno.
 *
 * arch/call.h knows how this processor calls the kernel.
 */
#ifndef WRITER_SYS_H
#define WRITER_SYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <time.h>
#include <asm/errno.h>
#include <asm/unistd.h>

#include "writer/arch/call.h"
#include "writer/bytes.h"

struct iovec;
struct timespec;

/* Linux 5.7 and 5.14: older headers do not have them. */
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

/* Whether a result is an error number (Linux: -4095 to -1). */
static inline bool sys_failed(long result)
{
	return (unsigned long)result >= -4095ul;
}

static inline bool sys_mapped(const void *address)
{
	return !sys_failed((long)address);
}

static inline int sys_openat(int dirfd, const char *path, int flags,
			     unsigned mode)
{
	return (int)sys_call4(__NR_openat, dirfd, (long)path, flags,
			      (long)mode);
}

static inline int sys_chdir(const char *path)
{
	return (int)sys_call3(__NR_chdir, (long)path, 0, 0);
}

static inline long sys_wait4(int pid, int *status, int options)
{
	return sys_call4(__NR_wait4, pid, (long)status, options, 0);
}

static inline int sys_pipe2(int *ends, int flags)
{
	return (int)sys_call3(__NR_pipe2, (long)ends, flags, 0);
}

static inline int sys_dup3(int from, int to, int flags)
{
	return (int)sys_call3(__NR_dup3, from, to, flags);
}

static inline int sys_close_range(unsigned first, unsigned last, unsigned flags)
{
	return (int)sys_call3(__NR_close_range, (long)first, (long)last,
			      (long)flags);
}

static inline int sys_setsid(void)
{
	return (int)sys_call0(__NR_setsid);
}

static inline int sys_execve(const char *path, char *const *argv,
			     char *const *envp)
{
	return (int)sys_call3(__NR_execve, (long)path, (long)argv, (long)envp);
}

static inline int sys_faccessat(int dirfd, const char *path, int mode)
{
	return (int)sys_call3(__NR_faccessat, dirfd, (long)path, mode);
}

static inline int sys_memfd_create(const char *name, unsigned flags)
{
	return (int)sys_call3(__NR_memfd_create, (long)name, (long)flags, 0);
}

static inline int sys_fcntl(int fd, int command, long arg)
{
	return (int)sys_call3(__NR_fcntl, fd, command, arg);
}

static inline int sys_semctl(int set, int number, int command, void *argument)
{
	return (int)sys_call4(__NR_semctl, set, number, command,
			      (long)argument);
}

static inline int sys_socket(int domain, int type, int protocol)
{
	return (int)sys_call3(__NR_socket, domain, type, protocol);
}

static inline int sys_connect(int fd, const void *address, uint32_t n_bytes)
{
	return (int)sys_call3(__NR_connect, fd, (long)address, (long)n_bytes);
}

static inline long sys_sendmsg(int fd, const void *message, int flags)
{
	return sys_call3(__NR_sendmsg, fd, (long)message, flags);
}

static inline long sys_recvmsg(int fd, void *message, int flags)
{
	return sys_call3(__NR_recvmsg, fd, (long)message, flags);
}

static inline int sys_getsockopt(int fd, int level, int name, void *value,
				 uint32_t *n_bytes)
{
	return (int)sys_call6(__NR_getsockopt, fd, level, name, (long)value,
			      (long)n_bytes, 0);
}

static inline int sys_setsockopt(int fd, int level, int name, const void *value,
				 uint32_t n_bytes)
{
	return (int)sys_call6(__NR_setsockopt, fd, level, name, (long)value,
			      n_bytes, 0);
}

static inline int sys_poll(void *fds, unsigned n, const struct timespec *limit)
{
	return (int)sys_call6(__NR_ppoll, (long)fds, (long)n, (long)limit, 0, 0,
			      0);
}

static inline int sys_futex(uint32_t *word, int operation, uint32_t value,
			    const struct timespec *limit)
{
	return (int)sys_call6(__NR_futex, (long)word, operation, (long)value,
			      (long)limit, 0, 0);
}

static inline int sys_close(int fd)
{
	return (int)sys_call3(__NR_close, fd, 0, 0);
}

static inline long sys_read(int fd, void *bytes, size_t n)
{
	return sys_call3(__NR_read, fd, (long)bytes, (long)n);
}

static inline long sys_lseek(int fd, int64_t off, int whence)
{
	return sys_call3(__NR_lseek, fd, off, whence);
}

static inline long sys_pread64(int fd, void *bytes, size_t n, int64_t off)
{
	return sys_call4(__NR_pread64, fd, (long)bytes, (long)n, off);
}

/* parts: of struct iovec */
static inline long sys_writev(int fd, const void *parts, int n_parts)
{
	return sys_call3(__NR_writev, fd, (long)parts, n_parts);
}

static inline long sys_write(int fd, const void *bytes, size_t n)
{
	return sys_call3(__NR_write, fd, (long)bytes, (long)n);
}

/* The address, or one for which sys_mapped() is false: -errno. */
static inline void *sys_mmap(void *at, size_t n, int protection, int flags,
			     int fd, int64_t off)
{
	return (void *)sys_call6(__NR_mmap, (long)at, (long)n, protection,
				 flags, fd, off);
}

static inline int sys_munmap(void *at, size_t n)
{
	return (int)sys_call3(__NR_munmap, (long)at, (long)n, 0);
}

static inline void *sys_mremap(void *at, size_t old_n, size_t n, int flags,
			       void *to)
{
	return (void *)sys_call6(__NR_mremap, (long)at, (long)old_n, (long)n,
				 flags, (long)to, 0);
}

static inline int sys_madvise(void *at, size_t n, int advice)
{
	return (int)sys_call3(__NR_madvise, (long)at, (long)n, advice);
}

static inline int sys_mincore(void *at, size_t n, unsigned char *resident)
{
	return (int)sys_call3(__NR_mincore, (long)at, (long)n, (long)resident);
}

static inline int sys_msync(void *at, size_t n, int flags)
{
	return (int)sys_call3(__NR_msync, (long)at, (long)n, flags);
}

static inline int sys_mprotect(void *at, size_t n, int protection)
{
	return (int)sys_call3(__NR_mprotect, (long)at, (long)n, protection);
}

static inline int sys_ftruncate(int fd, int64_t n)
{
	return (int)sys_call3(__NR_ftruncate, fd, n, 0);
}

static inline int sys_fallocate(int fd, int mode, int64_t off, int64_t n)
{
	return (int)sys_call4(__NR_fallocate, fd, mode, off, n);
}

static inline int sys_fstat(int fd, struct sys_stat *st)
{
	return (int)sys_call3(__NR_fstat, fd, (long)st, 0);
}

static inline int sys_fstatfs(int fd, struct sys_statfs *fs)
{
	return (int)sys_call3(__NR_fstatfs, fd, (long)fs, 0);
}

/* Bytes of the attribute's value, which goes into `value`. */
static inline long sys_fgetxattr(int fd, const char *name, void *value,
				 size_t n)
{
	return sys_call4(__NR_fgetxattr, fd, (long)name, (long)value, (long)n);
}

static inline int sys_linkat(int old_dirfd, const char *old_path, int dirfd,
			     const char *path, int flags)
{
	return (int)sys_call6(__NR_linkat, old_dirfd, (long)old_path, dirfd,
			      (long)path, flags, 0);
}

static inline int sys_fstatat(int dirfd, const char *path, struct sys_stat *st,
			      int flags)
{
	return (int)sys_call4(__NR_newfstatat, dirfd, (long)path, (long)st,
			      flags);
}

/* Bytes put into `text` (not NUL-terminated). */
static inline long sys_readlinkat(int dirfd, const char *path, char *text,
				  size_t n)
{
	return sys_call4(__NR_readlinkat, dirfd, (long)path, (long)text,
			 (long)n);
}

static inline long sys_getdents64(int fd, void *entries, size_t n)
{
	return sys_call3(__NR_getdents64, fd, (long)entries, (long)n);
}

static inline int sys_unlinkat(int dirfd, const char *path, int flags)
{
	return (int)sys_call3(__NR_unlinkat, dirfd, (long)path, flags);
}

static inline int sys_renameat(int old_dirfd, const char *old_path, int dirfd,
			       const char *path)
{
	/* renameat2: newer processors' kernels have no renameat */
	return (int)sys_call6(__NR_renameat2, old_dirfd, (long)old_path, dirfd,
			      (long)path, 0, 0);
}

/* -EEXIST: the new name is taken; -EINVAL: the file system cannot do that. */
static inline int sys_rename_new(int folder_fd, const char *old_name,
				 const char *name)
{
	return (int)sys_call6(__NR_renameat2, folder_fd, (long)old_name,
			      folder_fd, (long)name, 1 /* RENAME_NOREPLACE */,
			      0);
}

static inline int sys_flock(int fd, int operation)
{
	return (int)sys_call3(__NR_flock, fd, operation, 0);
}

/* Length of the working directory's name with its NUL. */
static inline long sys_getcwd(char *text, size_t n)
{
	return sys_call3(__NR_getcwd, (long)text, (long)n, 0);
}

static inline int sys_getpid(void)
{
	return (int)sys_call0(__NR_getpid);
}

static inline int sys_gettid(void)
{
	return (int)sys_call0(__NR_gettid);
}

/* Never fails. */
static inline void sys_uname(struct utsname *name)
{
	(void)sys_call3(__NR_uname, (long)name, 0, 0);
}

static inline int sys_getppid(void)
{
	return (int)sys_call0(__NR_getppid);
}

static inline unsigned sys_getuid(void)
{
	return (unsigned)sys_call0(__NR_getuid);
}

static inline unsigned sys_geteuid(void)
{
	return (unsigned)sys_call0(__NR_geteuid);
}

static inline unsigned sys_getegid(void)
{
	return (unsigned)sys_call0(__NR_getegid);
}

static inline long sys_prctl(int option, unsigned long a, unsigned long b,
			     unsigned long c, unsigned long d)
{
	return sys_call6(__NR_prctl, option, (long)a, (long)b, (long)c, (long)d,
			 0);
}

static inline int sys_tgkill(int pid, int tid, int signal)
{
	return (int)sys_call3(__NR_tgkill, pid, tid, signal);
}

static inline int sys_membarrier(int command, unsigned flags)
{
	return (int)sys_call3(__NR_membarrier, command, (long)flags, 0);
}

static inline long sys_process_vm_writev(int pid, const struct iovec *from,
					 unsigned long n_from,
					 const struct iovec *to,
					 unsigned long n_to)
{
	return sys_call6(__NR_process_vm_writev, pid, (long)from, (long)n_from,
			 (long)to, (long)n_to, 0);
}

static inline long sys_process_vm_readv(int pid, const struct iovec *to,
					unsigned long n_to,
					const struct iovec *from,
					unsigned long n_from)
{
	return sys_call6(__NR_process_vm_readv, pid, (long)to, (long)n_to,
			 (long)from, (long)n_from, 0);
}

static inline int sys_clock_gettime(int clock, struct timespec *now)
{
	return (int)sys_call3(__NR_clock_gettime, clock, (long)now, 0);
}

/* Both are stack_t, which only <signal.h> can name. */
static inline int sys_sigaltstack(const void *stack, void *old_stack)
{
	return (int)sys_call3(__NR_sigaltstack, (long)stack, (long)old_stack,
			      0);
}

/* The masks are the kernel's: 64 bits, signal 1 in bit 0. */
static inline int sys_sigprocmask(int how, const uint64_t *mask,
				  uint64_t *old_mask)
{
	return (int)sys_call4(__NR_rt_sigprocmask, how, (long)mask,
			      (long)old_mask, sizeof(*mask));
}

/* Bytes that a file of this process may have (RLIMIT_FSIZE); 0 if the kernel
 * does not say. */
static inline uint64_t sys_file_limit(void)
{
	struct {
		uint64_t now, most;
	} limit = {0, 0};

	if (sys_call4(__NR_prlimit64, 0, 1, 0, (long)&limit) == 0)
		return limit.now;
	return 0;
}

/* Above all descriptors that this process can open (RLIMIT_NOFILE); 65,536 if
 * there is no limit that makes sense. */
static inline unsigned sys_descriptor_limit(void)
{
	struct {
		uint64_t now, most;
	} limit = {0, 0};
	long rc = sys_call4(__NR_prlimit64, 0, 7, 0, (long)&limit);

	return rc == 0 && limit.now < 65536 ? (unsigned)limit.now : 65536;
}

/*
 * Probes the 8 aligned bytes around p. Returns -EINVAL if they can be read,
 * -EFAULT if not, or another -errno if a sandbox refuses. The kernel copies
 * them before it finds that -1 is no way to change the mask of signals. That
 * is the cheapest system call that reads memory, a tenth of process_vm_readv.
 */
static inline int sys_probe(const void *p)
{
	long at = (long)((uintptr_t)p & ~(uintptr_t)7);

	/* nothing is read at NULL, and nothing is wrong with it */
	return at ? (int)sys_call4(__NR_rt_sigprocmask, -1, at, 0, 8) : -EFAULT;
}

static inline bool sys_is_readable(const void *p)
{
	return sys_probe(p) == -EINVAL;
}

/* Sleeps; a signal ends it early. */
static inline int sys_sleep_ns(long ns)
{
	struct timespec span = {0, ns};

	return (int)sys_call4(__NR_nanosleep, (long)&span, 0, 0, 0);
}

static inline int sys_sched_yield(void)
{
	return (int)sys_call0(__NR_sched_yield);
}

#endif
