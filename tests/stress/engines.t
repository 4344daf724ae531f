#!/bin/bash
# SPDX-License-Identifier: MIT
# DuckDB and ClickHouse load archives by the statements of `convert --ddl`, and
# have every value that dump --json prints. Both are packages of npm: set NODE_PATH
# to a node_modules with @duckdb/node-api and chdb. Else it is skipped.
. "$(dirname "$(readlink -f "$0")")/../tap.sh"
unset FXTRACE_MODE

plan 3
for package in @duckdb/node-api chdb; do
	node -e "require('$package')" 2>/dev/null && continue
	for _ in 1 2 3; do skip "no $package of npm" 'DuckDB and ClickHouse'; done
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
note <engines.out
