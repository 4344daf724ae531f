# SPDX-License-Identifier: MIT
"""What the reader of tests/format, LLVM's XRay and apitrace read."""
import csv
import pathlib
import re
import sys

from calls import differ, lasts, load, tally

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "format"))
from compare import DERIVED, same as same_value  # noqa: E402

RECORD = re.compile(r"function: '?(.*?)'?, (?:args: \[ (.*?) \], )?cpu: \d+, "
                    r"thread: (\d+), process: (\d+), kind: function-(\S+), "
                    r"tsc: (\d+)")


def page(calls, path):
    """Those of a reader that knows writer/FORMAT.md alone."""
    def same(call, other):
        keys = (call.keys() | other.keys()) - {*DERIVED, "stack", "stack_end"}
        return all(key in call and key in other and (
            same_value(other[key], call[key]) if key in ("args", "ret") else
            other[key] == call[key]) for key in keys)
    return tally(calls, load(path), same, lambda call: call["number"])


def number_of(value):
    """The number that a log has of a value; None if it can have none."""
    if value is None or isinstance(value, (bool, int)):
        return int(value or 0) % 2 ** 64
    if isinstance(value, dict) and set(value) == {"address"}:
        return int(value["address"], 16)
    return None


def is_prefix(numbers, call, most):
    """Those before the first that is no number. Of a constant there is its name
    here, and of memory what is in it: these say no number. Fewer than in other
    calls of the function are there only before what is no number."""
    args = call["args"]
    values = [v for k, v in args.items() if not (
        k.endswith((".size", "'")) or k.endswith("@") and k[:-1] in args)]
    rest = values[len(numbers):]
    return len(numbers) <= len(values) and all(
        number_of(v) in (None, n) for n, v in zip(numbers, values)) and (
            len(numbers) == most or not rest or type(rest[0]) is not int)


def xray_calls(path):
    found, stacks = [], {}
    with open(path, encoding="utf-8") as lines:
        for match in filter(None, map(RECORD.search, lines)):
            name, args, tid, pid, kind, tsc = match.groups()
            stack = stacks.setdefault((pid, tid), [])
            if not kind.startswith("enter"):
                call = stack.pop()
                assert call["name"] == name, "calls nest"
                call["duration_ns"] = int(tsc) - call["begin_ns"]
                continue
            stack.append({"pid": int(pid), "tid": int(tid), "name": name,
                          "begin_ns": int(tsc), "args": [
                              int(a) % 2 ** 64
                              for a in (args or "").split(", ") if a]})
            found.append(stack[-1])
    return found


def xray(calls, path):
    found, most = xray_calls(path), {}
    for call in found:
        most[call["name"]] = max(most.get(call["name"], 0), len(call["args"]))
    return tally(calls, found, lambda call, other: lasts(
        call, other) and is_prefix(other["args"], call, most[call["name"]]))


def account_rows(path):
    """Of each name: calls, the shortest, the longest, their sum in seconds."""
    rows = {}
    with open(path, encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            had = rows.get(row["function"], (0, float("inf"), 0, 0))
            rows[row["function"]] = (
                had[0] + int(row["count"]), min(had[1], float(row["min"])),
                max(had[2], float(row["max"])), had[3] + float(row["sum"]))
    return rows


def account(calls, path):
    rows, named, n_equal = account_rows(path), {}, 0
    for call in calls:
        named.setdefault(call["name"], []).append(call.get("duration_ns"))
    for name, times in named.items():
        got, want = rows.pop(name, (0,)), (len(times),)
        if None not in times:
            want += tuple(t / 1e9 for t in (min(times), max(times), sum(times)))
        # seven digits are shown
        if all(abs(a - b) <= 1e-6 * b for a, b in zip(got, want)):
            n_equal += len(times)
        else:
            differ((name, want), got)
    return len(calls) + sum(row[0] for row in rows.values()), n_equal


def by_number(path):
    """Lines by the call's number. Text may have further lines."""
    found, number = {}, None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if re.match(r"\d+ ", line):
                number = int(line.split(" ", 1)[0])
            found[number] = found.get(number, "") + line
    return found


def is_shown(ours, theirs):
    """Text that is not UTF-8 is memory in JSON, of which there is the size."""
    if ours == theirs or None in (ours, theirs):
        return ours == theirs
    byte = r"(?:[^\\]|\\(?:[0-7]{1,3}|.))"
    pattern = re.sub(r"blob\\\((\d+)\\\)", lambda m: r"(?:%s|%s{%s})" % (
        m.group(), byte, m.group(1)), re.escape(ours))
    return re.fullmatch(pattern, theirs, re.S) is not None


def apitrace(calls, ours, theirs):
    """Lines of apitrace_values.pl: of the archive, and of what apitrace shows."""
    ours, theirs = by_number(ours), by_number(theirs)
    n_equal, n = 0, sum("fake" not in call.get("marks", []) for call in calls)
    for number in range(n):
        if number in ours and is_shown(ours[number], theirs.get(number)):
            n_equal += 1
        else:
            differ(ours.get(number), theirs.get(number))
    return max(n, len(theirs)), n_equal
