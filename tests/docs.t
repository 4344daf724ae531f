#!/bin/bash
# SPDX-License-Identifier: MIT
# What the README once said is somewhere else today, and is not lost. What
# README and manual name is there.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
export FXTRACE=$fxtrace
cd "$tests/.." || exit 1
old=49e34c5 # the last commit with the long one

# nothing NAME: what the command before has printed, which is to be nothing
nothing() { [ ! -s "$tmp/wrong" ]; ok $? "$1" || note <"$tmp/wrong"; }

plan 8
perl tests/docs/moved.pl found >"$tmp/wrong" 2>&1
nothing 'every sentence of the old README is where moved.txt says'
if git -c safe.directory='*' show $old:README.md >"$tmp/old" 2>"$tmp/err"; then
	perl tests/docs/moved.pl complete <"$tmp/old" >"$tmp/wrong" 2>&1
	nothing 'moved.txt has every sentence of it, in order'
else
	skip 'no history here' 'moved.txt has every sentence of it, in order'
fi
[ "$(wc -l <README.md)" -le 200 ]
ok $? 'the README has at most 200 lines'

grep -o '](\([^)#]*\))' README.md | tr -d ']()' | grep -v '^http' |
	while read -r file; do
		[ -e "$file" ] || echo "$file"
	done >"$tmp/wrong"
nothing 'every file that the README links to is there'
grep -ho 'tests/[a-z_/]*\.\(sh\|t\|pl\)' README.md tools/man/*.md | sort -u |
	while read -r file; do
		[ -e "$file" ] || echo "$file"
	done >"$tmp/wrong"
nothing 'and every test that README and manual name'
# shellcheck disable=SC2016
grep -oh '`[a-z0-9]*\.sh`' tests/bench/README.md | tr -d '`' | sort -u |
	while read -r file; do
		[ -e "tests/bench/$file" ] || echo "$file"
	done >"$tmp/wrong"
nothing 'and every script that has a figure in tests/bench/README.md'

# Each `fxtrace COMMAND --option` of README and manual is one that there is.
grep -oh 'fxtrace [a-z]* [^`#;|]*' README.md tools/man/*.md | sort -u |
	while read -r _ command words; do
		"$fxtrace" help --list | grep -q "^fxtrace-$command\.1$" ||
			continue
		for word in $words; do
			case $word in
			--) break ;;
			--[a-z]*)
				"$fxtrace" "$command" --help |
					sed 's/\[no-\]//' |
					grep -q -- "${word%%=*}\b" ||
					echo "fxtrace $command $word"
				;;
			esac
		done
	done >"$tmp/wrong"
nothing 'and every option that they show is one of its command'

# Pictures of the README come from a script.
name="pictures.sh makes the README's pictures"
if type chromium chromedriver >/dev/null 2>&1; then
	mkdir "$tmp/pictures"
	env -u FXTRACE_MODE scripts/pictures.sh "$tmp/pictures" >"$tmp/wrong" 2>&1 &&
		[ "$(ls "$tmp/pictures")" = "$(ls scripts/pictures)" ] &&
		[ "$(file -b "$tmp"/pictures/* | grep -c '^PNG image data, 1[12]00 x [4-9]')" = 3 ]
	ok $? "$name" || note <"$tmp/wrong"
else
	skip 'no chromium' "$name"
fi
