select s.ts, s.dur, s.arg_set_id as set_id, hex(s.name) as name,
	hex(s.category) as category, t.tid, p.pid
from slice s join thread_track k on k.id = s.track_id
join thread t using (utid) join process p using (upid)
