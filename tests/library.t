#!/bin/bash
# SPDX-License-Identifier: MIT
# libfxtrace-reader and its Python module, as make install installs them: by the
# examples of fxtrace-reader(3), and by programs of tests/library/.
. "$(dirname "$(readlink -f "$0")")/tap.sh"
prefix=$tmp/prefix

flags=()
[[ " ${MAKEFLAGS-}" == *' B='* ]] ||
	flags=(B="$([ "$b" -ef "$tests/../build" ] && echo build || echo "$b")")
make -s -C "$tests/.." "${flags[@]}" install PREFIX="$prefix" >install.out 2>&1 ||
	note <install.out
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
PYTHONPATH=$(dirname "$(find "$prefix/lib" -name fxtrace.py)")
export PYTHONPATH

# example NUMBER: that block of code of the page
example() {
	awk -v n="$1" '/^```/ { in_it = !in_it; i += in_it; next } in_it && i == n' \
		"$tests/../tools/man/reader.md"
}

# built NAME [OPTION...]: a program of tests/library
built() {
	local name=$1
	shift
	# shellcheck disable=SC2046
	cc -Wall -Werror -O1 -g "$tests/library/$name.c" -o "$name" \
		$(pkg-config --cflags --libs fxtrace-reader) -pthread "$@"
}

# python TEXT [ARG...]: prints what it prints, and how it fails
python() {
	local text=$1
	shift
	python3 -c "import fxtrace, sys
$text" "$@" 2>&1
}

plan 97
"$fxtrace" record -q -o ls.fxt ls -l / "$tmp/none" >ls.out 2>ls.err
env -u FXTRACE_MODE "$fxtrace" record -q --stack '*:8' -c '+*,-mem*,-strlen' -o python.fxt \
	/usr/bin/python3 -c \
	'import json, struct; print(json.dumps(struct.unpack("dq", b"x" * 16)))' \
	>python.out

# --- what is installed ---

example 1 >files.c
# shellcheck disable=SC2046
cc -Wall -Werror files.c -o files \
	$(pkg-config --cflags --libs fxtrace-reader) 2>cc.err
ok $? 'the C example of the page compiles with what pkg-config says' || note <cc.err
./files ls.fxt | grep -qxF "$tmp/none: ENOENT"
ok $? 'it prints what ls did not find'
cat >opens.c <<-'END'
	#include <fcntl.h>
	int main(void)
	{
		open("/no/such/file", O_RDONLY);
		open("/", O_RDWR);
		return 0;
	}
END
cc -O1 opens.c -o opens && "$fxtrace" record -q -o opens.fxt ./opens
is "$(./files opens.fxt)" '/no/such/file: ENOENT
/: EISDIR' 'it prints the files that could not be opened'
example 2 >files.py
is "$(python3 files.py opens.fxt)" "$(./files opens.fxt)" \
	'the Python example prints the same'
# shellcheck disable=SC2046
cc files.c -I"$prefix/include" "$prefix/lib/libfxtrace-reader.a" -o static_files \
	$(pkg-config --libs-only-l --static fxtrace-reader |
		sed 's/-lfxtrace-reader//')
is "$(./static_files opens.fxt)" "$(./files opens.fxt)" \
	'a program with the static library does, too'
{
	echo '#include <fxtrace/reader.h>'
	echo 'int main() { return !fxtrace_reader_version(); }'
} >plus.cc
# shellcheck disable=SC2046
c++ -Wall -Werror -pedantic plus.cc -o plus \
	$(pkg-config --cflags --libs fxtrace-reader) && ./plus
ok $? 'C++ takes the header'
is "$(nm -D --defined-only "$prefix/lib/libfxtrace-reader.so" |
	sed -n 's/.* T \([a-z_]*\)@@FXTRACE_READER_0$/\1/p' | sort)" \
	"$(cpp -P "$prefix/include/fxtrace/reader.h" |
		grep -o 'fxtrace_[a-z_]*(' | tr -d '(' | sort -u)" \
	'the shared library exports the functions of the header, with a version'
is "$(nm -g --defined-only "$prefix/lib/libfxtrace-reader.a" |
	sed -n 's/.* [A-Z] //p' | grep -v '^fxtrace_')" '' \
	'the static one defines no name of others'
is "$(pkg-config --variable=library fxtrace)" \
	"$prefix/lib/fxtrace/libfxtrace.so" 'pkg-config knows the recorder'
echo '#include "preload/shim/shim.h"' >shim.c
# shellcheck disable=SC2046
cc -Wall -Werror -DFXP_SHIM=mine -c shim.c $(pkg-config --cflags fxtrace)
ok $? 'and where the header of fxtrace_register is'

# --- calls ---

for name in ls python; do
	"$fxtrace" dump --json "$name.fxt" >"$name.jsonl"
	python3 "$tests/library/same.py" "$name.fxt" "$name.jsonl" >same.out
	ok $? "all calls of $name have the values that dump --json prints" ||
		note <same.out
	note <same.out
done
python '
for call in (a := fxtrace.open(sys.argv[1], names=True)): print(a.text())' \
	ls.fxt | cmp -s - <("$fxtrace" dump ls.fxt | cat)
ok $? 'a call as text is the line of dump, with names of descriptors'
python '
for call in (a := fxtrace.open(sys.argv[1], names=True)): print(a.json())' \
	ls.fxt | cmp -s - <("$fxtrace" dump --json ls.fxt)
ok $? 'a call as JSON is the line of dump --json'
python '
for call in (a := fxtrace.open(sys.argv[1], names=True, stacks=True,
                               time="date")): print(a.text())' \
	python.fxt | cmp -s - <("$fxtrace" dump --stacks --time date python.fxt | cat)
ok $? 'so it is with stacks and dates'
is "$(python '
for line in fxtrace.open("ls.fxt", records=True).records(): print(line)' | sha1sum)" \
	"$("$fxtrace" dump --raw ls.fxt | sha1sum)" 'records are those of dump --raw'
echo 'unsigned fxtrace_reader_version(void) { return 1; }' >old.c
cc -shared -fPIC old.c -o old.so
is "$(FXTRACE_READER=$tmp/old.so python pass | tail -n 1)" \
	"ImportError: $tmp/old.so has version 1 of reader.h, and this module needs 6" \
	'the module refuses an older library'
is "$(python '
for call in (a := fxtrace.open(sys.argv[1])):
    for frame in a.stack(): print(frame.function, frame.line, frame.offset)' \
	python.fxt | sha1sum)" "$("$fxtrace" dump --json --stacks python.fxt |
	python3 -c 'import json, sys
for line in sys.stdin:
    for f in json.loads(line).get("stack", []):
        print(f.get("function", ""), f.get("line", 0), f.get("offset", 0))' |
	sha1sum)" 'stacks have the frames of dump --stacks'
(TZ=EST5 FXTRACE_MODE=oneshot traced ls >ls.out)
zone=$(echo fxt/*.fxt)
for may in False True; do
	is "$(python "
a = fxtrace.open('$zone', time='date', may_set_tz=$may)
next(a); print(a.text().split()[1][26:])")" \
		"$([ $may = False ] && echo Z || "$fxtrace" dump --time date "$zone" |
			sed -n '1s/^[^ ]* [^ ]*\(-05:00\) .*/\1/p')" \
		"may_set_tz=$may: the zone of a recording that knows its TZ"
done
rm -r fxt
for choice in "calls='%libc:io'" 'errors=True' "min_time='1us', since='0.0001'"; do
	options=$(sed "s/=True//; s/'//g; s/, / --/; s/=/ /g; s/_/-/" <<<"--$choice")
	# shellcheck disable=SC2086
	python "
for call in (a := fxtrace.open(sys.argv[1], names=True, $choice)): print(a.text())" \
		ls.fxt >chosen.out
	# shellcheck disable=SC2086
	[ -s chosen.out ] && "$fxtrace" dump $options ls.fxt | cmp -s - chosen.out
	ok $? "$choice chooses the calls that dump $options shows" ||
		note <chosen.out
done
is "$(python '
try: fxtrace.open(sys.argv[1], since="noon")
except ValueError as error: print(error)' ls.fxt)" \
	'since: not a time (0.5, 10ms, 2m; 16:20:00.5, 2026-11-26T16:20:00+01:00)' \
	'a choice that makes no sense is an error that says why'
is "$(python '
for call in fxtrace.open(sys.argv[1], wanted=lambda c, n: n == "open"):
    print(call.name, call.args["pathname"], call.error)' opens.fxt)" \
	'open /no/such/file ENOENT
open / EISDIR' 'only the calls of wanted functions are delivered'
is "$(python '
a = fxtrace.open(sys.argv[1])
calls = list(a)
p, = a.processes
print(p.path, p.arguments, p.exit_status, p.n_calls == len(calls))
print(a.totals["n_calls"] == len(calls), calls[-1].end_ns <= p.last_ns)
print([f.n_calls for f in a.functions if f.name == "open"])
print([f.parameters for f in a.functions if f.name == "open"])
a.close()
print(calls[-1].thread.process is p, calls[0].process.name)' opens.fxt)" \
	"$tmp/opens ['./opens'] 0 True
True True
[2]
[[('pathname', 'const char *'), ('flags', 'int')]]
True opens" 'processes, functions and totals are there, and stay when it is closed'
is "$(python '
import time
a = fxtrace.open(sys.argv[1])
at = a.time_of_day(0)
print(0 <= time.time() - at / 1e9 < 3600, a.monotonic(0) <= time.monotonic_ns())' \
	opens.fxt)" 'True True' 'times are those of the clocks'

# --- sums ---

head -c $(($(stat -c %s opens.fxt) - 20)) opens.fxt >cut.fxt
cat >sums.py <<-'END'
	# The sums of the library are those of its calls, one after the other.
	import collections, fxtrace, sys
	by, key = sys.argv[2], {
	    "function": lambda c: (c.category, c.name),
	    "thread": lambda c: (c.process.pid, c.thread.tid),
	    "process": lambda c: c.process.pid,
	    "errno": lambda c: c.error,
	    "frame": lambda c: (c.process.pid, c.frame),
	    "fd": None, "file": None, "caller": None}[sys.argv[2]]
	found = {
	    "function": lambda r: (r.function.category, r.function.name),
	    "thread": lambda r: (r.process.pid, r.thread.tid),
	    "process": lambda r: r.process.pid,
	    "errno": lambda r: r.text,
	    "frame": lambda r: (r.process.pid, r.number)}[by]
	sums = collections.defaultdict(lambda: [0, 0, []])
	for call in fxtrace.open(sys.argv[1]):
	    one = sums[key(call)]
	    one[0] += 1
	    one[1] += call.error != ""
	    one[2] += [call.duration_ns] * (call.duration_ns is not None)
	def rank(times, percent):
	    return sorted(times)[-(-len(times) * percent // 100) - 1] if times else None
	expected = {what: (n, errors, len(times), min(times, default=None),
	                   max(times, default=None), rank(times, 50), rank(times, 99))
	            for what, (n, errors, times) in sums.items()}
	archive = fxtrace.open(sys.argv[1], by=by)
	rows = {found(r): (r.n_calls, r.n_errors, r.n_timed, r.min_ns, r.max_ns,
	                   r.p50_ns, r.p99_ns) for r in archive.rows}
	print(rows == expected, len(rows) > 1 or by in ("process", "thread", "frame"),
	      archive.totals["n_chosen"] == archive.totals["n_calls"] ==
	      sum(r[0] for r in rows.values()))
	if rows != expected:
	    print(sorted(set(rows.items()) ^ set(expected.items()), key=repr))
END
for by in function errno thread process; do
	is "$(python3 sums.py python.fxt $by 2>&1)" 'True True True' \
		"sums by $by are those of the calls"
done
is "$(python3 sums.py "$tests/format/1/frame.fxt" frame 2>&1)" \
	'True True True' 'and so are sums by frame'
is "$(python '
for row in fxtrace.open("opens.fxt", by="file", calls="open*").rows:
    print(row.text, row.n_calls, row.n_errors)' | sort)" '/ 1 1
/no/such/file 1 1' 'sums by file name it, of the calls that are chosen'
is "$(python '
def rows(source, **how):
    return [vars(r) | {"function": r.function.name}
            for r in fxtrace.open(source, by="function", **how).rows]
whole = rows("python.fxt")
print(rows(open("python.fxt", "rb").read()) == whole, rows("-") == whole)
print([r["function"] for r in rows("python.fxt", wanted=lambda c, n: n == "read")])
print(rows("python.fxt", min_time="0ns") == whole)' <python.fxt)" "True True
['read']
True" 'they are the same of bytes and a pipe, in one pass or by an index'
is "$(python '
archive = fxtrace.open("cut.fxt", by="function")
print(sum(r.n_calls for r in archive.rows) > 0)
try:
    next(archive)
except fxtrace.Error as error:
    print(error.status)
try:
    fxtrace.open("opens.fxt", by="colour")
except ValueError as error:
    print(error)' 2>&1 <&-)" 'True
5
by: expected one of function, thread, process, file, fd, errno, frame, caller' \
	'a cut archive has the sums of its calls, and then the error'
example 5 >sums_page.py
"$fxtrace" report --by file --sort bytes --csv ls.fxt | awk -F, '
	NR > 1 && $1 && NR < 7 { print $1 ": " $11 " bytes" }' >report.out
python3 sums_page.py ls.fxt >page.out
cmp -s report.out page.out && [ -s page.out ]
ok $? 'the example of the page prints what report prints' || note <page.out

# --- what archives say of themselves ---

seq 100000 >lines
env -u FXTRACE_MODE "$fxtrace" record -q --mode oneshot --buffer 1M -o lost.fxt \
	-c '+*' sed -n 's/a/b/p' lines >/dev/null 2>&1
example 6 >losses_page.py
python3 losses_page.py lost.fxt >page.out
python 'a = fxtrace.open("lost.fxt")
print(sum(l.n_calls for l in a.losses) == a.totals["n_lost_calls"] > 0,
      {l.process.name for l in a.losses})' >losses.out
is "$(cat losses.out) $(grep -c '^thread [0-9]* lost [1-9][0-9]* calls$' page.out)" \
	"True {'sed'} 1" 'losses of threads are those of the archive' ||
	note <page.out
is "$(python '
import collections
a, n, places = fxtrace.open("python.fxt"), 0, collections.defaultdict(set)
for call in a:
    n += a.stack_number() == 0
    if a.stack_number():
        places[a.stack_number()].add(tuple(map(repr, a.stack())))
print(n, len(places) > 9, {len(p) for p in places.values()},
      sorted(places) == list(range(1, len(places) + 1)))')" \
	'0 True {1} True' 'calls with one number of a stack have one stack'
# Without space for stacks, calls have their own.
env -u FXTRACE_MODE "$fxtrace" record -q --stack '*:8' -c '+*' -b 64K -o own.fxt \
	/usr/bin/python3 -c 'import json' >/dev/null 2>&1
is "$(python '
a, one, numbers = fxtrace.open("own.fxt"), 0, set()
for call in a:
    numbers.add(a.stack_number())
    one += a.stack_number() == a.stack_number() > 0
print(one > 1000, len(numbers) > 1000,
      sorted(numbers) == list(range(1, len(numbers) + 1)))')" 'True True True' \
	'a stack that is in its call has one number'
is "$(python '
def numbers(**how):
    return [c.number for c in fxtrace.open("ls.fxt", path="/etc/*", **how)]
print(numbers(brief=True) == numbers() != [])')" True \
	'calls of a file are found without their arguments, too'
is "$(python '
a = fxtrace.open("ls.fxt")
calls = [(call.function.name, a.moved_bytes()) for call in a]
rows = {row.function.name: row.n_bytes
        for row in fxtrace.open("ls.fxt", by="function").rows}
print({name: sum(n for f, n in calls if f == name) for name in rows} == rows,
      any(rows.values()))')" 'True True' 'bytes that calls moved are those of the sums'
is "$(python '
import os
p = fxtrace.open("opens.fxt").processes[0]
print(p.is_described, p.uid == os.getuid(), p.libc, p.recorder)
p = fxtrace.open(sys.argv[1]).processes[0]
print(p.is_described, [c.is_ended for c in fxtrace.open("opens.fxt")
                       if c.name == "open"])' "$tests/fuzz/outputs/fuchsia.fxt" 2>&1)" \
	"True True $("$fxtrace" query --no-heading opens.fxt \
		"select libc, fxtrace from process" | tr '\t' ' ')
False [True, True]" 'processes are described by the recorder'

# --- events ---

"$fxtrace" convert "$tests/fuzz/chrome/kinds.json" kinds.fxt 2>kinds.err
head -c $(($(stat -c %s kinds.fxt) - 4)) kinds.fxt >kinds-cut.fxt
for name in kinds "$tests/fuzz/outputs/fuchsia" "$tests/fuzz/outputs/go" \
	"$tests/format/1/threads" "$tests/format/1/frames" "$tests/format/1/large"; do
	"$fxtrace" dump --raw "$name.fxt" >raw.out
	python3 "$tests/library/events.py" "$name.fxt" raw.out >events.out 2>&1
	ok $? "events of ${name##*/} are those of dump --raw" || note <events.out
	note <events.out
done
is "$(python '
a = fxtrace.open("kinds-cut.fxt")
n = 0
try:
    for event in a.events(): n += 1
except fxtrace.Error as error:
    print(n > 9, error.status, len(list(a.processes)) > 0)
try:
    fxtrace.open("kinds.fxt", events=("flow",))
except ValueError as error:
    print(str(error)[:32])')" 'True 5 True
events: expected some of begin, ' 'a fault of the archive follows the events before it'
example 8 >events_page.py
is "$(python3 events_page.py "$tests/fuzz/outputs/fuchsia.fxt")" \
	"$("$fxtrace" convert --to chrome "$tests/fuzz/outputs/fuchsia.fxt" - \
		2>/dev/null | python3 -c '
import json, sys
for e in json.load(sys.stdin)["traceEvents"]:
    if e["ph"] == "C":
        print(e["name"], e["args"])')" \
	'the example of the page prints the counters'
is "$(python '
import json
one, other = fxtrace.open("ls.fxt", for_viewers=True), fxtrace.open("ls.fxt")
pairs = []
for _ in one:
    next(other)
    a, b = json.loads(one.args_json()), json.loads(other.args_json())
    pairs += [(a[k], b[k]) for k in a if a[k] != b[k] and "address" in b[k]]
print(len(pairs) > 0, all({"address": a} == b for a, b in pairs))')" 'True True' \
	'for viewers addresses are texts'

# --- copies ---

# The records of dump --raw without places, and without padding.
records_of() { "$fxtrace" dump --raw "$1" | grep -v '^[0-9]* filler ' | cut -d' ' -f2-; }
cat >copy.py <<-'END'
	# copy.py FROM TO [LIST]
	import fxtrace, sys
	source, target, *calls = sys.argv[1:]
	how = {"calls": calls[0]} if calls else {}
	with open(target, "wb") as copy:
	    for record in fxtrace.open(source, records=True, **how).raw_records():
	        copy.write(record.bytes)
END
env -u FXTRACE_MODE "$fxtrace" record -q --mode oneshot -o padded.fxt ls / >ls.out
env -u FXTRACE_MODE "$fxtrace" record -q -o pieces.fxt --blob-max all \
	-c read,write,pause dd if=/dev/zero of=/dev/null bs=100000 count=2 2>dd.err
python3 copy.py padded.fxt copy.fxt
"$fxtrace" dump --raw padded.fxt | grep -q ' filler ' &&
	records_of padded.fxt | cmp -s - <("$fxtrace" dump --raw copy.fxt | cut -d' ' -f2-)
ok $? 'records as bytes are the archive without its padding'
is "$(python '
for r in fxtrace.open("kinds.fxt", records=True).raw_records():
    print(r.offset, r.n_bytes == len(r.bytes))')" \
	"$("$fxtrace" dump --raw kinds.fxt | sed 's/ .*/ True/')" \
	'their places are those of dump --raw'
is "$(python '
print([(r.offset, r.kind) for r in
       fxtrace.open("kinds.fxt", records=True).raw_records() if r.kind] ==
      [(e.offset, e.kind) for e in fxtrace.open("kinds.fxt", events=(
       "begin end complete instant counter async_begin async_instant async_end"
       " flow_begin flow_step flow_end message blob switch attachment unknown"
       ).split()).events()] != [])')" True 'events among them are those of next_event'
python3 copy.py pieces.fxt copy.fxt write
is "$("$fxtrace" dump copy.fxt | sed 's/^[0-9]* //')" \
	"$("$fxtrace" dump -c write pieces.fxt | sed 's/^[0-9]* //')" \
	'chosen calls are copied with all that they had'
n_pieces() { "$fxtrace" dump --raw "$1" | grep -c 'name="fxtrace:b/'; }
is "$(($(n_pieces copy.fxt) > 6)) $(($(n_pieces copy.fxt) * 2))" \
	"1 $(n_pieces pieces.fxt)" 'memory of other calls is not'
gzip -c pieces.fxt | python3 copy.py - piped.fxt write
cmp -s piped.fxt copy.fxt
ok $? 'and so they are from a pipe'
python3 copy.py "$tests/format/1/threads.fxt" copy.fxt nanosleep
is "$("$fxtrace" dump --raw copy.fxt | grep -o ' event flow_[a-z]*' | sort | uniq -c |
	xargs)" "$("$fxtrace" convert -c nanosleep --to chrome \
	"$tests/format/1/threads.fxt" - | grep -o '"ph":"[stf]"' |
	sed 's/.*"s"/ event flow_begin/; s/.*"t"/ event flow_step/; s/.*"f"/ event flow_end/' |
	sort | uniq -c | xargs)" 'flows that lead to other calls are left out'
example 9 >copy_page.py
python3 copy_page.py ls.fxt copy.fxt
is "$("$fxtrace" dump --json copy.fxt | grep -o '"name":"[^"]*"')" \
	"$("$fxtrace" dump --json -c %libc:io ls.fxt | grep -o '"name":"[^"]*"')" \
	'the example of the page copies the calls that it says'
is "$(python '
n = 0
try:
    for record in fxtrace.open("cut.fxt", records=True, calls=sys.argv[1] if
                               len(sys.argv) > 1 else None).raw_records():
        n += 1
except fxtrace.Error as error:
    print(n > 9, error.status)' 'open*')" 'True 5' \
	'records before a fault are delivered, and then the error'
is "$(python '
def fails(*_): raise KeyError("mine")
try:
    list(fxtrace.open("ls.fxt", records=True, wanted=fails).raw_records())
except KeyError as error:
    print(error)
')" "'mine'" 'an exception of wanted is raised here, too'
is "$(python '
print([e.args for e in fxtrace.open(sys.argv[1], events=("message",)).events()] ==
      [{"message": m.text} for m in fxtrace.open(sys.argv[1]).messages] != [])' \
	"$tests/format/1/apitrace.fxt")" True 'a message is an argument, too'

# --- several archives ---

"$fxtrace" convert opens.fxt python.fxt ls.fxt merged.jsonl
python '
archives = [fxtrace.open(name) for name in sys.argv[1:]]
for archive, call in fxtrace.merge(*archives):
    print(call.number, call.begin_ns, call.process.pid, call.name,
          archive.time_of_day(call.begin_ns))' opens.fxt python.fxt ls.fxt >merged.out
python3 -c '
import json, sys
for line in sys.stdin:
    call = json.loads(line)
    print(call["number"], call["begin_ns"], call["pid"], call["name"])' \
	<merged.jsonl | cmp -s - <(cut -d' ' -f1-4 merged.out) && [ -s merged.out ]
ok $? 'several archives have the calls that convert merges' || note < <(head merged.out)
awk '$5 < last { exit 1 } { last = $5 }' merged.out
ok $? 'in the order of the time of day'
example 7 >merge_page.py
python3 merge_page.py opens.fxt ls.fxt | cut -d' ' -f2- | sort >page.out
for name in opens ls; do
	"$fxtrace" dump --json --errors "$name.fxt" | python3 -c '
import json, sys
for line in sys.stdin:
    call = json.loads(line)
    print(call["process"], call["name"], call["errno"])'
done | sort | cmp -s - page.out && [ -s page.out ]
ok $? \
	'the example of the page shows what failed in each' || note <page.out
is "$(python '
archives = [fxtrace.open(name) for name in ("opens.fxt", "cut.fxt")]
n = 0
try:
    for archive, call in fxtrace.merge(*archives): n += 1
except fxtrace.Error as error:
    print(n > 2, error.status)
try:
    list(fxtrace.merge(fxtrace.open("opens.fxt"), fxtrace.open(sys.argv[1])))
except fxtrace.Error as error:
    print(error)' "$tests/fuzz/reader/everything.fxt")" 'True 5
the archive does not know the time of day, by which several are merged' \
	'a fault in one comes after the calls of all, but all must know the time'
cat >prints.c <<-'END'
	#include <stdio.h>
	int main(void)
	{
		return printf("%s %d", "a line", 3) < 0;
	}
END
cc -O1 prints.c -o prints && "$fxtrace" record -q -c '+*' -o prints.fxt ./prints >/dev/null
is "$(python '
print([(c.formatted, c.is_formatted_cut) for c in fxtrace.open("prints.fxt")
       if c.name == "printf"])')" "[('a line 3', False)]" \
	'a call of printf has the text that it made'

# --- what may be opened ---

gzip -k opens.fxt
is "$(gunzip -c opens.fxt.gz | python 'print(len(list(fxtrace.open("-"))))')" \
	"$(python 'print(len(list(fxtrace.open(sys.argv[1]))))' opens.fxt)" \
	'a pipe has the calls of the file'
is "$(python '
import os
same = list(map(repr, fxtrace.open("opens.fxt")))
for other in ("opens.fxt.gz", open("opens.fxt", "rb").read(),
              os.open("opens.fxt.gz", os.O_RDONLY)):
    print(list(map(repr, fxtrace.open(other))) == same)')" 'True
True
True' 'and so have a compressed file, bytes and a descriptor'
is "$(python '
for name in ("gzip", "unfinished-circular"):
    path = sys.argv[1] + "/" + name + ".fxt"
    memory = open(path, "rb").read()
    print(list(map(repr, fxtrace.open(memory))) ==
          list(map(repr, fxtrace.open(path))) != [])' "$tests/format/1")" 'True
True' 'bytes may be packed, or of a program that still runs'
is "$(python '
import os
fd = os.open("opens.fxt.gz", os.O_RDONLY)
os.lseek(fd, 5, os.SEEK_SET)
print(len(list(fxtrace.open(fd))) > 0, os.lseek(fd, 0, os.SEEK_CUR))')" \
	'True 5' 'a descriptor keeps its position'
cat >endless.c <<-'END'
	#include <stdlib.h>
	int main(void)
	{
		for (;;)
			getenv("HOME");
	}
END
cc -O1 endless.c -o endless
for mode in oneshot circular; do
	FXTRACE_MODE=$mode FXTRACE_BUFFER=1M traced ./endless &
	until "$fxtrace" dump fxt/*.fxt 2>/dev/null | head -n 9 | grep -q getenv
	do sleep 0.05; done
	pkill -KILL -x endless
	wait 2>/dev/null
	written
	"$fxtrace" dump --no-fd-names fxt/*.fxt | tail -n 5000 >dump.out
	python '
for call in (a := fxtrace.open(sys.argv[1])): print(a.text())' fxt/*.fxt |
		tail -n 5000 | cmp -s - dump.out && [ -s dump.out ]
	ok $? "of a killed program in mode $mode it reads what dump reads"
done

# --- faults ---

cat >many.c <<-'END'
	#include <stdlib.h>
	int main(void)
	{
		for (int i = 0; i < 2000000; i++)
			getenv("HOME");
		return 0;
	}
END
cc -O1 many.c -o many
env -u FXTRACE_MODE "$fxtrace" record -q -o many.fxt ./many

is "$(python '
n = 0
try:
    for call in fxtrace.open("cut.fxt"): n += 1
except fxtrace.Error as error:
    print(n > 0, error.status, error.offset > 1000, "expected" in error.text)')" \
	'True 5 True True' 'a cut archive gives its calls, and then the error'
"$fxtrace" dump cut.fxt 2>dump.err >/dev/null
is "$(./files cut.fxt 2>&1 >/dev/null)" \
	"$(sed -n 's/.*\(offset [0-9]*: .*\)/\1/p' dump.err)" \
	'with the offset and words that dump has'
is "$(python '
for name in ("none.fxt", "/", sys.argv[1]):
    try:
        fxtrace.open(name)
    except fxtrace.Error as error:
        print(error.status, error)' "$tests/library.t")" \
	"1 none.fxt: No such file or directory
1 /: Is a directory
3 $tests/library.t: a Fuchsia trace archive expected" 'what is no archive is an error'
is "$(python '
def fails(*_): raise KeyError("mine")
for options in (dict(wanted=fails), dict(progress=fails)):
    try:
        fxtrace.open("many.fxt", **options)
    except KeyError as error:
        print(error)')" "'mine'
'mine'" 'an exception of a function of the user is raised'
is "$(python '
a = fxtrace.open("opens.fxt")
a.close()
try:
    next(a)
except ValueError as error:
    print(error)')" 'the archive is closed' 'a closed archive is an error'

# Of one byte of a signature, more parameters than there are.
sample=$tests/fuzz/reader/everything.fxt
{
	head -c 1446 "$sample"
	printf '\x7f'
	tail -c +1448 "$sample"
} >fixed.fxt
is "$(python '
try:
    n = len([call.function.parameters for call in fxtrace.open("fixed.fxt")])
    print(n)
except fxtrace.Error as error:
    print("error")')" "$("$fxtrace" dump fixed.fxt 2>/dev/null | wc -l)" \
	'a signature does not have parameters that are not there'
is "$(python '
print([call.args["dirfd"].number for call in fxtrace.open("ls.fxt")
       if call.args.get("dirfd") == "AT_FDCWD"][:1])')" '[-100]' \
	'a constant that is negative has a negative number'

is "$(python '
def closes(category, name): return True
archive = fxtrace.open("ls.fxt", names=True, wanted=closes)
call = next(archive)
archive._busy = True
try:
    archive.close()
except ValueError as error:
    print(error)
archive._busy = False
archive.close()')" 'the archive is in use' \
	'an archive is not closed under a call that reads it'

# --- types ---

cat >typed.c <<-'END'
	#define _GNU_SOURCE
	#include <fcntl.h>
	#include <sys/socket.h>
	#include <time.h>
	int main(void)
	{
		struct timespec time = {0, 5};
		int one = 1;

		open("/dev/null", O_CREAT | O_RDONLY, 0600);
		nanosleep(&time, &time);
		return !setsockopt(0, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	}
END
cc -Wall typed.c -o typed
"$fxtrace" record -q -o typed.fxt ./typed
built types
is "$(./types typed.fxt open)" 'result: handle, int, 4 bytes
pathname: string, const char *, 0 bytes, of 1, read
flags: flags, int, 4 bytes, constants
mode: integer, mode_t, 4 bytes, unsigned
no parameter: unknown
pathname: const char *
flags: int, a constant of int
mode: mode_t' 'parameters and values have types, and open an optional one'
is "$(./types typed.fxt nanosleep)" 'result: integer, int, 4 bytes, signed
req: pointer, const struct timespec *, 8 bytes, read
  base: struct, struct timespec, 16 bytes
    tv_sec at 0: integer, time_t, 8 bytes, signed
    tv_nsec at 8: integer, long, 8 bytes, signed
rem: pointer, struct timespec *, 8 bytes, written
  base: struct, struct timespec, 16 bytes
    tv_sec at 0: integer, time_t, 8 bytes, signed
    tv_nsec at 8: integer, long, 8 bytes, signed
no parameter: unknown
req: unknown' 'a pointer leads to a struct, and that has members at offsets'
is "$(./types typed.fxt setsockopt)" 'result: integer, int, 4 bytes, signed
sockfd: handle, int, 4 bytes
level: enum, int, 4 bytes, constants
optname: enum, int, 4 bytes, constants
optval: pointer, int *, 8 bytes, read
  base: integer, int, 4 bytes, signed
optlen: integer, socklen_t, 4 bytes, unsigned
no parameter: unknown
sockfd: int
level: int, a constant of int
optname: int, a constant of int
optval: int
optlen: socklen_t' 'a type that other arguments choose is the chosen one'
is "$(python '
archive = fxtrace.open("typed.fxt", calls="open,nanosleep")
call = next(archive)
flags = archive.type_of(1)
print(call.function.optional, flags.kind, flags.constants["O_CREAT"],
      flags.base.is_signed, archive.type_of(None).kind, archive.type_of(9))
next(archive)
time = archive.type_of(0).base
print(time.members, time.member_type(1).name, time.member_type(2))')" \
	"[('mode', 'mode_t')] flags 64 True handle None
[('tv_sec', 0, 0, 0), ('tv_nsec', 8, 0, 0)] long None" 'so it is in Python'

example 3 >types_page.py
python3 types_page.py python.fxt | grep -q "'O_CLOEXEC': 524288"
ok $? 'the example of the page shows the flags of open'

# --- threads and memory ---

built threads && ./threads python.fxt >threads.out
ok $? 'threads read archives at the same time' || note <threads.out
built odd
is "$(./odd ls.fxt "$tests/format/1/frame.fxt" "$tests/format/1/threads.fxt")" 'choice: good
old options: good
no value: good
parts: good
parts: good
messages: good
events: good
flows: good
closed input: good' 'unusual uses that are allowed do what they should'
built limits
is "$(GLIBC_TUNABLES=glibc.malloc.tcache_count=0 ./limits ls.fxt 2>limits.err)" 'often too little, then enough
all is freed
no descriptor is left' 'with too little memory it fails and frees everything'
note <limits.err
# 9: it copies records
for by in 1 4 8 9; do
	is "$(GLIBC_TUNABLES=glibc.malloc.tcache_count=0 ./limits $by ls.fxt 2>limits.err)" 'often too little, then enough
all is freed
no descriptor is left' "and so it is where it adds calls up by $by"
	note <limits.err
done
cat >peak.py <<-'END'
	import fxtrace, resource, sys
	before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
	n = 0
	handle = fxtrace.open("many.fxt", brief=True)
	while fxtrace._library.fxtrace_next(handle._handle):
	    n += 1
	after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
	print(n >= 2000000, (after - before) >> 10 <= 64)
	print("%d KiB" % (after - before), file=sys.stderr)
END
is "$(python3 peak.py 2>peak.err)" 'True True' \
	'two million calls take no more than 64 MiB'
note <peak.err
sed 's/brief=True/by="function"/; s/n >= 2000000/handle.rows[0].n_calls == 2000000/' \
	peak.py >sum_peak.py
is "$(python3 sum_peak.py 2>peak.err)" 'True True' \
	'and so do their sums'
note <peak.err
is "$(python '
try:
    print(len(list(fxtrace.open("many.fxt", max_memory_bytes=1 << 16))))
except fxtrace.Error as error:
    print(error.status, "max_memory_bytes" in error.text)')" '6 True' \
	'more than was allowed is an error that names the option'
is "$(./threads opens.fxt 2>&1 >/dev/null; ./files opens.fxt 2>&1 >/dev/null)" \
	'' 'nothing is printed'
