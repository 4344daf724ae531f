-- fxtrace convert a.fxt a.jsonl writes what this loads. The types are given, so
-- that no line is left out of account. JSON keeps each number's digits.
create table if not exists calls (
  number UBIGINT, begin_ns UBIGINT, end_ns UBIGINT, duration_ns UBIGINT,
  pid UBIGINT, tid UBIGINT, seen_pid UBIGINT, process VARCHAR, thread VARCHAR,
  frame UBIGINT, category VARCHAR, name VARCHAR, state VARCHAR,
  marks VARCHAR[], seq UBIGINT, args JSON, text JSON, text_cut BOOLEAN,
  ret JSON, fd_names JSON, labels JSON, errno VARCHAR, stack JSON,
  stack_end VARCHAR, time TIMESTAMP, host VARCHAR, archive VARCHAR);
insert into calls select * from read_json(@FILES@,
  format = 'newline_delimited', maximum_object_size = 1073741824,
  filename = 'archive', columns = {
  number: 'UBIGINT', begin_ns: 'UBIGINT', end_ns: 'UBIGINT',
  duration_ns: 'UBIGINT', pid: 'UBIGINT', tid: 'UBIGINT',
  seen_pid: 'UBIGINT', process: 'VARCHAR', thread: 'VARCHAR',
  frame: 'UBIGINT', category: 'VARCHAR', name: 'VARCHAR', state: 'VARCHAR',
  marks: 'VARCHAR[]', seq: 'UBIGINT', args: 'JSON', text: 'JSON',
  text_cut: 'BOOLEAN', ret: 'JSON', fd_names: 'JSON', labels: 'JSON',
  errno: 'VARCHAR', stack: 'JSON', stack_end: 'VARCHAR', time: 'TIMESTAMP',
  host: 'VARCHAR'});
