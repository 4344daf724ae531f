#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/convert/tables.sh over small recordings: each tool that is here reads all
# calls of what they are converted to. Which tools there may be is said there.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
unset FXTRACE_MODE

"$fxtrace" record -q -o ls.fxt ls -l "$tests" >out
"$fxtrace" record -q -c '+*' -o math.fxt "$b/tests/app/numbers" >out
# shellcheck disable=SC2016
"$fxtrace" record -q -o sh.fxt bash -c \
	'for i in 1 2 3; do /bin/true "$i"; done; cat /none | (exec wc)' >out 2>&1
bash "$tests/convert/tables.sh" ls.fxt math.fxt sh.fxt >table 2>differences
status=$?
rows=$(sed '1,2d' table | wc -l)

# row TOOL VERSION ARCHIVES COMPARED EQUAL
row() {
	local compared=${4%% *}
	if [ "$2" = 'not here' ]; then
		skip "$1 is not here" "$1 reads all calls"
		return
	fi
	[ "$3" = 3 ] && [ "${compared//,/}" -gt 100 ] && [ "$compared" = "$5" ]
	ok $? "$1 reads all calls"
}

plan $((rows + 4))
ok $status 'a table is made'
[ "$rows" -ge 14 ]
ok $? 'it has a row for each tool'
while IFS='|' read -r _ tool version archives compared equal _; do
	row "$(xargs -d '\n' <<<"${tool# }" | sed 's/ *$//')" \
		"$(xargs <<<"$version")" "$(xargs <<<"$archives")" \
		"$(xargs <<<"${compared//\'/}")" "$(xargs <<<"$equal")"
done < <(sed '1,2d' table)
note <differences

# the comparison can fail
"$fxtrace" dump --json ls.fxt >ls.jsonl
/usr/bin/python3 "$tests/convert/tables/main.py" apitrace ls.jsonl /dev/null \
	/dev/null >none 2>&1
is "$(tail -n 1 none)" "$(wc -l <ls.jsonl) 0" \
	'what a tool does not have is not equal'
TRACE_PROCESSOR=/none TOOLS=perfetto bash "$tests/convert/tables.sh" ls.fxt \
	>table 2>&1
is "$(sed 1,2d table)" '| Perfetto: the archive | not here | | | |' \
	'a tool that is missing has a row that says so'
