#!/bin/bash
# SPDX-License-Identifier: MIT
# What programs are made, looked at and kept with: compilers, make, git,
# debuggers, archives, keys, packages, terminals.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/programs.sh"
cat >"$in/hello.c" <<'EOT'
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int twice(int n) { return 2 * n; }
int main(int argc, char **argv)
{
	printf("hello %d %s\n", twice(argc), argv[argc - 1]);
	fflush(stdout);
	return fork() && wait(NULL) > 0 ? 6 : 0;
}
EOT
cat >"$in/hello.cc" <<'EOT'
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
int main()
{
	std::map<std::string, int> words;
	std::ifstream file("/etc/passwd");
	for (std::string line; std::getline(file, line);)
		words[line.substr(0, line.find(':'))] += (int)line.size();
	for (auto &w : words)
		std::cout << w.first << ' ' << w.second << '\n';
	std::thread([] { std::cerr << "from a thread\n"; }).join();
	try {
		throw std::runtime_error("thrown");
	} catch (std::exception &e) {
		std::cout << e.what() << std::endl;
	}
	return 5;
}
EOT
cat >"$in/Makefile" <<'EOT'
all: p
	./p a; test $$? = 6; wc -l parts
p: a.o b.o c.o d.o
	$(CC) -o $@ $^ && size p | tail -n 1 | wc -w
%.o: %.c
	@$(CC) -O1 -c $<
	@echo $* >>parts
%.c:
	@if [ $* = a ]; then cp $$in/hello.c a.c; else echo "int $*;" >$*.c; fi
bad:
	@exit 3
EOT

program 'gcc: compiles, links, the program runs' sh -c \
	'gcc -O2 -Wall "$in/hello.c" -o p && ./p x; echo $?; md5sum <p
	gcc -S -o - "$in/hello.c" | md5sum; echo "int x = ;" | gcc -xc - ; echo $?'
needs=g++ program 'g++: streams, threads, exceptions' sh -c \
	'g++ -O1 -pthread "$in/hello.cc" -o p && ./p; echo $?; md5sum <p'
needs=clang program 'clang: the same' sh -c \
	'clang -O2 "$in/hello.c" -o p && ./p x; echo $?; md5sum <p
	echo "int x = ;" | clang -xc - ; echo $?'
needs=make program 'make -j4: a small project' sh -c \
	'make -s -j4 -f "$in/Makefile"; make -f "$in/Makefile" bad; echo $?'
needs=git program 'git: init, commit, log, gc, clone' sh -c \
	'export GIT_AUTHOR_DATE="2001-02-03 04:05:06" GIT_CONFIG_NOSYSTEM=1
	export GIT_COMMITTER_DATE="$GIT_AUTHOR_DATE" GIT_PAGER=cat GIT_AUTHOR_NAME=a
	export GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
	git init -q -b main r && cd r || exit
	for i in 1 2 3; do seq $i 500 >file; git add file; git commit -qm "no $i"; done
	git log --stat -p | md5sum; git gc -q && git fsck --no-progress && git status
	git checkout -qb other HEAD~1 && echo x >>file && git commit -qam x
	git merge main; git blame file | tail -n 1; cd .. && git clone -q r s && ls s
	git -C s log --oneline --all --graph; git -C r rebase main; git -C r bisect start'
# Where things lie in memory is what debuggers print; here it is not.
needs=gdb program 'gdb -batch: breaks, prints, calls' sh -c \
	'gcc -g -no-pie "$in/hello.c" -o p && gdb -nx -batch -ex "set debuginfod enabled off" \
	-ex "set startup-with-shell off" -ex "info line twice" -ex "ptype main" \
	-ex "print twice(21)" -ex "list twice" ./p 2>&1 | grep -v ^warning'
normal() { sed -E 's/\b[0-9]{3,}\b/N/g; s/0x[0-9a-f]+/P/g'; }
# strace sees our own system calls in what it runs: so that is not recorded.
needs=strace program 'strace -f: of a program that is not recorded' strace -f \
	-o trace -E LD_PRELOAD -e trace=write,execve sh -c 'echo a; echo b | cat; exit 4'
common
program 'ar, ld, nm, objdump, strip' sh -c 'gcc -c "$in/hello.c" -o a.o && ar rcs l.a a.o &&
	nm l.a && objdump -d a.o | md5sum && strip -g a.o && ld -r -o b.o a.o && size b.o
	readelf -h a.o | head -n 4'
program 'tar: writes, compresses, reads' sh -c \
	'tar cf - -C /usr/include sys linux | tee a.tar | md5sum; tar tf a.tar | wc -l
	tar czf a.tgz a.tar; tar xzf a.tgz -O | cmp - a.tar; tar tf /no/such; echo $?
	mkdir x; tar xf a.tar -C x; find x -type f | wc -l; cpio -t <a.tar 2>&1 | tail -n 1'
needs=xz program 'xz -T2, gzip, bzip2, zstd' sh -c \
	'seq 300000 >n; xz -T2 --block-size=200KiB -k n; md5sum n.xz; xz -dc -T2 n.xz | cmp - n
	for c in gzip bzip2; do cat n | $c | md5sum; $c -c n | $c -dc | cmp - n; done
	zstd -qT2 n -o z; zstd -qdc z | cmp - n; echo x | xz -d; echo $?'
# Errors begin with where the thread's stack is.
normal() { sed -E 's/^[0-9A-F]{16}:error/T:error/'; }
needs=openssl program 'openssl: digests, keys, ciphers' sh -c \
	'openssl dgst -sha256 "$in/hello.c"; seq 9999 >n; k=000102030405060708090a0b0c0d0e0f
	openssl enc -aes-128-cbc -K $k -iv $k -in n | tee c | md5sum
	openssl enc -d -aes-128-cbc -K $k -iv $k -in c | cmp - n
	openssl genrsa -out key 2048 2>/dev/null; openssl rsa -in key -pubout -out pub 2>/dev/null
	openssl dgst -sign key -out sig n; openssl dgst -verify pub -signature sig n
	openssl req -x509 -key key -subj /CN=a -days 9 -out cert; openssl verify cert 2>&1 |
	grep -c self; openssl rand 9 | wc -c; openssl enc -d -aes-128-cbc -K 1 -iv 1 -in n 2>e
	echo $?; sed "s/^[0-9A-F]*:error/error/" e'
common
needs='gpg gpgconf' program 'gpg: makes a key, encrypts, signs' sh -c \
	'export GNUPGHOME=$PWD/g; mkdir -m 700 g; gpg -q --batch --passphrase "" \
	--quick-generate-key a@b rsa2048 default never 2>/dev/null; echo $?
	echo text | gpg -q --batch --trust-model always -er a@b >e 2>/dev/null || echo $?
	gpg -q --batch -d e; gpg -q --batch -s -o s "$in/hello.c"; gpg -q -d s 2>/dev/null | cmp - "$in/hello.c"
	gpgconf --kill all; echo x | gpg -q --batch -d 2>/dev/null; echo $?'
needs=ssh-keygen program 'ssh-keygen: makes keys, signs, verifies' sh -c \
	'for t in ed25519 rsa ecdsa; do ssh-keygen -q -t $t -N "" -f $t && ssh-keygen -yf $t |
	cut -d" " -f1; done
	cp "$in/hello.c" m; ssh-keygen -q -Y sign -f ed25519 -n file m 2>&1 | wc -l
	echo "a $(cat ed25519.pub)" >ok; ssh-keygen -Y verify -f ok -I a -n file -s m.sig <m |
	sed "s/key.*//"; ssh-keygen -lf /no/such; echo $?'
needs=apt-cache program 'apt-cache: policy, depends' sh -c \
	'apt-cache policy bash | head -n 4; apt-cache depends bash; apt-cache show no-such-package; echo $?'
needs=dpkg-deb program 'dpkg: builds a package, lists' sh -c \
	'mkdir -p p/DEBIAN p/usr; cp "$in/hello.c" p/usr; printf \
	"Package: p\nVersion: 1\nArchitecture: all\nMaintainer: a <a@b>\nDescription: p\n" \
	>p/DEBIAN/control; dpkg-deb --root-owner-group -Zxz -b p p.deb; dpkg-deb -f p.deb
	dpkg-deb -x p.deb x; find x | sort; dpkg -l bash | tail -n 1; dpkg -S /bin/bash
	dpkg --compare-versions 1 gt 2; echo $?; dpkg-query -W no-such; echo $?'
needs=rsync program 'rsync: copies, changes, deletes' sh -c \
	'cp -r /etc/default a; rsync -a --stats a/ b | grep -c ^Number; echo x >>b/n
	rsync -ai --delete --no-times a/ b; diff -r a b; rsync -q /no/such b; echo $?'
needs=curl program 'curl: a file, an error' sh -c \
	'curl -s "file://$in/hello.c" | cmp - "$in/hello.c"; curl -sS file:///no/such
	echo $?; curl -sS http://127.0.0.1:1/ -o x 2>err; echo $?
	sed "s/after [0-9]* ms//" err; curl -V | head -n 1'
needs=tmux program 'tmux: a session, keys, what it shows' sh -c \
	'export TMUX_TMPDIR=$PWD; tmux -L s -f /dev/null new-session -d -x 60 -y 9 "PS1=% sh"
	until tmux -L s capture-pane -p | grep -q "^%"; do sleep 0.05; done
	tmux -L s send-keys "echo \$((6 * 7)) done" Enter
	until tmux -L s capture-pane -p | grep -q "^42 done"; do sleep 0.05; done
	tmux -L s capture-pane -p | grep -v ^$; tmux -L s list-windows -F "#I #P"
	tmux -L s kill-server
	until tmux -L s ls 2>&1 | grep -q "^no server"; do sleep 0.05; done'
finished
