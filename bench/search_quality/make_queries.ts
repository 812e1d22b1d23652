import type { Collection, Kind } from "./collections.ts";
import { createRandom } from "./create_random.ts";
import { makeTypo } from "./make_typo.ts";

/** A query, and the document that it should find. */
export interface KnownItemQuery {
  language: string;
  kind: Kind;
  text: string;
  /** `id` of the document. */
  wanted: string;
}

/** Maximum number of queries of a language. */
const most: Readonly<Record<Kind, number>> = { question: 400, title: 100 };
const seed = 31;

/** Makes the queries of collections: questions without their answers, and titles with a typo. The same pages give the same queries. */
export function makeQueries(collections: readonly Collection[]): KnownItemQuery[] {
  const random = createRandom(seed);
  return collections.flatMap((collection) => {
    const { language, kind, documents, names } = collection;
    const letters = [...new Set(names.join("").toLowerCase().match(/\p{L}/gu))].toSorted();
    const known = new Set(names);
    const queries: KnownItemQuery[] = [];
    for (const number of shuffled(names.length, random)) {
      if (queries.length === most[kind]) break;
      const name = names[number] ?? "";
      const text = kind === "question" ? name : makeTypo(name, letters, random);
      // A changed title that is another title, or the same, is no typo.
      if (text === undefined || (kind === "title" && known.has(text))) continue;
      queries.push({ language, kind, text, wanted: documents[number]?.id ?? "" });
    }
    return queries;
  });
}

function shuffled(length: number, random: (limit: number) => number): number[] {
  const numbers = Array.from({ length }, (_, number) => number);
  for (let last = length - 1; last > 0; last--) {
    const other = random(last + 1);
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
}
