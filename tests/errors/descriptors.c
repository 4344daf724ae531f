/* SPDX-License-Identifier: MIT */
/*
 * Functions of descriptors.
 */
#include <aio.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fanotify.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/uio.h>

#include "tests/errors/try.h"

static struct iovec part = {buffer, 4};
static struct epoll_event event;
static struct timespec no_time;
static int epoll, events, watches;
static struct {
	struct file_handle head;
	char space[128];
} handle = {.head.handle_bytes = 128};

/* Requests that were made and are over. */
static struct aiocb *finished(struct aiocb *request)
{
	aio_read(request);
	while (aio_error(request) == EINPROGRESS)
		usleep(1000);
	return request;
}

static struct aiocb bad_request = {
	.aio_fildes = -1, .aio_buf = buffer, .aio_nbytes = 1};
static struct aiocb request = {.aio_buf = buffer, .aio_nbytes = 1};
static struct aiocb wrong_request = {.aio_reqprio = -1};

static struct aiocb *with_file(struct aiocb *aio)
{
	aio->aio_fildes = a_file;
	return aio;
}

static int poll_of_many(void)
{
	return poll((struct pollfd *)BAD, 1, 0);
}

FAILS(open, open(NO_PATH, O_RDONLY))
FAILS(open, open((const char *)BAD, O_RDONLY))
WORKS(open, open("file", O_RDONLY))
FAILS(openat, openat(NO_FD, "x", O_RDONLY))
WORKS(openat, openat(a_folder, "file", O_RDONLY))
FAILS(__open_2, SYMBOL(int, __open_2, const char *, int)(NO_PATH, O_RDONLY))
WORKS(__open_2, SYMBOL(int, __open_2, const char *, int)("file", O_RDONLY))
FAILS(__openat_2,
      SYMBOL(int, __openat_2, int, const char *, int)(NO_FD, "x", O_RDONLY))
FAILS(creat, creat(NO_PATH, 0600))
WORKS(creat, creat("created", 0600))
FAILS(__poll_chk, SYMBOL(int, __poll_chk, struct pollfd *, nfds_t, int,
			 size_t)((struct pollfd *)BAD, 1, 0, 99))
FAILS(__ppoll_chk, SYMBOL(int, __ppoll_chk, struct pollfd *, nfds_t,
			  const struct timespec *, const sigset_t *,
			  size_t)((struct pollfd *)BAD, 1, &no_time, NULL, 99))
FAILS(__pread_chk, SYMBOL(ssize_t, __pread_chk, int, void *, size_t, off_t,
			  size_t)(NO_FD, buffer, 1, 0, 9))
FAILS(__read_chk, SYMBOL(ssize_t, __read_chk, int, void *, size_t,
			 size_t)(NO_FD, buffer, 1, 9))
FAILS(aio_cancel, aio_cancel(NO_FD, NULL))
FAILS(aio_read, aio_read(&wrong_request))
FAILS(aio_write, aio_write(&wrong_request))
FAILS(aio_fsync, aio_fsync(99, &request))
WORKS(aio_read, aio_read(with_file(&request)))
WORKS(aio_error, aio_error(finished(with_file(&request))))
WORKS(aio_return, aio_return(&request))
WORKS(aio_return, aio_return(finished(&bad_request)) * 0)
WORKS(aio_suspend,
      aio_suspend((const struct aiocb *const[]){NULL}, 1, &no_time) * 0)
FAILS(lio_listio, lio_listio(99, (struct aiocb *[]){NULL}, 1, NULL))
WORKS(lio_listio, lio_listio(LIO_WAIT, (struct aiocb *[]){NULL}, 1, NULL))
FAILS(lio_listio64, lio_listio64(99, (struct aiocb64 *[]){NULL}, 1, NULL))
FAILS(close, close(NO_FD))
WORKS(close, close(dup(a_file)))
FAILS(close_range, close_range(9, 5, 0))
WORKS(close_range, close_range(9999, 10000, 0))
FAILS(copy_file_range, copy_file_range(NO_FD, NULL, NO_FD, NULL, 1, 0))
FAILS(dup, dup(NO_FD))
WORKS(dup, dup(a_file))
FAILS(dup2, dup2(NO_FD, 99))
WORKS(dup2, dup2(a_file, 99))
FAILS(dup3, dup3(NO_FD, 99, 0))
WORKS(dup3, dup3(a_file, 99, O_CLOEXEC))
FAILS(epoll_create, epoll_create(0))
WORKS(epoll_create, epoll = epoll_create(1))
FAILS(epoll_create1, epoll_create1(~EPOLL_CLOEXEC))
WORKS(epoll_create1, epoll_create1(0))
FAILS(epoll_ctl, epoll_ctl(NO_FD, EPOLL_CTL_ADD, 0, &event))
WORKS(epoll_ctl, epoll_ctl(epoll, EPOLL_CTL_ADD, a_pipe[0], &event))
FAILS(epoll_pwait, epoll_pwait(NO_FD, &event, 1, 0, NULL))
WORKS(epoll_pwait, epoll_pwait(epoll, &event, 1, 0, NULL))
FAILS(epoll_pwait2, epoll_pwait2(NO_FD, &event, 1, &no_time, NULL))
WORKS(epoll_pwait2, epoll_pwait2(epoll, &event, 1, &no_time, NULL))
FAILS(epoll_wait, epoll_wait(NO_FD, &event, 1, 0))
WORKS(epoll_wait, epoll_wait(epoll, &event, 1, 0))
FAILS(eventfd, eventfd(0, ~0))
WORKS(eventfd, events = eventfd(1, EFD_NONBLOCK))
FAILS(eventfd_read, eventfd_read(NO_FD, (eventfd_t *)buffer))
WORKS(eventfd_read, eventfd_read(events, (eventfd_t *)buffer))
FAILS(eventfd_write, eventfd_write(NO_FD, 1))
WORKS(eventfd_write, eventfd_write(events, 1))
FAILS(fallocate, fallocate(NO_FD, 0, 0, 9))
FAILS(fanotify_init, fanotify_init(~0u, 0))
FAILS(fanotify_mark, fanotify_mark(NO_FD, FAN_MARK_ADD, FAN_OPEN, NO_FD, "x"))
FAILS(fcntl, fcntl(NO_FD, F_GETFD))
WORKS(fcntl, fcntl(a_file, F_GETFD))
FAILS(fdatasync, fdatasync(NO_FD))
WORKS(fdatasync, fdatasync(a_file))
FAILS(flock, flock(NO_FD, LOCK_EX))
WORKS(flock, flock(a_file, LOCK_SH))
FAILS(fsync, fsync(NO_FD))
WORKS(fsync, fsync(a_file))
FAILS(ftruncate, ftruncate(NO_FD, 5))
WORKS(ftruncate, ftruncate(a_file, 5))
FAILS(inotify_init1, inotify_init1(~0))
WORKS(inotify_init1, watches = inotify_init1(IN_NONBLOCK))
WORKS(inotify_init, inotify_init())
FAILS(inotify_add_watch, inotify_add_watch(NO_FD, ".", IN_OPEN))
WORKS(inotify_add_watch, inotify_add_watch(watches, ".", IN_OPEN))
FAILS(inotify_rm_watch, inotify_rm_watch(NO_FD, 1))
WORKS(inotify_rm_watch, inotify_rm_watch(watches, 1))
FAILS(ioctl, ioctl(NO_FD, FIONREAD, buffer))
WORKS(ioctl, ioctl(a_pipe[0], FIONREAD, buffer))
FAILS(isatty, isatty(a_file))
FAILS(lockf, lockf(NO_FD, F_LOCK, 1))
WORKS(lockf, lockf(a_file, F_LOCK, 1))
FAILS(lseek, lseek(a_pipe[0], 0, SEEK_SET))
WORKS(lseek, lseek(a_file, 0, SEEK_SET))
FAILS(memfd_create, memfd_create("x", ~0u))
WORKS(memfd_create, memfd_create("x", MFD_CLOEXEC))
FAILS(name_to_handle_at,
      name_to_handle_at(NO_FD, "x", &handle.head, (int *)buffer, 0))
FAILS(open_by_handle_at, open_by_handle_at(NO_FD, &handle.head, O_RDONLY))
FAILS(pipe, SYMBOL(int, pipe, int *)(BAD))
WORKS(pipe, pipe((int *)buffer))
FAILS(pipe2, pipe2((int *)buffer, ~0))
WORKS(pipe2, pipe2((int *)buffer, O_CLOEXEC))
FAILS(poll, poll_of_many())
WORKS(poll, poll(&(struct pollfd){.fd = a_pipe[0]}, 1, 0))
RETURNS(posix_fadvise, posix_fadvise(NO_FD, 0, 0, POSIX_FADV_NORMAL))
RETURNS(posix_fadvise, posix_fadvise(a_file, 0, 0, POSIX_FADV_NORMAL))
RETURNS(posix_fallocate, posix_fallocate(NO_FD, 0, 9))
RETURNS(posix_fallocate, posix_fallocate(a_file, 0, 5))
FAILS(ppoll, ppoll((struct pollfd *)BAD, 1, &no_time, NULL))
WORKS(ppoll, ppoll(NULL, 0, &no_time, NULL))
FAILS(pread, pread(NO_FD, buffer, 1, 0))
WORKS(pread, pread(a_file, buffer, 1, 0))
FAILS(preadv, preadv(NO_FD, &part, 1, 0))
WORKS(preadv, preadv(a_file, &part, 1, 0))
FAILS(preadv2, preadv2(NO_FD, &part, 1, 0, 0))
WORKS(preadv2, preadv2(a_file, &part, 1, 0, 0))
FAILS(process_vm_readv, process_vm_readv(NO_PID, &part, 1, &part, 1, 0))
FAILS(process_vm_writev, process_vm_writev(NO_PID, &part, 1, &part, 1, 0))
FAILS(pselect, pselect(-1, NULL, NULL, NULL, &no_time, NULL))
WORKS(pselect, pselect(0, NULL, NULL, NULL, &no_time, NULL))
FAILS(pwrite, pwrite(NO_FD, buffer, 1, 0))
WORKS(pwrite, pwrite(a_file, "t", 1, 0))
FAILS(pwritev, pwritev(NO_FD, &part, 1, 0))
WORKS(pwritev, pwritev(a_file, &part, 1, 0))
FAILS(pwritev2, pwritev2(NO_FD, &part, 1, 0, 0))
WORKS(pwritev2, pwritev2(a_file, &part, 1, 0, 0))
FAILS(read, read(NO_FD, buffer, 1))
FAILS(read, read(a_pipe[0], buffer, 1))
WORKS(read, read(a_file, buffer, 1))
FAILS(readahead, readahead(NO_FD, 0, 9))
WORKS(readahead, readahead(a_file, 0, 9))
FAILS(readv, readv(NO_FD, &part, 1))
WORKS(readv, readv(a_file, &part, 1))
FAILS(select, select(-1, NULL, NULL, NULL, &(struct timeval){0}))
WORKS(select, select(0, NULL, NULL, NULL, &(struct timeval){0}))
FAILS(sendfile, sendfile(NO_FD, NO_FD, NULL, 1))
WORKS(sendfile, sendfile(a_pipe[1], a_file, &(off_t){0}, 1))
FAILS(splice, splice(NO_FD, NULL, NO_FD, NULL, 1, 0))
FAILS(sync_file_range, sync_file_range(NO_FD, 0, 1, 0))
FAILS(tee, tee(NO_FD, NO_FD, 1, 0))
FAILS(vmsplice, vmsplice(NO_FD, &part, 1, 0))
FAILS(write, write(NO_FD, buffer, 1))
WORKS(write, write(a_file, "t", 1))
FAILS(writev, writev(NO_FD, &part, 1))
WORKS(writev, writev(a_file, &part, 1))
