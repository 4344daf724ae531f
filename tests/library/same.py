# SPDX-License-Identifier: MIT
"""Compares the calls that the module `fxtrace` gives with the lines of `fxtrace
dump --json` of the same archive, value by value.

    same.py ARCHIVE LINES

Prints how many calls and values were compared, and the first differences.
"""
import base64
import json
import math
import sys

import fxtrace

archive, lines = sys.argv[1:]
n_calls = n_values = n_different = 0


def differ(call, what, ours, theirs):
    global n_different
    n_different += 1
    if n_different <= 10:
        print("call %d %s: %s: %r, not %r" % (call.number, call.name, what,
                                              ours, theirs))


def text(value):
    """Whether it can be UTF-8, and so JSON's text."""
    try:
        value.encode("utf-8")
        return True
    except UnicodeEncodeError:
        return False


def is_same(ours, theirs):
    """Whether a value is what JSON has of it."""
    global n_values
    n_values += 1
    if isinstance(ours, fxtrace.Withheld):
        return theirs is not True and not isinstance(theirs, (int, float))
    if isinstance(ours, fxtrace.Address):
        return is_address(ours, theirs)
    if isinstance(ours, fxtrace.Constant):
        return theirs in (ours.text, int(ours))
    if isinstance(theirs, dict) and "base64" in theirs:
        bytes_ = (ours if isinstance(ours, bytes)
                  else ours.encode("utf-8", "surrogateescape"))
        return base64.b64decode(theirs["base64"]) == bytes_
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return list(ours) == list(theirs) and all(
            is_same(ours[key], theirs[key]) for key in ours)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(is_same, ours, theirs))
    if isinstance(ours, (dict, list)):
        return isinstance(theirs, str)  # shown in a form of its own
    if isinstance(ours, float):
        return is_number(ours, theirs)
    if ours is None:
        return theirs in (None, "SIG_DFL", "RTLD_DEFAULT")
    if isinstance(ours, bool):
        return theirs is ours
    if isinstance(ours, int):
        # a time, a device or a mode has a form of its own
        return theirs == ours or isinstance(theirs, str)
    return ours == theirs


def is_address(ours, theirs):
    shown = theirs.get("address") if isinstance(theirs, dict) else theirs
    return (isinstance(shown, str) and shown.startswith("0x")
            and int(shown, 16) == ours) or (
                isinstance(theirs, str) and not shown.startswith("0x"))


def is_number(ours, theirs):
    if isinstance(theirs, dict):
        return str(ours) == {"NaN": "nan", "Infinity": "inf",
                             "-Infinity": "-inf"}[theirs["float"]]
    if isinstance(theirs, str):
        return theirs.isidentifier()
    return math.isclose(ours, theirs, rel_tol=1e-6) or ours == theirs


def check(call, line):
    for key, ours in (
            ("number", call.number), ("begin_ns", call.begin_ns),
            ("end_ns", call.end_ns), ("duration_ns", call.duration_ns),
            ("pid", call.process.pid), ("tid", call.thread.tid),
            ("category", call.category), ("name", call.name),
            ("state", call.state), ("errno", call.error or None),
            ("process", call.process.name or None),
            ("thread", call.thread.name or None), ("frame", call.frame)):
        if line.get(key) != ours:
            differ(call, key, ours, line.get(key))
    if list(call.args) != [k for k in line["args"]
                           if not k.endswith(".size")]:
        differ(call, "names", list(call.args), list(line["args"]))
        return
    for name, value in call.args.items():
        if not is_same(value, line["args"][name]):
            differ(call, name, value, line["args"][name])
    if "ret" in line and not is_same(call.result, line["ret"]):
        differ(call, "result", call.result, line["ret"])


with open(lines, encoding="utf-8") as rows:
    calls = fxtrace.open(archive)
    for row in rows:
        line = json.loads(row)
        call = next(calls, None)
        if call is None:
            print("no call %d" % line["number"])
            n_different += 1
            break
        n_calls += 1
        check(call, line)
    if next(calls, None):
        print("further calls")
        n_different += 1
print("%d calls, %d values, %d different" % (n_calls, n_values, n_different))
sys.exit(n_different > 0)
