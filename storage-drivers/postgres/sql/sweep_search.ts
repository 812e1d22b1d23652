import { searchPlannerSettings } from "./planner_settings.ts";

/**
 * Removes a part of a search index whose organization is gone, or that another index replaced a day ago. Returns false if nothing is left to
 * remove.
 */
export const sweepSearch = (schema: string): string => `
create or replace function ${schema}.sweep_search(maximum int)
returns boolean language plpgsql
  ${searchPlannerSettings}
as $$
declare
  index_id int := (
    select id
    from ${schema}.search_index as index
    where replaced_at < clock_timestamp() - interval '1 day'
      or (
        owner_key is not null
        and not exists (
          select from ${schema}.record
          where record.partition = index.partition and record.key = index.owner_key
        )
      )
    order by id
    limit 1
    for update skip locked
  );
  removed int[];
  gone record;
begin
  if index_id is null then
    return false;
  end if;
  -- No process may use what is left of it.
  update ${schema}.search_index set stamp = 'removed ' || id where id = index_id;
  removed := array(select id from ${schema}.search_document where index = index_id limit maximum);
  -- Rows of earlier versions have their words in another table.
  for gone in select id, words from ${schema}.search_result where document = any(removed) and counts is null loop
    perform ${schema}.remove_postings(gone.id, gone.words);
  end loop;
  delete from ${schema}.search_result where document = any(removed);
  delete from ${schema}.search_document where id = any(removed);
  if cardinality(removed) = maximum then
    return true;
  end if;
  ${removeSome(`${schema}.search_word`)}
  ${removeSome(`${schema}.search_stem`)}
  delete from ${schema}.search_index where id = index_id;
  return true;
end
$$;
`;

function removeSome(table: string): string {
  return `delete from ${table}
  where ctid = any (array(
    select ctid from ${table} where index = index_id limit 100 * maximum
  ));
  if found then
    return true;
  end if;`;
}
