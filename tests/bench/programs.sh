#!/bin/bash
# SPDX-License-Identifier: MIT
# What recording costs whole programs. Each of them runs alone, and under
# `fxtrace record` with the functions of the default and with all (`-c '+*'`).
# It also runs under strace -f, and under uftrace with the calls of libraries.
# Runs are interleaved. The table has medians of the processor's time of the whole
# tree, over the program's alone. The recorder's own processes count. For fxtrace
# it also has the lowest and the highest, time by the clock, the archive's size,
# calls and losses.
#	[ROUNDS=5] [WAYS='default all strace uftrace'] programs.sh [NAME...]
set -eu
top=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
b=${FXTRACE_B:-$top/build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
make -s -C "$top" B="$b" "$b/tests/bench/cost" "$b/fxtrace" "$b/libfxtrace.so"
cd "$tmp"
rounds=${ROUNDS:-5}
names=${*:-sort bash ls grep status log tar find gcc python3 sqlite3 perl}

# A tree of 40,000 files, the same on each machine; a repository of 300 commits.
make_tree() {
	perl -e 'mkdir "tree" or die;
	for my $d (1 .. 2000) {
		mkdir "tree/d$d" or die;
		for my $f (80 .. 99) {
			open my $out, ">", "tree/d$d/file$f.c" or die;
			print $out "line $_ of $f in $d: int x$_;\n" for 1 .. $f / 2;
		}
	}'
}
make_repository() {
	git init -q repository
	cp -r tree/* repository
	(
		cd repository
		git config user.name bench
		git config user.email bench@example.org
		git config gc.auto 0
		git add .
		git commit -qm first
		for ((i = 1; i <= 300; i++)); do
			sed -i "$((i % 39 + 1))s/\$/ changed $i/" "d$((i % 19 + 1))"/file9?.c
			git commit -qam "change $i"
		done
	)
}

# prepare NAME: what it needs; then `command` is an array to run
prepare() {
	case $1 in
	ls | grep | tar | find) [ -d tree ] || make_tree ;;
	status | log)
		[ -d tree ] || make_tree
		[ -d repository ] || make_repository
		;;
	esac
	case $1 in
	sort)
		perl -e 'srand 1; print int(rand 1e9), "\n" for 1 .. 100000' >lines
		command=(sort -n lines)
		;;
	# shellcheck disable=SC2016
	bash) command=(bash -c 'for ((i = 0; i < 200; i++)); do /bin/true $i; done') ;;
	ls) command=(ls -lR tree) ;;
	grep) command=(grep -r 'int x49;' tree) ;;
	status) command=(git -C repository status) ;;
	log) command=(git -C repository log -p -n 200 --no-color) ;;
	tar) command=(tar -cf x.tar tree) ;;
	find) command=(find tree -name 'file7*') ;;
	gcc) command=(gcc -O1 -I"$top" -c -o x.o "$top/writer/buffer.c") ;;
	python3) # not a script that only finds it
		command=("$(python3 -c 'import sys; print(sys.executable)')" -c pass)
		;;
	sqlite3)
		command=(sqlite3 :memory: 'create table t(a, b);
			with recursive c(n) as (select 1 union all select n + 1
				from c where n < 300000)
			insert into t select n, n * n % 977 from c;
			create index i on t(b);
			select count(*), sum(a) from t where b < 99')
		;;
	# shellcheck disable=SC2016
	perl)
		command=(perl -e 'my %h; for my $i (1 .. 400000) {
			$h{"key" . $i % 5000} .= chr(65 + $i % 26) }
			print length(join("", map { $h{$_} } sort keys %h))')
		;;
	*)
		echo "programs.sh: $1: no such program" >&2
		exit 2
		;;
	esac
}

# run WAY COMMAND...: a median's input in WAY.cost
run() {
	local way=$1 before=()
	shift
	case $way in
	default) before=("$b/fxtrace" record -q --overwrite -o default.fxt) ;;
	all) before=("$b/fxtrace" record -q --overwrite -o all.fxt -c '+*') ;;
	strace) before=(strace -f -o strace.out) ;;
	uftrace) before=(uftrace record --force --no-pager -d uftrace.out) ;;
	esac
	"$b/tests/bench/cost" "$way.cost" ${before+"${before[@]}"} "$@" >out.txt 2>err.txt
}

column() { # WAY COLUMN: its sorted values
	[ ! -f "$1.cost" ] || sort -n -k "$2,$2" "$1.cost" | awk -v c="$2" '{ print $c }'
}
middle() { column "$@" | awk '{ a[NR] = $1 } END { print NR ? a[int((NR + 1) / 2)] : 0 }'; }
over() { # WAY COLUMN: the median over the program's alone
	awk -v a="$(middle "$@")" -v b="$(middle native "$2")" \
		'BEGIN { if (a) printf "%.2f", a / b; else printf "-" }'
}
spread() {
	column "$1" 1 | awk -v b="$(middle native 1)" 'NR == 1 { low = $1 }
		END { printf "%.2f-%.2f", low / b, $1 / b }'
}

ways=()
for way in ${WAYS:-default all strace uftrace}; do
	case $way in
	strace | uftrace) command -v "$way" >/dev/null || continue ;;
	esac
	ways+=("$way")
done
printf '%-8s %9s' program 'native ms'
for way in "${ways[@]}"; do
	case $way in
	default | all) printf ' %8s %11s %6s %7s %9s %5s' "$way" spread clock MB calls lost ;;
	*) printf ' %8s' "$way" ;;
	esac
done
echo
for name in $names; do
	prepare "$name"
	rm -f ./*.cost
	"${command[@]}" >out.txt # to have all in memory
	for ((i = 0; i < rounds; i++)); do
		run native "${command[@]}"
		for way in "${ways[@]}"; do run "$way" "${command[@]}" || :; done
	done
	awk -v name="$name" -v us="$(middle native 1)" \
		'BEGIN { printf "%-8s %9.1f", name, us / 1e3 }'
	for way in "${ways[@]}"; do
		printf ' %8s' "$(over "$way" 1)"
		case $way in default | all) ;; *) continue ;; esac
		"$b/fxtrace" info $way.fxt >info.txt
		printf ' %11s %6s %7s %9s %5s' "$(spread $way)" "$(over $way 2)" \
			"$(awk -v n="$(stat -c %s $way.fxt)" 'BEGIN { printf "%.1f", n / 1e6 }')" \
			"$(awk '/^calls:/ { print $2 }' info.txt)" \
			"$(awk '/^lost/ { n += $2 } END { print n + 0 }' info.txt)"
	done
	echo
done
