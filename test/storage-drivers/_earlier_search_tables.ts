/** Returns the search tables of version 4 of the schema, with an index of a post, and the function that removes its postings. */
export const earlierSearchTables = (schema: string): string => `
create table ${schema}.search_index (
  id int generated always as identity primary key, partition text collate "C" not null, owner_key text collate "C",
  kind text collate "C" not null, stamp text collate "C" not null, languages text[] not null default '{}',
  results int not null default 0, words bigint not null default 0, revision text,
  changes_at double precision not null default '-Infinity', writer text, writer_until timestamptz, replaced_at timestamptz,
  unique (partition, kind, stamp)
);
create sequence ${schema}.search_id as int;
create table ${schema}.search_document (
  id int primary key, index int not null, key text collate "C" not null, version text not null, slug text collate "C" not null,
  language text collate "C" not null, section text collate "C" not null, tags text[] collate "C" not null,
  updated_at double precision not null, public_from double precision not null, is_free boolean not null, unique (index, key)
);
create index search_document_slug on ${schema}.search_document (index, slug);
create table ${schema}.search_result (
  id int primary key, document int not null, number int not null, length int not null, words int[] not null,
  passage_count int not null, passages text not null
);
create index search_result_document on ${schema}.search_result (document);
create table ${schema}.search_word (
  id int generated always as identity primary key, index int not null, word text collate "C" not null,
  results int not null default 0, unique (index, word)
);
create table ${schema}.search_stem (
  index int not null, stem text collate "C" not null, word int not null, primary key (index, stem, word)
);
create table ${schema}.search_posting (
  word int not null, result int not null, about int not null, counts int not null, places int[] not null,
  primary key (word, result) include (about, counts)
);
create function ${schema}.remove_postings(result_id int, words int[]) returns void language sql
as 'delete from ${schema}.search_posting where word = any(words) and result = result_id';

insert into ${schema}.search_index (partition, owner_key, kind, stamp, languages, results, words, revision)
values ('org!acme', 'organization', 'posts', 'earlier', '{en}', 1, 1, 'r');
insert into ${schema}.search_document
values (nextval('${schema}.search_id'), 1, '1', 'v', 'post-0', 'en', 'Articles', '{}', 0, 0, true);
insert into ${schema}.search_word (index, word, results) values (1, 'bison', 1);
insert into ${schema}.search_stem values (1, 'bison', 1);
insert into ${schema}.search_result values (nextval('${schema}.search_id'), 1, 0, 1, '{1}', 1, '[]');
insert into ${schema}.search_posting values (1, 2, 12, 1, '{0}');
insert into ${schema}.migration (version) values (2), (3), (4);
`;
