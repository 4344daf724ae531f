-- fxtrace convert a.fxt a.avro writes what this loads.
create table if not exists calls (
  number UInt64, begin_ns UInt64, end_ns Nullable(UInt64),
  duration_ns Nullable(UInt64), pid UInt64, seen_pid UInt64, tid UInt64,
  process LowCardinality(Nullable(String)),
  thread LowCardinality(Nullable(String)), frame Nullable(UInt64),
  category LowCardinality(String), name LowCardinality(String),
  state LowCardinality(String), marks Array(String), seq Nullable(UInt64),
  args Map(String, Tuple(bool Nullable(Bool), int Nullable(Int64),
    uint Nullable(String), float Nullable(Float64), constant Nullable(String),
    text Nullable(String), bytes Nullable(String), address Nullable(UInt64),
    list Nullable(String), record Nullable(String),
    true_size Nullable(UInt64), withheld Bool, object Nullable(String))),
  has_ret Bool,
  ret Tuple(bool Nullable(Bool), int Nullable(Int64),
    uint Nullable(String), float Nullable(Float64), constant Nullable(String),
    text Nullable(String), bytes Nullable(String), address Nullable(UInt64),
    list Nullable(String), record Nullable(String),
    true_size Nullable(UInt64), withheld Bool, object Nullable(String)),
  errno LowCardinality(Nullable(String)), text Nullable(String),
  text_bytes Nullable(String), text_cut Bool,
  stack Array(Tuple(function Nullable(String), file Nullable(String),
    line Nullable(UInt64), language Nullable(String), module Nullable(String),
    offset Nullable(UInt64), address Nullable(UInt64), inlined Bool,
    interrupted Bool)),
  stack_end Nullable(String), time Nullable(DateTime64(6, 'UTC')),
  host LowCardinality(Nullable(String)), archive LowCardinality(String))
  engine = MergeTree order by (category, name, begin_ns);
-- each file
insert into calls select *, _file from file(@FILES@, Avro);
