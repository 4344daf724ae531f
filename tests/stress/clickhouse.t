#!/bin/bash
# SPDX-License-Identifier: MIT
# Calls as rows, in a ClickHouse server that is started for this: Debian's, of
# 2018, which reads no objects. CSV it loads whole, of JSON lines the columns
# that are no objects. Skipped if it is not installed, or cannot be started.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/../cli/lib.sh"
names=('ClickHouse counts and adds up rows of CSV as we do'
	'and has every field as it is there'
	'of JSON lines it does so, too'
	'and has numbers of 64 bits, and what is not there')
plan ${#names[@]}

# give_up WHY
give_up() {
	for name in "${names[@]}"; do skip "$1" "$name"; done
	exit
}

command -v clickhouse-server clickhouse-client >/dev/null ||
	give_up 'no ClickHouse'

# configure PORT
configure() {
	cat >config.xml <<-END
		<yandex><logger><level>error</level><log>$PWD/log</log>
		<errorlog>$PWD/errors</errorlog></logger>
		<tcp_port>$1</tcp_port><listen_host>127.0.0.1</listen_host>
		<path>$PWD/data/</path><tmp_path>$PWD/tmp/</tmp_path>
		<user_files_path>$PWD/</user_files_path>
		<mark_cache_size>1000000</mark_cache_size>
		<users_config>$PWD/users.xml</users_config></yandex>
	END
	cat >users.xml <<-END
		<yandex><profiles><default/></profiles><quotas><default/></quotas>
		<users><default><password/><networks><ip>127.0.0.1</ip></networks>
		<profile>default</profile><quota>default</quota></default></users>
		</yandex>
	END
}

# sql SQL [OPTION...]: in one line, since it takes types in no other way
sql() {
	timeout 60 clickhouse-client --host 127.0.0.1 --port "$port" \
		"${@:2}" -q "$(tr -s '\n\t' '  ' <<<"$1")" </dev/null
}

# begin: with a port that is free
begin() {
	local i

	port=$((20000 + RANDOM % 20000))
	configure $port
	clickhouse-server --config-file="$PWD/config.xml" >server.out 2>&1 &
	server=$!
	for ((i = 0; i < 300; i++)); do
		kill -0 $server 2>/dev/null || return 1
		[ "$(sql 'select 42' 2>/dev/null)" = 42 ] && return
		sleep 0.1
	done
	kill -9 $server
	return 1
}

begin || begin || begin || give_up 'ClickHouse does not start'
trap 'kill -9 $server; wait $server 2>/dev/null' EXIT

"$fxtrace" record -q --mode streaming -o a.fxt bash -c '
	echo one >$'\''x"b,\\c\n\td'\''; cat $'\''\xff\xfe'\'' "h\"é,"; ls -l /
	printf "%s\r\n\"," x | cat; truncate -s 9007199254740993 x*; rm x*
	sleep 9 & kill -9 $!; exec true' >out 2>err
"$fxtrace" convert a.fxt a.csv
"$fxtrace" convert a.fxt a.jsonl
sums='count(*), sum(duration_ns), min(begin_ns), max(begin_ns), min(number),
	max(number), sum(pid), sum(tid) from'
ours=$("$fxtrace" query --no-heading a.fxt "select $sums calls")
[ "$(wc -l <a.jsonl)" -gt 100 ] || ours="too few calls: $(cat err)"

columns='number UInt64, begin_ns UInt64, duration_ns Nullable(UInt64),
	pid UInt64, tid UInt64, process String, thread String, category String,
	name String'
csv="file('a.csv', CSVWithNames, '$columns, args String, ret String,
	errno String, state String')"
is "$(sql "select $sums $csv")" "$ours" "${names[0]}"

perl -0777 -MJSON::PP -e '
	my ($heading, @rows) = split /\r\n(?=\d+,\d+,\d*,)/, <STDIN>;
	for (@rows) {
		my @fields;
		s/\r\n\z//;
		push @fields, defined $1 ? $1 =~ s/""/"/gr : $2
			while /\G(?:"((?:[^"]|"")*)"|([^",]*))(?:,|\z)/g;
		$#fields = 12;
		print join("\0", @fields[0, 1, 3 .. 12]), "\0\n";
	}' <a.csv >want
sql "select number, begin_ns, pid, tid, process, thread, category, name, args,
	ret, errno, state from $csv order by number format JSONEachRow" \
	--output_format_json_quote_64bit_integers=0 |
	perl -MJSON::PP -ne 'my $row = JSON::PP->new->latin1->decode($_);
		print join("\0", @$row{qw(number begin_ns pid tid process thread
			category name args ret errno state)}), "\0\n"' >got
cmp -s want got
ok $? "${names[1]}" || diff -a want got | head -n 6 | cut -c1-300 | note

json="file('a.jsonl', JSONEachRow, '$columns, errno String, state String')"
is "$(sql "select $sums $json" --input_format_skip_unknown_fields=1)" "$ours" \
	"${names[2]}"
is "$(sql "select number, begin_ns, duration_ns, name, errno, state from $json
	order by number" --input_format_skip_unknown_fields=1)" \
	"$("$fxtrace" query --json a.fxt 'select number, begin_ns, duration_ns,
		name, errno, state from calls order by number' |
		perl -MJSON::PP -ne 's/,$//; my $c = eval { decode_json($_) };
			print join("\t", $c->{number}, $c->{begin_ns},
				$c->{duration_ns} // "\\N", $c->{name},
				$c->{errno} // "", $c->{state}), "\n"
				if ref $c eq "HASH"')" "${names[3]}"
