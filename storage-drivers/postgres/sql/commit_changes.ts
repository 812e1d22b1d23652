import { plannerSettings } from "./planner_settings.ts";
import { changeParameters } from "./apply_changes.ts";

/**
 * Commits changes to one partition. If the store's identity is not the expected one, `identity` has the present one, `failed_checks` is
 * null, and nothing was changed. Null expects no identity.
 */
export const commitChanges = (schema: string): string => `
create function ${schema}.commit_changes(
  lock_timeout_ms int,
  expected_identity text,
  at_time double precision,
  ${changeParameters},
  out identity text,
  out failed_checks int[],
  out exceeded_sums int[],
  out totals double precision[]
) language plpgsql
  ${plannerSettings}
as $$
begin
  perform set_config('lock_timeout', lock_timeout_ms::text, true);
  perform ${schema}.lock_partitions(array[the_partition]);
  select record.value into identity
  from ${schema}.record
  where record.partition = 'store' and record.key = 'identity';
  if identity is distinct from expected_identity and expected_identity is not null then
    return;
  end if;
  select applied.failed_checks, applied.exceeded_sums, applied.totals
  into failed_checks, exceeded_sums, totals
  from ${schema}.apply_changes(
    at_time, new_version, the_partition, check_keys, check_versions, sum_keys, additions, maxima,
    sum_expiries, set_keys, set_values, set_sums, set_expiries, set_checksums, delete_keys
  ) as applied;
end
$$;
`;
