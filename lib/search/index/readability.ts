import { type LabelFilter, matchesLabels } from "../../content/mod.ts";
import { type ResultType, resultTypes } from "../passages/passage.ts";
import type { IndexedDocument, PassageIndex } from "./passage_index.ts";
import { countsInLists } from "./postings.ts";

/** Restricts the results to those that the caller may read and wants. */
export interface SearchFilter extends LabelFilter {
  types: ReadonlySet<ResultType>;
  /** True if the caller may read the content of posts that are not free. */
  readsPaid: boolean;
  /** Only documents updated at this time or later, in milliseconds since the epoch. */
  updatedSince?: number | undefined;
  /** Key of a document to leave out. */
  except?: string | undefined;
}

const unknown = 0;
const hidden = 1;
const inLists = 2;
const readable = 3;

/** The results and passages of an index that a query may read, as of the creation of this object. */
export interface Readability {
  /** Number of live results, and of their words. */
  live: { results: number; words: number };
  results: number;
  /** Returns the counts of a result that the query may read, of all its counts. 0: it may read nothing. */
  countsOf: (result: number, counts: number) => number;
  isReadable: (passage: number) => boolean;
}

/**
 * Creates the predicates for a query. They judge each document once. They see the index as it was, while an update adds and hides documents
 * between the steps of the query.
 */
export function readabilityOf(index: PassageIndex, filter: SearchFilter, now: number): Readability {
  const { documents, results, documentOf, typeOf, resultOf, passages, visibleFrom } = index;
  const { types: _types, readsPaid, ...restrictions } = filter;
  const isUnfiltered = readsPaid && Object.values(restrictions).every((value) => value === undefined);
  const judged = new Uint8Array(visibleFrom.length);
  const isWanted = resultTypes.map((type) => filter.types.has(type));
  const stateOf = (result: number): number => {
    if (isWanted[typeOf[result] as number] !== true) return hidden;
    const document = documentOf[result] as number;
    const known = judged[document];
    // Documents above the length were added after the query began.
    if (known === undefined || known !== unknown) return known ?? hidden;
    let state = hidden;
    if ((visibleFrom[document] as number) <= now) {
      // Reading the document itself is slow, because it is not in the cache of the processor.
      state = isUnfiltered ? readable : judge(documents[document] as IndexedDocument, filter);
    }
    judged[document] = state;
    return state;
  };
  return {
    live: index.live,
    results: results.length,
    countsOf: (result, counts) => {
      const state = stateOf(result);
      if (state === readable) return counts;
      return state === inLists ? countsInLists(counts) : 0;
    },
    isReadable: (passage) => {
      const state = stateOf(resultOf[passage] as number);
      return state === readable || (state === inLists && passages[passage]?.isInLists === true);
    },
  };
}

function judge(document: IndexedDocument, filter: SearchFilter): number {
  const { updatedSince, except } = filter;
  const isWanted =
    document.key !== except &&
    matchesLabels(document, filter) &&
    (updatedSince === undefined || document.updatedAt >= updatedSince);
  if (!isWanted) return hidden;
  return document.isFree || filter.readsPaid ? readable : inLists;
}
