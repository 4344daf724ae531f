#!/bin/bash
# SPDX-License-Identifier: MIT
# browse in a terminal of 80 columns and 24 lines, which tmux has: what keys do,
# and what is on the screen then. The truth is what dump, info and report print.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/lib.sh"
command -v tmux >/dev/null || {
	plan 1
	skip 'no tmux' 'browse'
	exit
}
export TMUX_TMPDIR=$tmp LC_ALL=C.UTF-8
unset TMUX FXTRACE_DEBUG_PATH
server=0 # each has a name of its own: one that ends takes a while
tmux() { command tmux -L browse$server -f /dev/null "$@" 2>/dev/null; }
trap 'tmux kill-server; rm -rf "$tmp"' EXIT

# browse ARGUMENT...: in a new terminal; its status goes to `ended`. $shape is the
# terminal's columns and lines, $terminal its TERM, $before a command before it.
browse() {
	local command
	command=$(printf '%q ' "$fxtrace" browse "$@")
	rm -f ended
	tmux kill-server
	server=$((server + 1))
	# shellcheck disable=SC2086
	set -- ${shape:-80 24}
	tmux new-session -d -x "$1" -y "$2" \
		"${before:+$before; }${terminal:+TERM=$terminal }$command 2>err; echo \$? >ended.new
		mv ended.new ended; exec sleep 1000" 3>&-
}

screen() { tmux capture-pane -p; }

# sees REGEX: waits until a line of the screen matches
sees() {
	local tries=0
	until screen | grep -Eq -- "$1"; do
		[ $((tries += 1)) -lt 400 ] || return 1
		sleep 0.05
	done
}

# keys KEY...: as tmux names them; characters of a text each
keys() { tmux send-keys "$@"; }
types() { tmux send-keys -l -- "$1"; }

# shown NAME REGEX: one test
shown() {
	sees "$2"
	ok $? "$1" || { echo "expected: $2"; screen; cat err; } 2>&1 | note
}

# over NAME STATUS: one test; q ends it
over() {
	local tries=0
	keys q
	until [ -e ended ]; do
		[ $((tries += 1)) -lt 600 ] || break
		sleep 0.05
	done
	is "$(cat ended) $(cat err)" "$2" "$1"
}

# heads FILE...: the first lines of calls as the list has them
heads() {
	sed -E 's/^[0-9]+ ([0-9.]+) [0-9/]+ (.*)$/\1 \2/; s/ <[^<>]*>$//' "$@"
}

cat >several.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void *work(void *nothing)
{
	prctl(PR_SET_NAME, "worker");
	for (int i = 0; i < 5; i++)
		close(1000 + i);
	return nothing;
}

int main(void)
{
	const char *words[] = {"one", "two", "three", "four"};
	char bytes[300];
	pthread_t thread;
	int fd = open("/etc/passwd", O_RDONLY);

	memset(bytes, 'x', sizeof(bytes));
	read(fd, bytes, 20);
	qsort(words, 4, sizeof(*words), compare);
	write(open("/dev/null", O_WRONLY), bytes, sizeof(bytes));
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	for (int i = 0; i < 40; i++)
		access(i % 4 ? "/etc/passwd" : "/nowhere", R_OK);
	close(fd);
	return 0;
}
END
${CC:-cc} -O1 -g -fno-builtin -D_GNU_SOURCE -w several.c -o several -lpthread || exit 1
calls=open,read,write,close,dup2,dup3,access,qsort,strcmp
"$fxtrace" record -q -o a.fxt -c $calls --mode oneshot --stack open ./several
"$fxtrace" dump a.fxt >dump.out
n_calls=$(wc -l <dump.out)
pid=$(sed -n '1s/^0 [0-9.]* \([0-9]*\).*/\1/p' dump.out)
number() { sed -n "/ $1(/s/ .*//p" dump.out | sed -n "${2-1}p"; }

# ---- calls ----

browse a.fxt
shown 'the archive and how many calls it has are in the first line' \
	"^ a.fxt  calls  $n_calls calls, 2 threads"
shown 'the calls are there, in the order in which they began' 'open\(pathname="/etc/passwd"'
screen | sed -n '2,22p' | sed -E 's/^ *([0-9.]+) +([^ ]+) +[0-9]+ +(.*)$/\1 \3/' >got
heads dump.out | head -n 21 | cut -c 1-40 >want
is "$(cut -c 1-40 got)" "$(cat want)" \
	'with times, arguments and names of descriptors as dump prints them'
is "$(screen | grep -c '^.\{31\}  strcmp(')" "$(head -n 21 dump.out | grep -c ' strcmp(')" \
	'calls inside another are further to the right'
keys End
shown 'the last call is a key away' "^$n_calls of $n_calls"
keys Home
shown 'so is the first one' "^1 of $n_calls"
keys Right Right
sees 'flags=O_RDONLY\) = 3</etc/passwd>$'
ok $? 'what is right of the window comes by a key' || screen | note
keys Left Left

# ---- a call ----

keys Down Enter
shown 'Enter shows a call whole' '^call      1 read  \(libc:io\)'
shown 'with what its descriptor is' '^  fd=3</etc/passwd>$'
sees '^process   [0-9]+ several$' && sees '^thread    [0-9]+ several$' &&
	sees '^began     0\.[0-9]{9}  20[0-9-]*T' && sees '^took      [0-9.]+[nu]s$' &&
	sees '^  = 20$'
ok $? 'its process, thread, times and result' || screen | note
types ':'
types "$(number write)"
keys Enter
shown 'a call is found by its number' '^call      [0-9]+ write'
shown 'memory is there as a hexdump' '78 78 78 78 78 .* \|xxxxxxxxxxxxxxxx'
types ':'
types "$(number strcmp)"
keys Enter
shown 'it says which call is around it' "^inside    $(number qsort) qsort"
keys u
shown 'to which a key leads' "^call      $(number qsort) qsort"
is "$(screen | sed -n 's/^around    //p')" "$(grep -c ' strcmp(' dump.out) calls" \
	'and how many are inside that one'
types ']'
shown 'the next call is a key away' "^call      $(number strcmp) strcmp"
types '[['
shown 'so is the previous one' "^call      $(($(number qsort) - 1)) read"
types ':0'
keys Enter
shown 'where it was made is there, if that was recorded' 'main at .*several\.c:[0-9]+'
types '?'
sees '^Everywhere'
keys Escape
shown 'Escape leads back from help' '^call      0 open'
keys Escape
shown 'and from a call' '^ a.fxt  calls'

# ---- searching and choosing ----

types '/NOWHERE'
keys Enter
shown 'what is not there is said' 'NOWHERE: not found below'
types '/nowhere'
keys Enter
first=$(grep -n '/nowhere' dump.out | sed -n '1s/:.*//p')
shown 'a text is found, whatever its capitals' "^$first of $n_calls"
types n
shown 'and the next one' "^$((first + 4)) of $n_calls"
types N
shown 'and the one before' "^$first of $n_calls"
types '/x('
keys Enter
shown 'a bad expression is said' 'x\(: '
# filter OPTIONS
filter() {
	types f
	keys C-u
	types "$1"
	keys Enter
}
filter "--errors -c 'acc*'"
n_failed=$(grep -c ' access(.*= -1 ' dump.out)
shown 'only calls that options of dump choose are shown' \
	"^[0-9]+ of $n_failed  filter: --errors -c 'acc\*'$"
screen | sed -n '2,22p' | grep -c 'access(.*"/nowhere"' >got
keys F
shown 'F shows all again' "^[0-9]+ of $n_calls"
is "$(cat got)" "$n_failed" 'and no others'
filter --nothing
shown 'an option that there is not is said' "nothing"
filter close,read
shown 'a list alone is one of functions' \
	"of $(grep -cE ' (close|read)\(' dump.out)  filter"
filter '--path /etc/passwd'
shown 'files are chosen by what descriptors are' \
	"of $("$fxtrace" dump --path /etc/passwd a.fxt | wc -l)  filter"
filter '--since 2026-11-26T16:20:00'
shown 'times of day choose, too' "of $n_calls  filter"
types F

# ---- the tree ----

types t
shown 'a process and its calls' "^- process $pid several  $n_calls calls"
sees "^\+   thread $pid several  $((n_calls - 5)) calls" &&
	sees '^\+   thread [0-9]+ worker  5 calls .* 5 failed'
ok $? 'its threads with theirs' || screen | note
keys Down Enter
shown 'a thread unfolds' 'open\(pathname="/etc/passwd"'
is "$(screen | grep -c 'strcmp(')" 0 'what is inside calls does not, at first'
keys Down Down Down
sees '^\+ .*qsort\(' && keys Right && sees '^- .*qsort\('
ok $? 'a call unfolds' || screen | note
is "$(screen | grep -c 'strcmp(')" "$(grep -c ' strcmp(' dump.out)" \
	'with the calls that were made inside it'
keys Down Left
keys Left
sees '^\+ .*qsort\(' && [ "$(screen | grep -c 'strcmp(')" = 0 ]
ok $? 'and folds, also from inside' || screen | note
types '/strcmp'
keys Enter
shown 'the search unfolds what is around' '^ .*  strcmp\('

# ---- the report ----

# A wide terminal shows what report prints. sums: the rows on the screen
sums() { screen | sed -n '3,58p' | sed 's/ *$//' | sed -n '/./p'; }
# reported OPTION...: rows of report
reported() { "$fxtrace" report "$@" a.fxt | sed 1d; }
# same NAME OPTION...: one test
same() {
	local name=$1
	shift
	reported "$@" >want
	for ((i = 0; i < 200; i++)); do
		sums >got
		! cmp -s got want || break
		sleep 0.05
	done
	is "$(cat got)" "$(cat want)" "$name"
}
tmux resize-window -x 200 -y 60
types r
shown 'a report by function' 'count +\*total +self +min +avg +p50 +p99 +max +errors +bytes  function'
same 'has the rows of report, and the time outside of calls'
types ssssss
shown 'sorted by another column' 'p99 +\*max +errors'
same 'in the order of report' --sort max
types SSSSSS
sees '\*total'
for by in thread process file fd errno frame caller; do
	types b
	sees "bytes .* $by\$"
	same "by $by, too" --by $by
done
shown 'without stacks there are no callers, but for those that have one' 'main \(.*several\)$'
types b
sees 'bytes  function$'
types bbb
sees 'bytes  file$'
keys Home
until screen | grep -q '^1 of '; do sleep 0.05; done
row=$(sums | grep -n ' /etc/passwd$' | sed 's/:.*//')
for ((i = 1; i < row; i++)); do keys Down; done
keys Enter
shown 'a row leads to its calls' \
	"of $("$fxtrace" dump --path /etc/passwd a.fxt | wc -l)  filter: --path '/etc/passwd'$"
types r
types BBB
shown 'a report is of the calls that the filter chooses' "filter: --path '/etc/passwd'$"
same 'with the rows that report has of them' --path /etc/passwd
sums | sed -n '/ access$/=' >row
keys Home
for ((i = 1; i < $(cat row); i++)); do keys Down; done
keys Enter
shown 'and its rows narrow the filter' \
	"of $(grep -c ' access(.*/etc/passwd' dump.out)  filter: --calls 'access' --path '/etc/passwd'$"
keys F
filter 'read,access --errors'
types r
sees 'bytes  function$'
keys Home Enter
shown 'whatever else it has' \
	"of $n_failed  filter: --calls 'access' --errors$"
keys F
filter --path=/nowhere
types r
types bbb
sees 'bytes  file$'
keys Home Enter
shown 'but not twice by what it can have once' 'has that option already; F removes'
types F
types bb
same 'F makes it one of all again' --by errno
keys Home
row=$(sums | grep -n ' ENOENT$' | sed 's/:.*//')
for ((i = 1; i < row; i++)); do keys Down; done
keys Enter
shown 'the calls of an error are found' "of $(grep -c ' ENOENT' dump.out)  filter: --errors"
keys F
tmux resize-window -x 80 -y 24
types r
types bbb
shown 'a narrow terminal leaves columns out' 'count +\*total +self .*errors  function$'
shown 'but never a part of a short name' ' \[program\] [0-9.]+%$'

# ---- the mouse ----

# click LINE COLUMN [BUTTON]: as a terminal reports it, from 1, with its release
click() {
	local line column
	line=$(printf %x $((32 + $1)))
	column=$(printf %x $((32 + $2)))
	tmux send-keys -H 1b 5b 4d "$(printf %x $((32 + ${3-0})))" "$column" "$line"
	[ "${3-}" ] || tmux send-keys -H 1b 5b 4d 23 "$column" "$line"
}
click 2 6
shown 'a click at a heading sorts by it' '\*count +total'
types c
keys Home
sees "^1 of $n_calls"
click 5 20
shown 'a click chooses a row' "^4 of $n_calls"
click 5 20
shown 'and another one opens it' '^call      3 '
click 24 4
shown 'words of the last line are keys' '^call      4 '
keys Escape
keys Home
sees "^1 of $n_calls"
click 5 20 65
shown 'the wheel moves' "^4 of $n_calls"
click 5 20 64
shown 'up, too' "^1 of $n_calls"
types m
shown 'm leaves the mouse to the terminal' 'the mouse selects text'
types m
shown 'and takes it again' 'the mouse chooses rows'
types '?'
shown 'there is help' '^Everywhere'
over 'q ends it' '0 '

# ---- terminals ----

for shape in '40 10' '200 60' '20 4' '10 2'; do
	browse a.fxt
	# shellcheck disable=SC2086
	set -- $shape
	if [ "$2" -gt 3 ]; then sees 'open|[0-9]'; else sleep 0.3; fi
	keys End Enter Escape
	types t
	types r
	tmux resize-window -x 90 -y 20
	types c
	sees "^$n_calls of $n_calls" || screen | note
	over "a terminal of $1 columns and $2 lines, which grows, is no trouble" '0 '
done
shape=
terminal=vt100 browse a.fxt
shown 'a terminal without colours shows the same' 'open\(pathname="/etc/passwd"'
keys C-c
for ((i = 0; i < 200; i++)); do [ -e ended ] && break; sleep 0.05; done
[ -e ended ] && [ "$(cat ended)" != 0 ]
ok $? 'Ctrl-C ends it'
terminal=nonsense browse a.fxt
for ((i = 0; i < 200; i++)); do [ -e ended ] && break; sleep 0.05; done
is "$(cat ended) $(cat err)" \
	'1 fxtrace: the terminal "nonsense" is not known; TERM names it' \
	'a terminal that nobody knows is said'
run "$fxtrace" browse a.fxt
ends 1 'needs a terminal; fxtrace dump' 'without a terminal it says what to do instead'
run "$fxtrace" browse --filter '--nothing' a.fxt
ends 2 'filter --nothing: ' 'a filter that is none is a usage error'
browse --filter 'access' a.fxt
shown 'a filter may be given before' "of $(grep -c ' access(' dump.out)  filter: access"
over 'which q ends, too' '0 '

# ---- archives ----

head -c $(($(wc -c <a.fxt) * 2 / 3 / 8 * 8 + 4)) a.fxt >cut.fxt
browse cut.fxt
sees '^ cut.fxt  calls  [0-9]+ calls, [0-9]+ threads? *$'
keys q
for ((i = 0; i < 200; i++)); do [ -e ended ] && break; sleep 0.05; done
[ "$(cat ended)" = 1 ] && grep -q 'cut.fxt: ' err
ok $? 'what is wrong with an archive is said at the end' || note <err
echo 'no archive' >junk.fxt
browse junk.fxt
for ((i = 0; i < 200; i++)); do [ -e ended ] && break; sleep 0.05; done
[ "$(cat ended)" = 1 ] && grep -q 'junk.fxt: ' err
ok $? 'what is none is refused' || note <err
gzip -k a.fxt
browse a.fxt.gz
shown 'a packed archive is unpacked' "^ a.fxt.gz  calls  $n_calls calls"
keys q

# More than is read at once, with little memory of its own.
perl "$tests/cli/hostile.pl" plain 200000 >plain.fxt
nm -D "$fxtrace" 2>/dev/null | grep -q __asan || before='ulimit -d 60000'
browse plain.fxt
shown 'a large archive is shown while it is read, in little memory' \
	'^ plain.fxt  calls  [0-9,]+ calls'
sees ' 200,000 calls'
keys End
shown 'and then it is there to its end' '^200,000 of 200,000'
filter '--grep fd=199999,'
shown 'a filter goes through it' '^1 of 1  filter: --grep fd=199999,$'
filter '--since 2026-11-26T16:20:00'
shown 'one that the archive does not allow is reported' \
	'since: .* time of day; give seconds since its start'
keys Home
shown 'and does not look as if it were applied' '(cannot be applied)'
over 'and it ends' '0 '
before=

# Names of descriptors, wherever one goes: those of calls before it.
cat >opens.c <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char name[32], byte;

	for (int i = 0; i < 3000; i++) {
		int fd;

		snprintf(name, sizeof(name), "/proc/%s", i % 2 ? "stat" : "uptime");
		fd = open(name, O_RDONLY);
		read(fd, &byte, 1);
		read(fd, &byte, 1);
		close(fd);
	}
	return 0;
}
END
${CC:-cc} -O1 -D_GNU_SOURCE -w opens.c -o opens || exit 1
"$fxtrace" record -q -o opens.fxt -c open,read,close,dup2,dup3 --mode oneshot ./opens
"$fxtrace" dump opens.fxt | heads | cut -c 1-45 >want
browse opens.fxt
# lines NUMBER NAME: one test; the chosen call is the one of that number, counted
# from 1, and the screen has dump's lines around it
lines() {
	sees "^$1 of 12,000"
	for ((i = 0; i < 200; i++)); do
		screen | sed -n '2,22p' | sed -E 's/^ *([0-9.]+) +[^ ]+ +(.*)$/\1 \2/' |
			cut -c 1-45 >got
		sed -n "$(grep -nxF -m 1 "$(head -n 1 got)" want | sed 's/:.*/,$p/')" want |
			head -n 21 >wanted
		! cmp -s got wanted || break
		sleep 0.05
	done
	is "$(cat got)" "$(cat wanted)" "$2"
}
sees ' 12,000 calls'
keys End
lines 12,000 'at the end, descriptors have their names'
keys PPage PPage PPage PPage PPage PPage
lines 11,880 'above that, too'
keys Home
lines 1 'and at the beginning'
types ':11998'
keys Enter Enter
shown 'so have those of a call near the end' '^  fd=3</proc/stat>$'
types q

# A process that a raw clone made, whose first call opens nothing: what it has is
# what its parent had then.
cat >clones.c <<'END'
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int fds[2], said[2], go[2];
	char byte;

	if (argc > 1) {
		write(70, "a", 1);
		write(71, "x", 1);
		read(72, &byte, 1);
		write(70, "b", 1);
		return 0;
	}
	pipe(said), pipe(go), pipe(fds);
	dup2(said[1], 71), dup2(go[0], 72), dup2(fds[1], 70);
	if (!syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)) {
		execl(argv[0], argv[0], "x", NULL);
		_exit(1);
	}
	read(said[0], &byte, 1);
	pipe(fds);
	dup2(fds[1], 70);
	for (int i = 0; i < 60; i++)
		access("/", R_OK);
	write(go[1], "x", 1);
	wait(NULL);
	return 0;
}
END
${CC:-cc} -O1 -D_GNU_SOURCE -w clones.c -o clones || exit 1
"$fxtrace" record -q -o clones.fxt -c pipe,dup2,dup3,close,write,access \
	--mode streaming ./clones
its=$("$fxtrace" dump clones.fxt | grep -o 'write(fd=70<[^ ]*, buf="b"')
shape='80 6' browse clones.fxt # on which the first call is not
keys End
[ "$its" ] && sees "${its//[()]/.}"
ok $? 'a process has what its parent had when it began' || screen | note
types q

# Another archive takes the place of one.
"$fxtrace" convert --calls nothing_has_this_name a.fxt none.fxt 2>/dev/null ||
	perl -I"$tests" -Mrecords -e 'print words(0x0016547846040010),
		record(0, 1 << 16 | 1 << 20 | 1 << 52, padded("p")),
		record(1, 0, words(1000000000))' >none.fxt
for way in '' '?'; do
	cp a.fxt other.fxt
	browse other.fxt
	types ':20'
	keys Enter Enter
	sees '^call      20 '
	[ ! "$way" ] || types "$way"
	cp none.fxt next.fxt && mv next.fxt other.fxt
	shown "one without calls takes the place of one whose call is shown ${way:+with help}" \
		'^ other.fxt  [a-z]+  0 calls'
	keys Escape
	types u
	over 'and that does not end it' '0 '
done

# Names that would act on a terminal.
perl -I"$tests" -Mrecords -e 'my $name = "\e]0;x\a\e[41mred";
	print words(0x0016547846040010),
	record(0, 1 << 16 | 1 << 20 | 1 << 52, padded("p")),
	record(1, 0, words(1000000000)), string(1, "libc:io"), string(2, $name),
	record(3, 1 << 16, words(100, 100)),
	record(4, 4 << 16 | 1 << 24 | 1 << 32 | 2 << 48, words(1000, 2000))' >acts.fxt
browse acts.fxt
shown 'texts do not act on the terminal' '\\033\]0;x\\007\\033\[41mred\('
keys q

# ---- a session ----

mkfifo go
"$fxtrace" record -q -o live.fxt --mode streaming -c chdir sh -c \
	'while read -r to; do cd "$to"; done' <go &
recorder=$!
exec 3>go
echo /usr >&3
until "$fxtrace" dump live.fxt 2>/dev/null | grep -q chdir; do sleep 0.05; done
session=$("$fxtrace" ps | awk '/live.fxt/ { print $1 }')
browse "$session"
shown 'a session is shown by its number' 'chdir\(path="/usr"\)'
echo /tmp >&3
shown 'and what it records meanwhile' 'chdir\(path="/tmp"\)'
exec 3>&-
wait $recorder
over 'it ends after the session has' '0 '
plan $n_tests
