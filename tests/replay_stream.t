#!/bin/bash
# SPDX-License-Identifier: MIT
# What programs put into streams and take from them by inlined code, recorded
# and done again in a folder.
. "$(dirname "$(readlink -f "$0")")/tap.sh"

plan 25
unset FXTRACE_MODE
mkdir bin

# again NAME COMMAND...: runs and records the command in NAME/live, which may
# have been filled. Then replays it in NAME/box, with what it found there made
# from the recording.
again() {
	local name=$1 here
	shift
	mkdir -p "$name/live"
	here=$(cd "$name" && pwd -P)
	mkdir "$here/box"
	(cd "$here/live" && timeout -s KILL 60 "$fxtrace" record -q \
		--for-replay -o "$here/x.fxt" -- "$@" >"$here/out" 2>"$here/err")
	timeout -s KILL 100 "$fxtrace" replay --io "$here/box" --prepare \
		"$here/x.fxt" >"$here/table" 2>"$here/said"
	echo $? >"$here/status"
}

# same NAME: what the replay came to, and how its tree differs
same() {
	here=$(cd "$1" && pwd -P)
	echo "$(cat "$here/status")" "$(diff -r "$here/live" \
		"$here/box$here/live")" "$(unseen_streams "$1")"
}

# unseen_streams NAME: how many were used unseen
unseen_streams() { grep -c 'streams used unseen' "$1/table"; }

# synthetic NAME FUNCTION: how many calls that the program did not make
synthetic() { "$fxtrace" dump --calls "$2" "$1/x.fxt" | grep -c "$2(.*<fake>"; }

program() {
	cat >"$1.c"
	gcc -O2 -w -pthread -D_GNU_SOURCE -o "bin/$1" "$1.c"
}

program copy <<'C'
#include <stdio.h>

int main(int argc, char **argv)
{
	FILE *from = fopen(argv[1], "r"), *to = fopen(argv[2], "w");
	int c;

	while ((c = getc_unlocked(from)) != EOF)
		putc_unlocked(c, to);
	fclose(from);
	fclose(to);
	return 0;
}
C
mkdir -p copy/live
head -c 100000 /bin/sh >copy/live/from
again copy "$PWD/bin/copy" from to
is "$(same copy)" '0  0' \
	'a program that copies by inlined characters copies again'
is "$(stat -c %s copy/live/to)" 100000 'all of it'

program mix <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static void put_text(FILE *f, const char *text)
{
	while (*text)
		putc_unlocked(*text++, f);
}

int main(void)
{
	char text[64], *memory, buffer[100];
	FILE *f = fopen("a", "w+"), *g, *m;
	size_t n;

	put_text(f, "one ");
	fprintf(f, "two %d ", 2);
	put_text(f, "three ");
	fseek(f, 2, SEEK_SET);
	put_text(f, "ZZ");
	fflush(f);
	put_text(f, "more");
	fseek(f, 0, SEEK_SET);
	getc_unlocked(f);
	getc_unlocked(f);
	fgets(text, 4, f);
	getc_unlocked(f);
	ungetc('x', f);	/* not what was there: its own area */
	getc_unlocked(f);
	getc_unlocked(f);
	ungetc('y', f);
	ungetc('z', f);
	fread(text, 1, 3, f);
	getc_unlocked(f);
	fseek(f, 0, SEEK_CUR);
	put_text(f, "written after reading");
	rewind(f);
	fprintf(f, "%s", "from the front");
	g = fopen("b", "w");
	setvbuf(g, buffer, _IOFBF, sizeof(buffer));
	for (int i = 0; i < 50; i++)
		put_text(g, "seven\n");
	setvbuf(g, NULL, _IONBF, 0);
	put_text(g, "unbuffered");
	setvbuf(g, NULL, _IOLBF, 0);
	put_text(g, "by\nlines\nand a rest");
	g = freopen("c", "w", g);
	put_text(g, "another file");
	fflush(NULL);
	put_text(g, ", still");
	fclose(g);
	put_text(f, "...");
	m = open_memstream(&memory, &n);
	put_text(m, "in memory");
	fclose(m);
	m = fmemopen(text, sizeof(text), "w");
	put_text(m, "in memory, too");
	fclose(m);
	g = fopen("d", "a");
	put_text(g, memory);
	fclose(g);
	g = fopen("e", "w");
	fwprintf(g, L"%ls", L"");
	fclose(g);
	fclose(f);
	g = fopen("words", "w+");
	putw(0x61626364, g);
	putc_unlocked('x', g);
	putw(-2, g);
	putc_unlocked(-1, g);
	fputc(-1, g);
	rewind(g);
	getw(g);
	getc_unlocked(g);
	getw(g);
	fputs("behind", g);
	fclose(g);
	g = fopen("d", "r");
	setvbuf(g, NULL, _IONBF, 0);
	while (getc_unlocked(g) != EOF)
		;
	fclose(g);
	return 0;
}
C
again mix "$PWD/bin/mix"
is "$(same mix)" '0  0' \
	'inlined characters between calls that seek, read back, format and flush'
is "$(wc -c <mix/live/b) $(cat mix/live/c)" '329 another file, still' \
	'with other buffers and another file'

program leave <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void late(void)
{
	putchar_unlocked('!');
	putc_unlocked('\n', stdout);
}

int main(int argc, char **argv)
{
	FILE *f = fopen("left", "w"), *g = fopen("dropped", "w");

	freopen("stdout", "w", stdout);
	for (int i = 0; i < 10000; i++)
		putc_unlocked('0' + i % 10, f);
	putchar_unlocked('a');
	atexit(late);
	if (argc > 1) {
		fclose(f);
		fflush(stdout);
		fputs("kept", g);
		fflush(g);
		putc_unlocked('x', g);
		_exit(0);
	}
	fputs("left open", g);
	exit(0);
}
C
again leave "$PWD/bin/leave"
is "$(same leave) $(cat leave/live/stdout)" '0  0 a!' \
	'what is in buffers at exit is written'
again quit "$PWD/bin/leave" _exit
is "$(same quit) $(cat quit/live/dropped)" '0  0 kept' \
	'and at _exit it is not'

program threads <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *shared, *plain, *input;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void line(FILE *f, long n, int i)
{
	char text[64], *p = text;

	sprintf(text, "thread %ld, line %d\n", n, i);
	while (*p)
		putc_unlocked(*p++, f);
}

static void *work(void *argument)
{
	long n = (long)argument;

	for (int i = 0; i < 2000; i++) {
		flockfile(shared);
		line(shared, n, i);
		if (i % 3 == 0)
			fprintf(shared, "whole %ld %d\n", n, i);
		line(shared, n, -i);
		funlockfile(shared);
		if (i % 7 == 0) {
			pthread_mutex_lock(&lock);
			line(plain, n, i);
			fputs_unlocked("behind a lock\n", plain);
			pthread_mutex_unlock(&lock);
		}
		flockfile(input);
		for (int k = 0; k < 10; k++)
			getc_unlocked(input);
		funlockfile(input);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	input = fopen(argv[1], "r");
	shared = fopen("shared", "w");
	plain = fopen("plain", "w");
	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	fclose(plain);
	return 0;
}
C
mkdir -p threads/live
head -c 40000 /bin/sh >threads/live/from
again threads "$PWD/bin/threads" from
is "$(same threads)" '0  0' 'threads that lock a stream do theirs again'

# with nothing inlined there is nothing to record
program calls <<'C'
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static FILE *shared;
static sigjmp_buf back;

static void *work(void *argument)
{
	for (int i = 0; i < 5000; i++)
		fprintf(shared, "thread %ld, line %d\n", (long)argument, i);
	return NULL;
}

static void leave(int signo)
{
	siglongjmp(back, 1);
}

int main(void)
{
	pthread_t threads[3];
	int pipes[2];
	FILE *f;

	shared = fopen("shared", "w");
	for (long i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	fclose(shared);
	pipe(pipes);
	f = fdopen(pipes[0], "r");
	signal(SIGALRM, leave);
	if (!sigsetjmp(back, 1)) {
		alarm(1);
		getc(f);
	}
	write(pipes[1], "abc", 3);
	close(pipes[1]);
	while (getc_unlocked(f) != EOF)
		;
	return 0;
}
C
again calls "$PWD/bin/calls"
is "$(synthetic calls 'fxtrace_put') $(unseen_streams calls)" '0 0' \
	'what threads do by calls alone is recorded once'
is "$(synthetic calls 'fxtrace_taken')" 1 \
	'an unwound call leaves its stream to be tracked'

# what is in a buffer at a fork and is written by both
program twice <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	FILE *f = fopen("file", "w");

	fputs("before, ", f);
	if (!fork()) {
		fputs("the child, ", f);
		exit(0);
	}
	wait(NULL);
	return 0;
}
C
again twice "$PWD/bin/twice"
is "$(cat twice/live/file) $(unseen_streams twice)" \
	'before, the child, before,  1' \
	'what a buffer held at a fork, written twice, is reported as not replayed'

program forks <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void put_text(FILE *f, const char *text)
{
	while (*text)
		putc_unlocked(*text++, f);
}

int main(void)
{
	FILE *f = fopen("parent", "w"), *g;

	put_text(f, "before, ");
	for (int i = 0; i < 3; i++) {
		if (!fork()) {
			char name[] = "child0";

			name[5] += i;
			g = fopen(name, "w");
			put_text(g, name);
			fclose(g);
			_exit(0);
		}
		put_text(f, "a child, ");
		wait(NULL);
	}
	fflush(f);
	if (!fork()) {
		put_text(f, "the child's, ");
		exit(0);
	}
	wait(NULL);
	put_text(f, "the end");
	return 0;
}
C
again forks "$PWD/bin/forks"
is "$(same forks)" '0  0' 'parents and children put theirs once'
is "$(cat forks/live/parent)" \
	"before, a child, a child, a child, the child's, the end" \
	'as they did'

# others write to the same file behind what was flushed
program all <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	freopen("out", "w", stdout);
	fputs("one, ", stdout);
	putc_unlocked('2', stdout);
	fflush(NULL);
	if (!fork()) {
		write(1, ", three", 7);
		_exit(0);
	}
	wait(NULL);
	if (!fork()) {
		fputs(", four", stdout);
		exit(0);
	}
	wait(NULL);
	write(1, ", five", 6);
	return 0;
}
C
again all "$PWD/bin/all"
is "$(same all) $(cat all/live/out)" '0  0 one, 2, three, four, five' \
	'what fflush(NULL) and exit write comes before what others write then'
is "$(grep -c 'does not know' all/table)" 0 'and all of it is replayed'

# what ends before it is written
program lost <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	FILE *f = fopen("file", "w");

	fputs("one, ", f);
	fflush(f);
	for (int i = 0; i < 4; i++) {
		if (!fork()) {
			fputs("lost", f);
			if (i == 1)
				execl("/bin/true", "true", NULL);
			if (i > 1)
				execl("/nowhere", "nowhere", NULL);
			fputs(" and lost", f);
			if (i == 3)
				fflush(f), fputs("lost", f);
			_exit(0);
		}
		wait(NULL);
	}
	fputs("two", f);
	return 0;
}
C
again lost "$PWD/bin/lost"
is "$(same lost) $(cat lost/live/file)" '0  0 one, lost and losttwo' \
	'what a process held when it ended by _exit or exec is not written'

program drop <<'C'
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	puts("kept");
	fflush(stdout);
	fputs("lost", stdout);
	_exit(0);
}
C
again pipe sh -c "$PWD/bin/drop | cat >out"
is "$(cat "pipe/box$PWD/pipe/live/out") $(grep -c 'dropped at its end' \
	pipe/table)" 'kept 1' 'of a pipe it is reported as not replayed'

program scan <<'C'
#include <stdio.h>

int main(int argc, char **argv)
{
	FILE *f = fopen(argv[1], "r");
	char word[64];
	int a, b, sum = 0;

	fscanf(f, "%d", &a);
	getc_unlocked(f);
	fgets(word, sizeof(word), f);
	while (fscanf(f, "%d %63s %d", &a, word, &b) == 3)
		sum += a - b;
	freopen("sum", "w", stdout);
	printf("%d %s\n", sum, word);
	return 0;
}
C
mkdir -p scan/live
seq 1 3000 | awk '{ print ($1 * 7919) % 4001, "word" $1 % 50, $1 }' \
	>scan/live/from
again scan "$PWD/bin/scan" from
is "$(same scan)" '0  0' 'what scanf has taken is known'

# ---- programs of others ----------------------------------------------------
mkdir -p texts
seq 1 4000 | awk '{ print ($1 * 7919) % 4001, "word" $1 % 50, $1 }' >texts/a
sort texts/a >texts/b
# whole NAME FILES COMMAND: a shell's command, on files a and b
whole() {
	local name=$1 file
	mkdir -p "$name/live"
	for file in $2; do cp "texts/$file" "$name/live/"; done
	again "$name" sh -c "$3"
	is "$(same "$name")" '0  0' "$name again"
}
whole sort 'a b' 'sort -n a >sorted; sort -k2 -u a -o unique
	sort -m b b >merged'
whole uniq 'a b' 'cut -d" " -f2 b | uniq -c >counted; uniq -f1 a >fields'
whole cut a 'cut -c2-5 a >characters; cut -d" " -f3,1 a >fields'
whole tr a 'tr a-z A-Z <a >upper; tr -d "\n" <a >long
	tr " " "\n" <a | tail -n 3 >end'
whole comm 'a b' 'comm b b >both; sort a | comm -13 b - >none
	comm a a >some'
whole od 'a b' 'od -c a >characters; od -An -tx1 -v b >hex
	base64 a >coded; base64 -d coded >back'
whole sed 'a b' 'sed s/word/WORD/ a >out; sed -n "/9$/=" a >lines
	sed -i -e 3,9d -e "s/^1/one/w w" b'
whole ls '' 'touch x y z; ls >list; ls -m >commas'
