# SPDX-License-Identifier: MIT
"""Calls getppid from Python's frames of every kind. Prints for each call the
frames that Python itself sees, innermost first."""
import asyncio
import contextlib
import functools
import os
import sys
import threading
import types


def show():
    frame = sys._getframe(1)
    seen = []
    while frame:
        seen.append("%s:%s" % (frame.f_code.co_qualname, frame.f_lineno))
        frame = frame.f_back
    print(" ".join(seen), flush=True)


class Made:
    def __init__(self):
        show(), os.getppid()

    def __del__(self):
        show(), os.getppid()

    def __enter__(self):
        show(), os.getppid()

    def __exit__(self, *why):
        show(), os.getppid()

    @property
    def größe(self):
        show(), os.getppid()
        return [show(), os.getppid()][1]

    def __lt__(self, other):
        show(), os.getppid()
        return True


class Meta(type):
    def __call__(cls, *args):
        show(), os.getppid()
        return super().__call__(*args)


class Called(metaclass=Meta):
    def __call__(self):
        (show(),
         os.getppid()) if False else (show(), os.getppid())


def deep(n):
    if n:
        return deep(n - 1)
    return show(), os.getppid()


def numbers():
    for i in range(2):
        show(), os.getppid()
        yield i
    yield from (show() or os.getppid() for _ in range(2))


async def wait():
    await asyncio.sleep(0)
    show(), os.getppid()


async def wait_twice():
    await asyncio.gather(wait(), wait())
    async with contextlib.AsyncExitStack():
        show(), os.getppid()


def fail():
    try:
        raise ValueError
    except ValueError:
        show(), os.getppid()
    finally:
        show(), os.getppid()


def in_order():
    for _ in range(40):  # the interpreter specialises what runs often
        Made()
    with Made() as made:
        pass
    Made().größe
    sorted([Made(), Made()])
    Called()()
    deep(30)
    list(numbers())
    fail()
    functools.reduce(lambda a, b: (show(), os.getppid()), "abc")
    exec("def f():\n    show(), os.getppid()\n\nf()", globals())
    eval("(show(), os.getppid())")
    asyncio.run(wait_twice())
    types.new_class("C", (), {}, lambda names: (show(), os.getppid()))
    thread = threading.Thread(target=lambda: (show(), os.getppid()))
    thread.start()
    thread.join()


in_order()
