#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Reads profiles of pprof and speedscope and prints their stacks as folded
# lines: process pid;thread tid;outer;inner, and a number. By the descriptions
# of both formats alone.
#	profile.py pprof|speedscope FILE [TYPE]	lines; TYPE of pprof, as "calls"
#	profile.py places FILE			frames of pprof that have a line
import gzip
import json
import sys
from collections import Counter


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """The message's fields in order: number, value or bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            n, at = varint(data, at)
            value, at = data[at:at + n], at + n
            assert len(value) == n, 'cut message'
        else:
            sys.exit(f'wire type {key & 7}')
        yield key >> 3, value


def numbers(data):
    at, found = 0, []
    while at < len(data):
        value, at = varint(data, at)
        found.append(value)
    return found


class Profile:
    def __init__(self, path):
        data = open(path, 'rb').read()
        if data[:2] == b'\x1f\x8b':
            data = gzip.decompress(data)
        self.all = list(fields(data))
        self.strings = [v.decode() for k, v in self.all if k == 6]
        assert self.strings[0] == '', 'the first string is empty'
        functions = [dict(fields(v)) for k, v in self.all if k == 5]
        self.functions = {f[1]: f for f in functions}
        assert len(functions) == len(self.functions), 'ids are unique'
        self.locations = {}
        for k, v in self.all:
            if k == 4:
                location = dict(fields(v))
                line = dict(fields(location[4]))
                self.locations[location[1]] = line
        self.types = [self.strings[dict(fields(v))[1]]
                      for k, v in self.all if k == 1]

    def name(self, location):
        return self.strings[self.functions[self.locations[location][1]][2]]

    def lines(self, wanted):
        column = self.types.index(wanted)
        for k, v in self.all:
            if k != 2:
                continue
            sample, labels = {}, {}
            for field, value in fields(v):
                if field == 3:
                    label = dict(fields(value))
                    labels[self.strings[label[1]]] = (
                        self.strings[label.get(2, 0)] or label.get(3, 0))
                else:
                    sample[field] = numbers(value)
            names = [self.name(i) for i in reversed(sample[1])]
            yield ';'.join([f"{labels['process']} {labels['pid']}",
                            f"{labels['thread']} {labels['tid']}"] +
                           names), sample[2][column]


def places(profile):
    for line in profile.locations.values():
        function = profile.functions[line[1]]
        if line.get(2):
            file = profile.strings[function[4]].rsplit('/', 1)[-1]
            yield f'{profile.strings[function[2]]} {file}:{line[2]}'


def speedscope(path):
    data = json.load(open(path))
    assert data['$schema'].endswith('/file-format-schema.json')
    frames = [f['name'] for f in data['shared']['frames']]
    for profile in data['profiles']:
        assert profile['type'] == 'evented'
        assert profile['unit'] == 'nanoseconds'
        head = profile['name'].replace(', ', ';')
        stack, now = [head], profile['startValue']
        for event in profile['events']:
            assert event['at'] >= now, 'times do not go back'
            if len(stack) > 1:
                yield ';'.join(stack), event['at'] - now
            now = event['at']
            if event['type'] == 'O':
                stack.append(frames[event['frame']])
            else:
                assert stack.pop() == frames[event['frame']], 'nested'
        assert stack == [head] and now == profile['endValue']


def main():
    kind, path = sys.argv[1:3]
    if kind == 'places':
        print('\n'.join(sorted(set(places(Profile(path))))))
        return
    found = Counter()
    rows = (speedscope(path) if kind == 'speedscope' else
            Profile(path).lines(sys.argv[3] if len(sys.argv) > 3 else 'time'))
    for stack, value in rows:
        found[stack] += value
    for stack in sorted(found):
        if found[stack]:
            print(stack, found[stack])


main()
