/* SPDX-License-Identifier: MIT */
/* fcntl by its command, ioctl by its request: what the argument and the result
 * are. */
#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "tests/app/expect.h"
#include "tests/app/pty.h"

static void commands(void)
{
	struct flock lock = {F_WRLCK, SEEK_SET, 4, 8, 0};
	struct f_owner_ex owner = {F_OWNER_PID, 0};
	int fd = memfd_create("x", MFD_ALLOW_SEALING), copy;

	copy = fcntl(fd, F_DUPFD_CLOEXEC, 50);
	expect("fcntl(fd=%d, cmd=F_DUPFD_CLOEXEC, arg=50) = %d", fd, copy);
	fcntl(copy, F_GETFD);
	expect("fcntl(fd=%d, cmd=F_GETFD) = FD_CLOEXEC", copy);
	fcntl(copy, F_SETFD, 0);
	expect("fcntl(fd=%d, cmd=F_SETFD, arg=0) = 0", copy);
	fcntl(fd, F_SETFL, O_RDWR | O_APPEND);
	expect("fcntl(fd=%d, cmd=F_SETFL, arg=O_RDWR|O_APPEND) = 0", fd);
	fcntl(fd, F_GETFL);
	expect("fcntl(fd=%d, cmd=F_GETFL) = O_RDWR|O_APPEND|O_LARGEFILE", fd);
	fcntl(-1, F_GETFL);
	expect("fcntl(fd=-1, cmd=F_GETFL) = -1 EBADF");
	fcntl(fd, F_SETLK, &lock);
	expect("fcntl(fd=%d, cmd=F_SETLK, arg={l_type=F_WRLCK, "
	       "l_whence=SEEK_SET, l_start=4, l_len=8, l_pid=0}) = 0",
	       fd);
	fcntl(fd, F_GETLK, &lock);
	expect("fcntl(fd=%d, cmd=F_GETLK, arg={l_type=F_WRLCK, "
	       "l_whence=SEEK_SET, l_start=4, l_len=8, l_pid=0} => "
	       "{l_type=F_UNLCK, l_whence=SEEK_SET, l_start=4, l_len=8, "
	       "l_pid=0}) = 0",
	       fd);
	fcntl(fd, F_SETLK, (void *)8);
	expect("fcntl(fd=%d, cmd=F_SETLK, arg=PTR) = -1 EFAULT", fd);
	fcntl(fd, F_SETOWN_EX, &owner);
	expect("fcntl(fd=%d, cmd=F_SETOWN_EX, arg={type=F_OWNER_PID, pid=0}) "
	       "= 0",
	       fd);
	fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK);
	expect("fcntl(fd=%d, cmd=F_ADD_SEALS, "
	       "arg=F_SEAL_SHRINK|F_SEAL_GROW) = 0",
	       fd);
	fcntl(fd, F_GET_SEALS);
	expect("fcntl(fd=%d, cmd=F_GET_SEALS) = F_SEAL_SHRINK|F_SEAL_GROW", fd);
	fcntl(fd, F_SETSIG, SIGUSR1);
	expect("fcntl(fd=%d, cmd=F_SETSIG, arg=SIGUSR1) = 0", fd);
	fcntl(fd, F_GETSIG);
	expect("fcntl(fd=%d, cmd=F_GETSIG) = SIGUSR1", fd);
	fcntl(fd, 4711, 17);
	expect("fcntl(fd=%d, cmd=4711, arg=0x11) = -1 EINVAL", fd);
}

static void requests(void)
{
	struct winsize size = {24, 80, 0, 0};
	struct termios settings = {0};
	int master, slave, n = 0;

	make_pty(&master, &slave, &size);
	ioctl(slave, TIOCGWINSZ, &size);
	expect("ioctl(fd=%d, request=TIOCGWINSZ, arg={ws_row=24, ws_col=80, "
	       "ws_xpixel=0, ws_ypixel=0}) = 0",
	       slave);
	ioctl(-1, TIOCGWINSZ, &size);
	expect("ioctl(fd=-1, request=TIOCGWINSZ) = -1 EBADF");
	ioctl(slave, TIOCSWINSZ, &size);
	expect("ioctl(fd=%d, request=TIOCSWINSZ, arg={ws_row=24, ws_col=80, "
	       "ws_xpixel=0, ws_ypixel=0}) = 0",
	       slave);
	ioctl(slave, TCGETS, &settings);
	expect("ioctl(fd=%d, request=TCGETS, arg={c_iflag=ICRNL|IXON, "
	       "c_oflag=OPOST|ONLCR, c_cflag=B38400|CS8|CREAD, "
	       "c_lflag=ISIG|ICANON|ECHO|ECHOE|ECHOK|ECHOCTL|ECHOKE|IEXTEN, "
	       "c_line=0, c_cc=[3, 28, 127, 21, 4, 0, 1, 0, 17, 19, 26, 0, "
	       "18, 15, 23, 22, 0, 0, 0]}) = 0",
	       slave);
	write(master, "ab\n", 3);
	poll(&(struct pollfd){slave, POLLIN, 0}, 1, -1);
	ioctl(slave, FIONREAD, &n);
	expect("ioctl(fd=%d, request=FIONREAD, arg=3) = 0", slave);
	ioctl(slave, FIOCLEX);
	expect("ioctl(fd=%d, request=FIOCLEX) = 0", slave);
	ioctl(slave, TCFLSH, TCIFLUSH);
	expect("ioctl(fd=%d, request=TCFLSH, arg=TCIFLUSH) = 0", slave);
	ioctl(slave, FIONBIO, (void *)8);
	expect("ioctl(fd=%d, request=FIONBIO, arg=PTR) = -1 EFAULT", slave);
	ioctl(slave, 0x4711, 17);
	expect("ioctl(fd=%d, request=_IOC(_IOC_NONE, 'G', 0x11, 0), arg=0x11) "
	       "= -1 ENOTTY",
	       slave);
}

/* By the name of an interface. */
static void interfaces(void)
{
	struct ifreq lo = {.ifr_name = "lo"};
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	ioctl(fd, SIOCGIFINDEX, &lo);
	expect("ioctl(fd=%d, request=SIOCGIFINDEX, arg={ifr_name=\"lo\", "
	       "ifr_ifindex=1}) = 0",
	       fd);
	ioctl(fd, SIOCGIFMTU, &lo);
	expect("ioctl(fd=%d, request=SIOCGIFMTU, arg={ifr_name=\"lo\", "
	       "ifr_mtu=%d}) = 0",
	       fd, lo.ifr_mtu);
	ioctl(fd, SIOCGIFFLAGS, &lo);
	expect("ioctl(fd=%d, request=SIOCGIFFLAGS, arg={ifr_name=\"lo\", "
	       "ifr_flags=IFF_UP|IFF_LOOPBACK|IFF_RUNNING}) = 0",
	       fd);
	ioctl(fd, SIOCGIFADDR, &lo);
	expect("ioctl(fd=%d, request=SIOCGIFADDR, arg={ifr_name=\"lo\", "
	       "ifr_addr={AF_INET 127.0.0.1:0}}) = 0",
	       fd);
	ioctl(fd, SIOCGIFHWADDR, &lo);
	expect("ioctl(fd=%d, request=SIOCGIFHWADDR, arg={ifr_name=\"lo\", "
	       "ifr_hwaddr=00:00:00:00:00:00}) = 0",
	       fd);
	ioctl(-1, SIOCSIFMTU, &lo);
	expect("ioctl(fd=-1, request=SIOCSIFMTU, arg={ifr_name=\"lo\", "
	       "ifr_mtu=772}) = -1 EBADF");
}

int main(void)
{
	commands();
	interfaces();
	requests();
	return 0;
}
