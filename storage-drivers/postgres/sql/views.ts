/**
 * Views for psql and reports. A value can contain NUL and lone surrogates, which `jsonb` refuses. They appear as U+FFFD.
 */
export const views = (schema: string): string => String.raw`
create function ${schema}.data_of(value text) returns jsonb language sql immutable parallel safe
as $$
  select case
    when value like '%\\u0000%' or value like '%\\ud%'
    then regexp_replace(value, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g')::jsonb -> 'data'
    else value::jsonb -> 'data'
  end
$$;

create view ${schema}.organizations as
select
  data ->> 'slug' as slug,
  data ->> 'name' as name,
  data ->> 'siteUrl' as site_url,
  (data ->> 'createdAt')::timestamptz as created_at,
  data
from ${schema}.record, lateral (select ${schema}.data_of(record.value)) as content (data)
where record.partition >= 'org!' and record.partition < 'org"' and record.key = 'organization';

create view ${schema}.posts as
select
  split_part(record.partition, '!', 2) as organization,
  (data ->> 'id')::bigint as id,
  data ->> 'slug' as slug,
  data ->> 'name' as name,
  data ->> 'status' as status,
  data ->> 'articleSection' as section,
  data ->> 'inLanguage' as language,
  (data ->> 'wordCount')::int as word_count,
  (data ->> 'publishedAt')::timestamptz as published_at,
  (data ->> 'createdAt')::timestamptz as created_at,
  (data ->> 'updatedAt')::timestamptz as updated_at,
  (
    select ${schema}.data_of(html.value) ->> 'html'
    from ${schema}.record as html
    where html.partition = record.partition and html.key = 'html!' || substr(record.key, 6)
  ) as html,
  data
from ${schema}.record, lateral (select ${schema}.data_of(record.value)) as content (data)
where record.partition >= 'org!' and record.partition < 'org"'
  and record.key >= 'post!' and record.key < 'post"';

create view ${schema}.knowledge as
select
  split_part(record.partition, '!', 2) as organization,
  data ->> 'id' as id,
  data ->> 'text' as text,
  data ->> 'userId' as user_id,
  (data ->> 'createdAt')::timestamptz as created_at
from ${schema}.record, lateral (select ${schema}.data_of(record.value)) as content (data)
where record.partition >= 'org!' and record.partition < 'org"'
  and record.key >= 'knowledge!' and record.key < 'knowledge"';
`;
