#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""entries.py ARCHIVE: the types, functions, names and cases that the archive
describes more than once. Written from writer/FORMAT.md, like reader.py."""
import collections, sys
from reader import Archive, Bytes

KINDS = {1: "type", 2: "enumerator", 3: "function", 6: "case"}


class Entries(Archive):
    def __init__(self, data):
        self.found = collections.Counter()
        super().__init__(data)
    def take_entries(self, provider, data):
        entries = Bytes(data)
        while not entries.is_done():
            kind, key, body = entries.varint(), entries.varint(), entries.text()
            if kind in KINDS:
                self.found[provider.index, kind, key, body] += 1


def main():
    with open(sys.argv[1], "rb") as source:
        found = Entries(source.read()).found
    missing = set(KINDS) - {kind for _, kind, _, _ in found}
    for kind in sorted(missing):
        print("no", KINDS[kind])
    for (_, kind, key, body), n in found.items():
        if n > 1:
            print(n, "times:", KINDS[kind], key, body)


main()
