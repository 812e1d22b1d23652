/**
 * Locks partitions until the end of the transaction. All callers lock in the order of the same numbers, so no deadlock is possible. Two
 * partitions with the same number wait for each other, but nothing else happens.
 */
export const lockPartitions = (schema: string): string => `
create function ${schema}.lock_partitions(partitions text[]) returns void language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(locks.number)
  from (
    select distinct hashtextextended(name, hashtextextended('${schema}', 0)) as number
    from unnest(partitions) as name
    order by number
  ) as locks;
end
$$;
`;
