#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls that concern one file, chosen while they are recorded.
. "$(dirname "$(readlink -f "$0")")/lib.sh"
program path
mkdir folder
printf 'line 1\nline 2\n' | tee other >folder/wanted

# named: functions, one a line, in one. Before glibc 2.33 stat is __xstat.
named() { sed 's/^__xstat$/stat/' | paste -sd ' '; }
# names COMMAND...: the functions of the lines that dump prints
names() { "$fxtrace" "$@" | sed 's/^[^a-z_]*\([a-z0-9_]*\)(.*/\1/' | named; }
# chosen GLOBS [OPTION...]: the functions that record --path keeps
chosen() {
	"$fxtrace" record -q --overwrite -o a.fxt --path "$@" path 9<folder/wanted
	names dump a.fxt
}
plan 35
all='openat dup read close lseek dup2 read close stat stat stat stat stat rename rename fopen fgets fclose'
is "$(chosen "$PWD/folder/wanted")" "$all" \
	'a file is followed by path, descriptor, copy and stream'
is "$(chosen folder/wanted)" "$all" 'a relative glob fits the end of a path'
is "$(chosen wanted)" "$all" 'so does a bare name'
is "$(chosen '*/wante?')" \
	"$all" \
	'a glob fits slashes'
is "$(chosen wanted -c read,stat)" 'read read stat stat stat stat stat' \
	'it goes with other choices'
is "$(chosen "$PWD/folder" | tr ' ' '\n' | sort -u | paste -sd ' ')" \
	'chdir close closedir open openat opendir readdir' \
	'a folder is followed as a stream, too'
is "$(chosen folder/../folder/./wanted)" "$all" \
	'a path with . and .. is that from the current folder'
is "$(chosen /nowhere)" '' 'a file that no call concerns keeps none'
chosen 'wanted,other' >many.out
is "$(grep -ow 'fopen' many.out | wc -l)" 3 'there may be several globs'
"$fxtrace" info a.fxt | grep -q '^left out: *[1-9][0-9]* calls, by filters'
ok $? 'what is left out is counted'

# The same choice from an archive of all calls.
"$fxtrace" record -q --overwrite -o whole.fxt path 9<folder/wanted
is "$(cd folder && "$fxtrace" dump --path ./wanted --calls stat ../whole.fxt | wc -l)" \
	5 'also in readers'
for globs in "$PWD/folder/wanted" wanted '*/wante?' "$PWD/folder" wanted,other \
	/nowhere; do
	is "$(names dump --path "$globs" whole.fxt)" "$(chosen "$globs")" \
		"a reader chooses by $globs what the recorder does"
done
run "$fxtrace" report --json --path wanted whole.fxt
n=$(wc -w <<<"$all")
is "$(jq -s 'map(.count // 0) | add' <<<"$out" 2>/dev/null ||
	perl -ne '$n += $1 while /"count":(\d+)/g; END { print $n }' <<<"$out")" \
	"$n" 'report counts them'
run "$fxtrace" graph --path wanted whole.fxt
[[ $out =~ [[:space:]]"$n"[[:space:]]+all ]]
ok $? 'graph has them'
run "$fxtrace" slow --path wanted -n 50 whole.fxt
is "$(grep -c '^[0-9]*\. ' <<<"$out")" "$n" 'slow looks at them'
"$fxtrace" trim --path wanted whole.fxt part.fxt 2>/dev/null
is "$(names dump --stable part.fxt)" "$all" 'trim keeps them'
"$fxtrace" timeline --path wanted -o part.html whole.fxt
grep -q wanted part.html && ! grep -q elsewhere.not part.html
ok $? 'timeline shows them'
# columns: the functions of CSV, which is standard input
columns() { awk -F, 'NR > 1 { print $9 }' | named; }
is "$("$fxtrace" convert --to csv --path wanted whole.fxt - | columns)" "$all" \
	'convert writes them'
is "$("$fxtrace" convert --to csv --path wanted -c read,stat whole.fxt - | columns)" \
	'read read stat stat stat stat stat' 'and --calls narrows them'
"$fxtrace" convert --path wanted whole.fxt copy.fxt
is "$(names dump --stable copy.fxt)" "$all" 'also into an archive'
"$fxtrace" convert --overwrite --path wanted -c read whole.fxt copy.fxt
"$fxtrace" info copy.fxt | grep -q 'calls read, path wanted'
ok $? 'which says what was chosen'
is "$("$fxtrace" convert --to csv --path wanted whole.fxt whole.fxt - | columns | wc -w)" \
	$((2 * n)) 'also of several archives'
is "$("$fxtrace" query --path wanted whole.fxt 'select name from calls order by number' |
	sed 1d | named)" "$all" 'query reads them'
run "$fxtrace" diff --path wanted whole.fxt part.fxt
is "$status $out" "0 alike: $n calls" 'diff compares them'
run "$fxtrace" diff --path other whole.fxt part.fxt
[[ $status == 1 && $out == *' 0 of 0 only in B,'* ]]
ok $? 'and no others' || note <<<"$out"
"$fxtrace" record -q -o left.fxt sh -c 'exec 5<folder/wanted 6<other 7</dev/null'
is "$("$fxtrace" leaks --json --path wanted,/dev/null left.fxt | grep -c .)" 2 \
	'leaks looks at what they opened'
run "$fxtrace" dump --path wanted -c read whole.fxt
is "$(grep -c ' read(' <<<"$out"):$(wc -l <<<"$out")" 2:2 \
	'--calls narrows them further'
run "$fxtrace" dump --path 'a,,b' whole.fxt
ends 2 'has an empty item' 'a malformed list is a usage error of readers, too'
run "$fxtrace" record --path 'a,,b' true
ends 2 'has an empty item' 'a malformed list is a usage error'

# What is before a path need be no descriptor: stat of old programs.
cat >older.c <<'END'
#include <sys/stat.h>
int older_stat(int version, const char *path, struct stat *status);
__asm__(".symver older_stat, __xstat@GLIBC_2.2.5");
int main(void)
{
	struct stat status;

	return older_stat(1, "other", &status);
}
END
${CC:-cc} -o older older.c
"$fxtrace" record -q -o older.fxt ./older >folder/out
is "$("$fxtrace" dump --path "$PWD/other" older.fxt | grep -c xstat)" 1 \
	'a number before a path is not its folder'
