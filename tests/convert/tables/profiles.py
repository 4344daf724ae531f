# SPDX-License-Identifier: MIT
"""What pprof, the Firefox Profiler and speedscope read."""
import json
import re

from calls import differ, lasts, tally


def nested(calls):
    """Each call with the names of the calls around it and its own, and where its
    thread's innermost open call is."""
    stacks = {}
    for call in calls:
        stack = stacks.setdefault((call["pid"], call["tid"]), [])
        while stack and not is_around(stack[-1], call):
            stack.pop()
        yield call, stack
        stack.append(call)


def is_point(call):
    """Whether it lasts no time, for all that is known."""
    return "duration_ns" not in call and call["state"] in (
        "replaced", "no_return", "jumped")


def is_around(outer, call):
    """Behind what execve replaced, and what does not return, others' calls come."""
    if is_point(outer):
        return False
    end = outer.get("end_ns", float("inf"))
    return end > call["begin_ns"] or \
        end == call["begin_ns"] == call.get("end_ns") != outer["begin_ns"]


# --- pprof ---

LOCATION = re.compile(r"\s*(\d+): 0x\w+ (?:M=\d+ )?(.*?) \S*:\d+(?::\d+)? s=\d+$")
SAMPLE = re.compile(r"\s*(\d+)\s+(\d+)\s+(\d+): ([\d ]*)$")
LABELS = re.compile(r"\s*pid:\[(\d+)\] tid:\[(\d+)\]$")


def pprof_samples(path):
    """By process, thread and names from outside: calls and nanoseconds."""
    names, samples, values = {}, [], ()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if match := SAMPLE.match(line):
                values = match.groups()
            elif match := LABELS.match(line):
                samples.append((tuple(map(int, match.groups())), values))
            elif match := LOCATION.match(line):
                names[match.group(1)] = match.group(2)
    found = {}
    for thread, (n_calls, _, ns, ids) in samples:
        key = thread, tuple(names[i] for i in reversed(ids.split()))
        had = found.get(key, (0, 0))
        found[key] = had[0] + int(n_calls), had[1] + int(ns)
    return found


def chains(calls):
    """The same of the archive. Time is None where a call has no end."""
    found = {}

    def add(key, n_calls, ns):
        had = found.get(key, (0, 0))
        found[key] = had[0] + n_calls, None if None in (ns, had[1]) \
            else had[1] + ns

    for call, stack in nested(calls):
        thread = call["pid"], call["tid"]
        around = tuple(outer["name"] for outer in stack)
        add((thread, around + (call["name"],)), 1, call.get("duration_ns"))
        if around:
            ns = call.get("duration_ns")
            add((thread, around), 0, None if ns is None else -ns)
    return found


def pprof(calls, path):
    want, got, n_equal = chains(calls), pprof_samples(path), 0
    for key, (n_calls, ns) in want.items():
        there = got.pop(key, (0, 0))
        if there[0] == n_calls and ns in (None, there[1]):
            n_equal += n_calls
        else:
            differ((key, n_calls, ns), there)
    extra = sum(n_calls for n_calls, _ in got.values())
    return len(calls) + extra, n_equal


# --- Firefox Profiler ---

def firefox_calls(path):
    with open(path, encoding="utf-8") as markers:
        for marker in json.load(markers)["markers"]:
            if marker["markerType"] == "Call":
                yield {"number": marker["data"]["number"], "marker": marker}


def is_marker(call, marker, line):
    """A call without an end lasts as long as the viewer likes; the line of dump
    has its arguments and its result."""
    data = marker["data"]
    pid = marker["pid"].split(".")[0]  # a later program of a process is PID.1
    shown = " %s/%s %s(%s) = %s" % (
        pid, call["tid"], marker["name"], data.get("args", ""),
        data.get("result", ""))
    return (marker["name"], pid, data.get("error")) == \
        (call["name"], str(call["pid"]), call.get("errno")) and \
        round(marker["start"] * 1e6) == call["begin_ns"] and \
        call.get("duration_ns") in (None, round(
            (marker["duration"] or 0) * 1e6)) and shown in line


def firefox(calls, path, dump):
    with open(dump, encoding="utf-8", errors="surrogateescape") as lines:
        lines = dict(line.split(" ", 1) for line in lines if line[0] != "#")
    return tally(calls, list(firefox_calls(path)), lambda call, other: is_marker(
        call, other["marker"], lines[str(call["number"])]),
                 lambda call: call["number"])


# --- speedscope ---

def track(call):
    return "%s %s, %s %s" % (call.get("process"), call["pid"],
                             call.get("thread"), call["tid"])


def speedscope_calls(path, first):
    """Its times begin with the thread's first call."""
    with open(path, encoding="utf-8") as profile:
        whole = json.load(profile)
    frames, found, ends = whole["shared"]["frames"], [], {}
    for profile in whole["profiles"]:
        name, stack = profile["name"], []
        zero = first[name] - profile["startValue"]
        ends[name] = profile["endValue"] + zero
        for event in profile["events"]:
            at = event["at"] + zero
            if event["type"] == "C":
                call = stack.pop()
                call["duration_ns"] = at - call["begin_ns"]
                continue
            stack.append({"track": name, "begin_ns": at, "name": frames[
                event["frame"]]["name"]})
            found.append(stack[-1])
    return found, ends


def speedscope(calls, path):
    """It leaves out calls that last no time."""
    first = {}
    for call in calls:
        first.setdefault(track(call), call["begin_ns"])
    found, ends = speedscope_calls(path, first)
    return tally([call for call in calls if not is_point(call) and (
        "duration_ns" in call or call["begin_ns"] != ends.get(track(call)))],
                 found, lasts, lambda call: (
                     call.get("track") or track(call), call["name"],
                     call["begin_ns"]))
