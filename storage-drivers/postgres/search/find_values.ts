import type { FindQuery, Probe, TableFilter } from "../../../lib/store/mod.ts";
import { arrayText } from "../records/array_text.ts";
import type { SqlValue } from "../connection/connection.ts";
import { groupsOfProbe } from "../sql/find_results.ts";
import { hiddenWord, strongWord } from "../sql/search_tables.ts";

/** Returns the arguments of `find_results`. */
export function findValues(query: FindQuery): SqlValue[] {
  const { probes, filter } = query;
  return [
    probes.flatMap((probe) => groupsOf(probe, filter)),
    probes.map(({ most }) => most),
    query.most,
    query.countedWords,
    query.phrases,
    query.requiredPhrases,
    query.mostOfPhrases,
    entriesOf(query.excludedWords, filter),
    query.excludedPhrases,
    query.now,
    ...filterValues(filter),
  ];
}

function groupsOf({ groups, isStrong }: Probe, filter: TableFilter): string[] {
  return Array.from({ length: groupsOfProbe }, (_, at) => {
    const entries = entriesOf(groups[at] ?? groups[0] ?? [], filter);
    return arrayText(isStrong ? entries.map((entry) => entry + strongWord) : entries);
  });
}

/** Returns the entries of words that the caller may find. */
function entriesOf(words: readonly number[], { readsPaid }: TableFilter): number[] {
  return readsPaid ? words.flatMap((word) => [word, word + hiddenWord]) : [...words];
}

function filterValues(filter: TableFilter): SqlValue[] {
  const { types, readsPaid, ...restrictions } = filter;
  const { section, language, tags, notTags, updatedSince, except } = restrictions;
  const readsDocuments = Object.values(restrictions).some((value) => value !== undefined);
  return [
    types.reduce((mask, type) => mask | (1 << type), 0),
    readsPaid,
    readsDocuments,
    section ?? null,
    language?.toLowerCase() ?? null,
    tags ?? null,
    notTags ?? null,
    updatedSince ?? null,
    except ?? null,
  ];
}
