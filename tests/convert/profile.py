#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Reads profiles of pprof, speedscope and the Firefox Profiler and prints their stacks as folded
# lines: process pid;thread tid;outer;inner, and a number. By the descriptions
# of these formats alone.
#	profile.py pprof|speedscope|firefox FILE [TYPE]	lines; TYPE of pprof, as
#						"calls"
#	profile.py markers FILE			calls: pid tid name, and the rest
#	profile.py messages FILE		of Firefox: tid, ns, text
#	profile.py places FILE			frames of pprof that have a line
import gzip
import json
import sys
from collections import Counter
from decimal import Decimal


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


def columns(table, what, **limits):
    """The table is sound: columns have its length, numbers are in range."""
    n = table['length']
    for key, column in table.items():
        if isinstance(column, list):
            assert len(column) == n, f'{what}.{key}: {len(column)}, not {n}'
    for key, limit in limits.items():
        for at, value in enumerate(table[key]):
            assert value is None or 0 <= value < (
                at if limit is None else limit), f'{what}.{key}[{at}]: {value}'


def firefox(path):
    data = open(path, 'rb').read()
    if data[:2] == b'\x1f\x8b':
        data = gzip.decompress(data)
    profile = json.loads(data, parse_float=Decimal)
    meta, shared = profile['meta'], profile['shared']
    assert meta['preprocessedProfileVersion'] == 60
    assert [c for c in meta['categories'] if c['color'] == 'grey'], 'default'
    n_strings, n_categories = (len(shared['stringArray']),
                               len(meta['categories']))
    columns(shared['sources'], 'sources', filename=n_strings)
    columns(shared['funcTable'], 'funcTable', name=n_strings,
            source=shared['sources']['length'])
    columns(shared['frameTable'], 'frameTable', category=n_categories,
            func=shared['funcTable']['length'])
    columns(shared['stackTable'], 'stackTable', prefix=None,
            frame=shared['frameTable']['length'])
    schemas = {s['name']: {f['key'] for f in s['fields']}
               for s in meta['markerSchema']}
    seen = set()
    for thread in profile['threads']:
        samples, markers = thread['samples'], thread['markers']
        columns(samples, 'samples', stack=shared['stackTable']['length'])
        columns(markers, 'markers', name=n_strings, category=n_categories)
        assert samples['time'] == sorted(samples['time']), 'in order'
        for i, (time, weight) in enumerate(zip(samples['time'],
                                               samples['weight'])):
            assert weight > 0 and (i + 1 == samples['length'] or time + weight
                                   <= samples['time'][i + 1]), 'apart'
        for i, data in enumerate(markers['data']):
            assert not set(data) - schemas[data['type']] - {'type'}
            is_message = data['type'] == 'Message'
            assert markers['phase'][i] in ((0,) if is_message else (1, 2))
            assert (markers['endTime'][i] is None) == (markers['phase'][i] != 1)
        place = thread['pid'], thread['tid']
        assert place not in seen, 'a thread is there once'
        seen.add(place)
    return profile


def firefox_stacks(path):
    profile = firefox(path)
    shared = profile['shared']
    stacks, names = shared['stackTable'], []
    for frame, prefix in zip(stacks['frame'], stacks['prefix']):
        name = shared['stringArray'][shared['funcTable']['name'][
            shared['frameTable']['func'][frame]]]
        names.append(name if prefix is None else f'{names[prefix]};{name}')
    for thread in profile['threads']:
        head = (f"{thread['processName']} {thread['pid'].split('.')[0]};"
                f"{thread['name']} {thread['tid']}")
        for stack, weight in zip(thread['samples']['stack'],
                                 thread['samples']['weight']):
            yield f'{head};{names[stack]}', int(weight * 1000000)


def firefox_calls(path):
    """One line of each call, in the order of its number."""
    profile = firefox(path)
    rows = []
    for thread in profile['threads']:
        markers = thread['markers']
        for i, data in enumerate(markers['data']):
            if data['type'] == 'Message':
                continue
            begin, end = markers['startTime'][i], markers['endTime'][i]
            rows.append((data['number'], '\t'.join(map(str, (
                data['number'], thread['pid'].split('.')[0], thread['tid'],
                profile['shared']['stringArray'][markers['name'][i]],
                int(begin * 1000000),
                '' if end is None else int((end - begin) * 1000000),
                data.get('args', ''), data.get('error', ''),
                'result' in data, data.get('result', ''))))))
    return [row for _, row in sorted(rows)]


def firefox_messages(path):
    """TID, ns and text of each message."""
    for thread in firefox(path)['threads']:
        markers = thread['markers']
        for i, data in enumerate(markers['data']):
            if data['type'] == 'Message':
                yield (f"{thread['tid']}\t"
                       f"{int(markers['startTime'][i] * 1000000)}\t"
                       f"{data['text']}")


def main():
    kind, path = sys.argv[1:3]
    if kind == 'places':
        print('\n'.join(sorted(set(places(Profile(path))))))
        return
    if kind == 'markers':
        print('\n'.join(firefox_calls(path)))
        return
    if kind == 'messages':
        print('\n'.join(firefox_messages(path)))
        return
    found = Counter()
    rows = (speedscope(path) if kind == 'speedscope' else
            firefox_stacks(path) if kind == 'firefox' else
            Profile(path).lines(sys.argv[3] if len(sys.argv) > 3 else 'time'))
    for stack, value in rows:
        found[stack] += value
    for stack in sorted(found):
        if found[stack]:
            print(stack, found[stack])


main()
