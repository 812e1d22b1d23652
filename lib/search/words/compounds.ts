const scandinavian: readonly string[] = ["", "e", "s"];

/** Letters between the parts of a compound, by language. In other languages, the parts follow each other. */
const links: Readonly<Record<string, readonly string[]>> = {
  da: scandinavian,
  de: ["", "e", "en", "er", "es", "n", "s"],
  nb: scandinavian,
  nl: ["", "e", "en", "s"],
  nn: scandinavian,
  no: scandinavian,
  sv: scandinavian,
};

/** Shortest compound. */
const shortestCompound = 5;
/** Longest compound: a bound for the number of its splits. */
const longestCompound = 40;
/** Shortest last part of a compound. The first may be a letter, as in `email`. */
const shortestTail = 2;

/** Two words that follow each other in a text instead of a compound. */
export interface CompoundParts {
  head: string;
  tail: string;
}

/** Returns the pairs of words that a folded word may consist of in some languages, the most even first. An index may have none of them. */
export function splitsOf(folded: string, languages: Iterable<string>): CompoundParts[] {
  const { length } = folded;
  if (length < shortestCompound || length > longestCompound) return [];
  const between = linksOf(languages);
  const splits: CompoundParts[] = [];
  for (let at = 1; at <= length - shortestTail; at++) {
    const tail = folded.slice(at);
    for (const link of between) {
      if (link.length < at && folded.startsWith(link, at - link.length)) {
        splits.push({ head: folded.slice(0, at - link.length), tail });
      }
    }
  }
  return splits.toSorted((one, other) => shorterPart(other) - shorterPart(one));
}

/** Returns the compounds that two folded words may form in some languages. An index may have none of them. */
export function joinsOf({ head, tail }: CompoundParts, languages: Iterable<string>): string[] {
  const joined = linksOf(languages).map((link) => head + link + tail);
  return joined.filter(({ length }) => length >= shortestCompound && length <= longestCompound);
}

function linksOf(languages: Iterable<string>): string[] {
  return [...new Set(Array.from(languages, (language) => links[language] ?? [""]).flat())];
}

function shorterPart({ head, tail }: CompoundParts): number {
  return Math.min(head.length, tail.length);
}
