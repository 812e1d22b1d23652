import { type ResultType, resultTypes } from "../passages/passage.ts";
import type { IndexedDocument, IndexedPassage, PassageIndex } from "./passage_index.ts";

/** Restricts the results to those that the caller may read and wants. */
export interface SearchFilter {
  types: ReadonlySet<ResultType>;
  /** True if the caller may read the content of posts that are not free. */
  readsPaid: boolean;
  section?: string | undefined;
  language?: string | undefined;
  tag?: string | undefined;
  /** Only documents updated at this time or later, in milliseconds since the epoch. */
  updatedSince?: number | undefined;
  /** Key of a document to leave out. */
  except?: string | undefined;
}

const unknown = 0;
const hidden = 1;
const inLists = 2;
const readable = 3;

/** Creates the predicate for the numbers of passages that a query may read. It judges each document once. */
export function readablePassages(
  index: PassageIndex,
  filter: SearchFilter,
  now: number,
): (passage: number) => boolean {
  const { documents, documentOf, passages, visibleFrom } = index;
  const { section, language, tag, updatedSince, except, readsPaid } = filter;
  const isUnfiltered =
    readsPaid && [section, language, tag, updatedSince, except].every((value) => value === undefined);
  const judged = new Uint8Array(documents.length);
  const hasAllTypes = filter.types.size === resultTypes.length;
  return (number) => {
    const document = documentOf[number] as number;
    let state = judged[document] as number;
    if (state === unknown) {
      if ((visibleFrom[document] as number) > now) state = hidden;
      // Reading the document itself is slow, because it is not in the cache of the processor.
      else state = isUnfiltered ? readable : judge(documents[document] as IndexedDocument, filter);
      judged[document] = state;
    }
    if (state === hidden) return false;
    if (state === readable && hasAllTypes) return true;
    const { result, isInLists } = passages[number] as IndexedPassage;
    return filter.types.has(result.type) && (state === readable || isInLists);
  };
}

function judge(document: IndexedDocument, filter: SearchFilter): number {
  const { section, language, tag, updatedSince, except } = filter;
  const isWanted =
    document.key !== except &&
    (section === undefined || document.section === section) &&
    (language === undefined || document.language === language) &&
    (tag === undefined || document.tags.includes(tag)) &&
    (updatedSince === undefined || document.updatedAt >= updatedSince);
  if (!isWanted) return hidden;
  return document.isFree || filter.readsPaid ? readable : inLists;
}
