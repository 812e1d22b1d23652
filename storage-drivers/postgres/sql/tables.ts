/**
 * The tables. A record has a `value` and its `checksum`, or is a counter and has only a `sum`. `sum` is also the number that a value has
 * under this name, so that a counter can continue it.
 *
 * Counters are updated in place for every request. The free space of a page keeps their new versions beside the old ones, without a
 * change of an index.
 */
export const tables = (schema: string): string => `
create table ${schema}.record (
  partition text collate "C" not null,
  key text collate "C" not null,
  sum double precision,
  expires_at double precision,
  version text not null,
  checksum text,
  value text,
  primary key (partition, key),
  constraint record_has_content check (value is not null or sum is not null)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_cost_delay = 1
);
create index record_expiry on ${schema}.record (expires_at) where expires_at is not null;

create table ${schema}.lease (
  name text primary key,
  holder text not null,
  expires_at double precision not null
);
`;
