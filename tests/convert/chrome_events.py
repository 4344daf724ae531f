#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares trace event JSON event by event, and makes some.

    chrome_events.py same A B     prints what only one of them has, and how many
    chrome_events.py make N       prints a file with N events of all kinds

The same are: no scope of an instant and "t", no arguments and an empty object,
numbers of one value, and a begin whose end says nothing else as one event.
"""
import json
import random
import sys
from decimal import Decimal

ENOUGH = 20  # differences that are shown


class Number(str):
    """The digits of a number that is not whole."""


def plain(value):
    """The value with numbers that compare, exactly."""
    if isinstance(value, Number):
        # what an integer of more than 64 bits becomes
        if value.endswith("e0"):
            return "number %d" % int(value[:-2])
        number = float(value)
        if number in (float("inf"), float("-inf")):
            return "number " + value
        return "number %s" % Decimal(repr(number)).normalize()
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return "number %s" % Decimal(value).normalize() if abs(value) < 10**15 \
            else "number %d" % value
    if isinstance(value, list):
        return [plain(item) for item in value]
    return {key: plain(item) for key, item in value.items()}


def load(path):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    if text.rstrip().endswith(","):  # browsers leave the list open
        text = text.rstrip()[:-1] + "]"
    whole = json.loads(text, parse_float=Number)
    if isinstance(whole, list):
        whole = {"traceEvents": whole}
    return whole.pop("traceEvents"), whole


def says_nothing(end, begin):
    """Whether an end has no more than its time."""
    return set(end) <= {"ph", "pid", "tid", "ts", "name", "cat", "args"} and \
        not end.get("args") and all(
            end.get(key, begin.get(key)) == begin.get(key)
            for key in ("name", "cat"))


def joined(events):
    """Begins and ends that say nothing as one event."""
    stacks, result = {}, []
    for event in events:
        who = json.dumps([event.get("pid"), event.get("tid")])
        if event["ph"] == "B":
            stacks.setdefault(who, []).append(event)
            result.append(event)
        elif event["ph"] == "E" and stacks.get(who):
            begin = stacks[who].pop()
            if says_nothing(event, begin):
                begin["ph"] = "X"
                begin["dur"] = Number(Decimal(str(event["ts"])) -
                                      Decimal(str(begin["ts"])))
            else:
                result.append(event)
        else:
            result.append(event)
    return result


def usual(event):
    event = dict(event)
    event.setdefault("args", {})
    if event["ph"] == "i":
        event.setdefault("s", "t")
    return json.dumps(plain(event), sort_keys=True)


def counted(lines):
    counts = {}
    for line in lines:
        counts[line] = counts.get(line, 0) + 1
    return counts


def same(one, other):
    had, had_file = load(one)
    got, got_file = load(other)
    had_file.setdefault("displayTimeUnit", "ns")
    n = len(had)
    had = counted(usual(event) for event in joined(had))
    got = counted(usual(event) for event in joined(got))
    for key in set(had_file) | set(got_file):
        if plain(had_file.get(key)) != plain(got_file.get(key)):
            print("member", key)
    changed = [("-", line) for line in had if had[line] > got.get(line, 0)]
    changed += [("+", line) for line in got if got[line] > had.get(line, 0)]
    for sign, line in changed[:ENOUGH]:
        print(sign, line)
    print("%d of %d events differ" % (len(changed), n))


def nested(chance, depth=0):
    kind = chance.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return chance.randrange(-2**63, 2**64)
    if kind == 1:
        return chance.random() * 10 ** chance.randrange(-9, 9)
    if kind == 2:
        return chance.choice([True, False, None])
    if kind == 3:
        return chance.choice(["", "é€😀", "a\"b\\c", "</script>", "\0x", "NaN"])
    if kind < 6:
        return "text %d" % chance.randrange(1000)
    if kind == 6:
        return [nested(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(["a", "b.c", "d'", "", "ret", "errno", "@seq", "n%d" %
                           chance.randrange(30)]): nested(chance, depth + 1)
            for _ in range(chance.randrange(20 if depth == 0 else 4))}


def arguments(chance):
    value = nested(chance)
    return value if isinstance(value, dict) else {"value": value}


def moment(chance, now):
    return chance.choice([now, now + 0.125, now + 0.001, float(now)])


def event_of(chance, now, depths):
    pid = chance.choice([1, 2, 2**40, -3, "render", "7"])
    tid = chance.choice([1, 5, 0, -1, "main"])
    event = {"pid": pid, "tid": tid, "ts": moment(chance, now)}
    phases = "XXXXXXBBEEiiIRCbneSTpFstfNODvV()cP="
    event["ph"] = chance.choice(phases)
    if chance.random() < .9:
        event["name"] = "name %d" % chance.randrange(40)
    if chance.random() < .8:
        event["cat"] = chance.choice(["a", "a,b", "", "fxtrace:fact"])
    if chance.random() < .7:
        event["args"] = arguments(chance)
    if event["ph"] == "X" and chance.random() < .98:
        event["dur"] = chance.randrange(1000) / 8
    if chance.random() < .3:
        event["tts"] = now // 2
    if event["ph"] in "bneSTpFstfNOD(" and chance.random() < .95:
        event["id"] = chance.choice(["0x1f", 31, "x", "0X1F", 0, "0x0"])
    if event["ph"] in "bne" and chance.random() < .3:
        event["id2"] = {chance.choice(["local", "global"]): "0x5"}
    if event["ph"] == "f" and chance.random() < .5:
        event["bp"] = "e"
    if event["ph"] in "iI" and chance.random() < .7:
        event["s"] = chance.choice("gpt")
    if chance.random() < .1:
        event.update(bind_id="0x%x" % chance.randrange(9),
                     flow_out=chance.random() < .5,
                     flow_in=chance.random() < .5)
    if event["ph"] == "E":
        # sometimes without a begin, sometimes of another name
        if not depths.get((pid, tid)) and chance.random() < .9:
            event["ph"] = "B"
        elif chance.random() < .8:
            event.pop("name", None)
            event.pop("cat", None)
    if event["ph"] in "BE":
        step = 1 if event["ph"] == "B" else -1
        depths[pid, tid] = max(0, depths.get((pid, tid), 0) + step)
    return event


def make(n):
    chance = random.Random(20)
    events, depths = [], {}
    for now in range(-50, n - 50):
        if now % 500 == 0:
            events.append({"ph": "M", "pid": 1, "tid": now, "args": {
                "name": "thread %d" % now}, "name": "thread_name"})
        events.append(event_of(chance, now, depths))
    json.dump({"traceEvents": events, "stackFrames": {"1": {"name": "é"}},
               "systemTraceEvents": "# tracer: nop\n" * 9000,
               "samples": [{"n": i} for i in range(5000)]}, sys.stdout)


if sys.argv[1] == "same":
    same(sys.argv[2], sys.argv[3])
else:
    make(int(sys.argv[2]))
