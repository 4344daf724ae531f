#!/bin/bash
# SPDX-License-Identifier: MIT
# In sandboxes and on kernels that refuse what the recorder needs, programs do
# as ever, and who records them learns what was missing.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
denied=$b/tests/hazard/denied
program=$b/tests/hazard/outcast
unset FXTRACE_MODE
"$denied" socket true
if [ $? = 77 ]; then
	echo '1..0 # SKIP no seccomp here'
	exit
fi

# said COMMAND...: what a command prints, and how it ends
said() { "$@" 2>&1; echo "status $?"; }

plan 20
rm -rf fxt && mkdir fxt
for name in wipeonfork dontfork wipeonfork,dontfork; do
	want=$("$denied" $name "$program" 2>&1; echo "status $?")
	rm -rf fxt/*
	is "$("$denied" $name "$fxtrace" record -q -o fxt/x.fxt "$program" 2>&1
		echo "status $?")" "$want" "a program forks as ever without $name"
	rm -rf fxt/*
	got=$(FXTRACE_OUTPUT=$tmp/fxt/ "$denied" $name env LD_PRELOAD="$lib" \
		"$program" 2>err.out; echo "status $?")
	is "$got" "$want" 'also where the recorder is only preloaded'
	is "$(wc -l <err.out) $(grep -c ': refused by .*; not recording$' \
		err.out)" '1 1' "and one line says so, without $name" ||
		note <err.out
done
# bad: an exec whose environment is no memory fails as ever
cat >bad.c <<'EOF2'
#include <errno.h>
#include <unistd.h>
int main(void)
{
	char *argv[] = {"true", 0}, *envp[] = {(char *)8, 0};
	return execve("/bin/true", argv, envp) || errno != EFAULT ||
	       execve("/bin/true", argv, (char **)8) || errno != EFAULT;
}
EOF2
if ${CC:-cc} -w -o bad bad.c; then
	for name in socket process_vm_readv; do
		"$denied" $name "$fxtrace" record -q -o fxt/bad.fxt ./bad
		want=$?
		"$denied" $name ./bad
		is "$want" $? "a bad environment is refused by exec without $name"
	done
else
	for i in 1 2; do skip 'no compiler' "a bad environment, $i"; done
fi

# Without a session record falls back.
for name in memfd_create eventfd2 socket accept4; do
	rm -rf fxt/*
	got=$("$denied" $name "$fxtrace" record -o fxt/x.fxt \
		sh -c 'echo $(echo in); exit 4' 2>err.out
		echo "status $?")
	is "$got $(find fxt -name '*.fxt' | wc -l) $(
		grep -c "^fxtrace: no session ($name: Function not implemented)" \
			err.out)" $'in\nstatus 4 2 1' \
		"without $name each process writes an archive of its own" ||
		note <err.out
done
is "$("$denied" socket "$fxtrace" record --print true 2>&1; echo $?)" \
	"fxtrace: no session (socket: Function not implemented), which --print needs
125" 'what needs a session is refused'

# who_has FILE: the processes that have it open, by name
who_has() {
	local fd
	for fd in /proc/[0-9]*/fd/*; do
		[ "$fd" -ef "$1" ] || continue
		fd=${fd#/proc/}
		tr '\0' ' ' </proc/"${fd%%/*}"/cmdline
		echo
	done
}

# A manager and its standby have none of the program's files.
mkfifo held
FXTRACE_MODE=streaming FXTRACE_OUTPUT=$tmp/held.fxt "$denied" close_range \
	env LD_PRELOAD="$lib" sh -c 'read x' <>held 7>file &
program=$!
for ((i = 0; i < 100; i++)); do
	manager=$("$fxtrace" ps | awk '/held.fxt/ { print $1 }')
	standby=$([ "$manager" ] && pgrep -P "$manager" -f -- --standby) && break
	sleep 0.05
done
is "$(who_has file)" 'sh -c read x ' 'managers close files without close_range'
[ "$standby" ] && ! readlink "/proc/$standby"/fd/* | grep eventpoll >out
ok $? 'nor has a standby what its manager polls' || note <out
[ -n "$manager" ]
ok $? 'and there are both'
echo >held
wait $program
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
	rm -rf fxt/*
	is "$(unshare -m sh -c 'umount -l /proc && exec "$@"' x "$fxtrace" \
		record -q -o fxt/x.fxt sh -c 'echo in; exit 4' 2>&1
		echo "status $? $(find fxt -name '*.fxt' | wc -l)")" \
		$'in\nstatus 4 1' 'without /proc a program is recorded'
else
	skip 'cannot unmount' 'without /proc a program is recorded'
fi
