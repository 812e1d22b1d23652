import type { Clock } from "../../base/time/clock.ts";
import { runSteps } from "../../base/yielding.ts";
import type { SearchQuery } from "../parse_query.ts";
import { explainMatches } from "../results/explain_matches.ts";
import type { SearchMatch } from "../results/match_list.ts";
import { leastRelated, relatedQuery } from "../results/related_query.ts";
import { distinctPage } from "../results/distinct_page.ts";
import { topPage } from "../results/top_results.ts";
import type { ResultType } from "../passages/passage.ts";
import type { IndexedResult, PassageIndex } from "../index/passage_index.ts";
import { type Readability, readabilityOf } from "../index/readability.ts";
import { type QueryOutcome, runClauses, runQuery } from "../index/run_query.ts";
import type { ScoredResult } from "../index/scores.ts";
import {
  type FindOptions,
  type FoundResult,
  type FoundResults,
  nothing,
  type SearchIndex,
  type WantedPage,
} from "../search_index.ts";
import { boundedWork, mostWork, type Work, workAtOnce } from "../index/work.ts";

const noMatches: ReadonlyMap<IndexedResult, SearchMatch[]> = new Map();

/** Queries an index in memory. A query sees the index as it was at its first step. */
export class MemorySearchIndex implements SearchIndex {
  readonly #index: PassageIndex;
  readonly #clock: Clock;
  readonly #pause: () => Promise<void>;

  constructor(index: PassageIndex, { clock, pause }: { clock: Clock; pause: () => Promise<void> }) {
    this.#index = index;
    this.#clock = clock;
    this.#pause = pause;
  }

  async find(query: SearchQuery, page: WantedPage, options: FindOptions = {}): Promise<FoundResults> {
    const now = this.#clock.now();
    const work = boundedWork(workAtOnce, mostWork);
    const steps = runQuery(this.#index, query, { filter: page.filter, now, work, ...options });
    const outcome = await runSteps(steps, this.#pause);
    const by = options.completes === true ? "name" : "passage";
    const { page: scored, next } =
      options.isDistinct === true
        ? await runSteps(distinctPage(outcome, page, { by, work }), this.#pause)
        : topPage(outcome, page.limit, page.after);
    let matches = noMatches;
    if (options.explains === true) {
      const readability = readabilityOf(this.#index, page.filter, now);
      const results = scored.map(({ result }) => result);
      const explaining = explainMatches({
        index: this.#index,
        query,
        found: outcome.found,
        results,
        readability,
        work,
      });
      matches = await runSteps(explaining, this.#pause);
    }
    const results = await this.#show(scored, { outcome, matches, work });
    const { words, isApproximate, missing } = outcome;
    return { results, next, words, isApproximate, missing };
  }

  async related(slug: string, { filter, limit }: Omit<WantedPage, "after">): Promise<FoundResults> {
    const index = this.#index;
    const now = this.#clock.now();
    const types = new Set<ResultType>(["post"]);
    const found = index.documents.find((one) => one.isLive && one.slug === slug && one.publicFrom <= now);
    if (found === undefined) return nothing;
    const source = readabilityOf(index, { types, readsPaid: filter.readsPaid }, now);
    const clauses = relatedQuery(index, found, ({ number }) => source.isReadable(number));
    const readability: Readability = readabilityOf(index, { ...filter, types, except: found.key }, now);
    const work = boundedWork(workAtOnce, mostWork);
    const options = { readability, work, excluded: [], leastShare: leastRelated };
    const outcome = await runSteps(runClauses(index, clauses, options), this.#pause);
    const { page: scored } = topPage(outcome, limit, undefined);
    const results = await this.#show(scored, { outcome, matches: noMatches, work });
    return { ...nothing, results };
  }

  /** Copies results out of the index, with the scores of their passages. */
  async #show(
    scored: readonly ScoredResult[],
    shown: { outcome: QueryOutcome; matches: ReadonlyMap<IndexedResult, SearchMatch[]>; work: Work },
  ): Promise<FoundResult[]> {
    const { outcome, matches, work } = shown;
    const results: FoundResult[] = [];
    for (const { result, score } of scored) {
      const { document, type } = result;
      const passages = result.passages
        .filter(outcome.isReadable)
        .map((passage) => ({ ...passageOf(passage), score: outcome.scoreOf(passage) }));
      const share = outcome.shareOf(result);
      results.push({ document, type, score, share, passages, matches: matches.get(result) ?? [] });
      if (work.add(result.length)) await this.#pause();
    }
    return results;
  }
}

function passageOf({
  heading,
  text,
  fragment,
  isInLists,
}: IndexedResult["passages"][number]): Omit<FoundResult["passages"][number], "score"> {
  return fragment === undefined ? { heading, text, isInLists } : { heading, text, fragment, isInLists };
}
