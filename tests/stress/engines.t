#!/bin/bash
# SPDX-License-Identifier: MIT
# DuckDB and ClickHouse load archives by the statements of `convert --ddl`, and
# have every value that dump --json prints. Both are packages of npm: set NODE_PATH
# to a node_modules with @duckdb/node-api and chdb. Else it is skipped. With
# dt-sql-parser and esbuild, Spark's grammar takes the statements for it.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
unset FXTRACE_MODE

plan 6

# grammar: what is wrong with the statements for Spark on standard input
grammar() { node grammar.js 2>/dev/null; }

cat >spark.js <<-'END'
	const { SparkSQL } = require('dt-sql-parser')
	const text = require('fs').readFileSync(0, 'utf8')

	console.log(JSON.stringify(new SparkSQL().validate(text)))
END
esbuild=${NODE_PATH-none}/.bin/esbuild
if "$esbuild" spark.js --bundle --platform=node --outfile=grammar.js >esbuild.out 2>&1; then
	"$fxtrace" record -q -o ls.fxt ls >out
	is "$("$fxtrace" convert --ddl spark ls.fxt | grammar)" '[]' \
		"Spark's grammar takes the statements for it"
	is "$("$fxtrace" convert --ddl spark ls.fxt | sed 's/using/use/' | grammar |
		grep -c "'use' is not valid")" 1 'and no others'
else
	skip 'no dt-sql-parser and esbuild of npm' "Spark's grammar takes the statements"
	skip 'no dt-sql-parser and esbuild of npm' 'and no others'
fi

for package in @duckdb/node-api chdb; do
	node -e "require('$package')" 2>/dev/null && continue
	for _ in 1 2 3 4; do skip "no $package of npm" 'DuckDB and ClickHouse'; done
	exit
done

# A column and errors that come late: engines that look at the first lines miss
# them.
cat >late.c <<-'END'
	#include <fcntl.h>
	#include <math.h>
	#include <stdio.h>
	#include <stdlib.h>
	#include <unistd.h>

	int main(void)
	{
		volatile double zero = 0;
		char name[16];

		for (int i = 0; i < 30000; i++)
			getenv("PATH");
		for (int i = 0; i < 50; i++) {
			snprintf(name, sizeof(name), "none%d", i);
			open(name, O_RDONLY);
		}
		strtoull("18446744073709551615", NULL, 10);
		sqrt(-1 / (zero + 1));
		fabs(zero / zero);
		write(1, "\xff\xfe", 2);
		return 0;
	}
END
cc -O1 -fno-builtin late.c -o late -lm
"$fxtrace" record -q -c '+*' -o late.fxt ./late >out
git init -q r && for i in 1 2 3; do
	git -C r -c user.name=a -c user.email=a@b commit -q --allow-empty -m $i
done
"$fxtrace" record -q -o git.fxt git -C r log --stat >out
"$fxtrace" record -q -c '+*' --stack open -o python.fxt /usr/bin/python3 -c \
	'import json, math; print(json.dumps([1.5, math.inf]))' >out
node "$tests/convert/engines.js" "$fxtrace" duckdb,clickhouse late.fxt git.fxt python.fxt \
	>engines.out 2>&1
status=$?
ok $status 'both could be compared'
for engine in duckdb clickhouse; do
	grep -q "^$engine: \([0-9]*\) of \1 calls, 0 different" engines.out
	ok $? "$engine has every value"
done
! grep '^parquet' engines.out
ok $? 'a file of Parquet that DuckDB makes has the same rows'
note <engines.out
