#!/bin/bash
# SPDX-License-Identifier: MIT
# Trace event JSON becomes an archive, and such a file again. Every event is
# what it was, by a comparison that shares no code with fxtrace.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
events() { python3 "$tests/convert/chrome_events.py" "$@"; }

# round NAME FILE EVENTS [NOTE]: and what it says meanwhile
round() {
	run "$fxtrace" convert --overwrite "$2" a.fxt
	[ "$status" = 0 ] && grep -qx "${4:+fxtrace: .*: }${4-}" <<<"$err"
	ok $? "$1 become an archive${4:+, and what was changed is reported}" ||
		note <<<"$err"
	run "$fxtrace" convert --overwrite a.fxt back.json
	is "$status $err" '0 ' "$1 become JSON again, and nothing is left out"
	is "$(events same "$2" back.json)" "0 of $3 events differ" \
		"$1 are what they were, each"
	# ends without a begin, or of another name, would be stray there
	is "$("$fxtrace" info a.fxt | grep '^stray\|^undefined\|^unknown')" '' \
		"$1: each end in the archive has its begin"
}

plan 16
round 'events of all kinds' "$tests/fuzz/chrome/kinds.json" 48 \
	'1 event moved to the event before.*'
is "$("$fxtrace" dump a.fxt | sed -n 's/.* \(stray(.*\)/\1/p')" \
	"stray(@chrome=\"{\\\"tid\\\":\\\"main\\\",\\\"@json\\\":[\\\"a\\\"]}\", a=\"[1]\") = ? <no begin>" \
	'an end without a begin is a call that says so'
is "$("$fxtrace" dump --json a.fxt | grep -c '"marks":\["no_begin"\]')" 1 \
	'and has a mark'
is "$("$fxtrace" info a.fxt | sed -n 's/^flows: *//p')" '2 begun, 3 ended' \
	'flows of version 2 are arrows in the archive, too'
is "$("$fxtrace" info a.fxt | grep -c '^process: *77 "sh"')" 1 \
	'processes that trace2json names have their names'
round 'events of a list' "$tests/fuzz/chrome/list.json" 2
events make 40000 >many.json
round '40,000 events' many.json 40080
