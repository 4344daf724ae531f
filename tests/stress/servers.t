#!/bin/bash
# SPDX-License-Identifier: MIT
# Servers under load cannot notice that they are recorded. The archive has what
# they did: as many connections and answers as were requested.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/../programs/programs.sh"
export n=1000
chmod 755 "$tmp"
# A process that gives up root can still read what records it.
mkdir -m 755 "$tmp/bin" && copy_products "$tmp/bin"
fxtrace=$tmp/bin/fxtrace lib=$tmp/bin/libfxtrace.so

cat >"$in/nginx.conf" <<'EOT'
daemon off;
worker_processes 2;
error_log stderr warn;
pid nginx.pid;
events { worker_connections 64; }
http {
	access_log access.log;
	client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t;
	uwsgi_temp_path t; scgi_temp_path t;
	server { listen unix:socket; root html; }
}
EOT
cat >"$in/client.py" <<'EOT'
import os, socket, sys
for i in range(int(os.environ["n"])):
    c = socket.socket(socket.AF_UNIX)
    c.connect("socket")
    c.sendall(b"GET /a HTTP/1.0\r\n\r\n")
    got = b""
    while part := c.recv(9999):
        got += part
    c.close()
    if not got.endswith(b"some text\n") or b" 200 OK" not in got:
        sys.exit("%d: %r" % (i, got))
print("all answered")
EOT
# The clients are not recorded: only what the server does is in the archive.
PATH=$PATH:/usr/sbin
archive_has() { at_least 1000 accept4; at_least 1000 recv; at_least 1000 writev; }
needs='nginx' program 'nginx answers 1,000 requests' sh -c \
	'mkdir html t; echo some text >html/a; nginx -p . -c "$in/nginx.conf" & server=$!
	until [ -S socket ]; do sleep 0.05; done
	env -u LD_PRELOAD /usr/bin/python3 "$in/client.py"; kill -QUIT $server; wait $server; echo $?
	grep -c "GET /a HTTP/1.0. 200 10" access.log'

archive_has() { at_least 4000 read; at_least 4000 write; at_least 50 accept4 accept; }
program_redis() {
	needs='redis-server redis-benchmark' program "$1" sh -c \
	'redis-server --port 0 --unixsocket "$PWD/s" --save "" --logfile log --daemonize no &
	server=$!; redis="redis-cli -s s"; until [ "$($redis ping 2>&1)" = PONG ]; do sleep 0.05; done
	redis-benchmark -s s -n 2000 -c 50 -t set,lpush,incr -q >bench; grep -c "requests per" bench
	$redis get counter:__rand_int__; $redis info stats | grep -E "^(rejected|total_error)"
	$redis set a b; $redis get a; $redis bgsave; $redis shutdown save; wait $server; echo $?
	ls; grep -c "ready to exit" log'
}
program_redis 'redis-server and redis-benchmark'

archive_has() { at_least 10 fork; }
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
PATH=$PATH:$bin
# initdb prints the folder's owner; times and rates are new each time.
normal() {
	sed -E 's/^(tps|latency average|initial connection time) = .*/\1 = N/
		s/(duration|number of transactions actually processed): .*/\1: N/
		s/done in .*/done/; s/[0-9.]+ s\b/N s/g'
}
cat >"$in/postgres.sh" <<'EOT'
cd "$1" || exit
initdb -D d -A trust --no-locale -E UTF8 -N >init.out 2>&1; echo $?
tail -n 3 init.out | head -n 1 | wc -w
pg_ctl -D d -w -o "-k $1 -c listen_addresses=" -l log start >/dev/null; echo $?
export PGHOST=$1 PGDATABASE=postgres PGUSER=$(id -un)
pgbench -i -q -s 1 2>&1; pgbench -T 10 -c 4 -j 2
psql -Atc 'select count(*) from pgbench_accounts' -c 'select sum(abalance) =
	(select sum(delta) from pgbench_history) from pgbench_accounts' -c 'select no_such'
echo $?
pg_ctl -D d -w -m fast stop; echo $?; grep -c 'database system is shut down' log
EOT
limit=240
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid=nobody --regid=nogroup --clear-groups'
needs='initdb pgbench setpriv' program 'PostgreSQL: initdb, 10 s of pgbench' sh -c \
	"mkdir -m 777 p; $as sh \"\$in/postgres.sh\" \"\$PWD/p\""
finished
