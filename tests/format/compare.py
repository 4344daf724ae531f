#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py OURS THEIRS: whether lines of JSON of reader.py and of `fxtrace dump
--json` have the same calls. Values may differ in this alone. dump names what a
number means and splits memory that has a layout. It rounds a float to what
distinguishes it from its neighbours."""
import json, struct, sys

DERIVED = ("frame", "fd_names", "text", "text_cut", "time", "host")  # clocks.py has the last two


def is_memory(value):
    return isinstance(value, dict) and set(value) == {"base64", "bytes"}


def same(ours, theirs):
    if ours == theirs:
        return True
    if isinstance(ours, dict) and isinstance(theirs, dict) and not is_memory(ours):
        return set(ours) == set(theirs) and all(same(ours[k], theirs[k]) for k in ours)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, float) and isinstance(theirs, (int, float)):
        return struct.pack("f", ours) == struct.pack("f", theirs)
    if is_memory(ours):  # by its layout, not as other bytes
        return not is_memory(theirs) and theirs is not None
    is_number = ours is None or isinstance(ours, (bool, int)) or isinstance(ours, dict) and "address" in ours
    return is_number and (isinstance(theirs, str) or ours is False or ours is True)


def main():
    ours, theirs = ([json.loads(line) for line in open(path)] for path in sys.argv[1:3])
    if len(ours) != len(theirs):
        return "%d calls, not %d" % (len(ours), len(theirs))
    for a, b in zip(ours, theirs):
        for key in sorted((set(a) | set(b)) - set(DERIVED)):
            is_value = key in ("args", "ret")
            if key not in a or key not in b or not (same if is_value else lambda x, y: x == y)(a[key], b[key]):
                return "call %d, %s: %s, not %s" % (b["number"], key, a.get(key), b.get(key))
    return None


if __name__ == "__main__":
    sys.exit(main())
