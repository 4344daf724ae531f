/* SPDX-License-Identifier: MIT */
/*
 * The tables of an SQLite database. Times are nanoseconds since the session's
 * start, ids count from 0. A value is NULL, a number, text or JSON, as its kind
 * says: null, withheld, bool, int, uint, float, constant, text, bytes, address,
 * list or record. A constant is a name, and digits has its number. An address
 * is text, too; if that is a name (RTLD_NEXT), digits has its number. List and
 * record are JSON; bytes are in blob. An uint above 2^63 is a real number,
 * which compares, and digits has all of it. So it is with NaN, of which SQLite
 * makes NULL.
 */
#include "tools/convert/schema.h"

const char sqlite_tables[] =
	/* a process image: exec makes a new one; first_ns and last_ns are
	 * NULL if it made no call */
	"create table process(id integer primary key, pid integer,"
	" ppid integer, uid integer, name text, exe text, cwd text,"
	" argv text, libc text, fxtrace text, first_ns integer,"
	" last_ns integer, exit_status integer, seen_pid integer, host text);"
	"create table thread(id integer primary key,"
	" process integer references process, tid integer, name text);"
	"create table function(id integer primary key, category text,"
	" name text, grp text);"
	/* parent: the call around it. object: describes a descriptor that the
	 * call returned. text: what printf and the like produced. frame: of
	 * OpenGL, from 0. seq: see @seq, NULL where order among threads does
	 * not matter. marks: 1 its end came late and may lack values, 2 a value
	 * was shortened. 4: the program did not make it itself. 8: only its end
	 * is known. time: when it began, ISO 8601 in UTC. */
	"create table call(number integer primary key,"
	" parent integer references call, thread integer references thread,"
	" function integer references function, begin_ns integer,"
	" end_ns integer, duration_ns integer, state text, marks integer,"
	" ret, object text, errno text, text,"
	" frame integer, seq integer, stack integer, time text,"
	" ret_kind text, ret_digits text);"
	/* where calls were made: the frames of call.stack, 0 is the innermost;
	 * off is relative to the module; inlined: into the frame that
	 * follows */
	"create table stack_frame(stack integer, position integer,"
	" function text, file text, line integer, module text, off integer,"
	" inlined integer, primary key(stack, position)) without rowid;"
	/* blob: the memory; true_size: before it was shortened, in bytes or
	 * elements. object: what a descriptor or stream is, or the label of
	 * an object of OpenGL */
	"create table arg(call integer references call, position integer,"
	" name text, value, blob integer references blob, true_size integer,"
	" object text, kind text, digits text,"
	" primary key(call, position)) without rowid;"
	"create table blob(id integer primary key, bytes integer, data blob);"
	/* dropped calls and ends */
	"create table loss(process integer references process, tid integer, "
	"calls integer,"
	" ends integer, first_ns integer, last_ns integer);"
	/* messages of the recorder, and why triggers had a snapshot made */
	"create table notice(ns integer, pid integer, tid integer, text text);"
	/* the same tables, joined: for most queries */
	"create view calls as select c.number, c.parent, c.begin_ns, c.end_ns,"
	" c.duration_ns, p.pid, t.tid, p.name as process, t.name as thread,"
	" f.category, f.name, f.grp, c.state, c.ret, c.object, c.errno,"
	" c.text, c.frame, c.seq, c.stack, c.time, p.host, c.ret_kind,"
	" c.ret_digits from call c"
	" join function f on f.id = c.function"
	" join thread t on t.id = c.thread"
	" left join process p on p.id = t.process;"
	"create view args as select a.call as number, f.name as function,"
	" a.position, a.name, a.value, b.data, b.bytes, a.true_size, a.object,"
	" a.kind, a.digits from arg a join call c on c.number = a.call"
	" join function f on f.id = c.function"
	" left join blob b on b.id = a.blob;"
	/* how often each place in the program called, and for how long */
	"create view callers as select s.function as caller, s.file, s.line,"
	" s.module, s.off, f.name, count(*) as calls,"
	" sum(c.duration_ns) as total_ns from call c"
	" join stack_frame s on s.stack = c.stack and s.position = 0"
	" join function f on f.id = c.function"
	" group by s.function, s.file, s.line, s.module, s.off, f.id;"
	"create view functions as select f.category, f.name, f.grp,"
	" count(*) as calls, count(c.errno) as errors,"
	" sum(c.duration_ns) as total_ns, avg(c.duration_ns) as mean_ns,"
	" min(c.duration_ns) as min_ns, max(c.duration_ns) as max_ns"
	" from call c join function f on f.id = c.function group by f.id;";

const char sqlite_indices[] =
	"create index call_function on call(function);"
	"create index call_thread on call(thread, begin_ns);"
	"create index call_parent on call(parent) where parent is not null;"
	"create index call_errno on call(errno) where errno is not null;";
