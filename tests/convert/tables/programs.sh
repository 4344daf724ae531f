# SPDX-License-Identifier: MIT
# Sourced by tables.sh: programs that it records if no archive is named.
# shellcheck shell=bash disable=SC2154

# recorded NAME COMMAND...: NAME.fxt
recorded() {
	has "$2" || return
	"$fxtrace" record -q -o "$1.fxt" "${@:2}" >"$1.out" 2>&1 </dev/null
	"$fxtrace" dump "$1.fxt" 2>/dev/null | grep -q . && archives+=("$1")
}

# A program of several threads, with calls inside calls.
threads_program() {
	cat >threads.c <<-'END'
		#include <fcntl.h>
		#include <pthread.h>
		#include <stdio.h>
		#include <stdlib.h>
		#include <string.h>
		#include <unistd.h>

		static int compare(const void *a, const void *b)
		{
			return strcmp(*(char *const *)a, *(char *const *)b);
		}

		static void *work(void *number)
		{
			char *names[] = {"c", "a", "d", "b"}, text[20];

			for (int i = 0; i < 300; i++) {
				int fd = open("/dev/zero", O_RDONLY);

				(void)!read(fd, text, sizeof(text));
				close(fd);
				qsort(names, 4, sizeof(*names), compare);
				snprintf(text, sizeof(text), "%s %d", names[0], i);
			}
			return number;
		}

		int main(void)
		{
			pthread_t threads[4];

			for (long i = 0; i < 4; i++)
				pthread_create(&threads[i], NULL, work, (void *)i);
			for (int i = 0; i < 4; i++)
				pthread_join(threads[i], NULL);
			return 0;
		}
	END
	${CC:-cc} -O1 -fno-builtin threads.c -o threads -pthread
}

# glxgears, ended with its 200th picture
record_gears() {
	has glxgears && x_server || return
	PICTURES=200 PICTURES_CLOCK=1 recorded gears env \
		LD_PRELOAD="$b/tests/hazard/lib/libpictures.so${LD_PRELOAD:+:$LD_PRELOAD}" \
		glxgears
}

record_programs() {
	recorded ls ls -lR "$tests"
	# shellcheck disable=SC2016
	recorded bash bash -c 'for ((i = 0; i < 100; i++)); do /bin/true $i; done'
	recorded python /usr/bin/python3 -c \
		'import json, math; print(json.dumps([1.5, math.inf]))'
	git init -q r && for i in 1 2 3; do
		git -C r -c user.name=a -c user.email=a@b commit -q \
			--allow-empty -m $i
	done
	recorded git git -C r log --stat
	recorded sqlite sqlite3 new.db 'create table t(a, b);
		insert into t values (1, 2.5), ("x", null); select * from t;'
	recorded perl perl -e 'open my $f, "<", "/etc/passwd";
		print sort <$f>; printf "%.3f %s\n", 1 / 3, lc "ABC"'
	record_gears
	threads_program && recorded threads ./threads
}
