# SPDX-License-Identifier: MIT
"""Calls of an archive, and whether a tool has the same ones. The first differences
go to standard error."""
import json
import sys

ENOUGH = 10  # differences that are shown
n_shown = 0


def differ(call, theirs):
    global n_shown
    n_shown += 1
    if n_shown <= ENOUGH:
        print("%.300s, not %.300s" % (theirs, json.dumps(call)), file=sys.stderr)


def load(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def place(call):
    """What a tool without numbers knows of a call."""
    return call["pid"], call["tid"], call["name"], call["begin_ns"]


def tally(calls, found, same, key=place):
    """How many calls there are, and how many have one of their own among those
    that the tool found."""
    left, n_equal = {}, 0
    for other in found:
        left.setdefault(key(other), []).append(other)
    for call in calls:
        others = left.get(key(call), [])
        other = next((o for o in others if same(call, o)), None)
        if other is None:
            differ(call, others)
        else:
            others.remove(other)
            n_equal += 1
    for other in sum(left.values(), []):
        differ(None, other)
    return max(len(calls), len(found)), n_equal


def lasts(call, other):
    """Whether both last as long. A call without an end does as the tool shows it."""
    return "duration_ns" not in call or \
        call["duration_ns"] == other["duration_ns"]
