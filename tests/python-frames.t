#!/bin/bash
# SPDX-License-Identifier: MIT
# Stacks of calls that Python makes have its frames: those that it sees itself.
# shellcheck disable=SC2154
. "$(dirname "$(readlink -f "$0")")/tap.sh"
from=$tests/backtrace
unset FXTRACE_MODE

# record ARGUMENT...: getppid with stacks, into a.fxt
record() {
	"$fxtrace" record -q --overwrite -o a.fxt -c getppid \
		--stack getppid:128 -- "$@"
}

# frames: of each call that has some, FUNCTION:LINE of Python's
frames() {
	"$fxtrace" dump --json --stacks a.fxt | perl -CO -MJSON::PP -ne '
		print join(" ", map {"$_->{function}:" . ($_->{line} // 0)}
			grep {($_->{language} // "") eq "python"}
			@{decode_json($_)->{stack} || []}), "\n"' | sed '/^$/d'
}

# version PYTHON: 3.N if it runs and has frames that we know
version() {
	"$1" -c 'import sys
v = "%d.%d" % sys.version_info[:2]
print(v if v in ("3.11", "3.12", "3.13", "3.14") else "")' 2>/dev/null
}

plan 14
gcc -O1 -rdynamic -o no_python "$from/no_python.c" -lpthread || exit 1
record ./no_python circle >out
[ "$(cat out)" = done ] && "$fxtrace" dump --stacks a.fxt | grep -q ' abc at abc'
ok $? 'frames that lead in a circle end at the depth of the stack'
for way in own marks frame odd code name lines length width at state; do
	timeout 20 "$fxtrace" record -q --overwrite -o a.fxt -c getppid \
		--stack getppid:128 -- ./no_python $way 2>&1 | grep -qx done &&
		"$fxtrace" dump --stacks a.fxt | grep -q 'getppid()' || echo $way
done >wrong
is "$(cat wrong)" '' 'whatever memory an interpreter seems to have does no harm'

python=
for name in python3 python3.11 python3.12 python3.13 python3.14; do
	found=$(version $name)
	what="$name: frames of every kind are those that it sees itself"
	if [ "$found" ]; then
		python=${python:-$name}
		record $name "$from/frames.py" >want
		is "$(frames)" "$(cat want)" "$what"
	else
		skip 'not here, or of another version' "$what"
	fi
done
if [ ! "$python" ]; then
	for i in 1 2 3 4 5 6 7; do skip 'no Python 3.11 to 3.14' "test $i"; done
	exit 0
fi

{
	echo 'import os'
	for i in {1..5000}; do echo "x = [$i, '']"; done
	echo 'os.getppid()'
} >long.py
record $python long.py
is "$(frames)" '<module>:5002' \
	'a function has its lines, however long their table is'

record $python -c 'import os
def child():
    os.getppid()
def parent():
    os.getppid()
parent()
if os.fork() == 0:
    child()
    os._exit(0)
os.wait()
parent()'
is "$(frames | sort)" 'child:3 <module>:8
parent:5 <module>:11
parent:5 <module>:6' 'a forked child has functions of its own'

record $python -c 'import os
for i in range(200):
    scope = {}
    exec(compile("def f%d():\n    os.getppid()\nf%d()" % (i, i), "x", "exec"),
         {"os": os})'
is "$(frames)" "$(for i in {0..199}; do
	echo "f$i:2 <module>:3 <module>:4"
done)" 'a function that takes the place of another one has its own name'

cat >serve.py <<'E2'
import http.server, os, threading, urllib.request

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        os.getppid()
        self.send_response(200)
        self.end_headers()
    def log_message(self, *args):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
urllib.request.urlopen("http://127.0.0.1:%d" % server.server_port).read()
server.shutdown()
E2
record $python serve.py
"$fxtrace" dump --stacks a.fxt | grep -q ' Handler.do_GET at .*/serve.py:5 (python)$'
ok $? 'a web server shows the file and the line of its handler'
"$fxtrace" convert a.fxt a.folded
grep -q ';Handler.do_GET;' a.folded
ok $? 'folded stacks have the functions of Python'

library=$(ldconfig -p | sed -n 's/.* => \(.*libpython3\.1[1234]\.so[.0-9]*\)$/\1/p' |
	head -n 1)
# It has more libraries than are searched, but none is called *python*.
if [ "$library" ] && gcc -o embed "$from/embed.c" -Wl,--no-as-needed -ldl -lm \
	-lpthread -lrt -lutil; then
	record ./embed "$library" 'import os
def f():
    os.getppid()
f()'
	is "$(frames)" 'f:3 <module>:4' \
		'an interpreter that a program loads later is found'
else
	skip 'no libpython' 'an interpreter that a program loads later is found'
fi

cat >jail.py <<'E2'
import ctypes, os
def f():
    os.getppid()
f()
ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)
# strict mode allows nothing else than read, write and exit
ctypes.CDLL(None).prctl(22, 1, 0, 0, 0)
os.write(1, b"jailed\n")
ctypes.CDLL(None).syscall(60, 0)
E2
is "$(record $python jail.py 2>&1)" jailed \
	'where the kernel cannot be asked, Python runs on'
