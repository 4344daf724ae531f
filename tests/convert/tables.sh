#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the table "What other tools read" of README.md. Each tool that is here
# reads what archives are converted to. What it has read is compared with
# what `fxtrace dump --json` prints of them.
#	tables.sh [ARCHIVE...]		without one, of programs that it records
# The first differences of each tool go to standard error. A tool that is missing
# has a row that says so. NODE_PATH has packages of npm: @duckdb/node-api, chdb,
# @firefox-devtools/profiler-cli and speedscope. TRACE_PROCESSOR is Perfetto's
# trace_processor_shell. TOOLS limits the rows: TOOLS='sqlite3 pprof'. KEEP is a
# folder for the archives that are recorded.
# shellcheck disable=SC1091,SC2154
given=()
keep=$(realpath "${KEEP:-/dev/null}")
[ -d "$keep" ] || keep=
for archive; do
	[ -r "$archive" ] || { echo "$archive: no such archive" >&2; exit 2; }
	given+=("$(realpath "$archive")")
done
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
. "$tests/x_server.sh"
. "$tests/convert/tables/programs.sh"
unset FXTRACE_MODE
here=$tests/convert

has() { command -v "$1" >/dev/null; }

# package NAME: its folder, of those in NODE_PATH
package() {
	local folder
	while IFS= read -r -d : folder; do
		[ -e "$folder/$1/package.json" ] && echo "$folder/$1" && return
	done <<<"${NODE_PATH-}:"
	return 1
}

# package_version NAME
package_version() {
	echo "\`$1\` $(node -p "require('$(package "$1")/package.json').version")"
}

# same TOOL FILE...: both numbers, of the archive $a
same() { /usr/bin/python3 "$here/tables/main.py" "$1" "$a.jsonl" "${@:2}"; }

convert() { "$fxtrace" convert --overwrite "$@" 2>>converted.err; }

# debian_version PACKAGE: of tools that do not say
debian_version() {
	dpkg-query -W -f '${Version}' "$1" 2>/dev/null | sed 's/[+-].*//'
}

# number N: with commas
number() { sed -E ':a;s/([0-9])([0-9]{3})($|,)/\1,\2\3/;ta' <<<"$1"; }

# put TOOL VERSION ARCHIVES COMPARED WHAT EQUAL
put() {
	echo "| $1 | $2 | $3 | $(number "$4") $5 | $(number "$6") |"
}

# row TOOL WHETHER VERSION WHAT FUNCTION: one line of the table. FUNCTION prints
# both numbers of $a.fxt; where it does not, none of its calls are equal.
row() {
	local n=0 all=0 compared equal good=0
	[ -z "${TOOLS-}" ] || [[ " $TOOLS " == *" ${5#by_} "* ]] || return
	eval "$2" >/dev/null 2>&1 || { echo "| $1 | not here | | | |"; return; }
	for a in "${archives[@]}"; do
		read -r compared equal < <("$5" 2>>"$5.err") ||
			{ compared=$(wc -l <"$a.jsonl") equal=0; }
		n=$((n + 1)) all=$((all + compared)) good=$((good + equal))
		[ "$compared" = "$equal" ] ||
			echo "$1, $a: $equal of $compared" >&2
	done
	put "$1" "$(eval "$3")" $n $all "$4" $good
	[ $all = $good ] || head -n 10 "$5.err" >&2
}

# --- one function for each tool ---

by_reader() {
	/usr/bin/python3 "$tests/format/reader.py" "$a.fxt" >"$a.read"
	same page "$a.read"
}

by_sqlite3() {
	convert "$a.fxt" "$a.db"
	sqlite3 -json "$a.db" "select number, begin_ns, end_ns, duration_ns, pid,
		tid, process, thread, frame, category, name, state, seq, errno,
		time, host, case when text is not null then hex(text) end as text,
		ret_kind as kind, $(typed ret) ret_digits as digits from calls" \
		>calls.json
	sqlite3 -json "$a.db" "select number, name, kind, true_size, digits,
		$(typed value) ifnull(hex(data), '') as memory from args" >args.json
	same sqlite calls.json args.json
}

by_duckdb() { by_engine duckdb; }
by_clickhouse() { by_engine clickhouse; }
by_engine() {
	node "$here/engines.js" "$fxtrace" "$1" "$a.fxt" |
		perl -ne '/^'"$1"': (\d+) of (\d+) calls, (\d+) different/ or
			print STDERR; $1 and print "$2 ", $1 - $3, "\n"'
}

by_avro() {
	convert "$a.fxt" "$a.avro"
	/usr/bin/python3 "$here/avro.py" "$a.avro" "$a.jsonl" | tee /dev/stderr |
		perl -ne '/^(\d+) calls, \d+ values, (\d+) different/ and
			print "$1 ", $1 - ($2 < $1 ? $2 : $1), "\n"'
}

by_account() {
	convert "$a.fxt" "$a.fdr"
	"$xray" account -format=csv -instr_map="$a.fdr.elf" "$a.fdr" >account.csv
	same account account.csv
}

by_xray() {
	convert "$a.fxt" "$a.fdr"
	"$xray" convert -f yaml -symbolize -instr_map="$a.fdr.elf" "$a.fdr" \
		>xray.yaml
	same xray xray.yaml
}

by_apitrace() {
	convert -c '*' "$a.fxt" "$a.trace"
	perl "$here/apitrace_values.pl" json real <"$a.jsonl" >ours
	apitrace dump --verbose --color=never "$a.trace" |
		perl "$here/apitrace_values.pl" text real >theirs
	same apitrace ours theirs
}

by_pprof() {
	convert "$a.fxt" "$a.pb.gz"
	go tool pprof -raw "$a.pb.gz" >pprof.raw 2>pprof.err
	same pprof pprof.raw
}

by_firefox() {
	local try
	convert "$a.fxt" "$a.firefox.json"
	export PROFILER_CLI_SESSION_DIR=$tmp/sessions
	profiler=("$(package @firefox-devtools/profiler-cli)/dist/profiler-cli.js")
	# a slow machine takes longer than it waits
	node "${profiler[@]}" load "$a.firefox.json" >loaded 2>&1
	for ((try = 0; try < 60; try++)); do
		node "${profiler[@]}" profile markers --json --limit 0 >markers.json \
			2>markers.err && break
		sleep 1
	done
	node "${profiler[@]}" stop --all >>loaded 2>&1
	"$fxtrace" dump "$a.fxt" >dump.txt
	same firefox markers.json dump.txt
}

by_speedscope() {
	convert "$a.fxt" "$a.speedscope.json"
	perl "$here/tables/speedscope.pl" "$(package speedscope)/dist/release" \
		"$a.speedscope.json" >speedscope.json
	same speedscope speedscope.json
}

# perfetto FILE FORM
perfetto() {
	"$processor" -q "$here/tables/slices.sql" "$1" >slices.csv 2>slices.err &&
		"$processor" -q "$here/tables/args.sql" "$1" >args.csv 2>args.err &&
		same perfetto slices.csv args.csv "$2"
}
by_perfetto() { perfetto "$a.fxt" fxt; }
by_perfetto_compat() {
	convert --to fxt-compat "$a.fxt" "$a.compat.fxt"
	perfetto "$a.compat.fxt" compat
}
by_perfetto_json() {
	convert "$a.fxt" "$a.json"
	perfetto "$a.json" json
}

# --- the archives, and the table ---

# typed COLUMN: its value, text and memory as hexadecimal digits
typed() {
	echo "case when typeof($1) in ('text', 'blob') then '' when
		typeof($1) = 'real' then printf('%!.17g', $1) else $1 end as value,
		case when typeof($1) in ('text', 'blob') then hex($1) else '' end
		as hex,"
}
processor=${TRACE_PROCESSOR-trace_processor_shell}
processor_version() { "$processor" --version | grep -om 1 'v[0-9][0-9.]*'; }
xray=$(compgen -c llvm-xray | sort -rV | head -n 1)
xray_version() { "$xray" --version | grep -om 1 '[0-9][0-9.]*[0-9]'; }

archives=()
if [ ${#given[@]} -gt 0 ]; then
	for i in "${!given[@]}"; do
		ln -s "${given[i]}" "$i.fxt"
		archives+=("$i")
	done
else
	record_programs
	[ -z "$keep" ] || cp -- *.fxt "$keep"
fi
for a in "${archives[@]}"; do
	"$fxtrace" dump --json --stacks "$a.fxt" >"$a.jsonl"
done

echo '| tool | version | archives | compared | equal |'
echo '|---|---|---|---|---|'
row '`tests/format/reader.py`' true "echo 'by FORMAT.md alone'" \
	'calls, with all that they have' by_reader
row '`sqlite3`' 'has sqlite3' "sqlite3 --version | cut -d ' ' -f 1" \
	'calls, every value' by_sqlite3
row 'DuckDB, by `--ddl duckdb`' 'package @duckdb/node-api' \
	'package_version @duckdb/node-api' 'calls, every value' by_duckdb
row 'ClickHouse, by `--ddl clickhouse`' 'package chdb' 'package_version chdb' \
	'calls, every value' by_clickhouse
row "Python's avro" "/usr/bin/python3 -c 'import avro'" \
	"/usr/bin/python3 -c 'import avro; print(avro.__version__)'" \
	'calls, every value' by_avro
row '`llvm-xray account`' '[ "$xray" ]' xray_version \
	'calls, by the number and times of each name' by_account
row '`llvm-xray convert`' '[ "$xray" ]' xray_version \
	'calls: thread, name, times, numbers before others' by_xray
row '`apitrace dump --verbose`' 'has apitrace' \
	"debian_version apitrace" 'calls, every value' by_apitrace
row '`go tool pprof -raw`' 'has go' "go version | cut -d ' ' -f 3" \
	'calls, by the number and time of each stack' by_pprof
row 'Firefox Profiler' 'package @firefox-devtools/profiler-cli' \
	'package_version @firefox-devtools/profiler-cli' \
	'calls: thread, name, times, arguments, result, error' by_firefox
row 'speedscope' 'package speedscope && has chromedriver' \
	'package_version speedscope' 'calls: thread, name, times' by_speedscope
row 'Perfetto: the archive' 'has "$processor"' processor_version \
	'calls: thread, category, name, times to 3 ns, numbers and text' by_perfetto
row 'Perfetto: `--to fxt-compat`' 'has "$processor"' processor_version \
	'calls: thread, category, name, times, numbers and text' by_perfetto_compat
row 'Perfetto: trace event JSON' 'has "$processor"' processor_version \
	'calls: thread, category, name, times, every value' by_perfetto_json
