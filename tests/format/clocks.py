#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""clocks.py ARCHIVE LINES: whether the lines of `fxtrace dump --json` have the
time of day and the host that the facts `clock` and `host` give. Written from
writer/FORMAT.md, like reader.py."""
import datetime, json, sys
from reader import Archive, Record

STEP_NS = 1000000


class Clocks(Archive):
    def __init__(self, data):
        self.pairs, self.host = [], None
        super().__init__(data)
        self.pairs.sort()
    def take_4(self, r, at):
        copy = Record(r.provider, r.data)
        super().take_4(r, at)
        n_args, thread = copy.bits(20, 4), copy.bits(24, 8)
        _ = [copy.word() for _ in range(1 if thread else 3)]
        category, name = (copy.string(copy.bits(at, 16)) for at in (32, 48))
        if category != b"fxtrace:fact":
            return
        args = {name: value for name, _, value in (copy.arg() for _ in range(n_args))}
        if name == b"clock":
            self.pairs.append((r.provider.ns(args["ticks"]), args["monotonic_ns"], args["realtime_ns"]))
        elif name == b"host" and self.host is None:
            self.host = args.get("name", b"").decode()
    def time_ns(self, ns):
        """Time of day, by the last pair before and the next one."""
        i = max([0] + [i for i, pair in enumerate(self.pairs) if pair[0] <= ns])
        at, monotonic, realtime = self.pairs[i]
        passed = ns - at
        if passed > 0 and i + 1 < len(self.pairs):
            next_at, next_monotonic, next_realtime = self.pairs[i + 1]
            step = (next_realtime - next_monotonic) - (realtime - monotonic)
            length = next_realtime - realtime - (step if abs(step) >= STEP_NS else 0)
            passed = passed * length // (next_at - at)
        return realtime + passed


def main():
    with open(sys.argv[1], "rb") as source:
        archive = Clocks(source.read())
    with open(sys.argv[2], encoding="utf-8") as lines:
        calls = [json.loads(line) for line in lines]
    for call in calls:
        us = archive.time_ns(call["begin_ns"]) // 1000
        time = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=us)
        ours = time.isoformat(timespec="microseconds") + "Z", archive.host
        if (call.get("time"), call.get("host")) != ours:
            return "call %d: %s, not %s" % (call["number"], (call.get("time"), call.get("host")), ours)
    return None if calls else "no calls"


sys.exit(main())
