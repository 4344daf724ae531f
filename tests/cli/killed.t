#!/bin/bash
# SPDX-License-Identifier: MIT
# A command that is killed leaves no file behind: its output has no name before
# it is whole. Killed when all of it is written, that is. In a file system that
# has files without names.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
commands=('trim in.fxt out' 'recover -o out in.fxt' 'timeline in.fxt -o out'
	'flame in.fxt -o out' 'convert in.fxt --to jsonl out'
	'convert in.fxt --to chrome out' 'convert in.fxt --to fdr out'
	'convert --compress zstd in.fxt out.fxt')
plan $((${#commands[@]} + 2))
# O_TMPFILE: files without names
for at in "$tmp" /dev/shm; do
	perl -MFcntl -e 'sysopen(my $f, shift, O_WRONLY | 020200000) or exit 1' \
		"$at" 2>/dev/null && break
	at=
done
[ "$at" ] || {
	for ((i = ${#commands[@]} + 2; i; i--)); do
		skip 'no file system has files without names' 'killed'
	done
	exit 0
}
folder=$(mktemp -d "$at/fxtrace-test-XXXXXX") || exit 1
trap 'rm -rf "$tmp" "$folder"' EXIT
"$fxtrace" record -q -o whole.fxt --mode oneshot --stack open \
	sh -c 'for i in 1 2 3 4 5 6 7 8 9; do cat /dev/null; done'

# killed COMMAND: when it gives its output a name, or a number if there is none
killed() {
	# shellcheck disable=SC2086 # words
	(cd "$folder" && exec strace -qq -o "$tmp/calls" -e trace=linkat \
		-e inject=linkat:signal=KILL "$fxtrace" $1) >/dev/null 2>err
	status=$?
}

for command in "${commands[@]}"; do
	cp whole.fxt "$folder/in.fxt"
	# something for recover to do
	[[ $command != recover* ]] || truncate -s -12 "$folder/in.fxt"
	killed "$command"
	is "$status $(ls -A "$folder")" '137 in.fxt' \
		"$command leaves nothing when it is killed" || note <err
	rm -f "$folder"/*
done

cp whole.fxt "$folder/in.fxt"
echo older >"$folder/out"
killed 'convert --overwrite in.fxt --to jsonl out'
is "$status $(ls -A "$folder" | xargs) $(cat "$folder/out")" '137 in.fxt out older' \
	'nor does it touch what is there'

# A library opens the output by its name.
rm -f "$folder/out"
run "$fxtrace" convert "$folder/in.fxt" --to sqlite "$folder/out"
is "$status $(ls -A "$folder" | xargs) $(sqlite3 "$folder/out" 'select count(*) > 9 from calls')" \
	'0 in.fxt out 1' 'a database is written by name'
