# SPDX-License-Identifier: MIT
"""Compares the events that the module `fxtrace` gives with the lines of `fxtrace
dump --raw` of the same archive: which there are, in what order, and what each
says.

    events.py ARCHIVE LINES

Prints how many events were compared, and the first differences.
"""
import re
import sys

import fxtrace

archive, lines = sys.argv[1:]
OWN = ("fxtrace:sig", "fxtrace:fact")
KINDS = ("begin", "end", "complete", "instant", "counter", "async_begin",
         "async_instant", "async_end", "flow_begin", "flow_step", "flow_end",
         "message", "blob", "switch", "attachment", "unknown")


def quoted(line, key):
    found = re.search(r' %s="((?:[^"\\]|\\.)*)"' % key, line)
    return found.group(1) if found else ""


def event_line(offset, line):
    kind = line.split()[2].replace("duration_", "")
    if quoted(line, "category") in OWN:
        return None
    tail = re.search(r" tail=(\d+)$", line)
    pid, tid = re.search(r" thread=(\d+)/(\d+)", line).groups()
    numbers = re.findall(r" (\S+?):u?int(?:32|64)=(-?\d+)", line)
    return (offset, kind, int(pid), int(tid), quoted(line, "category"),
            quoted(line, "name"),
            int(tail.group(1)) if tail and kind not in ("instant", "complete")
            else 0, sorted((name, int(number)) for name, number in numbers))


def raw_line(line):
    """What the line should be as an event; None: it is none."""
    words = line.split()
    offset = int(words[0])
    if words[1] == "event":
        return event_line(offset, line)
    if words[1] == "log":
        return offset, "message"
    if words[1] == "scheduling":
        return offset, "switch"
    if words[1] == "unknown":
        return offset, "unknown"
    if words[1] == "large_blob":
        return offset, "attachment"
    name = quoted(line, "name")
    if words[1] == "blob" and name and not name.startswith("fxtrace:b/"):
        return offset, "blob"
    return None


def shown(event):
    if event.kind in ("message", "blob", "switch", "attachment", "unknown"):
        return event.offset, event.kind
    numbers = sorted((name, value) for name, value in event.args.items()
                     if type(value) is int)
    return (event.offset, event.kind, event.pid, event.tid, event.category,
            event.name, event.id, numbers)


with open(lines, errors="surrogateescape") as file:
    expected = [e for e in map(raw_line, file) if e]
a = fxtrace.open(archive, events=KINDS)
found = list(map(shown, a.events()))
again = list(map(shown, a.events()))
calls = len(list(a))
of_no_call = [e for e in expected if e[1] not in ("begin", "end", "complete")]
default = list(map(shown, fxtrace.open(archive).events()))
by_time = list(fxtrace.open(archive, events=KINDS, sorted_events=True).events())
times = [(e.ns, e.offset) for e in by_time]
bad = 0
for what, is_so in (
        ("events", found == expected), ("a second pass", again == found),
        ("calls", calls == a.totals["n_calls"]),
        ("events of no call", default == of_no_call),
        ("the order of time", times == sorted(times)),
        ("the same by time", sorted(map(shown, by_time)) == sorted(found))):
    if not is_so:
        print("%s: differ" % what)
        bad += 1
for ours, theirs in list(zip(found, expected))[:0 if found == expected else 9]:
    if ours != theirs:
        print("%r, not %r" % (ours, theirs))
print("%d events of %d kinds" % (len(found), len({e[1] for e in found})))
sys.exit(bad > 0)
