#!/bin/bash
# SPDX-License-Identifier: MIT
# A session for long: far more calls than its buffers hold, and far more
# processes than it has descriptors for at a time.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
sequence=$b/tests/hazard/sequence

# number KEY: of info.out
number() { awk -v key="$1:" '$1 == key { print $2 }' info.out; }

# recorded OPTION... -- COMMAND...: into a.fxt, described in info.out
recorded() {
	"$fxtrace" record -q --overwrite -o a.fxt "$@" >counts &&
		"$fxtrace" info a.fxt >info.out &&
		! grep -Eq '^(stray|damaged|undefined|lost)' info.out
}

plan 5
recorded -b 16M -c lseek,getenv "$sequence" 5000000 4 1 0
ok $? 'twenty million calls of four threads go through 16 MiB'
is "$(number calls)" 20000000 'and all of them arrive'

# Of a manager by itself, whose memory is looked at before its end.
"$fxtrace" manager -q -o many.fxt >variable &
manager=$!
until grep -qs '^FXTRACE_SESSION=' variable; do sleep 0.01; done
# shellcheck disable=SC2016
env "$(cat variable)" FXTRACE_CALLS=getenv LD_PRELOAD="$lib" sh -c \
	'i=0; while [ $i -lt 10000 ]; do /bin/true; i=$((i + 1)); done'
n_kib=$(awk '$1 == "VmHWM:" { print $2 }' "/proc/$manager/status")
kill $manager
wait $manager
"$fxtrace" info many.fxt >info.out &&
	! grep -Eq '^(stray|damaged|undefined|lost)' info.out
ok $? 'ten thousand processes one after the other are one archive' ||
	head -n 20 info.out | note
is "$(grep -c '^process:.*"true"' info.out)" 10000 'and each is in it'
echo "its manager took $n_kib KiB at most" | note
[ "${n_kib:-0}" -gt 0 ] && [ "$n_kib" -lt 65536 ]
ok $? 'its manager has taken less than 64 MiB'
