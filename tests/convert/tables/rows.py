# SPDX-License-Identifier: MIT
"""What SQLite reads: rows of its views, each value with its kind."""
import base64
from fractions import Fraction
import json
import struct

from calls import tally

COLUMNS = ("number", "begin_ns", "end_ns", "duration_ns", "pid", "tid",
           "process", "thread", "frame", "category", "name", "state", "seq",
           "errno", "time", "host")


def read(path):
    """`sqlite3 -json` prints nothing if there are no rows."""
    with open(path, encoding="utf-8") as rows:
        text = rows.read()
    return json.loads(text) if text else []


def is_text(value, data):
    if isinstance(value, dict):
        return base64.b64decode(value["base64"]) == data
    return isinstance(value, str) and value.encode() == data


def is_long_double(data, text):
    """Memory, as x86 has it, and the digits of it."""
    exponent = int.from_bytes(data[8:10], "little")
    if exponent & 0x7fff == 0x7fff:
        return text.lower().strip("-") in ("inf", "infinity", "nan")
    number = int.from_bytes(data[:8], "little") * Fraction(2) ** (
        (exponent & 0x7fff) - 16383 - 63)
    return abs(abs(Fraction(text)) - number) <= number / 10 ** 18 and \
        text.startswith("-") == (exponent >> 15 == 1)


def is_float(value, digits):
    """dump rounds a float to the digits that distinguish it from others."""
    if isinstance(value, dict):
        return str(float(digits)) in {"NaN": "nan", "Infinity": "inf",
                                      "-Infinity": "-inf"}[value["float"]]
    return value == float(digits) or \
        struct.pack("f", value) == struct.pack("f", float(digits))


def is_value(value, row):
    """Whether a row's text, number or memory is what JSON has. Text and memory
    are hexadecimal."""
    kind, data = row["kind"], bytes.fromhex(row["hex"] + row.get("memory", ""))
    if kind in ("null", "withheld"):
        return value is None
    if kind == "bool":
        return value is bool(row["value"])
    if kind in ("int", "uint"):
        return value == int(row["digits"] or row["value"])
    if kind == "float" and data:
        return is_long_double(base64.b64decode(value["base64"]), data.decode())
    if kind == "float":
        return is_float(value, row["digits"] or row["value"])
    if kind == "address":
        return value == {"address": hex(int(row["digits"])) if row["digits"]
                         else data.decode()}
    if kind in ("list", "record"):
        return value == json.loads(data)
    return is_text(value, data)


def flat(name, value):
    """Members of a struct are values of their own, or all of it is one."""
    is_struct = isinstance(value, dict) and value and not (
        {"base64", "address", "float"} & set(value))
    if not is_struct:
        return {name: value}
    return {k: v for member, inner in value.items()
            for k, v in flat("%s.%s" % (name, member), inner).items()}


def same(call, row):
    args, sizes = {}, {}
    for name, value in call["args"].items():
        if name.endswith(".size"):
            sizes[name[:-5]] = value
        elif name in row["args"]:
            args[name] = value
        else:
            args.update(flat(name, value))
    return all(call.get(key) == row[key] for key in COLUMNS) and \
        args.keys() == row["args"].keys() and \
        all(is_value(args[k], v) for k, v in row["args"].items()) and \
        sizes == {k: v["true_size"] for k, v in row["args"].items()
                  if v["true_size"] is not None} and \
        ("ret" in call) == (row["kind"] is not None) and \
        ("ret" not in call or is_value(call["ret"], row)) and \
        ("text" in call) == (row["text"] is not None) and \
        ("text" not in call or is_text(call["text"],
                                       bytes.fromhex(row["text"])))


def sqlite(calls, calls_path, args_path):
    rows = {row["number"]: {**row, "args": {}} for row in read(calls_path)}
    for arg in read(args_path):
        rows[arg["number"]]["args"][arg["name"]] = arg
    return tally(calls, list(rows.values()), same, lambda row: row["number"])
