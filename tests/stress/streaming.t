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

plan 4
recorded -b 16M -c lseek,getenv "$sequence" 5000000 4 1 0
ok $? 'twenty million calls of four threads go through 16 MiB'
is "$(number calls)" 20000000 'and all of them arrive'
# shellcheck disable=SC2016
recorded -c getenv sh -c \
	'i=0; while [ $i -lt 5000 ]; do /bin/true; i=$((i + 1)); done'
ok $? 'five thousand processes one after the other are one archive'
is "$(grep -c '^process:.*"true"' info.out)" 5000 'and each is in it'
