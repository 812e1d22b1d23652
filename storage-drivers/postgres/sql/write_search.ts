import { searchPlannerSettings } from "./planner_settings.ts";
import { hiddenWord, strongWord } from "./search_tables.ts";

/** Seconds for which a writer has an index after each change. */
export const reservationSeconds = 10;

const wordParameters = `  word_texts text[],
  stem_words int[],
  stems text[],
  posting_words int[],
  posting_results int[],
  posting_counts int[],
  posting_marks int[]`;
const postings = "posting_words, posting_results, posting_counts, posting_marks";

/**
 * Removes documents from a search index and adds others, in one step. The row of the index is locked, so changes run one after the other.
 * It returns false, and changes nothing, if the writer has not reserved the index.
 *
 * Results, words and postings are in lists. `result_documents`, `stem_words`, `posting_words` and `posting_results` are places in the lists
 * of documents, words and results, from 1. `posting_marks` has the numbers that are added to a word. `extend_search` adds more words to a
 * document.
 */
export const writeSearch = (schema: string): string => `
create or replace function ${schema}.remove_results(index_id int, removed_keys text[])
returns void language plpgsql
  ${searchPlannerSettings}
as $$
declare
  removed int[] := array(
    select result.id
    from unnest(removed_keys) as t (key)
    cross join lateral (
      select id from ${schema}.search_document as known
      where known.index = index_id and known.key = t.key
      offset 0
    ) as document
    cross join lateral (
      select id from ${schema}.search_result as known where known.document = document.id offset 0
    ) as result
  );
  lost record;
begin
  for lost in
    select entry & ${hiddenWord - 1} as word, count(*) as results
    from ${schema}.search_result, unnest(words) as entry
    where id = any(removed) and entry < ${strongWord}
    group by 1
  loop
    update ${schema}.search_word set results = search_word.results - lost.results where id = lost.word;
  end loop;
  select count(*) as results, coalesce(sum(length), 0) as words into lost
  from ${schema}.search_result
  where id = any(removed);
  update ${schema}.search_index
  set results = search_index.results - lost.results, words = search_index.words - lost.words
  where id = index_id;
  delete from ${schema}.search_result where id = any(removed);
  for i in 1 .. cardinality(removed_keys) loop
    delete from ${schema}.search_document where index = index_id and key = removed_keys[i];
  end loop;
end
$$;

create or replace function ${schema}.add_words(
  index_id int,
  word_texts text[],
  stem_words int[],
  stems text[],
  posting_words int[]
) returns int[] language plpgsql
  ${searchPlannerSettings}
as $$
declare
  word_ids int[];
begin
  insert into ${schema}.search_word (index, word)
  select index_id, text
  from unnest(word_texts) as t (text)
  where not exists (select from ${schema}.search_word as known where known.index = index_id and known.word = text);
  word_ids := array(
    select (select id from ${schema}.search_word as word where word.index = index_id and word.word = text)
    from unnest(word_texts) with ordinality as t (text, n)
    order by n
  );
  insert into ${schema}.search_stem (index, stem, word)
  select index_id, stem, word_ids[word]
  from unnest(stem_words, stems) as t (word, stem)
  where not exists (
    select from ${schema}.search_stem as known
    where known.index = index_id and known.stem = t.stem and known.word = word_ids[t.word]
  );
  update ${schema}.search_word as word
  set results = word.results + gained.results
  from (
    select word_ids[posting_word] as id, count(*) as results
    from unnest(posting_words) as posting_word
    group by posting_word
  ) as gained
  where word.id = gained.id;
  return word_ids;
end
$$;

create or replace function ${schema}.entries_of(
  word_ids int[],
  posting_words int[],
  posting_results int[],
  posting_counts int[],
  posting_marks int[]
) returns table (result int, entry int, count int) language sql immutable
as $$
  select result, word_ids[word] | (mark & ${hiddenWord}), count
  from unnest(posting_words, posting_results, posting_counts, posting_marks) as t (word, result, count, mark)
  union all
  select result, word_ids[word] | mark, 0
  from unnest(posting_words, posting_results, posting_marks) as t (word, result, mark)
  where mark >= ${strongWord}
$$;

create or replace function ${schema}.write_search(
  index_id int,
  index_writer text,
  removed_keys text[],
  keys text[],
  versions text[],
  slugs text[],
  languages text[],
  stemmed text[],
  sections text[],
  tags text[],
  updated double precision[],
  public_from double precision[],
  free int[],
  result_documents int[],
  result_numbers int[],
  result_abouts int[],
  result_lengths int[],
  name_lengths int[],
  names text[],
  passage_counts int[],
  passages text[],
  folded text[],
${wordParameters}
) returns boolean language plpgsql
  ${searchPlannerSettings}
as $$
declare
  document_ids int[];
  result_ids int[];
  word_ids int[];
begin
  perform from ${schema}.search_index where id = index_id and writer = index_writer for update;
  if not found then
    return false;
  end if;
  perform ${schema}.remove_results(index_id, removed_keys || keys);
  document_ids := array(select nextval('${schema}.search_id') from generate_series(1, cardinality(keys)));
  result_ids := array(select nextval('${schema}.search_id') from generate_series(1, cardinality(result_numbers)));
  insert into ${schema}.search_document
    (id, index, key, version, slug, language, section, tags, updated_at, public_from, is_free)
  select document_ids[n], index_id, key, version, slug, language, section, tag_list::text[], updated_at, visible, is_free = 1
  from unnest(keys, versions, slugs, languages, sections, tags, updated, public_from, free)
    with ordinality as t (key, version, slug, language, section, tag_list, updated_at, visible, is_free, n);
  word_ids := ${schema}.add_words(index_id, word_texts, stem_words, stems, posting_words);
  insert into ${schema}.search_result
    (id, document, number, about, length, name_length, name, words, counts, passage_count, passages, folded)
  select result_ids[n], document_ids[document], number, about, length, name_length, name,
    coalesce(own.words, '{}'), coalesce(own.counts, '{}'), passage_count, text, ordered
  from unnest(
    result_documents, result_numbers, result_abouts, result_lengths, name_lengths, names, passage_counts,
    passages, folded
  ) with ordinality as t (document, number, about, length, name_length, name, passage_count, text, ordered, n)
  left join (
    select result, array_agg(entry order by entry) as words, array_agg(count order by entry) as counts
    from ${schema}.entries_of(word_ids, ${postings})
    group by result
  ) as own on own.result = n;
  update ${schema}.search_index as index
  set results = index.results + cardinality(result_numbers),
    words = index.words + (select coalesce(sum(length), 0) from unnest(result_lengths) as length),
    languages = array(select distinct unnest(index.languages || stemmed)),
    writer_until = clock_timestamp() + interval '${reservationSeconds} seconds'
  where id = index_id;
  return true;
end
$$;

create or replace function ${schema}.extend_search(
  index_id int,
  index_writer text,
  document_key text,
${wordParameters}
) returns boolean language plpgsql
  ${searchPlannerSettings}
as $$
declare
  result_ids int[] := array(
    select result.id
    from ${schema}.search_document as document
    join ${schema}.search_result as result on result.document = document.id
    where document.index = index_id and document.key = document_key
    order by result.number
  );
  word_ids int[];
begin
  update ${schema}.search_index set writer_until = clock_timestamp() + interval '${reservationSeconds} seconds'
  where id = index_id and writer = index_writer;
  if not found then
    return false;
  end if;
  word_ids := ${schema}.add_words(index_id, word_texts, stem_words, stems, posting_words);
  update ${schema}.search_result as changed
  set words = own.words, counts = own.counts
  from (
    select id, array_agg(entry order by entry) as words, array_agg(count order by entry) as counts
    from (
      select result_ids[result] as id, entry, count from ${schema}.entries_of(word_ids, ${postings})
      union all
      select known.id, entry, count
      from unnest(result_ids) as t (id)
      cross join lateral (
        select id, words, counts from ${schema}.search_result as found where found.id = t.id offset 0
      ) as known
      cross join unnest(known.words, known.counts) as earlier (entry, count)
    ) as entries
    group by id
  ) as own
  where changed.id = own.id;
  return true;
end
$$;
`;
