#!/bin/bash
# SPDX-License-Identifier: MIT
# Interpreters and a database: threads, children, pools of workers, sockets.
# shellcheck disable=SC1091,SC2016,SC2154
. "$(dirname "$(readlink -f "$0")")/programs.sh"

cat >"$in/threads.py" <<'EOT'
import ctypes, os, signal, socket, subprocess, sys, threading, time
total = []
def work(n):
    for i in range(50):
        with open("/etc/passwd") as f:
            total.append(len(f.read()))
threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
[t.start() for t in threads]
[t.join() for t in threads]
print(len(total), len(set(total)))
print(subprocess.check_output(["echo", "from a child"]).decode())
print(subprocess.run("exit 4", shell=True).returncode)
print(subprocess.Popen(["/no/such"], stderr=2) if 0 else "none")
pid = os.fork()
if pid == 0:
    os._exit(5)
print(os.WEXITSTATUS(os.waitpid(pid, 0)[1]))
ticks = []
signal.signal(signal.SIGALRM, lambda *a: ticks.append(1))
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
while len(ticks) < 20:
    time.sleep(0.01)
signal.setitimer(signal.ITIMER_REAL, 0)
server = socket.create_server(("127.0.0.1", 0))
def serve():
    c, _ = server.accept()
    c.sendall(c.recv(99).upper())
    c.close()
t = threading.Thread(target=serve)
t.start()
c = socket.create_connection(server.getsockname())
c.sendall(b"text")
print(c.recv(99))
t.join()
print(ctypes.CDLL(None).strlen(b"four"), sorted(os.listdir("/proc/self/fd")))
sys.stderr.write("to the error output\n")
raise SystemExit(9)
EOT
cat >"$in/pool.py" <<'EOT'
import multiprocessing as mp, os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
def square(n):
    return n * n
def produce(q, e):
    for i in range(200):
        q.put(i)
    e.set()
def main():
    for way in "fork", "spawn", "forkserver":
        mp.set_start_method(way, force=True)
        with mp.Pool(3) as pool:
            print(way, sum(pool.imap_unordered(square, range(500), 7)))
            try:
                pool.apply(divmod, (1, 0))
            except ZeroDivisionError as e:
                print(e)
        q, e = mp.Queue(), mp.Event()
        p = mp.Process(target=produce, args=(q, e))
        p.start()
        print(sum(q.get() for _ in range(200)), e.wait(9))
        p.join()
        print(p.exitcode)
        p = mp.Process(target=os.abort)
        p.start()
        p.join()
        print(p.exitcode)
    a = mp.Array("i", 5)
    with ProcessPoolExecutor(2) as x:
        print(list(x.map(square, range(9))))
    with ThreadPoolExecutor(4) as x:
        print(list(x.map(square, range(9))))
    from multiprocessing import shared_memory
    s = shared_memory.SharedMemory(create=True, size=99)
    s.buf[:3] = b"abc"
    other = shared_memory.SharedMemory(s.name)
    print(bytes(other.buf[:3]), list(a))
    other.close()
    s.close()
    s.unlink()
if __name__ == "__main__":
    main()
EOT
cat >"$in/loop.py" <<'EOT'
import asyncio
async def answer(reader, writer):
    writer.write((await reader.readline()).upper())
    await writer.drain()
    writer.close()
async def query(port, n):
    r, w = await asyncio.open_connection("127.0.0.1", port)
    w.write(b"text %d\n" % n)
    got = await r.readline()
    w.close()
    return got
async def main():
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    got = await asyncio.gather(*(query(port, n) for n in range(100)))
    print(len(set(got)), got[42])
    p = await asyncio.create_subprocess_exec("cat", stdin=-1, stdout=-1)
    print(await p.communicate(b"through a child"), p.returncode)
    try:
        await asyncio.wait_for(asyncio.sleep(9), 0.02)
    except asyncio.TimeoutError:
        print("timeout")
asyncio.run(main())
EOT
cat >"$in/node.js" <<'EOT'
const {execSync, fork, spawn} = require("child_process");
const {Worker, isMainThread, parentPort} = require("worker_threads");
const crypto = require("crypto"), fs = require("fs"), net = require("net");
if (process.send) {
	process.on("message", m => { process.send(m * 2); process.exit(3); });
} else if (!isMainThread) {
	parentPort.postMessage("from a thread");
} else {
	console.log(execSync("echo from a child").toString());
	console.log(fs.readdirSync("/etc").length > 3);
	crypto.pbkdf2("a", "b", 1000, 20, "sha256", (e, key) => {
		console.log(key.toString("hex"));
		const child = fork(__filename);
		child.on("message", m => console.log("got", m));
		child.on("exit", status => {
			console.log("exit", status);
			new Worker(__filename).on("message", m => {
				console.log(m);
				serve();
			});
		});
		child.send(21);
	});
}
function serve() {
	const server = net.createServer(s => s.pipe(s)).listen(0, "127.0.0.1", () => {
		const c = net.connect(server.address().port, "127.0.0.1");
		c.on("data", d => { console.log(d.toString()); c.end(); });
		c.on("close", () => { console.error("bye"); server.close();
			setTimeout(() => process.exit(7), 10); });
		c.write("echoed");
	});
}
EOT
cat >"$in/all.sql" <<'EOT'
pragma journal_mode = wal;
create table t (a integer primary key, b text);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
	insert into t select i, hex(i * i) from n;
create index x on t (b);
select count(*), min(b), max(b) from t where a % 7 = 0;
begin; delete from t where a < 100; rollback;
select count(*) from t; select * from no_such;
vacuum;
pragma integrity_check;
EOT
cat >"$in/all.rb" <<'EOT'
require "socket"; require "json"; require "timeout"
r, w = IO.pipe
pid = fork { r.close; w.puts JSON.generate({a: [1, 2]}); exit! 4 }
w.close; puts r.read; Process.wait pid; p $?.exitstatus
p 4.times.map { |i| Thread.new { (1..9999).sum * i } }.map(&:value)
puts `echo from a child`; begin; Timeout.timeout(0.05) { sleep 9 }
rescue Timeout::Error; puts "timeout"; end
s = TCPServer.new("127.0.0.1", 0); t = Thread.new { c = s.accept; c.puts c.gets.upcase; c.close }
c = TCPSocket.new("127.0.0.1", s.addr[1]); c.puts "text"; puts c.read; t.join
trap("USR1") { puts "usr1" }; Process.kill("USR1", $$); sleep 0.01
GC.start; f = Fiber.new { Fiber.yield 1; 2 }; p f.resume, f.resume
warn "to the error output"; exit 6
EOT
cat >"$in/all.php" <<'EOT'
<?php
echo strlen(file_get_contents("/etc/services")), "\n", shell_exec("echo from a child");
$p = proc_open(["cat"], [["pipe", "r"], ["pipe", "w"]], $pipes);
fwrite($pipes[0], "through"); fclose($pipes[0]); echo stream_get_contents($pipes[1]), "\n";
echo proc_close($p), "\n"; echo preg_replace("/(\d+)/", "<$1>", "a1b22"), "\n";
$s = stream_socket_server("tcp://127.0.0.1:0"); $c = stream_socket_client("tcp://" .
stream_socket_get_name($s, false)); fwrite($c, "x"); fclose($c);
echo fread(stream_socket_accept($s), 9), date("Y-m-d", 0), json_encode([1, "a" => null]), "\n";
echo md5(serialize(range(1, 9999))), usleep(10), "\n"; exit(5);
EOT
cat >"$in/all.lua" <<'EOT'
local t = {} for i = 1, 9999 do t[i] = (i * 7919) % 10007 end table.sort(t)
print(t[1], #t, os.getenv("HOME") ~= nil, string.format("%q %g", "a\n", 1 / 3))
local f = io.popen("echo from a child") print(f:read("a"), f:close())
print(os.execute("exit 3")) print(pcall(error, "text")) print(io.open("/no/such"))
local c = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end)
print(c(), c(), c(), os.date("!%F", 0)) collectgarbage() os.exit(7)
EOT
cat >"$in/all.tcl" <<'EOT'
set p [open "|sort -r" r+]; puts $p "a\nb"; close $p write; puts [read $p]; close $p
puts [exec echo "from a child"]; catch {exec false} e; puts $e
proc take {c a p} { puts $c [string toupper [gets $c]]; close $c }
set s [socket -server take -myaddr 127.0.0.1 0]
set c [socket 127.0.0.1 [lindex [fconfigure $s -sockname] 2]]
puts $c text; flush $c; fileevent $c readable {puts [gets $c]; set done 1}; vwait done
after 10 {set done 2}; vwait done; puts [clock format 0 -format %Y -gmt 1]; exit 4
EOT

python=/usr/bin/python3
program 'python: threads, children, signals, sockets' $python "$in/threads.py"
# One of the children aborts: it needs no core.
ulimit -c 0
program 'python: multiprocessing in its three ways' $python "$in/pool.py"
program 'python: asyncio' $python "$in/loop.py"
program 'python: zlib, hashes, decimals, a shelf' $python -c 'import zlib, hashlib
import decimal, json, re, shelve, tempfile, random, sqlite3, pickle, gzip
d = b"".join(b"%d" % i for i in range(20000)); print(len(zlib.compress(d)))
print(hashlib.sha256(d).hexdigest(), decimal.Decimal(2).sqrt(), random.seed(1))
print(random.random(), len(re.findall(rb"12+", d)), len(pickle.dumps([d] * 9)))
s = shelve.open("shelf"); s["a"] = {"b": [1]}; s.close(); print(dict(shelve.open("shelf")))
c = sqlite3.connect("x.db"); c.execute("create table t (a)")
c.executemany("insert into t values (?)", ((i,) for i in range(999))); c.commit()
print(c.execute("select sum(a) from t").fetchall())
with tempfile.TemporaryFile() as f: f.write(d); f.seek(9); print(f.read(4))
gzip.open("g", "wb").write(d); print(gzip.open("g").read() == d); 1 / 0'
program 'node: children, threads, a server' node "$in/node.js"
program 'sqlite3: writes and checks a database' sh -c \
	'sqlite3 x.db <"$in/all.sql"; echo $?; md5sum x.db; ls; sqlite3 x.db .dump | md5sum'
program 'ruby: threads, children, fibers, sockets' ruby "$in/all.rb"
program 'php: streams and children' php "$in/all.php"
needs=lua5.4 program 'lua: coroutines and children' lua5.4 "$in/all.lua"
needs=tclsh program 'tcl: events, sockets, children' tclsh "$in/all.tcl"
finished
