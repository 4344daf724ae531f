#!/bin/bash
# SPDX-License-Identifier: MIT
# Shells, what they start, and the small programs of a system.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/programs.sh"

program 'bash: pipes, subshells, traps' bash -c \
	'for i in 1 2 3; do echo $i | cat | wc -c; done; (exit 3); echo $?
	trap "echo bye" EXIT
	trap "echo hup" HUP; kill -HUP $$; echo "${PIPESTATUS[@]}"
	yes | head -n 2; false | true; echo "${PIPESTATUS[*]}"
	printf "%s %q %(%Y)T\n" a "b c" 0; echo {1..9} ~ $(ulimit -n); no-such
	exit 9'
program 'bash: jobs, arithmetic, here documents' bash -c \
	'set -m; sleep 0.01 & wait 2>/dev/null
	read -r x < <(echo sub); echo "$x"; cat <<<"here $((7 ** 9))"
	mapfile -t l </etc/passwd; echo ${#l[@]}; cat <<X
$(cat <<<inner | tr a-z A-Z)
X
	exec 7>file; echo text >&7; exec 7>&-; wc -c <file; umask 077; umask
	exec bash -c "kill -SEGV \$\$"'
program 'bash: a coprocess' bash -c 'coproc cat; echo co >&"${COPROC[1]}"
	read -r x <&"${COPROC[0]}"; echo "$x"; exec {COPROC[1]}>&-; wait; echo $?'
program 'dash: functions, traps, signals' dash -c \
	'f() { cat <<X
$1
X
	}; exec 3>&1; echo z >&3; f a; (f b) | wc -l; ulimit -n; umask
	trap "echo term" TERM; kill -TERM $$; trap - TERM; sleep 9 & kill $!
	wait $!; echo $?
	set -- a b; shift; echo "$@" $#; echo err >&2; kill -KILL $$'
program 'env -i: nothing is left of the environment' env -i /usr/bin/env
program 'env -i: nor in what is started next' env -i A=b /bin/sh -c \
	'/usr/bin/env | grep -v ^PWD=; exec /usr/bin/env -i C=d /usr/bin/env'
program 'timeout: kills, and says so' sh -c 'timeout 0.2 sleep 30; echo $?
	timeout -s KILL 0.1 sh -c "trap : TERM; sleep 1"; echo $?
	timeout --preserve-status 30 sh -c "exit 5"; echo $?
	timeout -k 0.1 2 sh -c "trap \"\" TERM; sleep 9"; echo $?'
program 'getent: users, groups, services, hosts' sh -c \
	'getent passwd root daemon; getent group root; getent services http
	getent protocols tcp; getent hosts localhost; getent ahosts 127.0.0.1
	getent passwd | wc -l; getent passwd no-such-user; echo $?'
program 'locale: names and values' sh -c 'locale; locale -a; locale -k LC_TIME
	locale charmap; LC_ALL=no_SUCH locale charmap'
program 'id, groups, whoami, tty, uname' sh -c \
	'id; id nobody; groups; whoami; tty; uname -a; hostname; nproc; logname'
program 'ls: long, recursive, by time' ls -lRt --time-style=full-iso /etc/default
program 'stat, df, du, touch' sh -c 'touch -d 2001-02-03 a; stat -c "%n %s %y" a
	df --output=target / ; du -s --apparent-size /etc/default; truncate -s 9M b
	du b; stat /no/such; chmod 4711 a; stat -c %A a; ln -s a c; readlink -f c'
program 'cp, mv, rm, ln, install' sh -c 'cp -a /etc/default d && mv d e &&
	chmod -R 700 e && ls e; ln e/* . 2>&1 | wc -l; ls -l | wc -l
	install -m 640 /etc/passwd f; stat -c %a f; rm -rf e; ls e; rm g'
program 'dd, split, cat, head, tail, tee' sh -c \
	'seq 20000 >n; dd if=n bs=7 count=99 skip=1000 status=none | md5sum
	split -l 3000 n; cat x* | cmp - n; tail -n 2 n; head -c 20 n
	tail -c +100000 n | tee a b | wc -c; cmp a b; dd if=n of=/dev/full status=none; echo $?'
program 'xargs and find in parallel' sh -c \
	'find /usr/include -maxdepth 1 -name "*.h" -print0 | sort -z |
	xargs -0 -P 4 -n 5 sh -c "wc -c \"\$@\" | tail -n 1" - | sort
	echo 1 2 3 | xargs -n 1 sh -c "exit \$0"; echo $?'
program 'nohup, nice, setsid, stdbuf' sh -c 'nohup echo a; nice nice
	setsid -w echo b; nice -n 5 sh -c "nice; exit 3"; echo $?
	stdbuf -o0 echo c'
program 'mkfifo between processes' sh -c 'mkfifo p; seq 5000 >p & md5sum <p
	wait; exec 9<>p; echo x >&9; read x <&9; echo $x; rm p'
program 'flock keeps others out' sh -c 'exec 8>lock; flock 8
	flock -n lock true; echo $?; flock -u 8; flock -n lock echo free'
needs=busybox program 'busybox: a shell and its applets' busybox sh -c \
	'seq 9 | busybox awk "{s += \$1} END {print s}"; busybox ls /etc/default
	echo abc | busybox md5sum; busybox find /etc/default | busybox sort
	busybox sh -c "kill -TERM \$\$"; echo $?'
needs='script' program 'script gives a terminal' script -qec \
	'tty | cut -c 1-9; stty -a | head -n 2; echo a b; exit 4' /dev/null

# The numbers of processes are new each time.
normal() { sed -E 's/\b[0-9]{2,}\b/N/g; s/ +/ /g'; }
program 'ps shows the parent' sh -c 'ps -o comm= -p $$; ps -o tty= -p $$
	pgrep -P $$ -l; cat /proc/self/comm; kill -0 $$; echo $?'
common
finished
