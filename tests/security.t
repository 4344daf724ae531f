#!/bin/bash
# SPDX-License-Identifier: MIT
# Every statement of the security page has a test that shows it. The first part
# has what no other test shows; the second one names the tests of the rest.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
page=$tests/../tools/man/security.md
export FXTRACE_MODE=streaming
plan 5

# ---- modes of archives -------------------------------------------------------
umask 0
"$fxtrace" record -q -o r.fxt -c getenv "$b/tests/app/env" >/dev/null
"$fxtrace" record -q --mode circular -o c.fxt -c getenv "$b/tests/app/env" >/dev/null
FXTRACE_MODE=oneshot FXTRACE_OUTPUT=$tmp/alone.fxt LD_PRELOAD=$lib \
	"$b/tests/app/env" >/dev/null
"$fxtrace" trim r.fxt t.fxt 2>/dev/null
"$fxtrace" convert r.fxt v.fxt.gz 2>/dev/null
"$fxtrace" recover -o w.fxt alone.fxt 2>/dev/null
is "$(stat -c %a r.fxt c.fxt alone.fxt t.fxt v.fxt.gz w.fxt | sort | uniq -c)" \
	'      6 600' 'archives have mode 0600, whatever umask says' ||
	ls -l ./*.fxt* | note
umask 022

# ---- what is not named is not changed --------------------------------------
mkdir -p there/home
cp r.fxt there/
for kind in texts types stacks modules forks paths nested sigs; do
	perl "$tests/cli/hostile.pl" $kind 40 >"there/$kind.fxt"
done
for ((i = 0; i < 8; i++)); do
	perl "$tests/fuzz/mutate.pl" $i 3 <r.fxt >"there/mutant$i.fxt"
done
# how all files are, with times but those of reading
state() { (cd there && find . -printf '%p %y %m %s %T@ %C@ %n\n' | sort); }
state >before
for archive in there/*.fxt; do
	for command in info dump 'dump --stacks' report graph leaks slow \
		'flame -o -' 'timeline -o -' 'convert --to csv IN -' \
		'convert --to chrome IN -' 'replay --calls *' 'diff r.fxt' \
		"query IN select*from(call)"; do
		set -f
		read -ra words <<<"${command/IN/${archive#there/}}"
		set +f
		[[ $command = *IN* ]] || words+=("${archive#there/}")
		(cd there && HOME=$PWD/home timeout 30 "$fxtrace" "${words[@]}") \
			>/dev/null 2>&1 </dev/null
	done
done
state >after
cmp -s before after
ok $? 'reading hostile archives changes no file' || diff before after | note

# ---- the page ----------------------------------------------------------------
# A piece of the page | the test's file | words of what shows it there
shown=(
	'no command runs code|replay_hostile.t|lie.fxt'
	'loads a library that it names|replay_hostile.t|that library is not loaded'
	'changes a file that you did not name|security.t|changes no file'
	'trusted with its own records only|unit/manager_foreign.c|harm nobody else'
	'can leave them out or forge them|unit/damage_words.c|crash or loop'
	'Other users of the machine are not trusted|hazard/users.t|read the secret'
	'Other users of the machine are not trusted|cli/impostors.t|reach the session that is ours'
	'You are trusted|replay_hostile.t|which may have it'
	'send control bytes to a terminal|cli/terminal.t|dump is safe'
	'unpack more than is read|cli/bounded.t|unpacks no more than it reads'
	'take time and memory out of proportion|cli/bounded.t|takes little'
	'run a script in the page|cli/flame.t|and no script'
	'or load anything into it|timeline.t|markup'
	'make files, or run longer|cli/bounded.t|a query makes no files'
	'make files, or run longer|cli/bounded.t|a query that never ends'
	"follow somebody else's link to it|cli/outputs.t|another user's link"
	"follow somebody else's link to it|cli/links.t|another user's link is not followed"
	"call a function that is not in OpenGL's registry|replay_hostile_gl.t|nothing was run"
	'pass an address, write past our memory|replay_hostile_gl.t|outputs have the size'
	'call another function, or load a library|replay_hostile.t|is not made by'
	'leave that folder|replay_io_hostile.t|what is outside of the folder'
	'start a program, send a signal|replay_io_hostile.t|no process is killed'
	'have a device or a FIFO opened|opening.t|is not opened'
	'ends with a message and status 1|replay_hostile_gl.t|ends by itself'
	'are listed in this binary|replay_hostile.t|a copy of libc runs no more'
	'must fit our own description|replay_hostile.t|describes it differently'
	'as large as our description says|replay_hostile.t|memory is as large as'
	'inaccessible pages behind them|replay_hostile.t|guarded memory'
	'the kernel refuses all else|unit/call_sandbox.c|no process, signal or socket'
	"the library's own file defines the function|replay_hostile.t|one of its dependencies"
	'A session belongs to the user who started it|unit/manager_foreign.c|gives no order'
	'Archives have mode 0600|security.t|archives have mode 0600'
	'checks each size and place in a copy|unit/manager_hostile.c|buffers that lie'
	'does not give the program more rights|hazard/users.t|gives up its user'
)
words=$(tr '\n' ' ' <"$page" | tr -s ' ')
for row in "${shown[@]}"; do
	IFS='|' read -r piece file test <<<"$row"
	[[ $words = *"$piece"* ]] || echo "the page lacks: $piece"
	grep -qF -- "$test" "$tests/$file" || echo "tests/$file lacks: $test"
done >missing
[ ! -s missing ]
ok $? 'each statement of the page is there, and its test is, too' || note <missing
# and no row of its table is forgotten
sed -n '/^| command/,/^$/p' "$page" | sed '1,2d; /^$/d' |
	while IFS='|' read -r _ _ _ cannot; do
		found=
		for row in "${shown[@]}"; do
			[[ $cannot = *"${row%%|*}"* ]] && found=1
		done
		[ "$found" ] || echo "$cannot"
	done >missing
[ ! -s missing ]
ok $? 'each row of its table has one' || note <missing
"$fxtrace" help security | grep -q 'What an archive can make a command do'
ok $? 'the page can be shown'
