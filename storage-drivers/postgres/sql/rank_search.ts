import { searchPlannerSettings } from "./planner_settings.ts";
import { filterParameters, isWanted, type LabelConditions, readableCounts } from "./search_conditions.ts";

/** Returns an expression for the sum of the weights of the places that an integer counts: see the counters of postings in lib. */
function weigh(counts: string): string {
  const fields = [
    [0, 1023],
    [10, 63],
    [16, 7],
    [19, 7],
    [22, 15],
    [26, 15],
  ] as const;
  const sum = fields.map(([shift, most], at) => `(${counts} >> ${shift} & ${most}) * weights[${at + 1}]`);
  return `case when ${counts} < 1024 then ${counts} * weights[1] else ${sum.join(" + ")} end`;
}

/** Weighs the places of a phrase in a result. */
export const phraseInResult = (schema: string): string => `
create or replace function ${schema}.phrase_in_result(result_id int, words int[], weights double precision[], only_in_lists boolean)
returns double precision language plpgsql stable
  ${searchPlannerSettings}
as $$
begin
  return (
    select coalesce(sum(weights[(start & 7) + 1]), 0)
    from (
      select place - 8 * (n::int - 1) as start
      from unnest(words) with ordinality as t (word, n)
      cross join lateral (
        select places from ${schema}.search_posting as found
        where found.word = t.word and found.result = result_id
        offset 0
      ) as posting
      cross join unnest(posting.places) as place
      where not only_in_lists or place & 7 in (2, 3, 5)
      group by 1
      having count(*) = cardinality(words)
    ) as starts
  );
end
$$;
`;

/**
 * Ranks results by BM25. Clauses have the numbers from 1 on. A word of a finder clause finds results, of a common word those that were written
 * last. A word of an adder clause adds only to the scores of results that other clauses find. `known_results` has the number of results of a
 * clause, or null if they are counted. The score is multiplied with the share of the clauses that a result has, weighted by how rare they are.
 */
export const rankSearch = (schema: string, labels: LabelConditions): string => `
create or replace function ${schema}.rank_search(
  finder_clauses int[],
  finder_words int[],
  finder_weights double precision[],
  finder_limits int[],
  adder_clauses int[],
  adder_words int[],
  adder_weights double precision[],
  phrase_clauses int[],
  phrase_words text[],
  rarest_words int[],
  phrase_limit int,
  known_results int[],
  required_clauses int[],
  excluded_words int[],
  excluded_phrases text[],
  weights double precision[],
  phrase_weight double precision,
  saturation double precision,
  length_weight double precision,
  least_share double precision,
  total_results double precision,
  average_length double precision,
  at_time double precision,
  after_score double precision,
  after_place text,
  maximum int,${filterParameters(labels)}
) returns table (
  id int,
  score double precision,
  place text,
  key text,
  slug text,
  updated_at double precision,
  about int,
  passages text,
  rarities double precision[]
) language plpgsql stable
  ${searchPlannerSettings}
as $$
#variable_conflict use_column
begin
  return query
  with found as materialized (
    select clause, posting.result, posting.about, sum(weight * (${weigh(`(${readableCounts("posting")})`)})) as frequency
    from unnest(finder_clauses, finder_words, finder_weights, finder_limits) as t (clause, word, weight, most)
    cross join lateral (
      select result, about, counts from ${schema}.search_posting as found
      where found.word = t.word and ${readableCounts("found")} > 0 and ${isWanted(schema, "found", labels)}
      order by found.result desc
      limit t.most
    ) as posting
    group by clause, posting.result, posting.about
    union all
    select clause, posting.result, posting.about, phrase_weight
      * ${schema}.phrase_in_result(posting.result, words::int[], weights, not (reads_paid or posting.about & 4 > 0))
    from unnest(phrase_clauses, phrase_words, rarest_words) as t (clause, words, rarest)
    cross join lateral (
      select result, about from ${schema}.search_posting as found
      where found.word = t.rarest and ${isWanted(schema, "found", labels)}
      order by found.result desc
      limit phrase_limit
    ) as posting
    where not exists (
      select from unnest(words::int[]) as wanted_word
      where not exists (
        select from ${schema}.search_posting as other
        where other.word = wanted_word and other.result = posting.result
      )
    )
  ),
  matched as (
    select * from found where frequency > 0
    union all
    select clause, posting.result, posting.about, sum(weight * (${weigh(`(${readableCounts("posting")})`)}))
    from (select distinct result from found where frequency > 0) as finds
    cross join unnest(adder_clauses, adder_words, adder_weights) as t (clause, word, weight)
    cross join lateral (
      select result, about, counts from ${schema}.search_posting as added
      where added.word = t.word and added.result = finds.result
      offset 0
    ) as posting
    group by clause, posting.result, posting.about
  ),
  sizes as materialized (
    select clause, count(*) as results from found where frequency > 0 group by clause
  ),
  rare as materialized (
    select clause, results, ln(1 + (greatest(total_results - results, 0) + 0.5) / (results + 0.5)) as rarity
    from (
      select clause, coalesce(known_results[clause], (select results from sizes where sizes.clause = t.clause), 0) as results
      from generate_series(1, cardinality(known_results)) as t (clause)
      offset 0
    ) as sized
  ),
  rarity as materialized (
    select array_agg(rarity order by clause) as rarities, sum(rarity) filter (where results > 0) as total from rare
  ),
  scored as (
    select result, about,
      sum(rarities[clause] * frequency
        / (frequency + saturation * (1 - length_weight + length_weight * (about >> 3) / average_length))) as sum,
      sum(rarities[clause]) / max(total) as share,
      count(*) filter (where clause = any(required_clauses)) as required
    from matched cross join rarity
    where frequency > 0
    group by result, about
  ),
  ranked as materialized (
    select result, about, round((sum * share)::numeric, 4)::double precision as score
    from scored
    where share >= least_share and required = cardinality(required_clauses)
      and not exists (
        select
        from unnest(excluded_words) as excluded (word)
        cross join lateral (
          select from ${schema}.search_posting as posting
          where posting.word = excluded.word and posting.result = scored.result
            and ${readableCounts("posting")} > 0
          offset 0
        ) as found
      )
      and not exists (
        select from unnest(excluded_phrases) as words
        where ${schema}.phrase_in_result(
          scored.result, words::int[], '{1,1,1,1,1,1}', not (reads_paid or scored.about & 4 > 0)
        ) > 0
      )
  ),
  candidate as (
    select * from ranked where ranked.score = after_score
    union all
    (
      select * from ranked
      where after_score is null or ranked.score < after_score
      order by ranked.score desc
      fetch first maximum rows with ties
    )
  ),
  best as materialized (
    select candidate.*, own.document, (document.key || ' ' || own.number) collate "C" as place
    from candidate
    cross join lateral (
      select document, number from ${schema}.search_result as result where result.id = candidate.result offset 0
    ) as own
    cross join lateral (
      select key, public_from from ${schema}.search_document as known where known.id = own.document offset 0
    ) as document
    where document.public_from <= at_time
      and (
        after_score is null or candidate.score < after_score
        or (document.key || ' ' || own.number) collate "C" > after_place
      )
    order by candidate.score desc, 5
    limit maximum
  )
  select best.result, best.score, best.place, document.key, document.slug, document.updated_at, best.about,
    own.passages, (select rarity.rarities from rarity)
  from best
  join ${schema}.search_result as own on own.id = best.result
  join ${schema}.search_document as document on document.id = best.document
  order by best.score desc, best.place;
end
$$;

create or replace function ${schema}.wanted_groups(groups int[], words int[],${filterParameters(labels)})
returns setof int language plpgsql stable
  ${searchPlannerSettings}
as $$
begin
  return query
  select distinct t.number
  from unnest(groups, words) as t (number, word)
  where exists (
    select from ${schema}.search_posting as posting
    where posting.word = t.word and ${readableCounts("posting")} > 0 and ${isWanted(schema, "posting", labels)}
  );
end
$$;
`;
