/** Mask of the counts of the fields that lists show to every reader: title, tags and description. */
const inLists = (7 << 16) | (7 << 19) | (15 << 26);

/** Returns an expression for the counts of a posting that the caller may read. */
export function readableCounts(posting: string): string {
  return `case when reads_paid or ${posting}.about & 4 > 0 then ${posting}.counts else ${posting}.counts & ${inLists} end`;
}

/** The part of a filter that differs between the versions of the database schema. */
export interface LabelConditions {
  /** Parameters of functions, each with a comma after it. */
  parameters: string;
  /** Conditions for a document, each with `and` before it. */
  conditions: string;
}

/** Filter by one language tag and one tag, in version 2 of the schema. */
export const exactLabels: LabelConditions = {
  parameters: `
  wanted_language text,
  wanted_tag text,`,
  conditions: `
          and (wanted_language is null or document.language = wanted_language)
          and (wanted_tag is null or wanted_tag = any(document.tags))`,
};

/** Filter by a language range in lower case (RFC 4647, basic filtering), and by several tags. */
export const labels: LabelConditions = {
  parameters: `
  wanted_language text,
  wanted_tags text[],
  unwanted_tags text[],`,
  conditions: `
          and (wanted_language is null or starts_with(lower(document.language) || '-', wanted_language || '-'))
          and (wanted_tags is null or document.tags && wanted_tags)
          and (unwanted_tags is null or not document.tags && unwanted_tags)`,
};

/** Returns a condition for postings of results that the filter wants. It reads the document only if the filter needs it. */
export function isWanted(schema: string, posting: string, { conditions }: LabelConditions): string {
  return `1 << (${posting}.about & 3) & wanted_types > 0
    and (
      not reads_documents
      or (
        select (wanted_section is null or document.section = wanted_section)${conditions}
          and (updated_since is null or document.updated_at >= updated_since)
          and (unwanted_key is null or document.key <> unwanted_key)
        from ${schema}.search_document as document
        where document.id = (select own.document from ${schema}.search_result as own where own.id = ${posting}.result)
      )
    )`;
}

/** Returns the parameters that the conditions need. */
export function filterParameters({ parameters }: LabelConditions): string {
  return `
  wanted_types int,
  reads_paid boolean,
  reads_documents boolean,
  wanted_section text,${parameters}
  updated_since double precision,
  unwanted_key text`;
}
