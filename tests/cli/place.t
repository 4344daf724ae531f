#!/bin/bash
# SPDX-License-Identifier: MIT
# A recorder whose path LD_PRELOAD cannot have: record gives it another name,
# which is gone afterwards.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
export TMPDIR=$tmp/temp FXTRACE_MODE=streaming
mkdir temp

# whole_tree COMMAND NAME: records a program with children, one with a scrubbed
# environment, from there
whole_tree() {
	rm -f tree.fxt
	run "$1" record -q -o tree.fxt sh -c 'id -u; env -i /usr/bin/id -u; exit 5'
	is "$status $out$err" "5 $(id -u)
$(id -u)" "$2: the program is not disturbed"
	is "$("$fxtrace" info tree.fxt | grep -c '^ *exe "/usr/bin/id"')" 2 \
		"$2: its children are recorded"
	is "$(find temp -mindepth 1)" '' "$2: nothing is left"
}

plan 19
for place in 'a place' 'a:place' 'a$LIB place'; do
	copy_products "$place"
	whole_tree "$place/fxtrace" "$place"
done
run 'a place/fxtrace' record -q -o killed.fxt sh -c 'kill -9 $$' 2>err.out
is "$status $(find temp -mindepth 1)" '137 ' \
	'nothing is left of a program that was killed'
run 'a place/fxtrace' record -q -o none.fxt ./nothing
is "$status $(find temp -mindepth 1)" '127 ' 'nor of one that was not there'
FXTRACE_MODE=oneshot run 'a place/fxtrace' record -q -o alone.fxt id -u
is "$status $out $(find temp -mindepth 1)" "0 $(id -u) " \
	'nor where each process writes its own archive'

# A process that lives on starts others. A session would wait for it.
mkfifo go
FXTRACE_MODE=oneshot run 'a place/fxtrace' record -q -o lives.fxt \
	sh -c '(read -r _ <go; exec id -u) >late.out 2>late.err &
		echo $! >late.pid'
left=$(find temp -mindepth 1 -maxdepth 1)
is "$status $(wc -w <<<"$left")" '0 1' \
	'while a process is left that may start others, it stays'
is "$(stat -c %a "$left")" 711 'where only its user may write'
echo >go
for ((i = 0; i < 200; i++)); do
	[ -s late.out ] && break
	sleep 0.05
done
is "$(cat late.out late.err)" "$(id -u)" 'and what they start goes on undisturbed'
while kill -0 "$(cat late.pid)" 2>err.out; do sleep 0.05; done
run 'a place/fxtrace' record -q -o again.fxt true
is "$(find temp -mindepth 1)" '' 'and the next record removes it'

# Where no folder can be made
TMPDIR=$tmp/nowhere XDG_RUNTIME_DIR='' run 'a place/fxtrace' record -q \
	-o tmp.fxt id -u
is "$status $out" "0 $(id -u)" 'without TMPDIR there is /tmp'
mkdir -m 777 open
TMPDIR=$tmp/open run 'a place/fxtrace' record -q -o open.fxt sh -c 'echo "$LD_PRELOAD"'
case $out in "$tmp"/open/*) false ;; */libfxtrace.so) ;; *) false ;; esac
ok $? 'a folder where others may rename ours is not used' || echo "$out" | note

# Shims
cat >mine.c <<'EOT'
int mine(int x) { return x + 1; }
EOT
echo 'int mine(int x); int main(void) { return mine(1); }' >user.c
echo 'int mine(int x);' >mine.h
cc -g -shared -fPIC mine.c -o libmine.so &&
	cc user.c -o user -Wl,-rpath,"$tmp" -L. -lmine &&
	"$fxtrace" shim ./libmine.so --api mine.h -o 'a place/my shim.so' \
		2>shim.err
if [ -e 'a place/my shim.so' ]; then
	run 'a place/fxtrace' record -q --shim 'a place/my shim.so' -o mine.fxt ./user
	is "$status $("$fxtrace" dump -c mine mine.fxt | grep -c 'mine(x=1) = 2')" \
		'2 1' 'a shim may have such a name, too'
else
	skip 'no shim' 'a shim may have such a name, too'
	note <shim.err
fi
