#!/bin/bash
# SPDX-License-Identifier: MIT
# Every command that reads archives takes damaged ones. It ends by itself, soon,
# within its memory, and with a status of its own. It says what is wrong in text
# that a terminal can show. mutate.pl damages by structure. N_MUTANTS=1000 makes
# a long run of it.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
commands=('info' 'dump' 'dump --json' 'dump --stable --stacks' 'report'
	'report --by thread' 'graph' 'flame -o OUT.svg' 'timeline -o OUT.html'
	'leaks' 'slow' 'trim -o OUT.fxt' 'recover -o OUT.fxt'
	'convert --to json OUT.json' 'convert --to sqlite OUT.sqlite'
	'convert --to apitrace OUT.trace' 'convert --to xray OUT.xray'
	'replay --calls +*' 'replay --io OUT.box' 'diff GOOD'
	'query')
plan "${#commands[@]}"
mkdir seeds
for file in "$tests"/format/*/*.fxt; do
	# archives of a few hundred records make the most of each change
	[ "$(wc -c <"$file")" -le 65536 ] &&
		[ "$(head -c 6 "$file" | tail -c 3 | tr -d "\0")" = FxT ] &&
		cp "$file" seeds/
done
seeds=(seeds/*.fxt)
n=${N_MUTANTS:-12}
for ((i = 0; i < n; i++)); do
	perl "$tests/fuzz/mutate.pl" $((i + ${FIRST_MUTANT:-0})) $((1 + i % 7)) \
		<"${seeds[i % ${#seeds[@]}]}" >"mutant$i.fxt"
done
# The address sanitizer maps terabytes.
limit=2000000
nm -D "$fxtrace" 2>/dev/null | grep -q __asan && limit=unlimited

# run ARGUMENT...: with limits; the status
run() {
	(
		ulimit -v $limit -f 262144 -c 0
		exec timeout -k 1 "${SECONDS_EACH:-30}" "$fxtrace" "$@"
	) >out 2>err </dev/null
}

for command in "${commands[@]}"; do
	: >why
	for ((i = 0; i < n; i++)); do
		rm -rf OUT*
		read -ra words <<<"$command"
		file=mutant$i.fxt
		case ${words[0]} in
		convert) words=("${words[0]}" "${words[1]}" "${words[2]}" "$file" "${words[3]}") ;;
		diff) words=(diff "${seeds[0]}" "$file") ;;
		query) words=(query "$file" 'select count(*), max(text) from calls') ;;
		*) words+=("$file") ;;
		esac
		run "${words[@]}"
		status=$?
		[ $status -le 3 ] ||
			echo "mutant $((i + ${FIRST_MUTANT:-0})): status $status" >>why
		LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f]' err &&
			echo "mutant $i: control bytes" >>why
		[ "$(wc -l <err)" -gt 200 ] && echo "mutant $i: a flood" >>why
	done
	[ ! -s why ]
	ok $? "fxtrace ${command%% -o*} takes $n damaged archives" || note <why
done
