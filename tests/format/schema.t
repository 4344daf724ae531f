#!/bin/bash
# SPDX-License-Identifier: MIT
# The schema number: every writer of an archive puts it there. A reader that
# meets a newer one says so and goes on.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"

# has NUMBER FILE NAME: facts of the file give that schema number, and no other
has() {
	"$fxtrace" dump --raw "$2" | grep 'category="fxtrace:fact"' |
		grep -o ' schema:uint32=[0-9]*' | sort -u >"$tmp/numbers"
	is "$(cat "$tmp/numbers")" " schema:uint32=$1" "$3"
}

# newer IN OUT NUMBER: every schema number is that
newer() {
	perl -0777 -pe '
		s/\x01\0\0\0(?=schema\0\0)/pack "V", '"$3"'/ge' "$1" >"$2"
}

plan 23
now=1
unset FXTRACE_MODE
program threads

run "$fxtrace" record -q -o streaming.fxt threads
has $now streaming.fxt 'an archive of the manager has a schema number'
is "$("$fxtrace" dump --raw streaming.fxt |
	grep -c 'name="schema" schema:uint32=')" 1 \
	'the manager itself puts one there, too'
run "$fxtrace" record -q --mode oneshot -o oneshot.fxt threads
has $now oneshot.fxt 'an archive that a process writes has one'
run "$fxtrace" record -q --mode circular -o circular.fxt threads
has $now circular.fxt 'an archive of circular mode has one'
run "$fxtrace" trim -c 0-1 streaming.fxt trimmed.fxt
has $now trimmed.fxt 'a trimmed archive has one'
run "$fxtrace" trim -c 0 "$tests/fuzz/reader/everything.fxt" other.fxt
has $now other.fxt 'as has a trimmed one of another writer'
run "$fxtrace" convert streaming.fxt copy.fxt
has $now copy.fxt 'a copy has one'
run "$fxtrace" convert --to fxt-compat streaming.fxt compat.fxt
has $now compat.fxt 'an archive for readers that know less has one'
for kind in json fdr trace; do
	run "$fxtrace" convert -c '*' streaming.fxt "a.$kind"
	run "$fxtrace" convert "a.$kind" "$kind.fxt"
	has $now "$kind.fxt" "an archive that is made of .$kind has one"
done
echo '{"traceEvents":[]}' >empty.json
run "$fxtrace" convert empty.json empty.fxt
has $now empty.fxt 'an archive without events has one'

run "$fxtrace" info streaming.fxt
is "$(grep ^schema: <<<"$out")" "schema:     $now" 'info shows it'
run "$fxtrace" info "$tests/fuzz/reader/everything.fxt"
is "$(grep ^schema: <<<"$out")" '' 'info shows none where there is none'

newer streaming.fxt newer.fxt 77
has 77 newer.fxt 'the archive for what follows is newer'
for command in dump info report 'dump --raw' graph leaks; do
	read -ra words <<<"$command"
	run "$fxtrace" "${words[@]}" newer.fxt
	is "$status $(grep schema <<<"$err")" "0 fxtrace: newer.fxt: the \
archive has schema 77, this fxtrace knows $now: install a newer fxtrace to \
see all of it" \
		"$command says once that it is newer, and goes on"
done
run "$fxtrace" dump streaming.fxt
whole=$out
run "$fxtrace" dump newer.fxt
is "$out" "$whole" 'what it shows of that is what it knows'
run "$fxtrace" info newer.fxt
is "$(grep ^schema: <<<"$out")" 'schema:     77' 'info shows the newer number'
