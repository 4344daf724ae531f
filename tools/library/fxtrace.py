# SPDX-License-Identifier: MIT
"""Reads archives of fxtrace: the calls that a program made, with their values.

    import fxtrace

    for call in fxtrace.open("a.fxt"):
        if call.error:
            print(call.process.name, call.name, call.args, call.error)

Calls come in the order in which they began, of all processes and threads. What
a call holds is Python's own: it stays when the archive is closed. A fault in
the archive raises fxtrace.Error, after the calls before it.

Values are int, float, bool, str, bytes, list, dict or None, and these: Address
(an int), Constant (an int with a name), Symbol (a str with a number), Withheld.
Text that is not UTF-8 has surrogates, as in os.fsdecode. fxtrace-reader(3)
describes the library beneath, libfxtrace-reader.
"""

import ctypes
import ctypes.util
import os

__all__ = ["Address", "Archive", "Call", "Constant", "Error", "Event", "Frame",
           "Function", "Loss", "Message", "Process", "Row", "Symbol", "Thread",
           "Withheld", "merge", "open"]

_ABI = 0
_VERSION = 6  # of reader.h: what follows needs all of it
_STATES = ("done", "unfinished", "abandoned", "no_return", "replaced",
           "jumped")
_BYS = ("", "function", "thread", "process", "file", "fd", "errno", "frame",
        "caller")
_KINDS = ("begin", "end", "complete", "instant", "counter", "async_begin",
          "async_instant", "async_end", "flow_begin", "flow_step", "flow_end",
          "message", "blob", "switch", "attachment", "unknown")
_SCOPES = ("thread", "process", "global")
_TYPES = ("void", "integer", "real", "bool", "opaque", "function", "any", "enum",
          "flags", "handle", "string", "pointer", "array", "struct", "union",
          "attributes", "set")
_TIMES = ("relative", "clock", "date", "epoch")
_KEEPS_SIZE = 2 ** 64 - 1


class Error(Exception):
    """What is wrong with an archive. `offset` is in bytes from its start."""

    def __init__(self, text, offset=0, status=0):
        super().__init__("offset %d: %s" % (offset, text) if offset else text)
        self.text, self.offset, self.status = text, offset, status


class Address(int):
    """A pointer."""

    def __repr__(self):
        return "Address(%#x)" % self

    __str__ = int.__repr__


class Constant(int):
    """A number whose type has names: `text` is as the source has it,
    "O_RDWR|O_CREAT"."""

    text = ""

    def __new__(cls, number, text):
        self = super().__new__(cls, number)
        self.text = text
        return self

    def __repr__(self):
        return "Constant(%d, %r)" % (self, self.text)

    def __reduce__(self):
        return Constant, (int(self), self.text)


class Symbol(str):
    """A constant that was recorded by name. `number`: None if it is
    unknown."""

    number = None

    def __new__(cls, text, number):
        self = super().__new__(cls, text)
        self.number = number
        return self

    def __reduce__(self):
        return Symbol, (str(self), self.number)


class Withheld:
    """A value that was secret. `size` in bytes: None if it is unknown."""

    def __init__(self, size):
        self.size = size

    def __repr__(self):
        return "Withheld(%r)" % self.size


def _struct(kind, /, **fields):
    return type(kind, (ctypes.Structure,), {"_fields_": list(fields.items())})


_u64, _i64, _u32, _bool = (ctypes.c_uint64, ctypes.c_int64, ctypes.c_uint32,
                           ctypes.c_bool)
_text, _size, _void = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p
_int = ctypes.c_int

_WANTED = ctypes.CFUNCTYPE(_bool, _void, _text, _text)
_PROGRESS = ctypes.CFUNCTYPE(None, _void, _u64, _u64)
_Options = _struct("_Options", size=_size, max_memory_bytes=_u64,
                   max_value_bytes=_u64, is_brief=_bool, has_names=_bool,
                   is_wanted=_WANTED, progress=_PROGRESS, context=_void,
                   debug_path=_text, calls=_text, errors=_bool, min_time=_text,
                   since=_text, until=_text, process=_text, thread=_text,
                   frames=_text, path=_text, grep=_text, is_json=_bool,
                   time=_int, is_stable=_bool, has_blobs=_bool,
                   has_color=_bool, has_stacks=_bool, is_text_only=_bool,
                   has_records=_bool, may_set_tz=_bool, warn=_void, by=_int,
                   is_for_viewers=_bool, event_kinds=_u32,
                   has_sorted_events=_bool, has_whole_flows=_bool)
_CHOICES = ("calls", "min_time", "since", "until", "process", "thread",
            "frames", "path", "grep")
_Failure = _struct("_Failure", status=_int, offset=_u64, text=_text)


class _Value(ctypes.Structure):
    pass


_Value._fields_ = list(dict(
    kind=_int, n_bits=_u32, has_number=_bool, is_signed=_bool, number=_u64, integer=_i64,
    real=ctypes.c_double, bytes=_void, n_bytes=_size, true_size=_u64,
    items=ctypes.POINTER(ctypes.POINTER(_Value)), n_items=_size,
    is_constant=_bool, name=_text, type=_text, is_withheld=_bool,
    has_form=_bool, n_name_bytes=_size).items())
_value = ctypes.POINTER(_Value)
_Arg = _struct("_Arg", name=_text, base=_text, parameter=ctypes.c_int32,
               is_after=_bool, is_address=_bool, value=_value, object=_text,
               is_group=_bool, n_name_bytes=_size)
_Parameter = _struct("_Parameter", name=_text, type=_text)
_Function = _struct("_Function", category=_text, name=_text, is_known=_bool,
                    version=_text, library=_text, result_type=_text,
                    parameters=ctypes.POINTER(_Parameter), n_parameters=_size,
                    is_variadic=_bool, n_calls=_u64, index=_u32,
                    n_category_bytes=_size, n_name_bytes=_size,
                    optional=ctypes.POINTER(_Parameter), n_optional=_size)
_Member = _struct("_Member", name=_text, offset_bytes=_u64, offset_bits=_u64,
                  n_bits=_u64)
_Constant = _struct("_Constant", name=_text, number=_u64, mask=_u64)
_Type = _struct("_Type", kind=_int, name=_text, n_bytes=_u64, is_signed=_bool,
                is_read=_bool, is_written=_bool, n_items=_u64,
                n_unit_bytes=_u64, members=ctypes.POINTER(_Member),
                n_members=_size, constants=ctypes.POINTER(_Constant),
                n_constants=_size)
_Process = _struct("_Process", index=_u32, pid=_u64, seen_pid=_u64,
                   parent_pid=_u64, name=_text, path=_text, folder=_text,
                   arguments=_value, n_calls=_u64, first_ns=_u64,
                   last_ns=_u64, has_exit=_bool, exit_status=_i64,
                   is_described=_bool, uid=_u64, libc=_text, recorder=_text,
                   n_name_bytes=_size)
_Thread = _struct("_Thread", index=_u32, tid=_u64, name=_text,
                  process=ctypes.POINTER(_Process), n_calls=_u64,
                  n_name_bytes=_size)
_Call = _struct("_Call", number=_u64, begin_ns=_u64, end_ns=_u64,
                has_end=_bool, state=_int, is_late=_bool, is_cut=_bool,
                is_fake=_bool, frame=_i64, function=_void, thread=_void,
                args=ctypes.POINTER(ctypes.POINTER(_Arg)), n_args=_size,
                result=_value, object=_text, error=_text, offset=_u64,
                has_no_begin=_bool, sequence=_u64, text=_void,
                n_text_bytes=_size, is_text_cut=_bool, is_ended=_bool,
                ended_ns=_u64, end_offset=_u64, is_described=_bool,
                n_error_bytes=_size)
_Event = _struct("_Event", kind=_int, offset=_u64, ns=_u64, end_ns=_u64,
                 pid=_u64, tid=_u64, process_name=_text, thread_name=_text,
                 category=_void, name=_void, n_category_bytes=_size,
                 n_name_bytes=_size, id=_u64, scope=_int,
                 args=ctypes.POINTER(ctypes.POINTER(_Arg)), n_args=_size,
                 bytes=_void, n_bytes=_size)
_Bytes = _struct("_Bytes", offset=_u64, type=ctypes.c_uint, is_known=_bool,
                 is_event=_bool, kind=_int, bytes=_void, n_bytes=_size)
_Totals = _struct("_Totals", n_calls=_u64, n_unfinished=_u64,
                  n_lost_calls=_u64, n_lost_ends=_u64, n_overwritten=_u64,
                  n_stray_ends=_u64, n_cut=_u64, first_ns=_u64, last_ns=_u64,
                  has_time_of_day=_bool, host=_text, session=_text,
                  schema=_u64, known_schema=_u64, n_shortened=_u64,
                  n_chosen=_u64, n_waiting=_u64, threads_ns=_u64,
                  program_ns=_u64, n_bytes=_u64, ends_early=_bool)
_Row = _struct("_Row", function=_void, thread=_void,
               process=ctypes.POINTER(_Process), has_number=_bool,
               is_address=_bool, number=_u64, text=_text, module=_text,
               is_waiting=_bool, n_calls=_u64, n_errors=_u64, n_bytes=_u64,
               n_timed=_u64, total_ns=_u64, self_ns=_u64, min_ns=_u64,
               mean_ns=_u64, max_ns=_u64, p50_ns=_u64, p99_ns=_u64,
               waiting_ns=_u64, program_ns=_u64)
_Property = _struct("_Property", process=ctypes.POINTER(_Process), name=_void,
                    value=_void, n_name_bytes=_size, n_value_bytes=_size)
_Message = _struct("_Message", ns=_u64, pid=_u64, tid=_u64, text=_void,
                   n_text_bytes=_size, place=_size)
_Loss = _struct("_Loss", process=ctypes.POINTER(_Process), tid=_u64,
                n_calls=_u64, n_ends=_u64, first_ns=_u64, last_ns=_u64)
_Frame = _struct("_Frame", function=_text, file=_text, line=_u32,
                 module=_text, language=_text, address=_u64, offset=_u64,
                 is_inlined=_bool, is_interrupted=_bool)

_FUNCTIONS = {
    "open": (_void, _text, ctypes.POINTER(_Options)),
    "open_fd": (_void, _int, ctypes.POINTER(_Options)),
    "open_memory": (_void, _void, _size, ctypes.POINTER(_Options)),
    "close": (None, _void),
    "error": (ctypes.POINTER(_Failure), _void),
    "next": (ctypes.POINTER(_Call), _void),
    "value_text": (_void, _void, _value, ctypes.POINTER(_size)),
    "call_text": (_void, _void, ctypes.POINTER(_size)),
    "call_json": (_void, _void, ctypes.POINTER(_size)),
    "args_json": (_void, _void, ctypes.POINTER(_size)),
    "next_event": (ctypes.POINTER(_Event), _void),
    "restart_events": (None, _void),
    "next_record": (_void, _void, ctypes.POINTER(_size)),
    "next_bytes": (ctypes.POINTER(_Bytes), _void),
    "n_processes": (_size, _void),
    "process": (ctypes.POINTER(_Process), _void, _size),
    "n_threads": (_size, _void),
    "thread": (ctypes.POINTER(_Thread), _void, _size),
    "n_functions": (_size, _void),
    "function": (ctypes.POINTER(_Function), _void, _size),
    "totals": (ctypes.POINTER(_Totals), _void),
    "merge": (_void, ctypes.POINTER(_void), _size),
    "merge_next": (ctypes.POINTER(_Call), _void, ctypes.POINTER(_size)),
    "merge_close": (None, _void),
    "n_rows": (_size, _void),
    "row": (ctypes.POINTER(_Row), _void, _size),
    "n_messages": (_size, _void),
    "message": (ctypes.POINTER(_Message), _void, _size),
    "type_of_parameter": (ctypes.POINTER(_Type), _void, ctypes.c_int32),
    "type_base": (ctypes.POINTER(_Type), _void, ctypes.POINTER(_Type)),
    "type_of_member": (ctypes.POINTER(_Type), _void, ctypes.POINTER(_Type),
                       _size),
    "n_properties": (_size, _void),
    "property": (ctypes.POINTER(_Property), _void, _size),
    "n_losses": (_size, _void),
    "loss": (ctypes.POINTER(_Loss), _void, _size),
    "moved_bytes": (_u64, _void),
    "stack_number": (_u64, _void),
    "time_of_day": (_i64, _void, _u64),
    "monotonic": (_u64, _void, _u64),
    "ticks": (_u64, _void, _u64),
    "stack": (ctypes.POINTER(_Frame), _void, ctypes.POINTER(_size),
              ctypes.POINTER(_bool)),
}


def _load():
    name = "libfxtrace-reader.so.%d" % _ABI
    # of an installation in PREFIX/lib/python3.N/dist-packages, its own
    here = os.path.dirname(os.path.abspath(__file__))
    near = [os.path.join(here, *[".."] * up, name) for up in (0, 2)]
    path = os.environ.get("FXTRACE_READER") or next(
        filter(os.path.exists, near), name)
    library = ctypes.CDLL(path)
    version = library.fxtrace_reader_version()
    if version < _VERSION:
        raise ImportError("%s has version %d of reader.h, and this module needs "
                          "%d" % (path, version, _VERSION))
    for function, (result, *arguments) in _FUNCTIONS.items():
        function = getattr(library, "fxtrace_" + function)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def _string(text):
    return os.fsdecode(text) if text else ""


def _taken(address, size):
    return ctypes.string_at(address, size.value) if address else None


class _Record:
    """Shows its attributes."""

    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, ", ".join(
            "%s=%r" % item for item in vars(self).items()
            if not item[0].startswith("_")))


class Function(_Record):
    """category, name, is_known; and then: version, library, result_type,
    parameters (pairs of name and type), optional (those behind them that some
    calls have), is_variadic. n_calls of the archive."""

    def __init__(self, its):
        self.category, self.name = _string(its.category), _string(its.name)
        self.is_known, self.n_calls = its.is_known, its.n_calls
        self.version, self.library = (_string(its.version),
                                      _string(its.library))
        self.result_type = _string(its.result_type)
        self.parameters, self.optional = (
            [(_string(those[i].name), _string(those[i].type))
             for i in range(n)]
            for those, n in ((its.parameters, its.n_parameters),
                             (its.optional, its.n_optional)))
        self.is_variadic = its.is_variadic


class Type(_Record):
    """A type in C: kind ("integer", "struct" ...), name, n_bytes (0: unknown),
    is_signed; is_read and is_written, of what a pointer or string leads to;
    n_items of an array; n_unit_bytes of a string's characters; members, a list
    of (name, offset in bytes, first bit, number of bits); constants, a dict of
    numbers by name. Needs the archive: base, of a pointer, array or constant's
    number; member_type(i). None: the archive does not say."""

    def __init__(self, archive, its):
        self._archive, self._its = archive, its
        self.kind, self.name = _TYPES[its.contents.kind], _string(
            its.contents.name)
        for name in ("n_bytes", "is_signed", "is_read", "is_written",
                     "n_items", "n_unit_bytes"):
            setattr(self, name, getattr(its.contents, name))
        those = its.contents.members
        self.members = [(_string(those[i].name), those[i].offset_bytes,
                         those[i].offset_bits, those[i].n_bits)
                        for i in range(its.contents.n_members)]
        those = its.contents.constants
        self.constants = {_string(those[i].name): those[i].number
                          for i in range(its.contents.n_constants)}

    @property
    def base(self):
        return self._archive._type(_library.fxtrace_type_base(
            self._archive._open(), self._its))

    def member_type(self, i):
        return self._archive._type(_library.fxtrace_type_of_member(
            self._archive._open(), self._its, i))


class Process(_Record):
    """pid, seen_pid, parent_pid, name, path, folder, arguments, n_calls,
    first_ns, last_ns, exit_status (None: unknown), is_described (else
    parent_pid and uid are 0), uid, libc, recorder (a version)."""

    def __init__(self, archive, its):
        self.pid, self.seen_pid = its.pid, its.seen_pid
        self.parent_pid = its.parent_pid
        self.name, self.path = _string(its.name), _string(its.path)
        self.folder = _string(its.folder)
        self.arguments = (archive._value(its.arguments.contents)
                          if its.arguments else None)
        self.n_calls = its.n_calls
        self.first_ns, self.last_ns = its.first_ns, its.last_ns
        self.exit_status = its.exit_status if its.has_exit else None
        self.is_described, self.uid = its.is_described, its.uid
        self.libc, self.recorder = _string(its.libc), _string(its.recorder)


class Thread(_Record):
    """tid, name, process, n_calls."""

    def __init__(self, archive, its):
        self.tid, self.name, self.n_calls = (its.tid, _string(its.name),
                                             its.n_calls)
        self.process = archive._process(its.process)


class Property(_Record):
    """What a file that became the archive said of itself: process (None:
    unknown), name, value."""

    def __init__(self, archive, its):
        self.process = archive._process(its.process) if its.process else None
        self.name = _string(ctypes.string_at(its.name, its.n_name_bytes))
        self.value = _string(ctypes.string_at(its.value, its.n_value_bytes))


class Message(_Record):
    """ns, pid, tid, text."""

    def __init__(self, its):
        self.ns, self.pid, self.tid = its.ns, its.pid, its.tid
        self.text = _string(ctypes.string_at(its.text, its.n_text_bytes))


class Event(_Record):
    """A record that is no call, or half of one: kind ("instant", "counter",
    "flow_begin" ..., see open), ns, pid, tid, process_name, thread_name,
    category, name, id, scope (of an instant: "thread", "process" or "global"),
    args, a dict; bytes, of a message or a blob; end_ns, of kind "complete"
    (None: of others); offset of the record."""

    def __init__(self, archive, its):
        self.kind, self.offset, self.ns = _KINDS[its.kind], its.offset, its.ns
        self.end_ns = its.end_ns if self.kind == "complete" else None
        self.pid, self.tid = its.pid, its.tid
        self.process_name = _string(its.process_name)
        self.thread_name = _string(its.thread_name)
        self.category = _string(ctypes.string_at(its.category,
                                                 its.n_category_bytes))
        self.name = _string(ctypes.string_at(its.name, its.n_name_bytes))
        self.id = its.id
        self.scope = _SCOPES[its.scope] if self.kind == "instant" else None
        self.args = {}
        for i in range(its.n_args):
            arg = its.args[i].contents
            self.args[_string(arg.name)] = archive._value(arg.value.contents)
        self.bytes = (ctypes.string_at(its.bytes, its.n_bytes) if its.bytes
                      else None)


class RawRecord(_Record):
    """A record as it is in the archive: offset, type (a number of Fuchsia's trace
    format), is_known, kind (as an Event's; None: it is no event), bytes (None:
    more than 64 MiB), n_bytes."""

    def __init__(self, its):
        self.offset, self.type, self.is_known = its.offset, its.type, its.is_known
        self.kind = _KINDS[its.kind] if its.is_event else None
        self.n_bytes = its.n_bytes
        self.bytes = (ctypes.string_at(its.bytes, its.n_bytes) if its.bytes
                      else None)


class Loss(_Record):
    """What found no space in the buffer of a thread: process (None: unknown),
    tid, n_calls, n_ends, first_ns, last_ns."""

    def __init__(self, archive, its):
        self.process = archive._process(its.process) if its.process else None
        self.tid, self.n_calls, self.n_ends = its.tid, its.n_calls, its.n_ends
        self.first_ns, self.last_ns = its.first_ns, its.last_ns


class Frame(_Record):
    """function, file, line, module, language, address, offset, is_inlined,
    is_interrupted. What is unknown is "" or 0."""

    def __init__(self, its):
        for name, kind in _Frame._fields_:
            value = getattr(its, name)
            setattr(self, name, _string(value) if kind is _text else value)


class Call(_Record):
    """number, name, category, function, thread, process; begin_ns, end_ns and
    duration_ns since the session's start (None: unknown); state; args, a dict
    in the order of the prototype; result; error ("ENOENT" or ""); objects, the
    names of descriptors in args (see open), and of the result as ""; frame
    (None: no frames); is_late, is_cut, is_fake, has_no_begin, is_ended (the
    archive has its end, even if it does not say how long it took); sequence
    (0: it does not matter among threads); formatted, what printf and similar
    functions made (None: unknown), is_formatted_cut."""

    def __init__(self, archive, its):
        self.number, self.offset = its.number, its.offset
        self.function = archive._function(its.function)
        self.thread = archive._thread(its.thread)
        self.begin_ns = its.begin_ns
        self.end_ns = its.end_ns if its.has_end else None
        self.state = _STATES[its.state]
        self.args, self.objects = {}, {}
        for i in range(its.n_args):
            arg = its.args[i].contents
            name = _string(arg.name)
            self.args[name] = archive._value(arg.value.contents)
            if arg.object:
                self.objects[name] = _string(arg.object)
        self.result = (archive._value(its.result.contents)
                       if its.result else None)
        if its.object:
            self.objects[""] = _string(its.object)
        self.error = _string(its.error)
        self.frame = its.frame if its.frame >= 0 else None
        self.is_late, self.is_cut = its.is_late, its.is_cut
        self.is_fake = its.is_fake
        self.has_no_begin, self.is_ended = its.has_no_begin, its.is_ended
        self.sequence = its.sequence
        self.formatted = (_string(ctypes.string_at(its.text, its.n_text_bytes))
                          if its.text else None)
        self.is_formatted_cut = its.is_text_cut

    name = property(lambda self: self.function.name)
    category = property(lambda self: self.function.category)
    process = property(lambda self: self.thread.process)

    @property
    def duration_ns(self):
        """None: unknown."""
        return None if self.end_ns is None else self.end_ns - self.begin_ns

    def __repr__(self):
        return "Call(%d, %s, %r, %r)" % (self.number, self.name, self.args,
                                         self.result)


class Row(_Record):
    """The sum of some calls, see open(by=...): function, thread, process,
    number (a descriptor, the Address of a stream, or a frame), text (a file,
    an error or a caller; "": unknown), module, is_waiting; n_calls, n_errors,
    n_bytes, n_timed; total_ns, self_ns, waiting_ns, program_ns; min_ns,
    mean_ns, max_ns, p50_ns, p99_ns (None: no call has a time)."""

    def __init__(self, archive, its):
        for name, _ in _Row._fields_[8:]:
            setattr(self, name, getattr(its, name))
        self.function = (archive._function(its.function) if its.function
                         else None)
        self.thread = archive._thread(its.thread) if its.thread else None
        self.process = archive._process(its.process) if its.process else None
        self.number = None
        if its.has_number:
            self.number = (Address if its.is_address else int)(its.number)
        self.text, self.module = _string(its.text), _string(its.module)
        if not self.n_timed:
            self.min_ns = self.mean_ns = self.max_ns = None
            self.p50_ns = self.p99_ns = None


class Archive:
    """An archive that is open: an iterator over its calls, to be used by one
    thread at a time. open() makes it."""

    _handle = None
    _busy = False

    def __init__(self, source, **options):
        self._functions, self._threads, self._processes = {}, {}, {}
        self._handle = None
        self._callbacks = []
        options = self._options(**options)
        if isinstance(source, int):
            if not 0 <= source < 2 ** 31:
                raise ValueError("no descriptor: %d" % source)
            handle = _library.fxtrace_open_fd(source, options)
        elif isinstance(source, (bytes, bytearray, memoryview)):
            source = bytes(source)
            handle = _library.fxtrace_open_memory(source, len(source), options)
        else:
            path = os.fsencode(source)
            if b"\0" in path:
                raise ValueError("a path with a NUL")
            handle = _library.fxtrace_open(path, options)
        if not handle:
            raise MemoryError
        self._handle = handle
        self._raised()
        error = self._error()
        if error.status == 9:
            self.close()
            raise ValueError(error.text)
        if error.status in (1, 3):  # there are no calls before it
            self.close()
            name = ("bytes" if isinstance(source, (bytes, bytearray, memoryview))
                    else source)
            raise Error("%s: %s" % (name, error.text), 0, error.status)

    def _options(self, names=False, wanted=None, progress=None, brief=False,
                 max_memory_bytes=0, max_value_bytes=0, debug_path=None,
                 errors=False, by="", stacks=False, time="relative",
                 records=False, events=(), sorted_events=False,
                 whole_flows=False, for_viewers=False, may_set_tz=False,
                 **choices):
        self._failure = None
        if set(events) - set(_KINDS):
            raise ValueError("events: expected some of %s" % ", ".join(_KINDS))
        if by not in _BYS:
            raise ValueError("by: expected one of %s" % ", ".join(_BYS[1:]))
        if time not in _TIMES:
            raise ValueError("time: expected one of %s" % ", ".join(_TIMES))
        unknown = set(choices) - set(_CHOICES)
        if unknown:
            raise TypeError("no such option: %s" % ", ".join(sorted(unknown)))
        if min(max_memory_bytes, max_value_bytes) < 0:
            raise ValueError("a limit below 0")

        def is_wanted(_, category, name):
            try:
                return bool(wanted(_string(category), _string(name)))
            except BaseException as failure:
                self._failure = failure
                return False

        def report(_, done, total):
            try:
                progress(done, total)
            except BaseException as failure:
                self._failure = failure

        options = _Options(ctypes.sizeof(_Options), max_memory_bytes,
                           max_value_bytes, brief, names)
        if wanted:
            options.is_wanted = _WANTED(is_wanted)
        if progress:
            options.progress = _PROGRESS(report)
        options.debug_path = (os.fsencode(debug_path) if debug_path else None)
        options.errors, options.by = errors, _BYS.index(by)
        options.has_stacks, options.time = stacks, _TIMES.index(time)
        options.has_records, options.may_set_tz = records, may_set_tz
        options.event_kinds = sum(1 << _KINDS.index(kind)
                                  for kind in set(events))
        options.has_sorted_events = sorted_events
        options.has_whole_flows = whole_flows
        options.is_for_viewers = for_viewers
        for name, text in choices.items():
            if text is not None:
                setattr(options, name, os.fsencode(text))
        self._callbacks.append(options)
        return options

    def _raised(self):
        """Raises what a function of the user has raised."""
        failure, self._failure = self._failure, None
        if failure:
            raise failure

    def _open(self):
        if not self._handle:
            raise ValueError("the archive is closed")
        return self._handle

    def _error(self):
        its = _library.fxtrace_error(self._open()).contents
        return Error(_string(its.text), its.offset, its.status)

    def _of(self, found):
        """What a function of the library gave."""
        if found:
            return found
        error = self._error()
        raise error if error.status else IndexError("there is none")

    # --- what calls consist of ---

    def _value(self, its):
        kind = its.kind
        if kind in (2, 3):
            number = its.integer if kind == 2 else its.number
            return (Constant(number, self._value_text(its))
                    if its.is_constant else number)
        if kind == 7:
            return _string(ctypes.string_at(its.bytes, its.n_bytes))
        if kind == 8:
            return ctypes.string_at(its.bytes, its.n_bytes)
        if kind in (9, 12):
            return Address(its.number)
        if kind == 0:
            return (Withheld(None if its.true_size == _KEEPS_SIZE
                             else its.true_size) if its.is_withheld else None)
        if kind == 1:
            return bool(its.number)
        if kind in (4, 5):
            return its.real
        if kind == 6:
            return Symbol(_string(ctypes.string_at(its.bytes, its.n_bytes)),
                          (its.integer if its.is_signed else its.number)
                          if its.has_number else None)
        items = [its.items[i].contents for i in range(its.n_items)]
        if kind == 11:
            return {_string(i.name): self._value(i) for i in items}
        return [self._value(i) for i in items]

    def _value_text(self, its):
        size = _size()
        text = _library.fxtrace_value_text(self._handle, ctypes.byref(its),
                                           ctypes.byref(size))
        return _string(_taken(self._of(text), size))

    def _kept(self, table, address, make):
        found = table.get(address)
        if found is None:
            found = table[address] = make()
        return found

    def _function(self, address):
        return self._kept(self._functions, address, lambda: Function(
            _Function.from_address(address)))

    def _thread(self, address):
        return self._kept(self._threads, address, lambda: Thread(
            self, _Thread.from_address(address)))

    def _process(self, pointer):
        return self._kept(self._processes, ctypes.addressof(pointer.contents),
                          lambda: Process(self, pointer.contents))

    # --- calls ---

    def __iter__(self):
        return self

    def __next__(self):
        handle = self._open()
        self._busy = True  # the functions of the user run
        try:
            its = _library.fxtrace_next(handle)
        finally:
            self._busy = False
        self._raised()
        if its:
            return Call(self, its.contents)
        error = self._error()
        if error.status:
            raise error
        raise StopIteration

    def _printed(self, function):
        size = _size()
        text = function(self._open(), ctypes.byref(size))
        return _string(_taken(self._of(text), size))

    def text(self):
        """The latest call as a line of `fxtrace dump`."""
        return self._printed(_library.fxtrace_call_text)

    def json(self):
        """The latest call as `fxtrace dump --json` prints it."""
        return self._printed(_library.fxtrace_call_json)

    def args_json(self):
        """The arguments of the latest call with "ret" and "errno" as JSON."""
        return self._printed(_library.fxtrace_args_json)

    def stack(self):
        """Where the latest call was made: Frames, the innermost first."""
        n = _size()
        frames = _library.fxtrace_stack(self._open(), ctypes.byref(n), None)
        return [Frame(frames[i]) for i in range(n.value)]

    def _type(self, its):
        return Type(self, its) if its else None

    def type_of(self, parameter):
        """The Type of the latest call's parameter with this number, or of its
        result (None)."""
        if parameter is None:
            parameter = -1
        elif not 0 <= parameter < 2 ** 31:
            raise IndexError("no parameter: %d" % parameter)
        return self._type(_library.fxtrace_type_of_parameter(self._open(),
                                                             parameter))

    def stack_number(self):
        """Latest calls with the same number have the same stack(). 0: it has
        none."""
        return _library.fxtrace_stack_number(self._open())

    def moved_bytes(self):
        """How many bytes the latest call moved."""
        return _library.fxtrace_moved_bytes(self._open())

    def records(self):
        """Of an archive that was opened with records=True: its records, as
        lines of `fxtrace dump --raw`. A fault raises Error behind them."""
        size = _size()
        while True:
            line = _library.fxtrace_next_record(self._open(),
                                                ctypes.byref(size))
            if not line:
                break
            yield _string(_taken(line, size))
        error = self._error()
        if error.status:
            raise error

    def raw_records(self):
        """Of an archive that was opened with records=True: its records as
        RawRecords, for a copy. A fault raises Error behind them."""
        while True:
            self._busy = True  # the functions of the user run
            try:
                its = _library.fxtrace_next_bytes(self._open())
            finally:
                self._busy = False
            self._raised()
            if not its:
                break
            yield RawRecord(its.contents)
        error = self._error()
        if error.status:
            raise error

    def events(self):
        """Its Events, from the first one on, beside the calls. A fault raises
        Error behind them."""
        _library.fxtrace_restart_events(self._open())
        while True:
            self._busy = True  # the functions of the user run
            try:
                its = _library.fxtrace_next_event(self._open())
            finally:
                self._busy = False
            self._raised()
            if not its:
                break
            yield Event(self, its.contents)
        error = self._error()
        if error.status:
            raise error

    # --- the archive as a whole ---

    def _all(self, n, one, make):
        return [make(self._of(one(self._open(), i)))
                for i in range(n(self._open()))]

    @property
    def processes(self):
        return self._all(_library.fxtrace_n_processes,
                         _library.fxtrace_process, self._process)

    @property
    def threads(self):
        return self._all(
            _library.fxtrace_n_threads, _library.fxtrace_thread,
            lambda its: self._thread(ctypes.addressof(its.contents)))

    @property
    def functions(self):
        return self._all(_library.fxtrace_n_functions,
                         _library.fxtrace_function,
                         lambda its: Function(its.contents))

    @property
    def messages(self):
        return self._all(_library.fxtrace_n_messages, _library.fxtrace_message,
                         lambda its: Message(its.contents))

    @property
    def properties(self):
        return self._all(_library.fxtrace_n_properties,
                         _library.fxtrace_property,
                         lambda its: Property(self, its.contents))

    @property
    def losses(self):
        return self._all(_library.fxtrace_n_losses, _library.fxtrace_loss,
                         lambda its: Loss(self, its.contents))

    @property
    def rows(self):
        """The sums of an archive that was opened with `by`: Rows. A fault of
        the archive is raised by reading on."""
        n = _library.fxtrace_n_rows(self._open())
        return [Row(self, _library.fxtrace_row(self._handle, i).contents)
                for i in range(n)]

    @property
    def totals(self):
        """A dict: n_calls, n_lost_calls, first_ns, last_ns, host ..."""
        its = _library.fxtrace_totals(self._open()).contents
        return {name: _string(getattr(its, name)) if kind is _text
                else getattr(its, name) for name, kind in _Totals._fields_}

    def time_of_day(self, ns):
        """ns since 1970 (UTC) of ns since the session's start, or None."""
        time = _library.fxtrace_time_of_day(self._open(), ns)
        return None if time == -2 ** 63 else time

    def monotonic(self, ns):
        """The same on CLOCK_MONOTONIC."""
        time = _library.fxtrace_monotonic(self._open(), ns)
        return None if time == 2 ** 64 - 1 else time

    def ticks(self, ns):
        """The same as the counter of the recorder's clock."""
        time = _library.fxtrace_ticks(self._open(), ns)
        return None if time == 2 ** 64 - 1 else time

    def close(self):
        if self._busy:
            raise ValueError("the archive is in use")
        handle, self._handle = self._handle, None
        if handle:
            _library.fxtrace_close(handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()


def merge(*archives):
    """Pairs of an archive and a call, of all these archives in the order of the
    time of day. Archives were opened, and nothing was read of them. A fault in
    one raises Error, after the calls of all."""
    handles = (_void * len(archives))(*(a._open() for a in archives))
    merged = _library.fxtrace_merge(handles, len(archives))
    try:
        index = _size()
        while merged:
            its = _library.fxtrace_merge_next(merged, ctypes.byref(index))
            for archive in archives:
                archive._raised()
            if not its:
                break
            archive = archives[index.value]
            yield archive, Call(archive, its.contents)
    finally:
        _library.fxtrace_merge_close(merged)
    for archive in archives:
        error = archive._error()
        if error.status:
            raise error


def open(source, **options):
    """Opens an archive: a path, "-", a descriptor, or bytes.

    names=True    args have names of descriptors and objects, see Call.objects
    wanted=f      only calls for which f(category, name) is true
    brief=True    calls have no arguments; faster
    progress=f    f(done_bytes, total_bytes) is called while it opens
    calls="%io"   only these calls; as options of `fxtrace dump` choose them:
                  calls, errors=True, min_time, since, until, process, thread,
                  frames, path, grep (in text())
    stacks=True   text() and json() have the stack of the call
    time="date"   text() says when it began as a date: relative, clock, date,
                  epoch
    records=True  no calls, but Archive.records() or, of functions that calls
                  and wanted choose, Archive.raw_records()
    events=("flow_begin", ...)
                  Archive.events() has only these kinds: begin, end, complete
                  (these three of calls, and not without this option),
                  instant, counter, async_begin, async_instant, async_end,
                  flow_begin, flow_step, flow_end, message, blob, and the mere
                  places of switch (of threads), attachment and unknown
    sorted_events=True
                  they come by time, not in the order of the file
    whole_flows=True
                  no flow that leaves the calls of `calls` and `wanted`
    for_viewers=True
                  addresses and NaN are texts in json() and args_json()
    may_set_tz=True
                  the zone of times may be found by setting TZ for a moment
    by="file"     no calls, but their sums, see Archive.rows: by function,
                  thread, process, file, fd, errno, frame or caller
    max_memory_bytes, max_value_bytes, debug_path: see fxtrace-reader(3)
    """
    return Archive(source, **options)
