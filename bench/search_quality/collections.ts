import type { Page } from "./read_pages.ts";
import type { SearchDocument } from "./search_document.ts";

/** Kinds of queries. Each kind searches in a collection of its own. */
export const kinds = ["question", "title"] as const;

/** Kind of a query. */
export type Kind = (typeof kinds)[number];

/** Documents of a language that are searched together. */
export interface Collection {
  language: string;
  kind: Kind;
  documents: SearchDocument[];
  /** Query without a change that should find each document, by the number of the document. */
  names: string[];
}

/** Shorter answers, such as "Yes.", cannot be recognized without their question. */
const shortestAnswer = 40;

/**
 * Returns two collections for each language. In the first, a document is the answer of a FAQ entry below the title of its page, without the
 * question. In the second, a document is a page. Repeated names and texts are left out.
 */
export function collectionsOf(pages: readonly Page[]): Collection[] {
  const languages = [...new Set(pages.map(({ language }) => language))].toSorted();
  return languages.flatMap((language) => {
    const own = pages.filter((page) => page.language === language);
    return [answersOf(language, own), titlesOf(language, own)];
  });
}

function answersOf(language: string, pages: readonly Page[]): Collection {
  const found = pages.flatMap(({ path, title, entries }) =>
    entries
      .map(({ question, answer }, index) => ({ id: `${path}#${index}`, title, text: answer, name: question }))
      .filter(({ text, name }) => text.length >= shortestAnswer && !isPart(name, title)),
  );
  return toCollection(language, "question", found);
}

function titlesOf(language: string, pages: readonly Page[]): Collection {
  const found = pages
    .filter(({ text }) => text !== "")
    .map(({ path, title, text }) => ({ id: path, title, text, name: title }));
  return toCollection(language, "title", found);
}

function toCollection(
  language: string,
  kind: Kind,
  found: readonly (SearchDocument & { name: string })[],
): Collection {
  const seen = new Set<string>();
  const collection: Collection = { language, kind, documents: [], names: [] };
  for (const { name, ...document } of found) {
    const keys = [`name ${name.toLowerCase()}`, `text ${document.text}`];
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    collection.documents.push(document);
    collection.names.push(name);
  }
  return collection;
}

function isPart(question: string, title: string): boolean {
  return title.toLowerCase().includes(question.toLowerCase());
}
