# SPDX-License-Identifier: MIT
# In gdb: runs the program and prints the stack of each call of getpgid, a line
# a frame, NAME, FILE:LINE and MODULE between tabs, and a line -- behind each.
# What gdb does not know is ?.
import gdb
import os

gdb.execute("set pagination off")
gdb.execute("set confirm off")
try:
    gdb.execute("set debuginfod enabled off")
except gdb.error:  # before gdb 12 there is none
    pass
gdb.execute("set breakpoint pending on")
gdb.execute("set startup-with-shell off")
gdb.execute("handle all nostop noprint pass")


def show(frame):
    sal = frame.find_sal()
    module = gdb.solib_name(frame.pc()) or gdb.current_progspace().filename
    name, place = frame.name() or "?", "?"

    # a name out of a symbol table alone may be that of what comes before
    if frame.function() is None or frame.type() == gdb.SIGTRAMP_FRAME:
        name = "?"
    # nor do all versions of gdb have the same line of optimised code of libc
    elif sal.symtab and not os.path.basename(module).startswith(("libc", "libpthread")):
        place = "%s:%d" % (os.path.basename(sal.symtab.filename), sal.line)
    return "%s\t%s\t%s" % (name, place, os.path.basename(module))


class Stop(gdb.Breakpoint):
    def stop(self):
        frame = gdb.newest_frame().older()

        while frame:
            # a function that was left by a jump is on no stack
            if frame.type() != gdb.TAILCALL_FRAME:
                out.write(show(frame) + "\n")
            frame = frame.older()
        out.write("--\n")
        return False


out = open(os.environ["STACKS"], "w")
Stop("getpgid")
gdb.execute("run")
out.close()
