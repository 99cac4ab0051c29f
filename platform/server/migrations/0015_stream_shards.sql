-- Which worker has taken which shard of devices last, for operators. Who has it is decided by an advisory lock.
CREATE TABLE stream_shard (
  shard  smallint    PRIMARY KEY,
  worker text        NOT NULL,
  since  timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_shared_table('stream_shard');
