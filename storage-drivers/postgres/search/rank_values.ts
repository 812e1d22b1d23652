import type { RankQuery, TableFilter } from "../../../lib/store/mod.ts";
import { arrayText } from "../records/array_text.ts";
import type { SqlValue } from "../connection/connection.ts";
import { markNullNumbers } from "../connection/session_settings.ts";
import { storableText } from "../records/storable_text.ts";

/** Index of the argument of `rank_search` that is a list with nulls: the known numbers of results. */
export const nullableRankValue = 11;

/** Returns the arguments of `rank_search`. */
export function rankValues(query: RankQuery): SqlValue[] {
  const clauses = query.clauses.map((clause, index) => ({ ...clause, number: index + 1 }));
  const words = clauses.flatMap((clause) =>
    "phrase" in clause
      ? []
      : clause.words.map((word) => ({
          ...word,
          clause: clause.number,
          most: clause.mostOfWord,
        })),
  );
  const listsOf = (isFinder: boolean): SqlValue[] => {
    const own = words.filter(({ most }) => (most !== undefined) === isFinder);
    const lists = [own.map(({ clause }) => clause), own.map(({ id }) => id), own.map(({ weight }) => weight)];
    return isFinder ? [...lists, own.map(({ most = 0 }) => most)] : lists;
  };
  const phrases = clauses.flatMap((clause) => ("phrase" in clause ? [clause] : []));
  const { results, words: length } = query.index;
  return [
    ...listsOf(true),
    ...listsOf(false),
    phrases.map(({ number }) => number),
    phrases.map(({ phrase }) => arrayText(phrase)),
    phrases.map(({ rarest }) => rarest),
    query.mostOfPhrase,
    markNullNumbers(
      clauses.map((clause) => ("phrase" in clause ? null : (clause.results ?? null))),
      "int",
    ),
    clauses.filter(({ isRequired }) => isRequired).map(({ number }) => number),
    query.excludedWords,
    query.excludedPhrases.map(arrayText),
    query.weights,
    query.phraseWeight,
    query.saturation,
    query.lengthWeight,
    query.leastShare,
    results,
    length / Math.max(results, 1) || 1,
    query.now,
    query.after?.score ?? null,
    query.after === undefined ? null : storableText(query.after.key),
    query.limit,
    ...filterValues(query.filter),
  ];
}

/** Returns the arguments that restrict results. */
export function filterValues(filter: TableFilter): SqlValue[] {
  const { types, readsPaid, ...restrictions } = filter;
  const { section, language, tags, notTags, updatedSince, except } = restrictions;
  const readsDocuments = Object.values(restrictions).some((value) => value !== undefined);
  return [
    types.reduce((mask, type) => mask | (1 << type), 0),
    readsPaid,
    readsDocuments,
    textOrNull(section),
    textOrNull(language?.toLowerCase()),
    tags?.map(storableText) ?? null,
    notTags?.map(storableText) ?? null,
    updatedSince ?? null,
    except ?? null,
  ];
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined ? null : storableText(text);
}
