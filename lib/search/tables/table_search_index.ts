import { groupBy } from "../../base/group_by.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Sleep } from "../../base/time/sleep.ts";
import type { CandidateResult, FindQuery, IndexState, SearchTables, TableFilter } from "../../store/mod.ts";
import type { SearchFilter } from "../index/readability.ts";
import { weigh } from "../index/postings.ts";
import { namesOnly, usualShare, usualWeights } from "../index/scores.ts";
import { boundedWork, type Work, workAtOnce } from "../index/work.ts";
import { type ResultType, resultTypes } from "../passages/passage.ts";
import type { SearchQuery } from "../parse_query.ts";
import { countWords, distinctiveWords, leastRelated } from "../results/related_query.ts";
import { scoreSuggestion } from "../results/score_suggestion.ts";
import { repeatsIn, ShownTexts } from "../results/repeats.ts";
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
import { clausesOf, withCounted } from "./table_clauses.ts";
import {
  inOrder,
  isOptional,
  placeOf,
  type Ranked,
  type RankedCandidate,
  readableCounts,
  scoreCandidates,
  wordsOf,
} from "./rank_candidates.ts";
import { type ResolvedWords, resolveWords, withTypos } from "./resolve_words.ts";
import { addOrder } from "./add_order.ts";
import { ReadTexts } from "./read_texts.ts";
import { explainPassages, type ShownResult, toResult } from "./shown_result.ts";
import type { TablePassage } from "./to_table_document.ts";

/** Number of results of a probe in which phrases are looked for. */
const mostOfPhrases = 2000;

/** The results to rank, and how. */
interface Ranking extends Omit<Ranked, "state" | "readsPaid" | "isComplete"> {
  filter: TableFilter;
  /** Words that all results of a phrase have. Undefined if no result can have all phrases. */
  phraseWords: readonly { id: number; results: number }[] | undefined;
}

/** The results to rank. */
interface Candidates {
  found: readonly CandidateResult[];
  /** True if no other result has any word of the query. */
  isComplete: boolean;
}

/** The results of a query in order. */
interface Outcome extends ReturnType<typeof scoreCandidates> {
  words: ResolvedWords;
  ranking: Ranking;
  /** Indexes of terms whose words only unwanted results have. */
  unwanted: ReadonlySet<number>;
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
    const { explains = false, completes = false } = options;
    const { readsPaid } = page.filter;
    const work = boundedWork(workAtOnce);
    const outcome = await this.#run(query, page.filter, { ...options, work });
    const { words, ranking, scored, rarities } = outcome;
    const texts = new ReadTexts(this.#tables, { readsPaid, work, pause: this.#pause });
    if (!completes) await addOrder(scored, { ...ranking, rarities, texts });
    const ranked = inOrder(scored, ranking);
    const by = completes ? "name" : "passage";
    const { shown, next } = options.isDistinct
      ? await this.#showDistinct({ ...outcome, ranked }, page, { by, work, texts })
      : await this.#show(ranked, page, texts);
    const results: FoundResult[] = [];
    for (const one of shown) {
      const matches = explains ? explainPassages(one.passages, query, words) : [];
      results.push({ ...toResult(one, { ...ranking, rarities }), matches });
      if (work.add(one.read.folded.length)) await this.#pause();
    }
    const missing = query.terms.flatMap(({ written }, at) => {
      const isKnown = words.terms[at]?.some(({ next }) => next === undefined) === true;
      return isKnown && !outcome.unwanted.has(at) ? [] : [written];
    });
    return { results, next, words: highlighted(query, words), isApproximate: words.isCut, missing };
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
      phraseWords: [],
    };
    const { scored, rarities } = this.#score(await this.#candidates(ranking), ranking);
    const pauses = { work: boundedWork(workAtOnce), pause: this.#pause };
    const texts = new ReadTexts(this.#tables, { readsPaid: filter.readsPaid, ...pauses });
    const { shown } = await this.#show(inOrder(scored, ranking), page, texts);
    const results = shown.map((one) => toResult(one, { ...ranking, rarities }));
    return { ...nothing, results };
  }

  /** Ranks the results of a query. */
  async #run(
    query: SearchQuery,
    searchFilter: SearchFilter,
    { weights = usualWeights, completes = false, synonyms, work }: FindOptions & { work: Work },
  ): Promise<Outcome> {
    const filter = toTableFilter(searchFilter);
    const resolved = { state: this.#state, query, synonyms, work, pause: this.#pause };
    const rank = async (words: ResolvedWords): Promise<Outcome & { candidates: Candidates }> => {
      const found = clausesOf(query, words, completes);
      const scoreName = completes ? (name: string) => scoreSuggestion(name, query.typed) : undefined;
      const ranking = { ...found, filter, weights, leastShare: completes ? 0 : usualShare, scoreName };
      const candidates = await this.#candidates(ranking);
      return { words, ranking, candidates, unwanted: new Set(), ...this.#score(candidates, ranking) };
    };
    const words = await resolveWords(this.#tables, resolved);
    // Other forms of words would let suggestions vanish and come back while somebody types a title.
    const strict = completes ? await rank({ ...words, terms: words.typed }) : undefined;
    if (strict !== undefined && strict.scored.length > 0) return strict;
    const loose = await rank(words);
    const unwanted = await this.#unwantedTerms(query, words, loose);
    if (unwanted.size === 0) return loose;
    const near = await withTypos(this.#tables, words, (_, at) => unwanted.has(at), resolved);
    const again = await rank(near);
    return { ...again, unwanted: await this.#unwantedTerms(query, near, again) };
  }

  /** Returns the results to rank. */
  async #candidates(ranking: Ranking): Promise<Candidates> {
    const { clauses, phrases, phraseWords, weights, excludedWords, excludedPhrases } = ranking;
    if (phraseWords === undefined) return { found: [], isComplete: false };
    const groups = clauses.flatMap((clause) =>
      "phrase" in clause
        ? []
        : [{ ...clause, words: clause.words.map(({ id, next }) => next?.at(-1)?.id ?? id) }],
    );
    const required = groups.filter(({ isRequired }) => isRequired);
    const { probes, most, isComplete } = planProbes(
      groups.filter(({ isRequired }) => !isRequired),
      [...required, ...phraseWords.map(({ id, results }) => ({ words: [id], results }))],
      { isInNames: weights === namesOnly, results: this.#state.results },
    );
    const requiredPhrases = clauses.flatMap((clause) =>
      "phrase" in clause && !isOptional(clause) ? [phraseText(clause.phrase)] : [],
    );
    // The rarity of a word is that of all results, also of those that other parts of the query leave out.
    const restrictions = isComplete ? {} : { requiredPhrases, excludedWords, excludedPhrases };
    const found = await this.#findResults(ranking, {
      probes,
      most,
      phrases,
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
    const idsOf = (at: number): number[] =>
      (words.terms[at] ?? []).flatMap(({ id, next }) => (next === undefined ? [id] : []));
    const { weights } = ranking;
    const missingIn =
      (found: readonly CandidateResult[]) =>
      (at: number): boolean => {
        const ids = idsOf(at);
        return (
          ids.length > 0 &&
          !found.some((one) => ids.some((id) => weigh(readableCounts(one, id, counting), weights) > 0))
        );
      };
    const missing = [...terms.keys()].filter(missingIn(candidates.found));
    if (missing.length === 0 || candidates.isComplete) return new Set(missing);
    // Other results can have the word, but not the other words of the query.
    const probes = missing.map((at) => ({ groups: [idsOf(at)], isStrong: weights === namesOnly, most: 1 }));
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

  #score({ found, isComplete }: Candidates, ranking: Ranking): ReturnType<typeof scoreCandidates> {
    const { filter, ...others } = ranking;
    return scoreCandidates(found, { ...others, state: this.#state, readsPaid: filter.readsPaid, isComplete });
  }

  /** Reads the results of a page. */
  async #show(
    ranked: readonly RankedCandidate[],
    { limit, after }: Pick<WantedPage, "limit" | "after">,
    texts: ReadTexts,
  ): Promise<ShownPage> {
    const left = rankedAfter(ranked, after);
    const page = left.slice(0, limit);
    const last = page.at(-1);
    if (last === undefined) return { shown: [], next: null };
    return { shown: await texts.of(page), next: left.length > page.length ? placeOf(last) : null };
  }

  /** Reads the results of a page without those that {@link repeatsIn} returns and repeated {@link ShownTexts}. Most pages are read together. */
  async #showDistinct(
    {
      ranked,
      ranking,
      rarities,
    }: Pick<Outcome, "ranking" | "rarities"> & {
      ranked: readonly RankedCandidate[];
    },
    { limit, after }: WantedPage,
    { by, work, texts }: { by: "passage" | "name"; work: Work; texts: ReadTexts },
  ): Promise<ShownPage> {
    const left = rankedAfter(ranked, after);
    const groups = groupBy(ranked, documentOf);
    const groupOf = (one: RankedCandidate): readonly RankedCandidate[] => groups.get(documentOf(one)) ?? [];
    const repeats = new Map<string, ReadonlySet<number>>();
    const shownTexts = new ShownTexts();
    const before = ranked.slice(0, ranked.length - left.length);
    for (const one of await texts.of(before.filter((other) => typeOf(other) === "knowledge"))) {
      shownTexts.repeats({ type: typeOf(one), passages: one.passages });
      if (work.add(one.read.folded.length)) await this.#pause();
    }
    const page: RankedCandidate[] = [];
    for (let start = 0; start < left.length && page.length <= limit;) {
      const wanted = start + limit + 1 - page.length;
      const others = left.slice(start, wanted).filter((one) => groupOf(one).length > 1).length;
      const part = left.slice(start, wanted + others);
      start += part.length;
      await texts.of(part.flatMap((one) => [one, ...groupOf(one)]));
      for (const one of part) {
        const document = documentOf(one);
        if (!repeats.has(document)) {
          const found = await texts.of(groupOf(one));
          const placed = found.map((other) => ({
            ...toResult(other, { ...ranking, rarities }),
            place: placeOf(other),
            number: other.candidate.result,
          }));
          repeats.set(document, new Set(repeatsIn(placed, by).map(({ number }) => number)));
          if (work.add(found.reduce((sum, { read }) => sum + read.folded.length, 0))) await this.#pause();
        }
        if (repeats.get(document)?.has(one.candidate.result) === true) continue;
        const [{ passages } = { passages: [] }] = await texts.of([one]);
        if (!shownTexts.repeats({ type: typeOf(one), passages })) page.push(one);
      }
    }
    const shown = page.slice(0, limit);
    const last = shown.at(-1);
    return {
      shown: await texts.of(shown),
      next: page.length > limit && last !== undefined ? placeOf(last) : null,
    };
  }
}

function rankedAfter(
  ranked: readonly RankedCandidate[],
  after: ResultPlace | undefined,
): readonly RankedCandidate[] {
  return after === undefined ? ranked : ranked.filter((one) => comparePlaces(placeOf(one), after) > 0);
}

function typeOf({ candidate: { type } }: RankedCandidate): ResultType {
  return resultTypes[type] as ResultType;
}

function documentOf({ candidate: { place } }: RankedCandidate): string {
  return place.slice(0, place.lastIndexOf(" "));
}

function toTableFilter({ types, ...filter }: SearchFilter): TableFilter {
  return { ...filter, types: [...types].map((type) => resultTypes.indexOf(type)) };
}

function highlighted({ phrases }: SearchQuery, { terms }: ResolvedWords): Set<string> {
  return new Set([...phrases.flat().map(({ folded }) => folded), ...terms.flat().flatMap(wordsOf)]);
}
