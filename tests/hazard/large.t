#!/bin/bash
# SPDX-License-Identifier: MIT
# Values larger than a record: whole with BLOB_MAX=all, cut and told without.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
program=$b/tests/hazard/large

plan 4
# bytes SIZE: how many buffers of that size are byte for byte what was written
bytes() {
	"$fxtrace" dump --json -c read,write fxt/*.fxt | python3 -c '
import base64, json, sys
want = bytes((i * 7 + i // 251) & 255 for i in range(300000))
n = 0
for line in sys.stdin:
    buf = json.loads(line)["args"]["buf"]
    if isinstance(buf, dict):
        got = base64.b64decode(buf["base64"])
        n += len(got) == int(sys.argv[1]) and got == want[:len(got)]
print(n)' "$1"
}

out=$(export FXTRACE_BLOB_MAX=all && unseen "$program" && readable)
ok $? 'a program with large blocks behaves as without' || echo "$out"
is "$(bytes 300000)" 10 'every large block that was written is whole'
is "$(bytes 100000)" 10 'every large block that was read is whole'
traced "$program"
is "$("$fxtrace" dump --stable -c write fxt/*.fxt | grep -c '\.\.\.\[300000\]')" \
	10 'what BLOB_MAX cuts off is told with its true size'
