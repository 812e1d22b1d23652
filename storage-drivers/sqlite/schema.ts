/** Marks a file as a store of Postern: "Post" as a number. The program `file` shows it. */
export const applicationId = 0x506f7374;

/** The steps of the tables. The step at index 0 leads to version 1, which is `user_version` of the file. */
const steps: readonly string[] = [
  `
create table record (
  id integer primary key,
  partition text not null,
  key text not null,
  expires_at real,
  version text not null,
  checksum text,
  value text not null
) strict;
create unique index record_address on record (partition, key);
create index record_expiry on record (expires_at) where expires_at is not null;

create table counter (
  partition text not null,
  key text not null,
  expires_at real,
  version text not null,
  sum real not null,
  primary key (partition, key)
) strict, without rowid;
create index counter_expiry on counter (expires_at) where expires_at is not null;

create table state (id integer primary key check (id = 1), last_change real not null) strict;
insert into state values (1, 0);

create view organizations as
select
  json_extract(value, '$.data.slug') as slug,
  json_extract(value, '$.data.name') as name,
  json_extract(value, '$.data.siteUrl') as site_url,
  json_extract(value, '$.data.createdAt') as created_at,
  json_extract(value, '$.data') as data
from record
where partition >= 'org!' and partition < 'org"' and key = 'organization';

create view posts as
select
  substr(partition, 5) as organization,
  json_extract(value, '$.data.id') as id,
  json_extract(value, '$.data.slug') as slug,
  json_extract(value, '$.data.name') as name,
  json_extract(value, '$.data.status') as status,
  json_extract(value, '$.data.articleSection') as section,
  json_extract(value, '$.data.inLanguage') as language,
  json_extract(value, '$.data.wordCount') as word_count,
  json_extract(value, '$.data.publishedAt') as published_at,
  json_extract(value, '$.data.createdAt') as created_at,
  json_extract(value, '$.data.updatedAt') as updated_at,
  (
    select json_extract(html.value, '$.data.html')
    from record as html
    where html.partition = record.partition and html.key = 'html!' || substr(record.key, 6)
  ) as html,
  json_extract(value, '$.data') as data
from record
where partition >= 'org!' and partition < 'org"' and key >= 'post!' and key < 'post"';

create view knowledge as
select
  substr(partition, 5) as organization,
  json_extract(value, '$.data.id') as id,
  json_extract(value, '$.data.text') as text,
  json_extract(value, '$.data.userId') as user_id,
  json_extract(value, '$.data.createdAt') as created_at
from record
where partition >= 'org!' and partition < 'org"' and key >= 'knowledge!' and key < 'knowledge"';
`,
];

/** Version of the tables that this version of Postern uses. */
export const tablesVersion: number = steps.length;

/** Returns the statements that lead from a version to {@link tablesVersion}. Version 0 is an empty file. */
export function schemaSql(from: number): string {
  return `${steps.slice(from).join("")}pragma application_id = ${applicationId};pragma user_version = ${tablesVersion};`;
}
