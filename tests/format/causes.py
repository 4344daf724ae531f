#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""causes.py ARCHIVE: why triggers had a snapshot made, as `fxtrace dump --json`
has it in its first lines. Written from writer/FORMAT.md, like reader.py."""
import json, sys
from reader import Archive, Event, Record, shown

class Causes(Archive):
    def __init__(self, data):
        self.found = []
        super().__init__(data)
    def take_4(self, r, at):
        copy = Record(r.provider, r.data)
        super().take_4(r, at)
        if copy.bits(16, 4) == 0:
            self.take_instant(copy)
    def take_instant(self, r):
        e, n_args, thread = Event(), r.bits(20, 4), r.bits(24, 8)
        e.provider, e.ns = r.provider, r.provider.ns(r.word())
        e.thread = r.provider.threads.get(thread, (0, 0)) if thread else (r.word(), r.word())
        e.category = r.string(r.bits(32, 16)).decode(errors="replace")
        e.name = r.string(r.bits(48, 16)).decode(errors="replace")
        e.args = [r.arg() for _ in range(n_args)]
        if any(name == "@rule" for name, _, _ in e.args):
            self.found.append(e)
    def cause(self, e, calls):
        own = {name: value for name, _, value in e.args if name in ("@rule", "@begin", "@duration", "signal")}
        cause = {"rule": shown(own["@rule"]), "ns": e.ns, "pid": e.thread[0], "tid": e.thread[1]}
        if e.category == "fxtrace:cause":
            cause["signal"] = shown(own["signal"])
            return cause
        begin = own.get("@begin") and e.provider.ns(own["@begin"])
        numbers = [c["number"] for c in calls if (c["pid"], c["tid"], c["begin_ns"]) == (*e.thread, begin)]
        cause["call"] = numbers[0] if numbers else None
        if begin:
            cause["begin_ns"] = begin
        if own.get("@duration"):
            cause["duration_ns"] = own["@duration"]
        call = {"args": {}, "flags": set()}
        self.put(call, e)
        values = {**call["args"], **{key: call[key] for key in ("ret", "errno") if key in call}}
        cause.update(category=e.category, name=e.name, values=values)
        return cause

if __name__ == "__main__":
    with open(sys.argv[1], "rb") as source:
        archive = Causes(source.read())
    made = list(archive.calls())
    for event in archive.found:
        print(json.dumps({"snapshot": archive.cause(event, made)}))
