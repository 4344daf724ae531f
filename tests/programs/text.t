#!/bin/bash
# SPDX-License-Identifier: MIT
# Programs that read, sort, search and edit text.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/programs.sh"
seq 1 8000 | awk '{ print ($1 * 7919) % 8009, "line", $1 }' >"$in/numbers"
cat >"$in/macros" <<'EOT'
define(f, `ifelse($1, 0, 1, `eval($1 * f(decr($1)))')')dnl
f(9) esyscmd(echo child)sysval len(abc) translit(abc, a-c, A-C)
changequote([, ])syscmd(exit 3)sysval include(/no/such)
EOT

program 'awk: fields, arrays, a pipe' awk '{ n[$1 % 10] += $3 }
	END { for (i = 0; i < 10; i++) print i, n[i] | "sort -k 2n"; close("sort -k 2n")
	"echo from a child" | getline x; print x; print substr(x, 2, 4), log(10)
	printf "%5.2f|%-9s|%c\n", 3.14159, "left", 65; exit 3 }' "$in/numbers"
program 'mawk' mawk '/99/ { print > "/dev/stderr"; n++ } END { print n }' \
	"$in/numbers"
program 'gawk: a coprocess, sorting, dates' gawk 'BEGIN {
	c = "sort -r"; for (i = 1; i < 9; i++) print i |& c; close(c, "to")
	while ((c |& getline x) > 0) print x; close(c)
	split("c b a", p); n = asort(p); print n, p[1]
	print strftime("%Y-%m-%d", 86400, 1), tolower("ÄÖÜ"), PROCINFO["version"]
	print length("ß"), gensub(/(a)(b)/, "\\2\\1", "g", "abab") }'
program 'sed: script, in place, branches' sh -c 'cp "$in/numbers" n
	sed -n -e "/^1[0-9]\{3\} /{s/line/LINE/;p}" n | tail -n 3
	sed -i.old "s/line \(.*\)/\1 line/;5q" n; cat n; wc -l n.old
	sed -E ":a;N;\$!ba;s/\n/,/g" n; sed --debug s/a/b/ n | tail -n 2
	echo x | sed "s/x/\xc3\xa4/;y/ä/ö/"; sed "s/(/" n; echo $?'
program 'grep: expressions, files, counts' sh -c \
	'grep -c 99 "$in/numbers"; grep -rlE "define +_[A-Z]{4}_H" /usr/include/*.h |
	sort | tail -n 5; grep -P "(\d)\1{3}" "$in/numbers" | head -n 4
	grep -nob line "$in/numbers" | tail -n 1; grep x /no/such; echo $?
	printf "a\0b" | grep -c b; echo ÄB | grep -i äb; grep -w 7 -m 2 -A1 "$in/numbers"'
program 'find: expressions and commands' sh -c \
	'find /usr/include -maxdepth 2 -name "s*.h" -newermt 1980-01-01 | sort
	find /etc/default -type f -printf "%f %s %m %TY\n" | sort
	mkdir -p a/b/c; touch a/b/x; find a -depth -exec echo {} + ; find a -delete
	find a; echo $?'
program 'sort: numbers, merging, in little memory' sh -c \
	'sort -n -S 100K --parallel=2 "$in/numbers" | md5sum; sort -u -k 2 "$in/numbers"
	sort -R --random-source=/etc/passwd "$in/numbers" | md5sum
	sort -c "$in/numbers" 2>&1 | sed "s,.*numbers,," ; sort -o n "$in/numbers"
	sort -m n n | uniq -c | tail -n 1; join n n | wc -l; comm -12 n n | wc -l
	shuf -i 1-99 --random-source=/etc/passwd | cksum; tac n | paste - - | cut -f 2 |
	tr 0-9 a-j | nl | fold -w 9 | od -c | tail -n 2; tsort /dev/null; factor 97 98'
program 'diff and patch' sh -c 'sed s/99/x/ "$in/numbers" >n
	diff "$in/numbers" n >d; echo $?; wc -l d; cp "$in/numbers" m
	cmp n m; patch -s m d && cmp n m; diff3 n m n'
program 'vim: edits without a screen' vim -es -u NONE -i NONE -n \
	-c 'r $in/numbers' -c '%s/line/row/' -c 'g/7$/d' -c '5,$d' -c 'w! out' \
	-c 'exe "normal ggyyp"' -c 'put =strftime(\"%Y\", 0)' \
	-c 'r !echo from a child; wc -l <out' -c '%p' -c 'cq 3'
program 'ed' sh -c 'cp "$in/numbers" n; printf "%s\n" 5,20000d g/1/s/line/x/ \
	"1i" "new" . w ,n "!echo child" zz H zz q Q | ed -s n; echo $?; cat n'
program 'jq: filters' sh -c \
	'seq 200 | jq -cs "map({n: ., s: (. * . | tostring)}) | group_by(.n % 3)[1][:3]"
	echo "{\"a\": [1, 2.5e3, null, \"ä\"]}" | jq . ; echo "{" | jq .; echo $?
	jq -n "[limit(9; repeat(1))] | add, now > 1, (\"ab\" | test(\"B\"; \"i\"))"'
program 'bc: large numbers' sh -c \
	'echo "2^500; scale=60; 4*a(1); e(1); sqrt(2); define f(x) { if (x < 2) return 1
	return x * f(x - 1) }; f(40); 1/0" | bc -l; echo "99 k 2 v p" | dc'
program 'm4: macros and a child' m4 "$in/macros"
needs='xxd iconv' program 'xxd, od, base64, iconv' sh -c 'head -c 5000 "$in/numbers" >n
	xxd n | tail -n 1; xxd n | xxd -r | cmp - n; base64 n | base64 -d | cmp - n
	echo ÄÖ | iconv -t latin1 | od -c; echo ÄÖ | iconv -t ascii; echo $?'
program 'file: what a file is' file /bin/sh /etc/passwd "$in/numbers" \
	/dev/null /usr/share/zoneinfo/UTC /no/such
program 'perl: files, forks, alarms, sockets' perl -MSocket -MPOSIX -e \
	'$| = 1; $n = 0; $SIG{ALRM} = sub { alarm 0; $n++ }; alarm 1;
	if (!($p = fork)) { stat "/" for 1 .. 20000; exit 3 }
	waitpid $p, 0; print $? >> 8, "\n"; select undef, undef, undef, 2 until $n;
	open F, "$ENV{in}/numbers"; @l = sort { $a <=> $b } <F>; print $l[7];
	print `echo from a child`, system("exit 4") >> 8, "\n";
	socketpair A, B, AF_UNIX, SOCK_STREAM, 0; syswrite A, "x" x 99;
	print sysread(B, $b, 999), "\n"; pipe R, W; if (!fork) { close R;
	print W "$_\n" for 1 .. 3000; close W; POSIX::_exit 0 } close W;
	print scalar(@r = <R>), "\n"; wait; open P, "-|", "sort", "-r", "$ENV{in}/numbers";
	print scalar <P>; close P; print $? & 127, "\n"; print strftime("%F", gmtime 0), "\n";
	local $SIG{CHLD} = sub { 1 while waitpid(-1, WNOHANG) > 0; $c++ };
	fork or exit for 1 .. 5; sleep 1 while wait != -1; eval { die "text\n" };
	print "died: $@"; $SIG{USR1} = sub { print "usr1\n" }; kill USR1 => $$; exit 8'
finished
