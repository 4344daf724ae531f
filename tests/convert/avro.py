# SPDX-License-Identifier: MIT
"""Compares a file of Avro, as Python's package `avro` reads it, with lines of
`fxtrace dump --json` of the same archive, value by value.

    avro.py FILE LINES

Prints how many calls and values were compared, and the first differences.
"""
import base64
import datetime
import json
import struct
import sys

sys.path = sys.path[1:]  # this file is not the package
from avro.datafile import DataFileReader  # noqa: E402
from avro.io import DatumReader  # noqa: E402

EPOCH = datetime.datetime(1970, 1, 1)
KINDS = ("bool", "int", "uint", "float", "text", "bytes", "address", "list",
         "record")
n_values = n_different = 0


def differ(line, what, ours, theirs):
    global n_different
    n_different += 1
    if n_different <= 10:
        print("call %d %s: %s: %r, not %r" % (line["number"], line["name"],
                                              what, ours, theirs))


def is_value(ours, theirs):
    """Whether a Value is what JSON has of it."""
    global n_values
    n_values += 1
    there = [kind for kind in KINDS if ours[kind] is not None]
    if len(there) > 1:
        return False
    if ours["constant"] is not None:
        return ours["constant"] == theirs
    if not there:
        return theirs is None
    value = ours[there[0]]
    if there[0] == "address":
        return theirs == {"address": "0x%x" % (value % 2 ** 64)}
    if there[0] == "bytes":
        return base64.b64decode(theirs["base64"]) == value
    if there[0] in ("list", "record"):
        return json.loads(value) == theirs
    if there[0] == "uint":
        return int(value) == theirs and theirs >= 2 ** 63
    if there[0] == "float":
        return is_float(value, theirs)
    return type(value) is type(theirs) and value == theirs


def is_float(value, theirs):
    if isinstance(theirs, dict):
        return str(value) in {"NaN": "nan", "Infinity": "inf",
                              "-Infinity": "-inf"}[theirs["float"]]
    # dump rounds a float to the digits that tell it from others
    return value == theirs or struct.pack("f", value) == struct.pack("f", theirs)


def check(row, line):
    for key in ("number", "begin_ns", "end_ns", "duration_ns", "pid", "tid",
                "process", "thread", "frame", "category", "name", "state",
                "seq", "errno", "stack_end", "host"):
        if row[key] != line.get(key):
            differ(line, key, row[key], line.get(key))
    if row["marks"] != line.get("marks", []):
        differ(line, "marks", row["marks"], line.get("marks"))
    args = {k: v for k, v in line["args"].items() if not k.endswith(".size")}
    if list(row["args"]) != list(args):
        differ(line, "args", list(row["args"]), list(args))
        return
    for name, value in args.items():
        if not is_value(row["args"][name], value):
            differ(line, name, row["args"][name], value)
    if row["has_ret"] != ("ret" in line) or not is_value(row["ret"],
                                                         line.get("ret")):
        differ(line, "ret", row["ret"], line.get("ret"))
    check_rest(row, line)


def check_rest(row, line):
    frames = [{key: value for key, value in frame.items()
               if value is not None and (key != "interrupted" or value)}
              for frame in row["stack"]]
    for frame in frames:
        if "address" in frame:
            frame["address"] = "0x%x" % frame["address"]
    if frames != line.get("stack", []):
        differ(line, "stack", frames, line.get("stack"))
    text = row["text"]
    if row["text_bytes"] is not None:
        text = {"base64": base64.b64encode(row["text_bytes"]).decode(),
                "bytes": len(row["text_bytes"])}
    if text != line.get("text"):
        differ(line, "text", text, line.get("text"))
    time = None
    if row["time"] is not None:
        time = (EPOCH + datetime.timedelta(microseconds=row["time"])).strftime(
            "%Y-%m-%dT%H:%M:%S.%fZ")
    if time != line.get("time"):
        differ(line, "time", time, line.get("time"))


rows = iter(DataFileReader(open(sys.argv[1], "rb"), DatumReader()))
n_calls = 0
with open(sys.argv[2], encoding="utf-8") as lines:
    for line in lines:
        row = next(rows, None)
        if row is None:
            print("rows are missing")
            n_different += 1
            break
        n_calls += 1
        check(row, json.loads(line))
if next(rows, None):
    print("further rows")
    n_different += 1
print("%d calls, %d values, %d different" % (n_calls, n_values, n_different))
sys.exit(n_different > 0)
