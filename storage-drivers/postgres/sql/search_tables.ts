/**
 * The tables of search indexes. A row of `search_result` has the words of a result in ascending order, and the number of places of each by
 * field. A GIN index finds the rows that have words. `folded` has the words in the order of the text. `about` has the type of the result in 2
 * bits, and 1 bit that is set if the document is free.
 *
 * The numbers in `words` are ids of `search_word`. A word that only readers of paid content may find has {@link hiddenWord} added. A word
 * that describes the result is in the list a second time, with {@link strongWord} added and the count 0.
 *
 * Earlier versions have rows without `counts`, and keep their words in `search_posting`. Servers of these versions use them during an upgrade.
 */
export const searchTables = (schema: string): string => `
create table if not exists ${schema}.search_index (
  id int generated always as identity primary key,
  partition text collate "C" not null,
  owner_key text collate "C",
  kind text collate "C" not null,
  stamp text collate "C" not null,
  languages text[] not null default '{}',
  results int not null default 0,
  words bigint not null default 0,
  revision text,
  changes_at double precision not null default '-Infinity',
  writer text,
  writer_until timestamptz,
  replaced_at timestamptz,
  unique (partition, kind, stamp)
);

create sequence if not exists ${schema}.search_id as int;

create table if not exists ${schema}.search_document (
  id int primary key,
  index int not null,
  key text collate "C" not null,
  version text not null,
  slug text collate "C" not null,
  language text collate "C" not null,
  section text collate "C" not null,
  tags text[] collate "C" not null,
  updated_at double precision not null,
  public_from double precision not null,
  is_free boolean not null,
  unique (index, key)
);
create index if not exists search_document_slug on ${schema}.search_document (index, slug);

create table if not exists ${schema}.search_result (
  id int primary key,
  document int not null,
  number int not null,
  length int not null,
  words int[] not null,
  passage_count int not null,
  passages text not null
);
alter table ${schema}.search_result
  add column if not exists about int,
  add column if not exists name_length int,
  add column if not exists name text,
  add column if not exists counts int[],
  add column if not exists folded text;
-- Queries read the words of many results, and the texts of few. So a row keeps its words, and its texts are beside the table.
alter table ${schema}.search_result alter column words set storage main, set (toast_tuple_target = 4096);
create index if not exists search_result_document on ${schema}.search_result (document);
create index if not exists search_result_words on ${schema}.search_result using gin (words)
  with (fastupdate = off) where counts is not null;

create table if not exists ${schema}.search_word (
  id int generated always as identity primary key,
  index int not null,
  word text collate "C" not null,
  results int not null default 0,
  unique (index, word)
) with (fillfactor = 80);

create index if not exists search_word_reversed on ${schema}.search_word (index, reverse(word));

create table if not exists ${schema}.search_stem (
  index int not null,
  stem text collate "C" not null,
  word int not null,
  primary key (index, stem, word)
);
`;

/** Added to the number of a word that only readers of paid content may find. */
export const hiddenWord: number = 2 ** 29;
/** Added to the number of a word that describes its result. */
export const strongWord: number = 2 ** 30;
