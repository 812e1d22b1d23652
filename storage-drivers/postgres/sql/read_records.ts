import { plannerSettings } from "./planner_settings.ts";

/**
 * Reads the records of many addresses in one snapshot. The first row is the store's identity, with number 0. The row of an address has its
 * number from 1. A missing or expired record has no row. A record that still has the known version has neither value nor sum.
 */
export const readRecords = (schema: string): string => `
create function ${schema}.read_records(
  lock_timeout_ms int,
  at_time double precision,
  partitions text[],
  keys text[],
  known_versions text[]
) returns table (
  number int,
  value text,
  sum double precision,
  version text,
  expires_at double precision,
  checksum text
) language plpgsql stable
  ${plannerSettings}
as $$
begin
  perform set_config('lock_timeout', lock_timeout_ms::text, true);
  return query
    select 0, record.value, record.sum, record.version, record.expires_at, record.checksum
    from ${schema}.record
    where record.partition = 'store' and record.key = 'identity'
    union all
    select
      asked.number::int,
      case when record.version = asked.known_version then null else record.value end,
      case when record.version = asked.known_version then null else record.sum end,
      record.version,
      record.expires_at,
      record.checksum
    from unnest(partitions, keys, known_versions) with ordinality
      as asked (partition, key, known_version, number)
    join ${schema}.record on record.partition = asked.partition and record.key = asked.key
    where record.expires_at is null or record.expires_at > at_time;
end
$$;
`;
