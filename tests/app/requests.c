/* SPDX-License-Identifier: MIT */
/* Input and output that goes on by itself; between processes and descriptors.
 */
#include <aio.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/uio.h>
#include <unistd.h>

#include "tests/app/expect.h"

static int fd;
static char text[] = "written", back[8];

static void wait_for(struct aiocb *request)
{
	const struct aiocb *list[] = {request};

	while (aio_suspend(list, 1, NULL))
		;
}

static void requests(void)
{
	struct aiocb out = {.aio_buf = text, .aio_nbytes = 7}, in = out;
	struct aiocb *both[2] = {&out, NULL};

	out.aio_fildes = in.aio_fildes = fd;
	out.aio_sigevent.sigev_notify = SIGEV_NONE;
	out.aio_lio_opcode = LIO_WRITE;
	in.aio_sigevent = out.aio_sigevent;
	in.aio_buf = back;
	aio_write(&out);
	expect("aio_write(aiocbp={aio_fildes=%d, aio_lio_opcode=LIO_WRITE, "
	       "aio_reqprio=0, aio_buf=\"written\", aio_nbytes=7, "
	       "aio_offset=0, aio_sigevent={sigev_notify=SIGEV_NONE}}) = 0",
	       fd);
	wait_for(&out);
	expect("aio_suspend(aiocb_list=[PTR], nitems=1, timeout=NULL) = 0");
	aio_error(&out);
	expect("aio_error(aiocbp=PTR) = 0");
	aio_return(&out);
	expect("aio_return(aiocbp=PTR) = 7");
	aio_read(&in);
	expect("aio_read(aiocbp={aio_fildes=%d, aio_lio_opcode=LIO_READ, "
	       "aio_reqprio=0, aio_buf=PTR, aio_nbytes=7, aio_offset=0, "
	       "aio_sigevent={sigev_notify=SIGEV_NONE}}) = 0",
	       fd);
	wait_for(&in);
	expect("aio_suspend(aiocb_list=[PTR], nitems=1, timeout=NULL) = 0");
	aio_return(&in);
	expect("aio_return(aiocbp=PTR) = 7");
	aio_cancel(fd, &in);
	expect("aio_cancel(fd=%d, aiocbp=PTR) = AIO_ALLDONE", fd);
	aio_fsync(O_DSYNC, &in);
	expect("aio_fsync(op=O_DSYNC, aiocbp={aio_fildes=%d, "
	       "aio_lio_opcode=LIO_READ, aio_reqprio=0, aio_buf=PTR, "
	       "aio_nbytes=7, aio_offset=0, "
	       "aio_sigevent={sigev_notify=SIGEV_NONE}}) = 0",
	       fd);
	wait_for(&in);
	expect("aio_suspend(aiocb_list=[PTR], nitems=1, timeout=NULL) = 0");
	lio_listio(LIO_WAIT, both, 2, NULL);
	expect("lio_listio(mode=LIO_WAIT, aiocb_list=[{aio_fildes=%d, "
	       "aio_lio_opcode=LIO_WRITE, aio_reqprio=0, aio_buf=\"written\", "
	       "aio_nbytes=7, aio_offset=0, "
	       "aio_sigevent={sigev_notify=SIGEV_NONE}}, NULL], nitems=2, "
	       "sevp=NULL) = 0",
	       fd);
}

static void vectors(void)
{
	struct iovec from = {text, 3}, to = {back, 3};

	pwritev(fd, &from, 1, 2);
	expect("pwritev(fd=%d, iov=[{iov_base=\"wri\", iov_len=3}], iovcnt=1, "
	       "offset=2) = 3",
	       fd);
	pwritev2(fd, &from, 1, 0, RWF_DSYNC);
	expect("pwritev2(fd=%d, iov=[{iov_base=\"wri\", iov_len=3}], iovcnt=1, "
	       "offset=0, flags=RWF_DSYNC) = 3",
	       fd);
	preadv2(fd, &to, 1, 4, 0);
	expect("preadv2(fd=%d, iov=[{iov_base=\"ien\", iov_len=3}], iovcnt=1, "
	       "offset=4, flags=0) = 3",
	       fd);
	process_vm_readv(getpid(), &to, 1, &from, 1, 0);
	expect("process_vm_readv(pid=PID, local_iov=[{iov_base=\"wri\", "
	       "iov_len=3}], liovcnt=1, remote_iov=[{iov_base=PTR, "
	       "iov_len=3}], riovcnt=1, flags=0) = 3");
	from.iov_base = "else";
	process_vm_writev(getpid(), &from, 1, &to, 1, 0);
	expect("process_vm_writev(pid=PID, local_iov=[{iov_base=\"els\", "
	       "iov_len=3}], liovcnt=1, remote_iov=[{iov_base=PTR, "
	       "iov_len=3}], riovcnt=1, flags=0) = 3");
}

static void between(void)
{
	int ends[2], other = creat("requests-copy", 0600);
	struct iovec part = {text, 2};

	if (pipe(ends))
		return;
	copy_file_range(fd, NULL, other, NULL, 2, 0);
	expect("copy_file_range(fd_in=%d, off_in=NULL => NULL, fd_out=%d, "
	       "off_out=NULL => NULL, len=2, flags=0) = %d",
	       fd, other, 2);
	vmsplice(ends[1], &part, 1, SPLICE_F_GIFT);
	expect("vmsplice(fd=%d, iov=[{iov_base=\"wr\", iov_len=2}], nr_segs=1, "
	       "flags=SPLICE_F_GIFT) = 2",
	       ends[1]);
	tee(ends[0], ends[0], 1, SPLICE_F_NONBLOCK);
	expect("tee(fd_in=%d, fd_out=%d, len=1, flags=SPLICE_F_NONBLOCK) = -1 "
	       "EBADF",
	       ends[0], ends[0]);
	sync_file_range(ends[0], 0, 1, SYNC_FILE_RANGE_WRITE);
	expect("sync_file_range(fd=%d, offset=0, count=1, "
	       "flags=SYNC_FILE_RANGE_WRITE) = -1 ESPIPE",
	       ends[0]);
#if __GLIBC_PREREQ(2, 34)
	close_range(4000, 4001, 0);
	expect("close_range(first=4000, last=4001, flags=0) = 0");
	closefrom(5000);
	expect("closefrom(lowfd=5000) = void");
#endif
	unlink("requests-copy");
}

static void watches(void)
{
	int epoll;

	epoll = epoll_create(1);
	expect("epoll_create(size=1) = %d", epoll);
#if __GLIBC_PREREQ(2, 35)
	epoll_pwait2(epoll, &(struct epoll_event){0}, 1,
		     &(struct timespec){0, 0}, NULL);
	expect("epoll_pwait2(epfd=%d, events=[], maxevents=1, "
	       "timeout={tv_sec=0, tv_nsec=0}, sigmask=NULL) = 0",
	       epoll);
#endif
	epoll = inotify_init();
	expect("inotify_init() = %d", epoll);
	fanotify_init(FAN_CLOEXEC | FAN_CLASS_PRE_CONTENT | 1 << 30, O_RDONLY);
	expect("fanotify_init(flags=FAN_CLOEXEC|FAN_CLASS_PRE_CONTENT|"
	       "0x40000000, event_f_flags=O_RDONLY) = -1 EINVAL");
	fanotify_mark(-1, FAN_MARK_ADD | FAN_MARK_ONLYDIR, FAN_OPEN | FAN_ONDIR,
		      AT_FDCWD, NULL);
	expect("fanotify_mark(fanotify_fd=-1, "
	       "flags=FAN_MARK_ADD|FAN_MARK_ONLYDIR, mask=FAN_OPEN|FAN_ONDIR, "
	       "dirfd=AT_FDCWD, pathname=NULL) = -1 EBADF");
}

int main(void)
{
	fd = open("requests-file", O_RDWR | O_CREAT, 0600);
	requests();
	vectors();
	between();
	watches();
	unlink("requests-file");
	return 0;
}
