#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls that concern one file, chosen while they are recorded.
. "$(dirname "$(readlink -f "$0")")/lib.sh"
program path
mkdir folder
printf 'line 1\nline 2\n' | tee other >folder/wanted

# chosen GLOBS [OPTION...]: the functions that record --path keeps
chosen() {
	"$fxtrace" record -q --overwrite -o a.fxt --path "$@" path 9<folder/wanted
	"$fxtrace" dump a.fxt | sed 's/^[^a-z]*\([a-z0-9]*\)(.*/\1/' | paste -sd ' '
}
plan 10
all='openat dup read close lseek dup2 read close stat stat stat rename rename fopen fgets fclose'
is "$(chosen "$PWD/folder/wanted")" "$all" \
	'a file is followed by path, descriptor, copy and stream'
is "$(chosen folder/wanted)" "$all" 'a relative glob fits the end of a path'
is "$(chosen wanted)" "$all" 'so does a bare name'
is "$(chosen '*/wante?')" \
	'openat dup read close lseek dup2 read close stat stat stat rename rename fopen fgets fclose' \
	'a glob fits slashes'
is "$(chosen wanted -c read,stat)" 'read read stat stat stat' \
	'it goes with other choices'
is "$(chosen "$PWD/folder" | tr ' ' '\n' | sort -u | paste -sd ' ')" \
	'chdir close closedir open openat opendir readdir' \
	'a folder is followed as a stream, too'
is "$(chosen /nowhere)" '' 'a file that no call concerns keeps none'
chosen 'wanted,other' >many.out
is "$(grep -ow 'fopen' many.out | wc -l)" 3 'there may be several globs'
"$fxtrace" info a.fxt | grep -q '^left out: *[1-9][0-9]* calls, by filters'
ok $? 'what is left out is counted'
run "$fxtrace" record --path 'a,,b' true
ends 2 'has an empty item' 'a malformed list is a usage error'
