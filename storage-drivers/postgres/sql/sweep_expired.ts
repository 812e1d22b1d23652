/**
 * Removes some records that expired before a time. Only the holder of the lease removes any, so that one process of many does this work.
 * Records that a commit holds are skipped. Returns the number of removed records, or null if another process holds the lease.
 */
export const sweepExpired = (schema: string): string => `
create function ${schema}.sweep_expired(
  lock_timeout_ms int,
  sweeper text,
  at_time double precision,
  lease_ms double precision,
  expired_before double precision,
  maximum int
) returns int language plpgsql
as $$
declare
  removed int;
begin
  perform set_config('lock_timeout', lock_timeout_ms::text, true);
  insert into ${schema}.lease as lease (name, holder, expires_at)
  values ('sweep', sweeper, at_time + lease_ms)
  on conflict (name) do update
  set holder = excluded.holder, expires_at = excluded.expires_at
  where lease.holder = sweeper or lease.expires_at <= at_time;
  if not found then
    return null;
  end if;
  with expired as (
    select record.partition, record.key
    from ${schema}.record
    where record.expires_at <= expired_before
    order by record.expires_at
    limit maximum
    for update skip locked
  )
  delete from ${schema}.record using expired
  where record.partition = expired.partition and record.key = expired.key;
  get diagnostics removed = row_count;
  return removed;
end
$$;
`;
