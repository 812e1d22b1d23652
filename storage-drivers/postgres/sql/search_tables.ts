/**
 * The tables of search indexes. `search_posting` has a row for each word of a result. `counts` has the number of its places by field.
 * `about` has the type of the result in 2 bits, and 1 bit that is set if the document is free. The number of words follows. Ranking reads
 * these two from the primary key, without the table. A place is the position of the word in the result times 8, plus the field.
 */
export const searchTables = (schema: string): string => `
create table ${schema}.search_index (
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

create sequence ${schema}.search_id as int;

create table ${schema}.search_document (
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
create index search_document_slug on ${schema}.search_document (index, slug);

create table ${schema}.search_result (
  id int primary key,
  document int not null,
  number int not null,
  length int not null,
  words int[] not null,
  passage_count int not null,
  passages text not null
);
create index search_result_document on ${schema}.search_result (document);

create table ${schema}.search_word (
  id int generated always as identity primary key,
  index int not null,
  word text collate "C" not null,
  results int not null default 0,
  unique (index, word)
) with (fillfactor = 80);

create table ${schema}.search_stem (
  index int not null,
  stem text collate "C" not null,
  word int not null,
  primary key (index, stem, word)
);

create table ${schema}.search_posting (
  word int not null,
  result int not null,
  about int not null,
  counts int not null,
  places int[] not null,
  primary key (word, result) include (about, counts)
) with (
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_vacuum_scale_factor = 0.05
);
`;
