#!/bin/bash
# SPDX-License-Identifier: MIT
# A session and programs of two users: who may join, and what they can spoil.
# The secret that lets them in stays where only they can read it.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming FXTRACE_CALLS=lseek,write,getppid,puts
# in a folder that other users can reach, which the build's need not be
mkdir -m 755 bin && copy_products bin &&
	cp "$b/tests/hazard/scribbles" bin
fxtrace=$tmp/bin/fxtrace lib=$tmp/bin/$(basename "$lib")
scribbles=$tmp/bin/scribbles
is_root=$([ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && echo yes)
chmod 755 "$tmp"
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)

plan 12

# Programs that overwrite what they share with the manager
status=
for seed in 1 3 4 5 7 8; do
	timeout 60 "$fxtrace" record -q -o "$seed.fxt" "$scribbles" $seed 8 \
		>/dev/null 2>>err
	status+=" $?"
done
is "$status" ' 0 0 0 0 0 0' \
	'a program that overwrites its recorder ends as without one'
status=
mkdir alone
for mode in oneshot circular; do
	for seed in 2 4 5 7 9; do
		FXTRACE_MODE=$mode FXTRACE_BUFFER=256K FXTRACE_OUTPUT=$tmp/alone/ \
			LD_PRELOAD=$lib timeout 60 "$scribbles" $seed 8 all \
			>/dev/null 2>>err
		status+=" $?"
	done
done
is "$status" ' 0 0 0 0 0 0 0 0 0 0' 'so does one that records alone'
grep -q 'recorded no more: ' err
ok $? 'that it is recorded no more is said' || note <err

# The secret: a program that prints its environment has it, the archive not
"$fxtrace" record -q -o env.fxt -c '+*' sh -c 'env; env | cat; printenv' >env.out
secret=$(sed -n 's/^FXTRACE_SESSION=3,[^,]*,[^,]*,[^,]*,\([0-9]*\),.*/\1/p' env.out |
	sort -u)
is "${#secret} $(grep -c . <<<"$secret")" '39 1' \
	'the processes of a session inherit one secret' || note <env.out
is "$(grep -ac "$secret" env.fxt) $("$fxtrace" dump env.fxt | grep -c "$secret")" \
	'0 0' 'and what they print of it is not in the archive'
is "$("$fxtrace" dump env.fxt | grep -c 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx,')" \
	"$("$fxtrace" dump env.fxt | grep -c 'FXTRACE_SESSION=3,')" \
	'where the rest of the variable is'
"$fxtrace" record -q -o env.fxt.gz -c '+*' --compress gzip --overwrite env >env.out
secret=$(sed -n 's/^FXTRACE_SESSION=3,[^,]*,[^,]*,[^,]*,\([0-9]*\),.*/\1/p' env.out)
is "${#secret} $(zcat env.fxt.gz | grep -ac "$secret")" '39 0' \
	'nor in a compressed one'

# While it runs: all command lines, and the names of sockets
cat >look.sh <<'END'
own=${FXTRACE_SESSION#*,*,*,*,}
own=${own%%,*}
found=0
for file in /proc/[0-9]*/cmdline /proc/net/unix; do
	while IFS= read -r -d '' word || [ -n "$word" ]; do
		case $word in *"$own"*) found=$((found + 1)) ;; esac
	done <"$file"
done 2>/dev/null
echo "${#own} $found"
END
is "$("$fxtrace" record -q -o look.fxt bash look.sh)" '39 0' \
	'no command line and no socket has it'

if [ -z "$is_root" ]; then
	for name in follows reads orders spoils; do
		skip 'only root can be two users' "$name"
	done
	exit
fi
cp "$scribbles" mine
cp "$scribbles" theirs
"$fxtrace" record -q -o follow.fxt -c getppid "${nobody[@]}" ./mine 0 0 >/dev/null 2>err
is "$("$fxtrace" dump follow.fxt | grep -c 'getppid()')" 1 \
	'a program that gives up its user is followed into the session' ||
	note <err

# A process of another user next to one of ours
cat >look-in.sh <<'END'
pid=$1
if cat "/proc/$pid/environ" >/dev/null 2>&1; then echo environment; fi
"$2" ps 2>/dev/null | grep -c "$pid"
"$2" ctl "$pid" stop 2>/dev/null && echo stopped
exit 0
END
"$fxtrace" record -q -o long.fxt sleep 60 &
recorder=$!
until "$fxtrace" ps | grep -q " $recorder "; do sleep 0.05; done
child=$(program_of $recorder)
is "$("${nobody[@]}" bash look-in.sh "$child" "$fxtrace" | tr '\n' ' ')" '0 ' \
	'another user cannot read the secret of a program'
"${nobody[@]}" "$fxtrace" ctl $recorder stop 2>/dev/null
is "$("$fxtrace" ctl $recorder status | sed -n 's/^state: //p')" recording \
	'nor stop its recording'
kill "$child"
wait $recorder

cat >beside.sh <<'END'
"$@" ./theirs 7 12 all >/dev/null &
"$@" ./theirs 8 12 all >/dev/null &
for i in 1 2 3; do ./mine 0 0 >/dev/null; ./own 20; done
wait
END
cat >own.c <<'END'
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	for (int i = 0; i < atoi(argv[1]) * 1000; i++)
		lseek(101, i, SEEK_SET);
	return argc == 0;
}
END
"${CC:-cc}" -O1 -fno-builtin -o own own.c
timeout 100 "$fxtrace" record -q -o beside.fxt bash beside.sh "${nobody[@]}" 2>err
is "$("$fxtrace" dump beside.fxt | grep -c 'lseek(fd=101')" 60000 \
	"another user's program that overwrites all it has spoils no other's records" ||
	note <err
