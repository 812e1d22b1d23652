/** The names of a post's authors, as its records and inputs have them. */
export interface Byline {
  /** The name of the only author. */
  author?: string;
  /** The names of several authors, in their order. They go before `author`. */
  authors?: readonly string[];
}

/** Returns the names of all authors. */
export function authorNames({ author, authors = [] }: Byline): readonly string[] {
  if (authors.length > 0) return authors;
  return author === undefined ? [] : [author];
}
