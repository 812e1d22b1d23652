import { plannerSettings } from "./planner_settings.ts";

/** Reads a range of a partition's live records in the order of their keys. The first row is the store's identity, without a key. */
export const listRecords = (schema: string): string => `
create function ${schema}.list_records(
  lock_timeout_ms int,
  at_time double precision,
  the_partition text,
  first_key text,
  end_key text,
  is_reverse boolean,
  maximum int
) returns table (
  key text,
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
    select null, record.value, record.sum, record.version, record.expires_at, record.checksum
    from ${schema}.record
    where record.partition = 'store' and record.key = 'identity';
  if is_reverse then
    ${rangeQuery(schema, "record.partition desc, record.key desc")}
  else
    ${rangeQuery(schema, "record.partition, record.key")}
  end if;
end
$$;
`;

function rangeQuery(schema: string, order: string): string {
  return `return query
      select record.key, record.value, record.sum, record.version, record.expires_at, record.checksum
      from ${schema}.record
      where record.partition = the_partition and record.key >= first_key and record.key < end_key
        and (record.expires_at is null or record.expires_at > at_time)
      order by ${order}
      limit maximum;`;
}
