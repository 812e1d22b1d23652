import { searchPlannerSettings } from "./planner_settings.ts";
import { hiddenWord } from "./search_tables.ts";

/** Number of groups of words of a probe. A probe with fewer repeats one. */
export const groupsOfProbe = 6;

const groups = Array.from({ length: groupsOfProbe }, (_, at) => at + 1);

/** Returns the expression for the words of a result that the caller may read, without its passages in lists and with them. */
const readable = `case when reads_paid or result.about & 4 > 0 then result.folded else split_part(result.folded, E'\\f', 1) end`;

/** Returns the expression for the count of an entry of `result.words`, or null. A subquery for the place of the entry takes twice as long. */
function countOf(entry: string): string {
  const place = `width_bucket(${entry}, result.words)`;
  return `case when result.words[${place}] = ${entry} then result.counts[${place}] end`;
}

/**
 * Finds results for a ranking. Each probe is ${groupsOfProbe} groups of words, and finds results with a word of each group. Probes follow until
 * enough results are found. A group is a list of entries of `search_result.words`.
 */
export const findResults = (schema: string): string => `
create or replace function ${schema}.find_results(
  probe_groups text[],
  probe_limits int[],
  maximum int,
  counted_words int[],
  phrases text[],
  required_phrases text[],
  phrase_limit int,
  excluded_words int[],
  excluded_phrases text[],
  at_time double precision,
  wanted_types int,
  reads_paid boolean,
  reads_documents boolean,
  wanted_section text,
  wanted_language text,
  wanted_tags text[],
  unwanted_tags text[],
  updated_since double precision,
  unwanted_key text
) returns table (
  id int,
  key text,
  number int,
  about int,
  length int,
  name_length int,
  name text,
  counts int[],
  lines text[]
) language plpgsql stable
  ${searchPlannerSettings.replace("set enable_bitmapscan = off", "set enable_bitmapscan = on")}
as $$
#variable_conflict use_column
declare
${groups.map((at) => `  group_${at} int[];`).join("\n")}
  found int[] := '{}';
begin
  for probe in 1 .. cardinality(probe_limits) loop
${groups.map((at) => `    group_${at} := probe_groups[${groupsOfProbe} * (probe - 1) + ${at}];`).join("\n")}
    found := found || array(
      select result.id
      from (
        select result.id, result.about, result.folded
        from ${schema}.search_result as result
        where result.counts is not null
          ${groups.map((at) => `and result.words && group_${at}`).join("\n          ")}
          and (cardinality(excluded_words) = 0 or not result.words && excluded_words)
          and 1 << (result.about & 3) & wanted_types > 0
          and result.id <> all(found)
          and (
            select document.public_from <= at_time
              and (
                not reads_documents
                or (
                  (wanted_section is null or document.section = wanted_section)
                  and (wanted_language is null or starts_with(lower(document.language) || '-', wanted_language || '-'))
                  and (wanted_tags is null or document.tags && wanted_tags)
                  and (unwanted_tags is null or not document.tags && unwanted_tags)
                  and (updated_since is null or document.updated_at >= updated_since)
                  and (unwanted_key is null or document.key <> unwanted_key)
                )
              )
            from ${schema}.search_document as document where document.id = result.document
          )
        limit case when cardinality(required_phrases) > 0 then phrase_limit else probe_limits[probe] end
      ) as result
      where cardinality(required_phrases) + cardinality(excluded_phrases) = 0
        or (
          (select coalesce(bool_and(strpos(${readable}, phrase) > 0), true) from unnest(required_phrases) as phrase)
          and (select coalesce(bool_and(strpos(${readable}, phrase) = 0), true) from unnest(excluded_phrases) as phrase)
        )
      limit probe_limits[probe]
    );
    exit when cardinality(found) >= maximum;
  end loop;
  return query
  select result.id, document.key, result.number, result.about, result.length, result.name_length, result.name,
    array(
      select coalesce(
        ${countOf("word")},
        case when result.about & 4 = 0 then ${countOf(`(word | ${hiddenWord})`)} end,
        0
      )
      from unnest(counted_words) as word
    ),
    array(
      select array_to_string(array(
        select line from unnest(string_to_array(replace(${readable}, E'\\f', E'\\n'), E'\\n')) as line
        where strpos(line, phrase) > 0
      ), E'\\n')
      from unnest(phrases) as phrase
    )
  from unnest(found) as t (found_id)
  cross join lateral (
    -- A concatenation reads a long list once, and not again for each word.
    select known.id, known.document, known.number, known.about, known.length, known.name_length, known.name, known.folded,
      known.words || '{}'::int[] as words, known.counts || '{}'::int[] as counts
    from ${schema}.search_result as known where known.id = found_id offset 0
  ) as result
  cross join lateral (
    select key from ${schema}.search_document as known where known.id = result.document offset 0
  ) as document;
end
$$;
`;
