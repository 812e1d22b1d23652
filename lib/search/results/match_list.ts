import { type Field, fields } from "../index/postings.ts";

/** Field of a post or a FAQ entry. `tag` includes the authors of a post. */
export type MatchField = "title" | "question" | "heading" | "tag" | "text";

/** Relation of a found word to the word of the query. */
export type MatchReason = "word" | "form" | "prefix" | "synonym" | "compound" | "typo" | "phrase";

/** A reason for which a result fits a query. */
export interface SearchMatch {
  field: MatchField;
  by: MatchReason;
  /** The word or the phrase of the query, as typed. */
  query: string;
  /** The word or the phrase in the result, without case and accents. */
  found: string;
}

/** Maximum number of reasons of a result. */
const mostMatches = 24;

const fieldNames: Readonly<Record<Field, MatchField>> = {
  [fields.text]: "text",
  [fields.heading]: "heading",
  [fields.title]: "title",
  [fields.tags]: "tag",
  [fields.question]: "question",
  [fields.description]: "text",
};
const fieldOrder: readonly MatchField[] = ["title", "question", "heading", "tag", "text"];

/** The reasons for which a result fits a query. */
export class MatchList {
  readonly #matches = new Map<string, SearchMatch>();

  /** Adds a reason, unless it is known or there are 24 already. */
  add(field: Field, match: Omit<SearchMatch, "field">): void {
    if (this.#matches.size === mostMatches) return;
    const added = { field: fieldNames[field], ...match };
    this.#matches.set(JSON.stringify([added.field, added.query, added.found]), added);
  }

  /** Returns the reasons in the order of their fields, the title first. */
  inOrder(): SearchMatch[] {
    return [...this.#matches.values()].toSorted(
      (one, other) => fieldOrder.indexOf(one.field) - fieldOrder.indexOf(other.field),
    );
  }
}
