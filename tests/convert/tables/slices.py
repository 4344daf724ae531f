# SPDX-License-Identifier: MIT
"""What Perfetto's trace processor reads: slices of threads, and their arguments.
Text in both tables is hexadecimal."""
import csv
import struct

from calls import differ, place

# Perfetto rounds the ticks of an archive down, once more every 2^32 ticks.
ROUNDED_NS = {"fxt": 3, "compat": 0, "json": 0}


def text(digits):
    return bytes.fromhex(digits).decode(errors="replace")


def read(path):
    with open(path, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def value_of(row):
    if row["value_type"] in ("int", "uint", "pointer"):
        return int(row["int_value"]) % 2 ** 64
    if row["value_type"] == "bool":
        return bool(int(row["int_value"]))
    if row["value_type"] == "real":
        return float(row["real_value"])
    return text(row["string_value"])


def slices_of(path, args_path):
    args = {}
    for row in read(args_path):
        args.setdefault(row["set_id"], {})[text(row["key"])] = value_of(row)
    for row in read(path):
        if not text(row["category"]).startswith("fxtrace:"):
            yield {"pid": int(row["pid"]), "tid": int(row["tid"]),
                   "category": text(row["category"]), "name": text(row["name"]),
                   "begin_ns": int(row["ts"]), "duration_ns": int(row["dur"]),
                   "args": args.get(row["set_id"], {})}


def flat(name, value, form):
    """Perfetto's names of a value and of what is in it, with numbers and text."""
    if isinstance(value, dict) and set(value) in ({"address"}, {"float"}):
        yield name, next(iter(value.values()))
    elif form == "json" and isinstance(value, (dict, list)):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, member in inner:
            key = "[%d]" % key if isinstance(value, list) else "." + key
            yield from flat(name + key, member, form)
    else:
        yield name, value


def is_value(want, got, form):
    """Memory, structs and arrays are a word or text unless it read JSON. So is
    text that a pointer to a pointer leads to."""
    if want is None or form != "json" and isinstance(want, (dict, list)):
        return True
    if got is None or form == "fxt" and got == "unknown":
        return got is not None and isinstance(want, str)
    if isinstance(want, bool) or isinstance(got, bool):
        return want == got
    if isinstance(want, int):  # of JSON's above 2^63 it makes a real number
        return want % 2 ** 64 == int(got) % 2 ** 64
    if isinstance(want, float):
        return isinstance(got, float) and (want == got or struct.pack(
            "f", want) == struct.pack("f", got))
    if isinstance(got, int):  # of an address with a name, only that is in JSON
        return not want.startswith("0x") or int(want, 16) == got
    return want == str(got)


def same(call, found, form):
    values = dict(call["args"])
    values.update({key: call[key] for key in ("ret", "errno") if key in call})
    prefix = "args." if form == "json" else ""
    return call["category"] == found["category"] and all(
        is_value(inner, found["args"].get(prefix + key), form)
        for name, value in values.items()
        if not (form == "compat" and name.endswith(".size"))  # in the text
        for key, inner in flat(name, value, form)) and abs(
            call.get("duration_ns", found["duration_ns"]) -
            found["duration_ns"]) <= ROUNDED_NS[form]


def perfetto(calls, path, args_path, form):
    left, n_found, n_equal = {}, 0, 0
    for found in slices_of(path, args_path):
        left.setdefault(place(found), []).append(found)
        n_found += 1
    for call in calls:
        pid, tid, name, begin = place(call)
        there = [(others, other) for less in range(ROUNDED_NS[form] + 1)
                 for others in [left.get((pid, tid, name, begin - less), [])]
                 for other in others]
        for others, other in there:
            if same(call, other, form):
                others.remove(other)
                n_equal += 1
                break
        else:
            differ(call, [other for _, other in there])
    return max(len(calls), n_found), n_equal
