import { clockTolerance } from "../../../lib/base/time/clock.ts";

/** The parameters of the functions that change a partition, from the version on. */
export const changeParameters = `new_version text,
  the_partition text,
  check_keys text[],
  check_versions text[],
  sum_keys text[],
  additions double precision[],
  maxima double precision[],
  sum_expiries double precision[],
  set_keys text[],
  set_values text[],
  set_sums double precision[],
  set_expiries double precision[],
  set_checksums text[],
  delete_keys text[]`;

/**
 * Applies all changes to one partition, or leaves it unchanged. The caller holds the partition's lock, so no other change comes between the checks
 * and the writes.
 *
 * A check names a version, or is '*' if the record must exist, or null if it must be absent. `failed_checks` and `exceeded_sums` are
 * indexes from 0. If both are empty, the changes were applied.
 */
export const applyChanges = (schema: string): string => `
create or replace function ${schema}.apply_changes(
  at_time double precision,
  ${changeParameters},
  out failed_checks int[],
  out exceeded_sums int[],
  out totals double precision[]
) language plpgsql
as $$
declare
  found_version text;
  found_sum double precision;
  found_expiry double precision;
  is_met boolean;
  is_live boolean[] := '{}';
begin
  failed_checks := '{}';
  exceeded_sums := '{}';
  totals := '{}';

  for i in 1 .. cardinality(check_keys) loop
    select record.version into found_version
    from ${schema}.record
    where record.partition = the_partition and record.key = check_keys[i]
      and (record.expires_at is null or record.expires_at > at_time);
    if found then
      is_met := check_versions[i] = '*' or check_versions[i] = found_version;
    else
      is_met := check_versions[i] is null;
    end if;
    if is_met is not true then
      failed_checks := failed_checks || (i - 1);
    end if;
  end loop;

  for i in 1 .. cardinality(sum_keys) loop
    select record.sum, record.expires_at into found_sum, found_expiry
    from ${schema}.record
    where record.partition = the_partition and record.key = sum_keys[i]
      and (record.expires_at is null or record.expires_at > at_time)
      -- A clock that was ahead created a counter that expires too late. It is begun anew. A null expiry means never.
      and (record.expires_at > sum_expiries[i] + ${clockTolerance}) is not true;
    is_live := is_live || found;
    if found then
      sum_expiries[i] := found_expiry;
    end if;
    totals := totals || coalesce(found_sum, 0) + additions[i];
    if totals[i] > maxima[i] then
      exceeded_sums := exceeded_sums || (i - 1);
    end if;
  end loop;

  if cardinality(failed_checks) > 0 or cardinality(exceeded_sums) > 0 then
    return;
  end if;

  for i in 1 .. cardinality(sum_keys) loop
    if is_live[i] then
      update ${schema}.record
      set sum = totals[i], version = new_version, value = null, checksum = null
      where record.partition = the_partition and record.key = sum_keys[i];
    else
      insert into ${schema}.record (partition, key, sum, version, expires_at)
      values (the_partition, sum_keys[i], totals[i], new_version, sum_expiries[i])
      on conflict (partition, key) do update
      set sum = excluded.sum, version = excluded.version, value = null, checksum = null,
        expires_at = excluded.expires_at;
    end if;
  end loop;

  if cardinality(set_keys) > 0 then
    insert into ${schema}.record (partition, key, value, sum, version, expires_at, checksum)
    select the_partition, change.key, change.value, change.sum, new_version, change.expires_at, change.checksum
    from unnest(set_keys, set_values, set_sums, set_expiries, set_checksums)
      as change (key, value, sum, expires_at, checksum)
    on conflict (partition, key) do update
    set value = excluded.value, sum = excluded.sum, version = excluded.version,
      expires_at = excluded.expires_at, checksum = excluded.checksum;
  end if;

  for i in 1 .. cardinality(delete_keys) loop
    delete from ${schema}.record
    where record.partition = the_partition and record.key = delete_keys[i];
  end loop;
end
$$;
`;
