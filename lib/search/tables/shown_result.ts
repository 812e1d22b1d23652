import type { ReadResult } from "../../store/mod.ts";
import type { FieldWeights } from "../index/postings.ts";
import { scoreOfPassage } from "../index/rank.ts";
import { phraseWeight } from "../index/scores.ts";
import { type ResultType, resultTypes } from "../passages/passage.ts";
import type { SearchQuery } from "../parse_query.ts";
import { MatchList, type SearchMatch } from "../results/match_list.ts";
import type { FoundResult } from "../search_index.ts";
import { countPhrase, type FoldedLine, readFolded } from "./folded_text.ts";
import { type RankedCandidate, type TableClause, type TableForm, wordsOf } from "./rank_candidates.ts";
import type { ResolvedWords } from "./resolve_words.ts";
import type { TablePassage } from "./to_table_document.ts";

/** The texts of a result, and the passages that the caller may read. */
export interface ResultTexts {
  read: ReadResult;
  passages: readonly ReadablePassage[];
}

/** A result of a page, with its texts. */
export interface ShownResult extends RankedCandidate, ResultTexts {}

/** A passage that the caller may read, with its folded words. */
export interface ReadablePassage extends TablePassage {
  lines: readonly FoldedLine[];
}

/** Returns the passages of a result that the caller may read. */
export function readPassages({ passages: json, folded }: ReadResult, readsAll: boolean): ReadablePassage[] {
  const passages = JSON.parse(json) as TablePassage[];
  const lines = readFolded(folded, passages);
  return passages
    .map((passage, at) => ({ ...passage, lines: lines[at] ?? [] }))
    .filter(({ isInLists }) => isInLists || readsAll);
}

/** Returns a result with the scores of its passages. */
export function toResult(
  { candidate, score, share, read, passages }: ShownResult,
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
  { clauses, rarities, weights }: Parameters<typeof toResult>[1],
): number {
  let score = 0;
  for (const [at, clause] of clauses.entries()) {
    const countIn = "phrase" in clause ? countPhrases(clause.phrase) : countWeights(clause.words);
    const frequency = lines.reduce((sum, line) => sum + weights[line.field] * countIn(line), 0);
    if (frequency > 0) score += scoreOfPassage(rarities[at] ?? 0, frequency);
  }
  return score;
}

function countPhrases(phrase: readonly string[]): (line: FoldedLine) => number {
  return (line) => phraseWeight * countPhrase(line, phrase);
}

function countWeights(forms: readonly TableForm[]): (line: FoldedLine) => number {
  const single = forms.filter(({ next }) => next === undefined);
  const weights = new Map(single.map(({ word, weight }) => [word, weight]));
  return (line) => {
    let sum = 0;
    for (const word of line.words) sum += weights.get(word) ?? 0;
    for (const form of forms)
      if (form.next !== undefined) sum += form.weight * countPhrase(line, wordsOf(form));
    return sum;
  };
}

/** Returns the reasons for which a result fits a query. */
export function explainPassages(
  passages: readonly ReadablePassage[],
  { terms, phrases, identifiers }: SearchQuery,
  words: ResolvedWords,
): SearchMatch[] {
  const list = new MatchList();
  const lines = passages.flatMap((passage) => passage.lines);
  for (const [at, term] of terms.entries()) {
    for (const form of words.terms[at] ?? []) {
      const folded = wordsOf(form);
      const match = { by: form.by, query: term.written, found: folded.join(" ") };
      for (const line of lines) if (countPhrase(line, folded) > 0) list.add(line.field, match);
    }
  }
  for (const phrase of [...phrases, ...identifiers]) {
    const folded = phrase.map((word) => word.folded);
    const query = phrase.map((word) => word.written).join(" ");
    for (const line of lines) {
      if (countPhrase(line, folded) > 0)
        list.add(line.field, { by: "phrase", query, found: folded.join(" ") });
    }
  }
  return list.inOrder();
}
