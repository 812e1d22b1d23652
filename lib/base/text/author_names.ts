/** The names of a post's authors, in the form of its records and inputs. */
export interface Byline {
  /** The name of the only author. */
  author?: string;
  /** The names of several authors, in order. They take precedence over `author`. */
  authors?: readonly string[];
}

export function authorNames({ author, authors = [] }: Byline): readonly string[] {
  if (authors.length > 0) return authors;
  return author === undefined ? [] : [author];
}
