import type { Clock } from "../../base/time/clock.ts";
import type { Sleep } from "../../base/time/sleep.ts";
import type {
  IndexState,
  RankClause,
  RankedResult,
  RankQuery,
  SearchTables,
  TableFilter,
  WordPlaces,
} from "../../store/mod.ts";
import type { Field, FieldWeights } from "../index/postings.ts";
import type { SearchFilter } from "../index/readability.ts";
import { lengthWeight, saturation } from "../index/rank.ts";
import { phraseWeight, usualShare, usualWeights } from "../index/scores.ts";
import {
  type FindOptions,
  type FoundResult,
  type FoundResults,
  nothing,
  type SearchIndex,
  type WantedPage,
} from "../search_index.ts";
import { boundedWork, workAtOnce } from "../index/work.ts";
import { type ResultType, resultTypes } from "../passages/passage.ts";
import type { SearchQuery } from "../parse_query.ts";
import { MatchList, type SearchMatch } from "../results/match_list.ts";
import { countWords, distinctiveWords, leastRelated } from "../results/related_query.ts";
import { type ResolvedWords, resolveWords } from "./resolve_words.ts";
import { limitFinders, mostOfPhrase, phraseIds, tableClauses } from "./table_clauses.ts";
import { passageAt, readPassages, readPlace, type TablePassage, fieldCount } from "./table_passage.ts";

const nowhere: readonly number[] = [];

/** The places of words in results. */
class FoundPlaces {
  readonly #places: ReadonlyMap<string, readonly number[]>;

  constructor(rows: readonly WordPlaces[]) {
    this.#places = new Map(rows.map(({ word, result, places }) => [`${word} ${result}`, places]));
  }

  /** Returns the places of a word in a result. */
  of(word: number, result: number): readonly number[] {
    return this.#places.get(`${word} ${result}`) ?? nowhere;
  }

  /** Returns the places at which words begin that follow each other. */
  ofPhrase([first = -1, ...others]: readonly number[], result: number): readonly number[] {
    const following = others.map((word) => new Set(this.of(word, result)));
    return this.of(first, result).filter((start) =>
      following.every((places, at) => places.has(start + (at + 1) * fieldCount)),
    );
  }
}

/** The parts that score the passages of results. */
interface Scored {
  clauses: readonly RankClause[];
  weights: FieldWeights;
  places: FoundPlaces;
  readsPaid: boolean;
}

/** Queries an index in tables. The tables rank the results. This class finds the words for them, and scores the passages of a page. */
export class TableSearchIndex implements SearchIndex {
  readonly #tables: SearchTables;
  readonly #state: IndexState;
  readonly #clock: Clock;
  readonly #pause: () => Promise<void>;

  constructor(
    tables: SearchTables,
    state: IndexState,
    { clock, sleep }: { clock: Clock; sleep: Sleep },
    signal?: AbortSignal,
  ) {
    this.#tables = tables;
    this.#state = state;
    this.#clock = clock;
    this.#pause = () => sleep(0, signal);
  }

  async find(query: SearchQuery, page: WantedPage, options: FindOptions = {}): Promise<FoundResults> {
    const filter = toTableFilter(page.filter);
    const work = boundedWork(workAtOnce);
    const resolved = { state: this.#state, query, filter, work, pause: this.#pause };
    const words = await resolveWords(this.#tables, resolved);
    const clauses = tableClauses(query, words, options.completes === true);
    if (clauses === undefined) return nothing;
    const { weights = usualWeights } = options;
    const ranked = await this.#tables.rank({
      ...this.#rankQuery({ clauses, filter, weights, leastShare: usualShare }),
      ...excludedOf(query, words),
      limit: page.limit + 1,
      after: page.after,
    });
    const shown = ranked.slice(0, page.limit);
    const places = await this.#placesOf(shown, clauses);
    const scored = { clauses, weights, places, readsPaid: filter.readsPaid };
    const results: FoundResult[] = [];
    for (const one of shown) {
      const found = toResult(one, scored);
      const matches = options.explains === true ? explain(one, { query, words, ...scored }) : [];
      results.push({ ...found, matches });
      if (work.add(one.passages.length)) await this.#pause();
    }
    const last = shown.at(-1);
    const next =
      last !== undefined && ranked.length > shown.length ? { score: last.score, key: last.place } : null;
    return { ...nothing, results, next, words: highlighted(query, words) };
  }

  async related(slug: string, page: Omit<WantedPage, "after">): Promise<FoundResults> {
    const post = await this.#tables.passagesOf(this.#state.index, slug, this.#clock.now());
    if (post === null) return nothing;
    const isReadable = ({ isInLists }: TablePassage): boolean =>
      isInLists || post.isFree || page.filter.readsPaid;
    const counts = countWords(readPassages(post.passages).filter(isReadable));
    const found = await this.#tables.words({
      index: this.#state.index,
      words: [...counts.keys()],
      stems: [],
      prefix: null,
    });
    const entries = new Map(found.map((entry) => [entry.word, entry]));
    const known = [...counts].flatMap(([word, count]) => {
      const entry = entries.get(word);
      return entry === undefined ? [] : [[entry, count] as const];
    });
    const described = distinctiveWords(known, ({ results }) => results / this.#state.results);
    const clauses = limitFinders(
      described.map((entry) => ({ forms: [{ ...entry, weight: 1 }], isRequired: false })),
      false,
    );
    const filter = toTableFilter({
      ...page.filter,
      types: new Set<ResultType>(["post"]),
      except: post.key,
    });
    const ranked = await this.#tables.rank({
      ...this.#rankQuery({ clauses, filter, weights: usualWeights, leastShare: leastRelated }),
      excludedWords: [],
      excludedPhrases: [],
      limit: page.limit,
      after: undefined,
    });
    const places = await this.#placesOf(ranked, clauses);
    const scored = { clauses, weights: usualWeights, places, readsPaid: filter.readsPaid };
    return { ...nothing, results: ranked.map((one) => toResult(one, scored)) };
  }

  #rankQuery(
    query: Pick<RankQuery, "clauses" | "filter" | "weights" | "leastShare">,
  ): Omit<RankQuery, "excludedWords" | "excludedPhrases" | "limit" | "after"> {
    const now = this.#clock.now();
    return {
      ...query,
      index: this.#state,
      now,
      phraseWeight,
      saturation,
      lengthWeight,
      mostOfPhrase,
    };
  }

  /** Reads the places of the words of a query in the results of a page. */
  async #placesOf(shown: readonly RankedResult[], clauses: readonly RankClause[]): Promise<FoundPlaces> {
    const words = clauses.flatMap((clause) =>
      "phrase" in clause ? clause.phrase : clause.words.map(({ id }) => id),
    );
    const results = shown.map(({ result }) => result);
    return new FoundPlaces(
      results.length === 0 ? [] : await this.#tables.places([...new Set(words)], results),
    );
  }
}

function toTableFilter({ types, ...filter }: SearchFilter): TableFilter {
  return { ...filter, types: [...types].map((type) => resultTypes.indexOf(type)) };
}

function excludedOf(
  { excluded }: SearchQuery,
  words: ResolvedWords,
): Pick<RankQuery, "excludedWords" | "excludedPhrases"> {
  const excludedPhrases = excluded
    .filter((one) => one.words.length > 1)
    .flatMap((one) => {
      const ids = phraseIds(one.words, words);
      return ids === undefined ? [] : [ids.phrase];
    });
  const single = excluded.flatMap((one) => (one.words.length === 1 ? one.words : []));
  return { excludedWords: single.flatMap((word) => words.forms(word).map(({ id }) => id)), excludedPhrases };
}

function highlighted({ phrases }: SearchQuery, { terms }: ResolvedWords): Set<string> {
  return new Set([...phrases.flat().map(({ folded }) => folded), ...terms.flat().map(({ word }) => word)]);
}

/** Returns a result with its readable passages and their scores. */
function toResult(ranked: RankedResult, scored: Scored): FoundResult {
  const { key, slug, updatedAt, isFree, score } = ranked;
  const type = resultTypes[ranked.type] as ResultType;
  const passages = readPassages(ranked.passages);
  const scores = scorePassages(ranked, passages, scored);
  const readable = passages.flatMap((passage, at) => {
    const { heading, text, fragment, isInLists } = passage;
    if (!isInLists && !isFree && !scored.readsPaid) return [];
    const found = { heading, text, isInLists, score: scores[at] ?? 0 };
    return [fragment === undefined ? found : { ...found, fragment }];
  });
  return { document: { key, slug, updatedAt }, type, score, passages: readable, matches: [] };
}

/** Scores the passages of a result by BM25, without their lengths. */
function scorePassages(
  { result, rarities }: RankedResult,
  passages: readonly TablePassage[],
  { clauses, weights, places }: Scored,
): number[] {
  const scores = passages.map(() => 0);
  for (const [number, clause] of clauses.entries()) {
    const frequencies = new Map<number, number>();
    const add = (found: readonly number[], weight: number): void => {
      for (const place of found) {
        const { position, field } = readPlace(place);
        const at = passageAt(passages, position);
        frequencies.set(at, (frequencies.get(at) ?? 0) + weight * (weights[field] ?? 0));
      }
    };
    if ("phrase" in clause) add(places.ofPhrase(clause.phrase, result), phraseWeight);
    else for (const { id, weight } of clause.words) add(places.of(id, result), weight);
    for (const [at, frequency] of frequencies) {
      scores[at] = (scores[at] ?? 0) + ((rarities[number] ?? 0) * frequency) / (frequency + saturation);
    }
  }
  return scores;
}

/** Returns the reasons for which a result fits a query. */
function explain(
  { result, isFree, passages: json }: RankedResult,
  { query, words, places, readsPaid }: Scored & { query: SearchQuery; words: ResolvedWords },
): SearchMatch[] {
  const passages = readPassages(json);
  const list = new MatchList();
  const add = (found: readonly number[], match: Omit<SearchMatch, "field">): void => {
    for (const place of found) {
      const { position, field } = readPlace(place);
      const isReadable = isFree || readsPaid || passages[passageAt(passages, position)]?.isInLists === true;
      if (isReadable) list.add(field as Field, match);
    }
  };
  for (const [at, term] of query.terms.entries()) {
    for (const { id, word, by } of words.terms[at] ?? []) {
      add(places.of(id, result), { by, query: term.written, found: word });
    }
  }
  for (const phrase of query.phrases) {
    const ids = phraseIds(phrase, words);
    if (ids === undefined) continue;
    const written = phrase.map((word) => word.written).join(" ");
    const found = phrase.map(({ folded }) => folded).join(" ");
    add(places.ofPhrase(ids.phrase, result), { by: "phrase", query: written, found });
  }
  return list.inOrder();
}
