#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""reader.py ARCHIVE: the calls of an archive as lines of JSON, with the keys of
`fxtrace dump --json`, but for those that dump works out of several calls (frame,
fd_names, text). Written from writer/FORMAT.md alone, it shares no code with
fxtrace. Values are plain: numbers of constants within memory, and memory that has
a layout, stay as they are in the archive."""
import base64, gzip, json, math, struct, sys

FACT, SIGNATURE, LOSS = "fxtrace:fact", "fxtrace:sig", "fxtrace:loss"
VOID, FLOAT, OPAQUE, FUNC, ANY, STR, PTR = 0, 2, 4, 5, 6, 10, 11
DOTS = "@args"  # what was passed behind the prototype's parameters

class Bytes:
    """A cursor over the bytes of an entry or an encoded value."""
    def __init__(self, data):
        self.data, self.at = data, 0
    def take(self, n):
        if self.at + n > len(self.data):
            raise ValueError("an entry ends too early")
        self.at += n
        return self.data[self.at - n:self.at]
    def varint(self):
        n = shift = 0
        while True:
            byte = self.take(1)[0]
            n |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return n
    def text(self):
        return bytes(self.take(self.varint()))
    def word(self):
        return struct.unpack("<Q", self.take(8))[0]
    def is_done(self):
        return self.at >= len(self.data)

class Provider:
    def __init__(self, index):
        self.index, self.rate = index, 0
        self.strings, self.threads = {0: b""}, {}
        self.processes, self.names = {}, {}
        self.types, self.functions, self.blobs, self.cases = {}, {}, {}, {}
    def ns(self, ticks):
        return ticks * 10 ** 9 // self.rate if self.rate else ticks
class Event:
    """Whatever has fields."""
def shown(data):
    """Text, or the bytes in a form that JSON has."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return memory(data)
def memory(data):
    return {"base64": base64.b64encode(data).decode(), "bytes": len(data)}
def number(value):
    if math.isnan(value):
        return {"float": "NaN"}
    return value if math.isfinite(value) else {"float": ("-" if value < 0 else "") + "Infinity"}
def signed(word, bits):
    return word - (1 << bits) if word >> (bits - 1) else word
class Record:
    """The words of one record, taken one after the other."""
    def __init__(self, provider, data):
        self.provider, self.data, self.at = provider, data, 8
        self.header = struct.unpack_from("<Q", data)[0]
    def bits(self, first, n):
        return self.header >> first & (1 << n) - 1
    def word(self):
        self.at += 8
        return struct.unpack_from("<Q", self.data, self.at - 8)[0]
    def bytes(self, n):
        self.at += (n + 7) // 8 * 8
        return bytes(self.data[self.at - (n + 7) // 8 * 8:][:n])
    def string(self, ref):
        return self.bytes(ref & 0x7fff) if ref & 0x8000 else self.provider.strings.get(ref, b"")
    def arg(self):
        start, header = self.at, self.word()
        kind, size, high = header & 15, header >> 4 & 0xfff, header >> 32
        name = self.string(header >> 16 & 0xffff).decode(errors="replace")
        if kind in (1, 2):
            value = signed(high, 32) if kind == 1 else high
        elif kind in (3, 4, 7, 8):
            value = self.word()
            value = signed(value, 64) if kind == 3 else value
        elif kind == 5:
            value = number(struct.unpack("<d", struct.pack("<Q", self.word()))[0])
        elif kind == 6:
            value = self.string(high & 0xffff)
        else:
            value = {0: None, 9: bool(high & 1)}.get(kind) if kind != 10 else self.bytes(high)
        self.at = start + size * 8
        return name, kind, value

class Archive:
    def __init__(self, data):
        self.providers, self.events, self.execs = {}, [], set()
        self.provider = self.find(0)
        at = 0
        while at + 8 <= len(data):
            at = self.take(data, at)
    def find(self, index):
        return self.providers.setdefault(index, Provider(index))
    def take(self, data, at):
        """One record; returns where the next one is."""
        header = struct.unpack_from("<Q", data, at)[0]
        kind, n = header & 15, header >> 4 & 0xfff
        if kind == 15:
            n = header >> 4 & 0xffffffff
        if not header or not n or at + n * 8 > len(data):  # 0: not written yet
            return len(data) if header else at + 8
        record = Record(self.provider, data[at:at + n * 8])
        method = getattr(self, "take_%d" % kind, None)
        _ = method and method(record, at)
        return at + n * 8
    def take_0(self, r, at):
        if r.bits(16, 4) in (1, 2):
            self.provider = self.find(r.bits(20, 32))
    def take_1(self, r, at):
        r.provider.rate = r.word()
    def take_2(self, r, at):
        r.provider.strings[r.bits(16, 15)] = r.bytes(r.bits(32, 15))
    def take_3(self, r, at):
        r.provider.threads[r.bits(16, 8)] = (r.word(), r.word())
    def take_4(self, r, at):
        e = Event()
        e.at, e.kind, n_args, thread = at, r.bits(16, 4), r.bits(20, 4), r.bits(24, 8)
        e.provider, e.ticks = r.provider, r.word()
        e.thread = r.provider.threads.get(thread, (0, 0)) if thread else (r.word(), r.word())
        e.category = r.string(r.bits(32, 16)).decode(errors="replace")
        e.name = r.string(r.bits(48, 16)).decode(errors="replace")
        e.args = [r.arg() for _ in range(n_args)]
        e.ns = r.provider.ns(e.ticks)
        if e.category == SIGNATURE:
            for name, kind, value in e.args:
                if name == "entry" and kind == 10:
                    self.take_entries(r.provider, value)
        elif e.kind in (2, 3, 4) and e.category not in (FACT, LOSS):
            e.end_ns = r.provider.ns(r.word()) if e.kind == 4 else None
            self.events.append(e)
    def take_5(self, r, at):
        name = r.string(r.bits(16, 16))
        if name.startswith(b"fxtrace:b/"):
            key = int(name[10:], 16)
            blobs = r.provider.blobs
            blobs[key] = blobs.get(key, b"") + r.bytes(r.bits(32, 23))
    def take_7(self, r, at):
        kind, koid = r.bits(16, 8), r.word()
        name = r.string(r.bits(24, 16))
        if kind == 1:
            r.provider.processes[koid] = name
        elif kind == 2:
            r.provider.names[koid] = name
    def take_entries(self, provider, data):
        entries = Bytes(data)
        while not entries.is_done():
            kind, key, body = entries.varint(), entries.varint(), Bytes(entries.text())
            if kind == 1:
                provider.types.setdefault(key, self.type_of(body))
            elif kind == 6:
                _, chosen = body.word(), body.varint()
                provider.cases.setdefault(key, {})[body.text().decode()] = chosen
            elif kind == 3:
                names = [body.text() for _ in range(6)]
                f = Event()
                f.ret, n, _ = body.varint(), body.varint(), body.varint()
                f.params = {body.text().decode(): body.varint() for _ in range(n)}
                body.varint()
                f.flags = body.varint()
                provider.functions[names[0].decode(), names[1].decode()] = f
    @staticmethod
    def type_of(body):
        t = Event()
        t.kind, t.name, t.size, _ = body.varint(), body.text(), body.varint(), body.varint()
        t.base, t.flags, t.members = None, 0, []
        if t.kind in (7, 8, 9, 11, 12, 16):
            t.base = body.varint()
        if t.kind == STR:
            body.varint()
        if t.kind in (STR, PTR):
            _, t.flags = body.varint(), body.varint()
        if t.kind in (13, 14):
            for _ in range(body.varint()):
                t.members.append(body.text().decode())
                _ = [body.varint() for _ in range(4)]
        return t

    # Values
    @staticmethod
    def is_raw(provider, t):
        is_behind = t and t.kind == PTR
        if is_behind and t.flags & 32:
            return True
        if is_behind:
            t = provider.types.get(t.base)
        return not t or t.kind in (VOID, OPAQUE, FUNC, ANY) or (t.kind in (STR, FLOAT, 13) and not is_behind)
    def decode(self, provider, body):
        tag = body.take(1)[0]
        if tag < 3:
            return (None, False, True)[tag]
        if tag in (3, 4):
            return body.varint() * (-1 if tag == 3 else 1)
        if tag in (5, 6):
            return number(struct.unpack("<f" if tag == 5 else "<d", body.take(4 if tag == 5 else 8))[0])
        if tag in (7, 8):
            return shown(body.text()) if tag == 7 else memory(body.text())
        if tag in (9, 10):
            body.varint()
            return self.decode(provider, body)
        if tag == 11:
            return [self.decode(provider, body) for _ in range(body.varint())]
        if tag == 12:
            t = provider.types[body.varint()]
            values = {name: self.decode(provider, body) for name in t.members}
            return {name: None if self.is_withheld(v) else v for name, v in values.items()}
        if tag == 13:
            return {"address": hex(body.varint())}
        if tag == 15:
            return "".join(chr(body.varint()) for _ in range(body.varint()))
        raise ValueError("no value has the tag %d" % tag)
    def value(self, provider, kind, value, type_id):
        t = provider.types.get(type_id)
        if kind == 6:
            return shown(value)
        if kind == 7:
            return {"address": hex(value)} if value else None
        if kind not in (8, 10):
            return value
        data = provider.blobs.get(value, b"") if kind == 8 else value
        return memory(data) if self.is_raw(provider, t) else self.decode(provider, Bytes(data))

    @staticmethod
    def is_withheld(v):
        return isinstance(v, list) and len(v) == 2 and v[0] is None and type(v[1]) is int
    # Calls
    def put(self, call, e):
        f = e.provider.functions.get((e.category, e.name))
        for name, kind, value in e.args:
            base = name.rstrip("@").split(".")[0].split("'")[0]
            type_id = f and (f.ret if name == "ret" else f.params.get(base))
            cases = e.provider.cases.get(type_id, {})  # of a union, by a constant beside it
            type_id = next((cases[v] for v in call["args"].values() if type(v) is str and v in cases), type_id)
            if name == "@flags":
                call["flags"] = set(value.decode().split("|"))
            elif name == "@seq":
                call["seq"] = value
            elif name == "errno":
                call["errno"] = value.decode() if kind == 6 else str(value)
            elif name == "ret":
                call["ret"] = self.value(e.provider, kind, value, type_id)
            elif name == DOTS:
                call["args"]["..."] = self.decode(e.provider, Bytes(value))
            elif name[:1] != "@":
                place, member = call["args"], name
                if "." in name.strip(".") and not name.endswith(".size"):
                    group, member = name.split(".", 1)
                    place = place.setdefault(group, {})
                place[member] = self.value(e.provider, kind, value, type_id)
    def calls(self):
        self.events.sort(key=lambda e: (e.ns, e.provider.index, e.thread, e.at))
        made, stacks = [], {}
        for e in self.events:
            stack = stacks.setdefault((e.provider.index, e.thread), [])
            if e.kind == 3:
                if stack and any((c.category, c.name) == (e.category, e.name) for c, _ in stack):
                    while (stack[-1][0].category, stack[-1][0].name) != (e.category, e.name):
                        stack.pop()
                    made[stack.pop()[1]][1] = e
                continue
            if e.kind == 2:
                stack.append((e, len(made)))
            made.append([e, e if e.kind == 4 else None])
        for i, (begin, end) in enumerate(made):
            yield self.call(i, begin, end)
    def call(self, i, begin, end):
        provider, (pid, tid) = begin.provider, begin.thread
        f = provider.functions.get((begin.category, begin.name))
        call = {"number": i, "begin_ns": begin.ns, "args": {}, "flags": set()}
        self.put(call, begin)
        _ = not end or end is begin or self.put(call, end)
        if end and (end is not begin or not f or not f.flags & 4 and ("ret" in call or not f.flags & 262144)):
            call["end_ns"] = begin.end_ns if end is begin else end.ns
            call["duration_ns"] = call["end_ns"] - begin.ns
        call.update(pid=pid, tid=tid, category=begin.category, name=begin.name)
        for key, name in (("process", provider.processes.get(pid)), ("thread", provider.names.get(tid))):
            if name:
                call[key] = name.decode(errors="replace")
        flags = call.pop("flags")
        call["state"] = ("abandoned" if "abandoned" in flags else
                         ("no_return" if f.flags & 16 else "jumped")
                         if f and f.flags & (16 | (4 | 262144) * bool(end)) and "ret" not in call else
                         "done" if end else "replaced" if begin.name.startswith(("exec", "fexecve")) else "unfinished")
        marks = [m for m in ("late", "cut", "fake", "no_begin") if m in flags]
        if marks:
            call["marks"] = marks
        return call

if __name__ == "__main__":
    with open(sys.argv[1], "rb") as source:
        content = source.read()
    if content[:2] == b"\x1f\x8b":
        content = gzip.decompress(content)
    for line in Archive(content).calls():
        print(json.dumps(line))
