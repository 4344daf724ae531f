#!/bin/bash
# SPDX-License-Identifier: MIT
# Structs that real programs pass to the kernel and get from it: each field is
# what strace shows of the same run. Together they have every kind of struct.
#   tests/compare-structs.t [NAME...]
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/compare.sh"
calls=newfstatat,stat,fstat,lstat,statx,statfs,fstatfs,uname,sysinfo,getrusage
calls+=,prlimit64,poll,ppoll,ioctl,writev,readv,rt_sigaction,bind,connect,accept
calls+=,accept4,getsockname,getpeername,sendto,recvfrom,sendmsg,recvmsg,wait4
calls+=,utimensat,fcntl,epoll_ctl,epoll_wait,clock_nanosleep,setitimer,getitimer
forms=()

# compare NAME COMMAND...: one test
compare() {
	local name=$1
	runs "$@" || return
	perl "$tests/compare-structs.pl" dump strace.* >report 2>&1
	ok $? "$name: fields of structs are as strace shows them" ||
		grep -av '^field' report | cut -c1-400 | note
	cat report >>reports
}

if ! command -v strace >/dev/null || ! perl -MJSON::PP -e1 2>/dev/null; then
	plan 1
	skip 'no strace or no JSON::PP' 'structs compared with strace'
	exit
fi
plan 18
mkdir src && for i in 1 2 3; do seq $i 50 >src/$i.txt; done
echo 'int main(void) { return 0; }' >empty.c
printf 'all:\n\tcp empty.c made.c\n' >Makefile
compare ls ls -la src
compare cp cp -a src copies
compare tar tar -cf src.tar src
compare find find src -newer empty.c
compare df df .
compare sort sort -o sorted src/1.txt
compare touch touch -d 2001-02-03 src/1.txt
compare stty script -qc 'stty -a; stty rows 30 cols 90 -echo' /dev/null
compare bash bash -c 'ulimit -n 100; ulimit -a; time true; trap : USR1
	sleep 0.01; (exit 3); wait'
compare make make -s
compare cc cc -O1 -c empty.c
compare git sh -c 'git init -q r && cd r && cp ../src/1.txt . &&
	git add 1.txt && git status -s'
compare perl perl -e 'use Socket; use IO::Poll; use POSIX;
	socket my $s, AF_INET, SOCK_STREAM, 0;
	bind $s, sockaddr_in(0, INADDR_LOOPBACK); listen $s, 1;
	socket my $c, AF_INET, SOCK_STREAM, 0;
	connect $c, getsockname $s or die; accept my $a, $s;
	send $c, "text", 0; my $p = IO::Poll->new; $p->mask($a => POLLIN);
	$p->poll(1); recv $a, my $t, 9, 0; getpeername $c; uname;
	socket $s, AF_UNIX, SOCK_DGRAM, 0; bind $s, sockaddr_un("dgram")'
compare python /usr/bin/python3 -S -c 'import os, select, signal, socket, time
a, b = socket.socketpair()
a.sendmsg([b"x", b"y"]); b.recvmsg(9)
p = select.poll(); p.register(a, select.POLLOUT); p.poll(1)
e = select.epoll(); e.register(a, select.EPOLLOUT); e.poll(1)
os.statvfs("."); os.writev(1, [b"one", b"two"]); os.uname()
time.sleep(0.001); signal.setitimer(signal.ITIMER_REAL, 9, 8)
os.wait4(os.spawnl(os.P_NOWAIT, "/bin/true", "true"), 0)'
compare sqlite3 sqlite3 base.db 'create table t(a); insert into t values (1)'
compare curl curl -s http://127.0.0.1:1/
compare free busybox free
[ "$chosen" ] && exit

# all: one field of each kind of struct, of those that any of them compared
for field in st_ino f_bsize sysname rlim_cur ru_maxrss ws_row c_lflag sa_flags \
	tv_nsec events iov_len sin_port sa_family l_type msg_iovlen totalram; do
	grep -q "^field $field " reports || echo "no $field"
done >missing
[ ! -s missing ]
ok $? 'each kind of struct was compared' || note <missing
