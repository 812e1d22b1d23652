import { plannerSettings } from "./planner_settings.ts";

/**
 * Removes some records that expired before a time. Only the holder of the lease removes any, so that one process of many does this work.
 * Records that a commit holds are skipped. Returns the number of removed records, or null if another process holds the lease.
 */
export const sweepExpired = (schema: string): string => `
create or replace function ${schema}.sweep_expired(
  lock_timeout_ms int,
  sweeper text,
  at_time double precision,
  lease_ms double precision,
  expired_before double precision,
  maximum int
) returns int language plpgsql
  ${plannerSettings}
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
  delete from ${schema}.record
  where ctid = any (array(
    select expired.ctid
    from ${schema}.record as expired
    where expired.expires_at <= expired_before
    order by expired.expires_at
    limit maximum
    for update skip locked
  ));
  get diagnostics removed = row_count;
  return removed;
end
$$;
`;
