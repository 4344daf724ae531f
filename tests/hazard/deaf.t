#!/bin/bash
# SPDX-License-Identifier: MIT
# A manager that is too slow, as on a machine that is very busy. The program
# waits a little. Then it records alone, and says where.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming FXTRACE_CALLS=getenv
# Nobody replaces the manager: that is what standby.t is about.
export FXTRACE_BLOCK_MAX=60s
program=("$b/tests/hazard/sequence" 10 1 1 0)

cat >slow <<END
#!/bin/sh
LD_PRELOAD=$b/tests/hazard/lib/libdeaf.so exec "$fxtrace" "\$@"
END
chmod +x slow

# one_of ARCHIVE: how many calls it has; nothing if it is not there
one_of() {
	[ ! -e "$1" ] || "$fxtrace" info "$1" | awk '/^calls:/ { print $2 }'
}

# In the background, since each of them waits
for s in 2 8; do
	mkdir "$s"
	DEAF_S=$s FXTRACE_MANAGER=$tmp/slow FXTRACE_OUTPUT=$tmp/$s/a.fxt \
		LD_PRELOAD=$lib "${program[@]}" >"$s/out" 2>"$s/err" &
done
mkdir r
DEAF_S=8 LD_PRELOAD=$b/tests/hazard/lib/libdeaf.so "$fxtrace" record \
	-o r/a.fxt "${program[@]}" >r/out 2>r/err &
mkdir q
cat >silent <<END
#!/bin/sh
sleep 7
exec "$fxtrace" "\$@"
END
chmod +x silent
FXTRACE_MANAGER=$tmp/silent FXTRACE_OUTPUT=$tmp/q/a.fxt LD_PRELOAD=$lib \
	"${program[@]}" >q/out 2>q/err &
wait

plan 8
"${program[@]}" >want.out
is "$(cat 2/out 2/err) $(one_of 2/a.fxt) $(ls 2/*.fxt)" \
	"$(cat want.out) 5 2/a.fxt" 'a program waits for a manager that is slow'
is "$(cat 8/out)" "$(cat want.out)" 'one whose manager is slower goes on'
alone=$(echo 8/a.*.fxt)
is "$(cat 8/err)" \
	"fxtrace: $tmp/$alone: recorded here, as the manager did not answer" \
	'and says where it records'
is "$(one_of "$alone")" 5 'which it does'
tries=0
while [ -e 8/a.fxt ] && [ $((tries += 1)) -lt 600 ]; do sleep 0.1; done
is "$(ls 8/*.fxt)" "$alone" 'the manager takes its empty archive away'
is "$(cat r/out) $(grep -c '^fxtrace: r/a\.[0-9]*\.fxt: 5 calls' r/err)" \
	"$(cat want.out) 1" 'record reports an archive next to its own' ||
	note <r/err
is "$(cat q/out) $(cat q/err)" "$(cat want.out) fxtrace: $tmp/q/a.fxt: recorded \
here, as the manager did not answer" \
	'as does a program whose manager has not said anything'
sleep 3
is "$(ls q/*.fxt) $(one_of q/a.fxt)" 'q/a.fxt 5' \
	'and that one leaves nothing, and no process waits for it'
