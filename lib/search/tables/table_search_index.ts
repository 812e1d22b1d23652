import type { Clock } from "../../base/time/clock.ts";
import type { Sleep } from "../../base/time/sleep.ts";
import type { CandidateResult, FindQuery, IndexState, SearchTables, TableFilter } from "../../store/mod.ts";
import type { SearchFilter } from "../index/readability.ts";
import { isBarelyTyped, typedShare } from "../index/form_rules.ts";
import { namesOnly, usualShare, usualWeights } from "../index/scores.ts";
import { boundedWork, type Work, workAtOnce } from "../index/work.ts";
import { type ResultType, resultTypes } from "../passages/passage.ts";
import type { SearchQuery } from "../parse_query.ts";
import { countWords, distinctiveWords, leastRelated } from "../results/related_query.ts";
import { scoreSuggestion } from "../results/score_suggestion.ts";
import { comparePlaces, type ResultPlace } from "../results/top_results.ts";
import {
  type FindOptions,
  type FoundResult,
  type FoundResults,
  nothing,
  type SearchIndex,
  type WantedPage,
} from "../search_index.ts";
import { phraseText } from "./folded_text.ts";
import { planProbes } from "./probes.ts";
import {
  placeOf,
  type Ranked,
  rankCandidates,
  type RankedCandidate,
  readableCounts,
  type TableClause,
} from "./rank_candidates.ts";
import { type ResolvedWords, resolveWords, withTypos } from "./resolve_words.ts";
import { explainPassages, readPassages, type ShownResult, toResult } from "./shown_result.ts";
import type { TablePassage } from "./to_table_document.ts";

/** Number of results of a probe in which phrases are looked for. */
const mostOfPhrases = 2000;

/** The results to rank, and how. */
interface Ranking extends Omit<Ranked, "state" | "readsPaid" | "isComplete"> {
  filter: TableFilter;
  excludedPhrases: readonly string[];
  /** Words that all results of a phrase have. */
  phraseWords: readonly { id: number; results: number }[];
}

/** The results to rank. */
interface Candidates {
  found: readonly CandidateResult[];
  /** True if no other result has any word of the query. */
  isComplete: boolean;
}

/** The results of a query in order. */
interface Outcome extends ReturnType<typeof rankCandidates> {
  words: ResolvedWords;
  ranking: Ranking;
}

/** A page of results, with the texts of each. */
interface ShownPage {
  shown: ShownResult[];
  next: ResultPlace | null;
}

/** Queries an index in tables. The tables find results for the words of a query, and this class ranks them. */
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
    const { explains = false } = options;
    const { readsPaid } = page.filter;
    const work = boundedWork(workAtOnce);
    const outcome = await this.#run(query, page.filter, { ...options, work });
    if (outcome === undefined) return nothing;
    const { words, ranking, ranked, rarities } = outcome;
    const { shown, next } = await this.#show(ranked, page);
    const results: FoundResult[] = [];
    for (const one of shown) {
      const passages = readPassages(one, readsPaid);
      const matches = explains ? explainPassages(passages, query, words) : [];
      results.push({ ...toResult(one, passages, { ...ranking, rarities }), matches });
      if (work.add(one.read.folded.length)) await this.#pause();
    }
    return { ...nothing, results, next, words: highlighted(query, words) };
  }

  async related(slug: string, page: Omit<WantedPage, "after">): Promise<FoundResults> {
    const post = await this.#tables.passagesOf(this.#state.index, slug, this.#clock.now());
    if (post === null) return nothing;
    const isReadable = ({ isInLists }: TablePassage): boolean =>
      isInLists || post.isFree || page.filter.readsPaid;
    const counts = countWords((JSON.parse(post.passages) as TablePassage[]).filter(isReadable));
    const found = await this.#tables.words({
      index: this.#state.index,
      words: [...counts.keys()],
      stems: [],
      prefix: null,
    });
    const known = found.map((entry) => [entry, counts.get(entry.word) ?? 0] as const);
    const described = distinctiveWords(known, ({ results }) => results / this.#state.results);
    const clauses = described.map((entry) => ({
      words: [{ ...entry, weight: 1 }],
      isRequired: false,
      results: entry.results,
    }));
    const types = new Set<ResultType>(["post"]);
    const filter = toTableFilter({ ...page.filter, types, except: post.key });
    const ranking: Ranking = {
      ...withCounted(clauses),
      filter,
      weights: usualWeights,
      leastShare: leastRelated,
      excludedWords: [],
      excludedPhrases: [],
      phraseWords: [],
    };
    const { ranked, rarities } = this.#rank(await this.#candidates(ranking), ranking);
    const { shown } = await this.#show(ranked, page);
    const results = shown.map((one) =>
      toResult(one, readPassages(one, filter.readsPaid), { ...ranking, rarities }),
    );
    return { ...nothing, results };
  }

  /** Ranks the results of a query. Undefined if a phrase has a word that the index has not. */
  async #run(
    query: SearchQuery,
    searchFilter: SearchFilter,
    { weights = usualWeights, completes = false, work }: FindOptions & { work: Work },
  ): Promise<Outcome | undefined> {
    const filter = toTableFilter(searchFilter);
    const resolved = { state: this.#state, query, work, pause: this.#pause };
    const rank = async (
      words: ResolvedWords,
    ): Promise<(Outcome & { candidates: Candidates }) | undefined> => {
      const found = clausesOf(query, words, completes);
      if (found === undefined) return undefined;
      const scoreName = completes ? (name: string) => scoreSuggestion(name, query.typed) : undefined;
      const ranking = { ...found, filter, weights, leastShare: completes ? 0 : usualShare, scoreName };
      const candidates = await this.#candidates(ranking);
      return { words, ranking, candidates, ...this.#rank(candidates, ranking) };
    };
    const words = await resolveWords(this.#tables, resolved);
    // Other forms of words would let suggestions vanish and come back while somebody types a title.
    const strict = completes ? await rank({ ...words, terms: words.typed }) : undefined;
    if (strict !== undefined && strict.ranked.length > 0) return strict;
    const loose = await rank(words);
    if (loose === undefined) return undefined;
    const unwanted = await this.#unwantedTerms(query, words, loose);
    if (unwanted.size === 0) return loose;
    return rank(await withTypos(this.#tables, words, (_, at) => unwanted.has(at), resolved));
  }

  /** Returns the results to rank. */
  async #candidates(ranking: Ranking): Promise<Candidates> {
    const { clauses, phraseWords, weights, excludedWords, excludedPhrases } = ranking;
    const groups = clauses.flatMap((clause) =>
      "phrase" in clause ? [] : [{ ...clause, words: clause.words.map(({ id }) => id) }],
    );
    const required = groups.filter(({ isRequired }) => isRequired);
    const { probes, most, isComplete } = planProbes(
      groups.filter(({ isRequired }) => !isRequired),
      [...required, ...phraseWords.map(({ id, results }) => ({ words: [id], results }))],
      weights === namesOnly,
    );
    const phrases = clauses.flatMap((clause) => ("phrase" in clause ? [phraseText(clause.phrase)] : []));
    // The rarity of a word is that of all results, also of those that other parts of the query leave out.
    const restrictions = isComplete ? {} : { requiredPhrases: phrases, excludedWords, excludedPhrases };
    const found = await this.#findResults(ranking, {
      probes,
      most,
      phrases: [...phrases, ...excludedPhrases],
      ...restrictions,
    });
    return { found, isComplete };
  }

  /** Returns the indexes of terms whose words only unwanted results have. */
  async #unwantedTerms(
    { terms }: SearchQuery,
    words: ResolvedWords,
    { ranking, candidates }: { ranking: Ranking; candidates: Candidates },
  ): Promise<ReadonlySet<number>> {
    const counting = { counted: ranking.counted, readsPaid: ranking.filter.readsPaid };
    const idsOf = (at: number): number[] => (words.terms[at] ?? []).map(({ id }) => id);
    const missingIn =
      (found: readonly CandidateResult[]) =>
      (at: number): boolean => {
        const ids = idsOf(at);
        return (
          ids.length > 0 && !found.some((one) => ids.some((id) => readableCounts(one, id, counting) > 0))
        );
      };
    const missing = [...terms.keys()].filter(missingIn(candidates.found));
    if (missing.length === 0 || candidates.isComplete) return new Set(missing);
    // Other results can have the word, but not the other words of the query.
    const probes = missing.map((at) => ({ groups: [idsOf(at)], isStrong: false, most: 1 }));
    const found = await this.#findResults(ranking, { probes, phrases: [], most: missing.length });
    return new Set(missing.filter(missingIn(found)));
  }

  async #findResults(
    { counted, filter }: Ranking,
    query: Pick<FindQuery, "probes" | "phrases" | "most"> &
      Partial<Pick<FindQuery, "requiredPhrases" | "excludedWords" | "excludedPhrases">>,
  ): Promise<CandidateResult[]> {
    if (query.probes.length === 0) return [];
    return this.#tables.findResults({
      requiredPhrases: [],
      excludedWords: [],
      excludedPhrases: [],
      ...query,
      countedWords: [...counted.keys()],
      mostOfPhrases,
      filter,
      now: this.#clock.now(),
    });
  }

  #rank({ found, isComplete }: Candidates, ranking: Ranking): ReturnType<typeof rankCandidates> {
    const { filter, ...others } = ranking;
    return rankCandidates(found, { ...others, state: this.#state, readsPaid: filter.readsPaid, isComplete });
  }

  /** Reads the results of a page. */
  async #show(
    ranked: readonly RankedCandidate[],
    { limit, after }: Pick<WantedPage, "limit" | "after">,
  ): Promise<ShownPage> {
    const left =
      after === undefined ? ranked : ranked.filter((one) => comparePlaces(placeOf(one), after) > 0);
    const page = left.slice(0, limit);
    const last = page.at(-1);
    if (last === undefined) return { shown: [], next: null };
    const read = await this.#tables.readResults(page.map(({ candidate }) => candidate.result));
    const texts = new Map(read.map((one) => [one.result, one]));
    const shown = page.flatMap((one) => {
      const text = texts.get(one.candidate.result);
      return text === undefined ? [] : [{ ...one, read: text }];
    });
    return { shown, next: left.length > page.length ? placeOf(last) : null };
  }
}

function toTableFilter({ types, ...filter }: SearchFilter): TableFilter {
  return { ...filter, types: [...types].map((type) => resultTypes.indexOf(type)) };
}

/** Returns the clauses of a query. Undefined if a phrase has a word that the index has not, so that nothing can be found. */
function clausesOf(
  query: SearchQuery,
  words: ResolvedWords,
  completes: boolean,
): Omit<Ranking, "filter" | "weights" | "leastShare" | "scoreName"> | undefined {
  const { terms, phrases } = query;
  const phraseWords = phrases.flat().map(({ folded }) => words.word(folded));
  if (phraseWords.includes(undefined)) return undefined;
  const ofTerms = terms.map((term, at) => {
    const forms = words.terms[at] ?? [];
    const results = forms.reduce((sum, form) => sum + form.results, 0);
    const factor = typedShare(term, terms.length + phrases.length);
    return { words: forms, isRequired: completes && !isBarelyTyped(term), results, factor };
  });
  const ofPhrases = phrases.map((phrase) => ({
    phrase: phrase.map(({ folded }) => folded),
    isRequired: true,
  }));
  const excluded = excludedOf(query, words);
  // A single letter at the end would find too much.
  const required = ofTerms.filter(({ isRequired }) => isRequired);
  const clauses = [...(required.length > 0 ? required : ofTerms), ...ofPhrases];
  return {
    ...withCounted(clauses, excluded.excludedWords),
    ...excluded,
    phraseWords: phraseWords.filter((word) => word !== undefined),
  };
}

function withCounted(
  clauses: TableClause[],
  excludedWords: readonly number[] = [],
): Pick<Ranked, "clauses" | "counted"> {
  const words = clauses.flatMap((clause) => ("phrase" in clause ? [] : clause.words.map(({ id }) => id)));
  const ids = new Set([...words, ...excludedWords]);
  return { clauses, counted: new Map(Array.from(ids, (id, at) => [id, at])) };
}

function excludedOf(
  { excluded }: SearchQuery,
  words: ResolvedWords,
): Pick<Ranking, "excludedWords" | "excludedPhrases"> {
  const single = excluded.flatMap((one) => (one.words.length === 1 ? one.words : []));
  return {
    excludedWords: single.flatMap((word) => words.forms(word).map(({ id }) => id)),
    excludedPhrases: excluded
      .filter((one) => one.words.length > 1)
      .map((one) => phraseText(one.words.map(({ folded }) => folded))),
  };
}

function highlighted({ phrases }: SearchQuery, { terms }: ResolvedWords): Set<string> {
  return new Set([...phrases.flat().map(({ folded }) => folded), ...terms.flat().map(({ word }) => word)]);
}
