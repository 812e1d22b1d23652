import { clockTolerance } from "../../../lib/base/time/clock.ts";
import { plannerSettings } from "./planner_settings.ts";

/**
 * Runs the counts of many requests. Each checks the version of one record, and adds to counters of the same partition. The counters of all
 * counts are in four lists; `sizes` has the number of counters of each count.
 *
 * There is one row for each count, in the same order. If the store's identity is not the expected one, there is one row with the present
 * identity, and nothing was changed.
 */
export const countUses = (schema: string): string => `
create function ${schema}.count_uses(
  lock_timeout_ms int,
  expected_identity text,
  at_time double precision,
  new_versions text[],
  partitions text[],
  check_keys text[],
  check_versions text[],
  sizes int[],
  sum_keys text[],
  additions double precision[],
  maxima double precision[],
  sum_expiries double precision[]
) returns table (
  identity text,
  failed_checks int[],
  exceeded_sums int[],
  totals double precision[]
) language plpgsql
  ${plannerSettings}
as $$
declare
  first int := 1;
  last int;
begin
  perform set_config('lock_timeout', lock_timeout_ms::text, true);
  perform ${schema}.lock_partitions(partitions);
  select record.value into identity
  from ${schema}.record
  where record.partition = 'store' and record.key = 'identity';
  if identity is distinct from expected_identity and expected_identity is not null then
    return next;
    return;
  end if;
  for i in 1 .. cardinality(partitions) loop
    last := first + sizes[i] - 1;
    -- Most counts add to one existing counter below its maximum. One statement checks and adds. A null expiry means never.
    if sizes[i] = 1 then
      update ${schema}.record
      set sum = record.sum + additions[first], version = new_versions[i], value = null, checksum = null
      where record.partition = partitions[i] and record.key = sum_keys[first]
        and (record.expires_at is null or record.expires_at > at_time)
        and (record.expires_at > sum_expiries[first] + ${clockTolerance}) is not true
        and record.sum + additions[first] <= coalesce(maxima[first], 'infinity')
        and exists (
          select from ${schema}.record as checked
          where checked.partition = partitions[i] and checked.key = check_keys[i]
            and checked.version = check_versions[i]
            and (checked.expires_at is null or checked.expires_at > at_time)
        )
      returning '{}', '{}', array[record.sum] into failed_checks, exceeded_sums, totals;
      if found then
        return next;
        first := last + 1;
        continue;
      end if;
    end if;
    select applied.failed_checks, applied.exceeded_sums, applied.totals
    into failed_checks, exceeded_sums, totals
    from ${schema}.apply_changes(
      at_time, new_versions[i], partitions[i], check_keys[i:i], check_versions[i:i],
      sum_keys[first:last], additions[first:last], maxima[first:last], sum_expiries[first:last],
      '{}', '{}', '{}', '{}', '{}', '{}'
    ) as applied;
    return next;
    first := last + 1;
  end loop;
end
$$;
`;
