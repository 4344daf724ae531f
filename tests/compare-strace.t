#!/bin/bash
# SPDX-License-Identifier: MIT
# Real programs under the tracer and strace in one run. Every open, read, write,
# close, stat, socket, connect and exec by an exported function is in both. They
# have the same arguments and results, and descriptors are the same files.
#   tests/compare-strace.t [NAME...]
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/compare.sh"
calls=open,openat,creat,read,write,close,socket,connect,execve,stat,fstat,lstat
calls+=,newfstatat
forms=(-yy -xx)

# compare NAME COMMAND...: one test
compare() {
	local name=$1
	runs "$@" || return
	perl "$tests/compare-strace.pl" dump strace.* >report 2>&1 &&
		grep -q '^alike: [1-9]' report
	ok $? "$name: strace and the archive agree" || note <err
	cut -c1-200 report | note
}

if ! command -v strace >/dev/null || ! perl -MJSON::PP -e1 2>/dev/null; then
	plan 1
	skip 'no strace or no JSON::PP' 'compared with strace'
	exit
fi
plan 12
mkdir src && for i in 1 2 3; do seq $i 50 >src/$i.txt; done
echo 'int main(void) { return 0; }' >empty.c
compare cat sh -c 'cat /etc/passwd | cat'
compare sort sort -o sorted /etc/passwd
compare cp cp -r src copies
compare bash bash -c 'while read -r x; do echo "$x"; done <src/1.txt >copy
	cat copy | sort | head -n 3; [ -e /no/such ] || true'
compare grep grep -rn 4 src
compare tar tar -cf src.tar src
compare perl perl -e 'use Socket; socket my $s, AF_INET, SOCK_STREAM, 0;
	bind $s, sockaddr_in(0, INADDR_LOOPBACK); listen $s, 1;
	socket my $c, AF_INET, SOCK_STREAM, 0;
	connect $c, getsockname $s or die;
	accept my $a, $s; syswrite $c, "text"; sysread $a, my $t, 9;
	close $_ for $c, $a; socket $s, AF_UNIX, SOCK_DGRAM, 0;
	connect $s, sockaddr_un("/no/such"); exit $t ne "text"'
compare python /usr/bin/python3 -S -c 'import os, socket
a, b = socket.socketpair()
a.send(b"x"); b.recv(9)
s = socket.socket(); e = s.connect_ex(("127.0.0.1", 1))
print(os.stat("src").st_size, open("src/1.txt").read()[:3], e)
os.write(1, b"y"); os.spawnl(os.P_WAIT, "/bin/true", "true")'
compare git sh -c 'git init -q r && cd r && cp ../src/1.txt . && git add 1.txt &&
	git status -s'
compare cc cc -O1 -c empty.c
mkdir made && for i in a b; do cp empty.c made/$i.c; done
printf 'all: a b\n%%: %%.c\n\tcc -o $@ $<\n' >made/Makefile
compare make make -s -j2 -C made
compare threads /usr/bin/python3 -S -c 'import os, threading
def files(name):
    for i in range(20):
        a = os.open(name, os.O_CREAT | os.O_RDWR)
        os.write(a, b"x")
        b = os.dup(a)
        os.close(a)
        os.write(b, b"y")
        os.close(b)
threads = [threading.Thread(target=files, args=(n,)) for n in "abcd"]
[t.start() for t in threads]
[t.join() for t in threads]'
