#!/bin/bash
# SPDX-License-Identifier: MIT
# A snapshot by a trigger says why it was made.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
unset FXTRACE_MODE

# key KEY: of the cause, as JSON has it
key() { head -n 1 json.out | python3 -c \
	'import json, sys; print(json.load(sys.stdin)["snapshot"].get(sys.argv[1]))' "$1"; }

# take RULE OPTION... -- COMMAND...: its first snapshot
take() {
	rm -f ./*.fxt
	"$fxtrace" record -q -o a.fxt --mode circular --trigger "$1" \
		"${@:2}" >out 2>&1
	"$fxtrace" dump --json a.snapshot-1.fxt >json.out
	"$fxtrace" dump a.snapshot-1.fxt >dump.out
	"$fxtrace" info a.snapshot-1.fxt >info.out
}

plan 19
take 'snapshot:chdir=ENOENT' dash -c 'cd /; cd /none; cd /usr'
is "$(key rule) $(key name) $(key category)" \
	'snapshot:chdir=ENOENT chdir libc:fs' 'it names the rule and the function'
is "$(key values)" "{'path': '/none', 'ret': -1, 'errno': 'ENOENT'}" \
	'with the arguments and the result'
number=$(key call)
grep -q "^$number .*chdir(path=\"/none\") = -1 ENOENT" dump.out
ok $? 'the number is that of the call' || note <dump.out
is "$(key begin_ns) $(key tid)" "$(python3 -c '
import json, sys
for line in open("json.out"):
	call = json.loads(line)
	if call.get("number") == int(sys.argv[1]):
		print(call["begin_ns"], call["tid"])' "$number")" \
	'as are its begin and thread'
grep -q "^cause: .*snapshot:chdir=ENOENT: call $number took .*: chdir(path=\"/none\") = -1 ENOENT" \
	info.out
ok $? 'info shows it' || note <info.out
grep -q "^# .* snapshot:chdir=ENOENT: call $number took" dump.out
ok $? 'dump, too' || note <dump.out
"$fxtrace" timeline -o t.html a.snapshot-1.fxt 2>err.out
perl "$tests/cli/timeline_calls.pl" --about t.html |
	grep -q "snapshot:chdir=ENOENT: call $number took"
ok $? 'and the timeline among its notices' || note <err.out
about="snapshot:chdir=ENOENT: call $number took"
"$fxtrace" convert a.snapshot-1.fxt c.db 2>err.out
is "$(python3 -c '
import sqlite3
for row in sqlite3.connect("c.db").execute("select ns, tid, text from notice"):
	print(*row)' | grep -c "^$(key ns) $(key tid) $about")" 1 \
	'convert: it is a notice of a database'
"$fxtrace" convert a.snapshot-1.fxt c.json 2>err.out
is "$(python3 -c '
import json
for e in json.load(open("c.json"))["traceEvents"]:
	if e["ph"] == "i":
		print(round(e["ts"] * 1000), e["tid"], e["name"])' |
	grep -c "^$(key ns) $(key tid) $about") $(grep -c '@rule' c.json)" '1 0' \
	'an instant of trace event JSON, once'
"$fxtrace" convert a.snapshot-1.fxt c.firefox.json 2>err.out
is "$(python3 "$tests/convert/profile.py" messages c.firefox.json |
	grep -c "^$(key tid)	$(key ns)	$about")" 1 'a marker of Firefox'
cp a.fxt b.fxt
"$fxtrace" convert b.fxt a.snapshot-1.fxt m.db 2>err.out
is "$(python3 -c '
import sqlite3
for row in sqlite3.connect("m.db").execute("select text from notice"):
	print(*row)' | grep -c "^$about")" 1 'also of several archives' || note <err.out
python3 -B "$tests/format/causes.py" a.snapshot-1.fxt >reader.out
is "$(python3 -c 'import json
a, b = (json.loads(open(f).readline()) for f in ("json.out", "reader.out"))
print(a == b)')" True 'a reader that was written from FORMAT.md finds the same' ||
	note <<<"$(head -n 1 json.out; cat reader.out)"
"$fxtrace" info a.fxt | grep -q '^snapshots:  1 made, 0 removed, 0 held back: snapshot:chdir=ENOENT$'
ok $? 'info of the archive counts the snapshots'
! "$fxtrace" info a.fxt | grep -q '^cause:'
ok $? 'and has no cause'
take 'snapshot:read>50ms' -c getenv dash -c '(sleep 0.2; echo x) | cat'
is "$(key call) $(key name)" 'None read' \
	'a call that is not recorded is a cause without a number'
[ "$(key duration_ns)" -gt 50000000 ]
ok $? 'and with its duration' || note <json.out
grep -q "'buf': 'x" <<<"$(key values)" || grep -q 'buf=' info.out
ok $? 'and its values'
take 'snapshot:chdir' -c getenv --redact chdir:path dash -c 'cd /usr'
! grep -q '/usr"' json.out
ok $? 'a value that is withheld is not in it' || note <json.out
take 'snapshot:SIGUSR1' "$b/tests/hazard/signalled"
is "$(key signal) $(key rule)" 'SIGUSR1 snapshot:SIGUSR1' 'as may a signal'
