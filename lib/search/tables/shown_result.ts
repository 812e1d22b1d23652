import type { ReadResult } from "../../store/mod.ts";
import type { FieldWeights } from "../index/postings.ts";
import { saturation } from "../index/rank.ts";
import { phraseWeight } from "../index/scores.ts";
import { type ResultType, resultTypes } from "../passages/passage.ts";
import type { SearchQuery } from "../parse_query.ts";
import { MatchList, type SearchMatch } from "../results/match_list.ts";
import type { FoundResult } from "../search_index.ts";
import { countPhrase, type FoldedLine, readFolded } from "./folded_text.ts";
import type { RankedCandidate, TableClause } from "./rank_candidates.ts";
import type { ResolvedWords } from "./resolve_words.ts";
import type { TablePassage } from "./to_table_document.ts";

/** A result of a page, with its texts. */
export interface ShownResult extends RankedCandidate {
  read: ReadResult;
}

/** A passage that the caller may read, with its folded words. */
export interface ReadablePassage extends TablePassage {
  lines: readonly FoldedLine[];
}

/** Returns the passages of a result that the caller may read. */
export function readPassages({ candidate, read }: ShownResult, readsPaid: boolean): ReadablePassage[] {
  const passages = JSON.parse(read.passages) as TablePassage[];
  const lines = readFolded(read.folded, passages);
  return passages
    .map((passage, at) => ({ ...passage, lines: lines[at] ?? [] }))
    .filter(({ isInLists }) => isInLists || candidate.isFree || readsPaid);
}

/** Returns a result with the scores of its passages. */
export function toResult(
  { candidate, score, share, read }: ShownResult,
  passages: readonly ReadablePassage[],
  scored: { clauses: readonly TableClause[]; rarities: readonly number[]; weights: FieldWeights },
): FoundResult {
  const { key, slug, updatedAt } = read;
  return {
    document: { key, slug, updatedAt },
    type: resultTypes[candidate.type] as ResultType,
    score,
    share,
    passages: passages.map(({ heading, text, fragment, isInLists, lines }) => {
      const found = { heading, text, isInLists, score: scorePassage(lines, scored) };
      return fragment === undefined ? found : { ...found, fragment };
    }),
    matches: [],
  };
}

/** Scores a passage by BM25, without its length. */
function scorePassage(
  lines: readonly FoldedLine[],
  { clauses, rarities, weights }: Parameters<typeof toResult>[2],
): number {
  let score = 0;
  for (const [at, clause] of clauses.entries()) {
    const countIn = "phrase" in clause ? countPhrases(clause.phrase) : countWeights(clause.words);
    const frequency = lines.reduce((sum, line) => sum + weights[line.field] * countIn(line), 0);
    if (frequency > 0) score += ((rarities[at] ?? 0) * frequency) / (frequency + saturation);
  }
  return score;
}

function countPhrases(phrase: readonly string[]): (line: FoldedLine) => number {
  return (line) => phraseWeight * countPhrase(line, phrase);
}

function countWeights(forms: readonly { word: string; weight: number }[]): (line: FoldedLine) => number {
  const weights = new Map(forms.map(({ word, weight }) => [word, weight]));
  return ({ words }) => words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
}

/** Returns the reasons for which a result fits a query. */
export function explainPassages(
  passages: readonly ReadablePassage[],
  { terms, phrases }: SearchQuery,
  words: ResolvedWords,
): SearchMatch[] {
  const list = new MatchList();
  const lines = passages.flatMap((passage) => passage.lines);
  for (const [at, term] of terms.entries()) {
    for (const { word, by } of words.terms[at] ?? []) {
      for (const line of lines) {
        if (line.words.includes(word)) list.add(line.field, { by, query: term.written, found: word });
      }
    }
  }
  for (const phrase of phrases) {
    const folded = phrase.map((word) => word.folded);
    const query = phrase.map((word) => word.written).join(" ");
    for (const line of lines) {
      if (countPhrase(line, folded) > 0)
        list.add(line.field, { by: "phrase", query, found: folded.join(" ") });
    }
  }
  return list.inOrder();
}
