#!/bin/bash
# SPDX-License-Identifier: MIT
# `make -j4` of a real source tree, this one. What it makes is the same as
# without the recorder, byte by byte, and one archive has every compiler.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
top=$(cd "$tests/.." && pwd)
export FXTRACE_MODE=streaming CCACHE_DISABLE=1 # each compiler is to run
unset MAKEFLAGS MFLAGS MAKELEVEL

# built COMMAND...: makes the tree by it; sums of what was made to sums.out
built() {
	rm -rf "$tmp/tree"
	"$@" make -s -j4 -C "$top" B="$tmp/tree" all >make.out 2>&1 || {
		tail -n 5 make.out
		return 1
	}
	(cd "$tmp/tree" && find . -type f -exec sha256sum {} + | sort -k2) \
		>sums.out
}

# images NAME: program images of that name in the archive that ended well
images() { grep -c "^process:.*\"$1\", .*exit 0" info.out; }

plan 5
built env >why.out
ok $? 'the tree is made' || note <why.out
mv sums.out want.out
built "$fxtrace" record -q -o "$tmp/a.fxt" >why.out
ok $? 'and made while it is recorded' || note <why.out
cmp sums.out want.out >why.out 2>&1
ok $? 'all that was made is the same' || note <why.out
"$fxtrace" info a.fxt >info.out 2>&1 &&
	! grep -E '^(stray|damaged|undefined|lost)' info.out >why.out
ok $? 'one archive has all of it, nothing is lost' || note <why.out
n_objects=$(grep -c '\.o$' sums.out)
[ "$n_objects" -gt 100 ] && ls a*.fxt >archives.out &&
	is "$(images cc1) $(images as) $(cat archives.out)" \
		"$n_objects $n_objects a.fxt" 'every compiler is in it'
grep -E '^(calls|time):' info.out | note
