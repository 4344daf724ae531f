-- fxtrace convert a.fxt a.avro writes what this loads, by Spark's own package
-- org.apache.spark:spark-avro. pid, times and addresses above 2^63 are negative.
-- each file
create or replace temporary view files using avro options (path @FILES@);
create table if not exists calls using parquet as
  select *, input_file_name() as archive from files where false;
insert into calls select *, input_file_name() from files;
