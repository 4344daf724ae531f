#!/bin/bash
# SPDX-License-Identifier: MIT
# Apache Avro as Python's package reads it, and the statements of --ddl.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"

# run ARG...: what the command says, in out; its status in status
run() {
	out=$("$fxtrace" "$@" 2>&1)
	status=$?
}

# same NAME ARCHIVE...: whether all rows of the archives are the lines of dump
same() {
	local name=$1
	shift
	"$fxtrace" convert "$@" "$name.avro" 2>convert.err || note <convert.err
	"$fxtrace" dump --json --stacks "$1" >"$name.jsonl"
	/usr/bin/python3 "$tests/convert/avro.py" "$name.avro" "$name.jsonl" \
		>same.out 2>&1
	ok $? "all values of $name are those of dump --json" || note <same.out
	tail -n 1 same.out | note
}

plan 18
unset FXTRACE_MODE
for name in kinds numbers sockets signals addresses strings; do
	"$fxtrace" record -q -c '+*' --stack 'open,sigaction' -o $name.fxt \
		"$b/tests/app/$name" >out 2>err </dev/null
done
if /usr/bin/python3 -c 'import avro' 2>/dev/null; then
	for name in kinds numbers sockets signals addresses strings; do
		same $name $name.fxt
	done
	"$fxtrace" convert kinds.fxt numbers.fxt both.avro
	is "$(/usr/bin/python3 -c '
import sys
sys.path = sys.path[1:]
from avro.datafile import DataFileReader
from avro.io import DatumReader
rows = list(DataFileReader(open("both.avro", "rb"), DatumReader()))
print(len(rows), [row["number"] for row in rows] == list(range(len(rows))))')" \
		"$(($(wc -l <kinds.jsonl) + $(wc -l <numbers.jsonl))) True" \
		'several archives become one file'
	"$fxtrace" convert -c fabsf numbers.fxt - --to avro >fabsf.avro
	is "$(/usr/bin/python3 -c '
import sys
sys.path = sys.path[1:]
from avro.datafile import DataFileReader
from avro.io import DatumReader
print(sorted({row["name"] for row in
              DataFileReader(open("fabsf.avro", "rb"), DatumReader())}))')" \
		"['fabsf']" 'only the chosen calls are written, also to a pipe'
	# a name that is no UTF-8
	perl -I"$tests" -Mrecords -e 'print words(0x0016547846040010),
		record(0, 1 << 16 | 1 << 20 | 1 << 52, padded("p")),
		record(1, 0, words(1000000000)), string(1, "libc:io"),
		string(2, "caf\xc3\xa9 \xff\xc3."), record(3, 1 << 16, words(100, 100)),
		record(4, 4 << 16 | 1 << 24 | 1 << 32 | 2 << 48, words(1000, 2000))' >bytes.fxt
	"$fxtrace" convert bytes.fxt bytes.avro
	is "$(/usr/bin/python3 -c '
import sys
sys.path = sys.path[1:]
from avro.datafile import DataFileReader
from avro.io import DatumReader
print([ascii(row["name"]) for row in
       DataFileReader(open("bytes.avro", "rb"), DatumReader())])')" \
		"[\"'caf\\\\xe9 \\\\ufffd\\\\ufffd.'\"]" \
		'what is no UTF-8 in a name is replaced'
else
	for _ in {1..9}; do skip 'no package avro of Python' 'Avro'; done
fi
printf 'Obj\1' | cmp -s - <(head -c 4 <("$fxtrace" convert --to avro kinds.fxt -))
ok $? 'the file is an object container of Avro'
run convert kinds.fxt /dev/full --to avro
is "$status" 1 'a full disk is an error'

cat >large.c <<-'END'
	#include <stdlib.h>
	#include <unistd.h>
	int main(void) { write(1, calloc(3, 1000000), 3000000); return 0; }
END
cc -w large.c -o large && "$fxtrace" record -q --blob-max all -o large.fxt ./large >out
"$fxtrace" convert large.fxt large.avro
ok $? 'a call may be larger than a block'

# --- statements ---

for engine in duckdb clickhouse spark; do
	"$fxtrace" convert --ddl $engine "a'b" 'c d' >$engine.sql
done
is "$(grep -c "'a''b', 'c d'" duckdb.sql) $(grep -c "file('a\\\\'b', Avro)" \
	clickhouse.sql) $(grep -c "path 'c d'" spark.sql)" '1 1 1' \
	'the statements load the files that are named, quoted'
is "$("$fxtrace" convert --ddl duckdb | grep -c "'\*.jsonl'") $("$fxtrace" \
	convert --ddl spark | grep -c "'\*.avro'")" '1 1' \
	'or all in the folder'
"$fxtrace" convert kinds.fxt a.db
is "$("$fxtrace" convert --ddl sqlite | sqlite3 new.db &&
	sqlite3 new.db .schema)" "$(sqlite3 a.db .schema)" \
	'those of sqlite make the tables of what convert makes'
"$fxtrace" convert numbers.fxt "b'c.db"
is "$({
	"$fxtrace" convert --ddl sqlite a.db "b'c.db"
	echo 'select archive, count(*) from all_calls group by archive;'
	echo 'select count(*) from all_args;'
} | sqlite3)" "1|$("$fxtrace" dump kinds.fxt | wc -l)
2|$("$fxtrace" dump numbers.fxt | wc -l)
$(($(sqlite3 a.db 'select count(*) from arg') +
	$(sqlite3 "b'c.db" 'select count(*) from arg')))" \
	'and show several databases as one'
run convert --ddl sqlite {1..11}.db
is "$status $(head -n 1 <<<"$out")" '2 fxtrace: sqlite shows at most 10 databases as one; convert merges archives: IN... OUT.db' \
	'more databases than sqlite takes are refused'
run convert --ddl oracle
is "$status $(head -n 1 <<<"$out")" '2 fxtrace: --ddl oracle: expected duckdb, clickhouse, spark or sqlite' \
	'an engine that is not known is refused'
