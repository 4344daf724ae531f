#!/bin/bash
# SPDX-License-Identifier: MIT
# Profiles for pprof, speedscope and the Firefox Profiler have the same stacks and times as folded
# stacks. A reader of their own (profile.py) judges.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
export FXTRACE_MODE=streaming
read_profile() { python3 "$tests/convert/profile.py" "$@"; }
plan 23

cat >calls.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}
static void *work(void *unused)
{
	char *names[] = {"c", "a", "b"};
	for (int i = 0; i < 200; i++)
		qsort(names, 3, sizeof(*names), compare);
	return unused;
}
static void transfer(void)
{
	char data[1000];
	int fd = open("/dev/zero", O_RDONLY);
	for (int i = 0; i < 3; i++)
		(void)!read(fd, data, sizeof(data));
	close(fd);
}
int main(void)
{
	pthread_t other;
	pthread_create(&other, NULL, work, NULL);
	work(NULL);
	pthread_join(other, NULL);
	transfer();
	return 0;
}
C
${CC:-cc} -g -O0 -fno-builtin calls.c -o calls -pthread || exit 1
"$fxtrace" record -q -o a.fxt -c 'qsort,strcmp,open,read,close' ./calls
"$fxtrace" record -q -o s.fxt -c 'qsort,strcmp,open,read,close' \
	--stack 'open,read' ./calls
"$fxtrace" record -q -o sh.fxt sh -c 'ls / | grep -c . ; (cd /; exec true)' >out

# same ARCHIVE WHAT: one test of each format
same() {
	"$fxtrace" convert --overwrite "$1" w.folded
	LC_ALL=C sort w.folded >want
	"$fxtrace" convert --overwrite "$1" p.pb.gz
	[ -s want ] && read_profile pprof p.pb.gz | cmp -s - want
	ok $? "pprof: $2" || read_profile pprof p.pb.gz | diff - want | note
	"$fxtrace" convert --overwrite "$1" p.speedscope.json
	read_profile speedscope p.speedscope.json | cmp -s - want
	ok $? "speedscope: $2" ||
		read_profile speedscope p.speedscope.json | diff - want | note
	"$fxtrace" convert --overwrite "$1" p.firefox.json.gz
	read_profile firefox p.firefox.json.gz | cmp -s - want
	ok $? "firefox: $2" ||
		read_profile firefox p.firefox.json.gz | diff - want | note
}

# markers ARCHIVE WHAT: a marker for each call, as dump has it
markers() {
	"$fxtrace" convert --overwrite "$1" p.firefox.json
	read_profile markers p.firefox.json >got
	paste <("$fxtrace" dump --json "$1" | perl -MJSON::PP -ne '
		my $c = decode_json($_);
		print join("\t", @$c{qw(number pid tid name begin_ns)},
			$c->{duration_ns} // ""), "\n"') <("$fxtrace" dump --json "$1" |
		perl -MJSON::PP -ne 'my $c = decode_json($_);
			print join("\t", $c->{errno} // "",
				exists $c->{ret} ? "True" : "False"), "\n"') >calls
	[ -s calls ] && cut -f 1-6,8-9 got | cmp -s - calls
	ok $? "firefox: $2" || cut -f 1-6,8-9 got | diff - calls | note
}
same a.fxt 'stacks and times are those of folded stacks'
same s.fxt 'with the frames of the program'
same sh.fxt 'of several processes'

"$fxtrace" convert --overwrite a.fxt p.pprof
is "$(read_profile pprof p.pprof calls | sed 's/^[^;]*;[^;]*;//' | sort)" \
	'close 1
open 1
qsort 200
qsort 200
qsort;strcmp 401
qsort;strcmp 401
read 3' 'pprof: how often each was called' || read_profile pprof p.pprof calls | note
is "$(read_profile pprof p.pprof moved | grep read | sed 's/.*;//')" 'read 3000' \
	'pprof: how many bytes each moved'
is "$(head -c 2 p.pprof | od -An -tx1)" ' 0a 04' 'pprof: without packing by .pprof'
"$fxtrace" convert --overwrite s.fxt p.pb.gz
is "$(read_profile places p.pb.gz | grep calls.c)" \
	"main calls.c:$(awk '/\ttransfer/ { print NR }' calls.c)
transfer calls.c:$(awk '/fd = open/ { print NR }' calls.c)
transfer calls.c:$(awk '/read\(fd/ { print NR }' calls.c)" \
	'pprof: frames have files and lines' || read_profile places p.pb.gz | note
is "$("$fxtrace" convert s.fxt - --to speedscope | grep -c '"file":".*calls.c","line":')" 3 \
	'speedscope: so they do'

# one call that never ends, one thread that never calls
"$fxtrace" record -q -o killed.fxt -c kill,getpid sh -c 'kill -9 $$' >out 2>&1
same killed.fxt 'a call without an end lasts until the end'
markers killed.fxt 'it begins, and its marker says so'
is "$(grep -c '"state":"unfinished"' p.firefox.json)" \
	"$("$fxtrace" dump --json killed.fxt | grep -c '"state":"unfinished"')" \
	'with the state of the call'

seq 100000 >lines
env -u FXTRACE_MODE "$fxtrace" record -q --mode oneshot --buffer 1M -o lost.fxt -c '+*' \
	sed -n 's/a/b/p' lines >out 2>&1
"$fxtrace" convert --overwrite lost.fxt p.firefox.json
is "$(python3 -c 'import json
extra = json.load(open("p.firefox.json"))["meta"]["extra"][0]
print(extra["label"], extra["entries"][0]["value"] > 0,
      *((e["label"], e["value"]) for e in extra["entries"]))')" \
	"Lost True $("$fxtrace" query --no-heading lost.fxt "select '(''calls'', ' ||
		sum(calls) || ') (''ends of calls'', ' || sum(ends) || ')' from loss")" \
	'firefox: what was lost is in the profile'"'"'s own data'

markers a.fxt 'each call is a marker with its times, error and result'
markers sh.fxt 'those of all processes are there'
# the line of dump has them behind the function's name
paste <("$fxtrace" dump sh.fxt | grep -v '^#') <(cut -f 4,7,10 got) | perl -ne '
	/^(.*)\t(\w+)\t(.*)\t(.*)$/; my $result = $4 eq "" ? "void|\\?" : quotemeta $4;
	print unless $1 =~ / \Q$2($3)\E = (?:$result)(?: [A-Z<]|$)/;
	END { print "no lines\n" unless $. > 100 }' >differs
[ ! -s differs ]
ok $? 'firefox: arguments and results are the text of dump' || note <differs
