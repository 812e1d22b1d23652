import type { HostFaq, KnowledgeCatalogue, Organization, Post, PostCatalogue } from "../content/mod.ts";
import { inTurns } from "../in_turns.ts";
import type { TextWork } from "../text_work/mod.ts";
import { knowledgeSource } from "./documents/knowledge_source.ts";
import { postsRevisionOf, postSource } from "./documents/post_source.ts";
import {
  LiveIndexes,
  type LiveIndexesDeps,
  type NamedIndex,
  type RebuiltIndex,
} from "./index/live_indexes.ts";
import type { IndexedPassage, IndexedResult, PassageIndex } from "./index/passage_index.ts";
import type { FieldWeights } from "./index/postings.ts";
import { readabilityOf, type SearchFilter } from "./index/readability.ts";
import { type QueryOptions, type QueryOutcome, runClauses, runQuery } from "./index/run_query.ts";
import type { ScoredResult } from "./index/scores.ts";
import { boundedWork } from "./index/work.ts";
import type { ResultType } from "./passages/passage.ts";
import type { SearchQuery } from "./query/parse_query.ts";
import type { IndexKind } from "./saved/index_record.ts";
import { stampOf } from "./saved/index_stamp.ts";
import { bestPassage } from "./results/best_passage.ts";
import { explainMatches, type SearchMatch } from "./results/explain_matches.ts";
import { countTokens } from "./results/count_tokens.ts";
import { type Highlight, highlightsOf } from "./results/highlights_of.ts";
import { relatedQuery } from "./results/related_query.ts";
import { type ResultPlace, type TopPage, topPage, topResults } from "./results/top_results.ts";

/** Dependencies of {@link Search}. */
export interface SearchDeps extends LiveIndexesDeps {
  posts: PostCatalogue;
  texts: KnowledgeCatalogue;
  textWork: TextWork;
  faq: HostFaq;
}

/** A search in the posts of an organization. */
export interface PostSearch {
  organization: Organization;
  /** Revision of the posts that the request has read, if it has. */
  revision: string | undefined;
  filter: Omit<SearchFilter, "except">;
  limit: number;
}

/** A passage with its address. */
export interface FoundPassage {
  type: ResultType;
  score: number;
  heading: string;
  fragment?: string;
  text: string;
  highlights: Highlight[];
}

/** A found passage of a public post. */
export interface FoundPost extends FoundPassage {
  post: Post;
}

/** A found passage with the reasons for which its post or FAQ entry fits the query. */
export interface ExplainedPost extends FoundPost {
  matches: SearchMatch[];
}

/** A passage of a context. */
export interface RenderedPassage extends FoundPost {
  /** The text that a language model gets. */
  rendered: string;
  /** Estimated tokens of the text. */
  tokens: number;
}

/** A page of results. */
export interface FoundPage<Found> {
  results: Found[];
  /** Place of the last result, or null on the last page. */
  next: ResultPlace | null;
}

/** Weights for a search in names and questions only. */
const namesOnly: FieldWeights = [0, 0, 1, 0, 1, 0];
/** Least share of the words of a post that a related post has. */
const leastRelated = 0.08;
/** Units of work of a query before other requests run. They take about 10 ms. */
const workAtOnce = 200_000;
/** Number of results whose passages are candidates for a context. */
const mostInContext = 50;
/** Number of passages that are candidates for a context. */
const mostCandidates = 1000;
/** Work of a character of a candidate, in units of a query. */
const workOfCharacter = 8;

/** Searches the posts and the knowledge texts of organizations. Each search sees the content as lists show it at that moment. */
export class Search {
  readonly #deps: SearchDeps;
  readonly #indexes: LiveIndexes;
  readonly #pause = (): Promise<void> => this.#deps.sleep(0);

  constructor(deps: SearchDeps) {
    this.#deps = deps;
    this.#indexes = new LiveIndexes(deps);
  }

  /**
   * Returns a page of posts and FAQ entries, the best first.
   *
   * @throws {SearchIndexTooLargeError} if the posts exceed the limit
   */
  async find(
    search: PostSearch,
    query: SearchQuery,
    after: ResultPlace | undefined,
  ): Promise<FoundPage<FoundPost>> {
    const { page, next, outcome } = await this.#page(search, query, after);
    return { results: await this.#show(search.organization, page, outcome), next };
  }

  /**
   * Like {@link Search.find}, with the reasons for which each result fits the query.
   *
   * @throws {SearchIndexTooLargeError} if the posts exceed the limit
   */
  async explain(
    search: PostSearch,
    query: SearchQuery,
    after: ResultPlace | undefined,
  ): Promise<FoundPage<ExplainedPost>> {
    const { index, page, next, outcome } = await this.#page(search, query, after);
    const results = page.map(({ result }) => result);
    const readability = readabilityOf(index, search.filter, this.#deps.clock.now());
    const work = boundedWork(workAtOnce);
    const steps = explainMatches({ index, query, results, readability, work });
    const matches = await inTurns(steps, this.#pause);
    const shown = await this.#showEach(search.organization, page, outcome);
    return {
      results: shown.map(([result, found]) => ({ ...found, matches: matches.get(result) ?? [] })),
      next,
    };
  }

  /** Returns posts and FAQ entries whose names or questions have all words of a query, the last as a prefix. */
  async suggest(search: PostSearch, query: SearchQuery): Promise<FoundPost[]> {
    const index = await this.#posts(search);
    const outcome = await this.#run(index, query, search.filter, { weights: namesOnly, needsAll: true });
    return this.#show(search.organization, topResults(outcome, search.limit, undefined), outcome);
  }

  /** Returns the public posts that are most like a post. Empty if the post is not public. */
  async related(search: PostSearch, slug: string): Promise<FoundPost[]> {
    const index = await this.#posts(search);
    const { filter } = search;
    const now = this.#deps.clock.now();
    const document = index.documents.find((one) => one.isLive && one.slug === slug && one.publicFrom <= now);
    if (document === undefined) return [];
    const types = new Set<ResultType>(["post"]);
    const source = readabilityOf(index, { types, readsPaid: filter.readsPaid }, now);
    const clauses = relatedQuery(index, document, ({ number }) => source.isReadable(number));
    const readability = readabilityOf(index, { ...filter, types, except: document.key }, now);
    const work = boundedWork(workAtOnce);
    const options = { readability, work, excluded: [], leastShare: leastRelated };
    const outcome = await inTurns(runClauses(index, clauses, options), this.#pause);
    const top = topResults(outcome, search.limit, undefined);
    return this.#show(search.organization, top, { ...outcome, words: new Set() });
  }

  /** Returns the best passages of posts and FAQ entries within a number of tokens, each as rendered text, with its tokens. */
  async context(
    search: PostSearch,
    query: SearchQuery,
    { maxTokens, render }: { maxTokens: number; render: (found: FoundPost) => string },
  ): Promise<{ passages: RenderedPassage[]; tokens: number }> {
    const index = await this.#posts(search);
    const outcome = await this.#run(index, query, search.filter);
    const top = topResults(outcome, mostInContext, undefined);
    const posts = await this.#visible(search.organization, top);
    const candidates: { post: Post; passage: IndexedPassage; result: IndexedResult; score: number }[] = [];
    const work = boundedWork(workAtOnce);
    for (const { result } of top) {
      const post = posts.get(result.document.key);
      if (post === undefined) continue;
      for (const passage of result.passages) {
        const score = outcome.scoreOf(passage);
        if (score > 0 && passage.text !== "" && outcome.isReadable(passage)) {
          candidates.push({ post, passage, result, score });
        }
      }
      if (work.add(result.length)) await this.#pause();
    }
    const ordered = candidates.toSorted((one, other) => other.score - one.score).slice(0, mostCandidates);
    const passages: RenderedPassage[] = [];
    const seen = new Set<string>();
    let tokens = 0;
    for (const { post, passage, result, score } of ordered) {
      if (work.add(passage.text.length * workOfCharacter)) await this.#pause();
      const rounded = Math.round(score * 10_000) / 10_000;
      const found = { ...toPassage(passage, result, rounded, outcome.words), post };
      // The answer of a FAQ entry is also a section of its post.
      const name = JSON.stringify([result.document.key, found.text]);
      const rendered = render(found);
      const cost = countTokens(rendered);
      if (seen.has(name) || tokens + cost > maxTokens) continue;
      seen.add(name);
      tokens += cost;
      passages.push({ ...found, rendered, tokens: cost });
    }
    return { passages, tokens };
  }

  /** Returns a page of knowledge texts, the best first. */
  async findTexts(
    organization: Organization,
    query: SearchQuery,
    { limit, after }: { limit: number; after: ResultPlace | undefined },
  ): Promise<FoundPage<FoundPassage & { id: string; createdAt: number }>> {
    const index = await this.#indexes.current(this.#named(organization, "knowledge"));
    const types = new Set<ResultType>(["knowledge"]);
    const outcome = await this.#run(index, query, { types, readsPaid: true });
    const { page, next } = topPage(outcome, limit, after);
    const results = page.flatMap(({ result, score }) => {
      const passage = bestPassage(result, outcome);
      if (passage === undefined) return [];
      const { key: id, updatedAt: createdAt } = result.document;
      return [{ ...toPassage(passage, result, score, outcome.words), id, createdAt }];
    });
    return { results, next };
  }

  /**
   * Builds an index from all documents, and saves it.
   *
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit
   */
  rebuild(organization: Organization, kind: IndexKind): Promise<RebuiltIndex> {
    return this.#indexes.rebuild(this.#named(organization, kind));
  }

  /** Finds a page of results in an index that is current. */
  async #page(
    search: PostSearch,
    query: SearchQuery,
    after: ResultPlace | undefined,
  ): Promise<TopPage & { index: PassageIndex; outcome: QueryOutcome }> {
    const index = await this.#posts(search);
    const outcome = await this.#run(index, query, search.filter);
    return { index, outcome, ...topPage(outcome, search.limit, after) };
  }

  #posts({ organization, revision }: PostSearch): Promise<PassageIndex> {
    return this.#indexes.current(this.#named(organization, "posts"), postsRevisionOf(organization, revision));
  }

  #named(organization: Organization, kind: IndexKind): NamedIndex {
    const { faq, texts } = this.#deps;
    const stamp = stampOf(organization, kind, faq);
    const isPosts = kind === "posts";
    const source = isPosts ? postSource(organization, this.#deps) : knowledgeSource(organization, texts);
    return { organization, kind, stamp, source };
  }

  #run(
    index: PassageIndex,
    query: SearchQuery,
    filter: SearchFilter,
    options: Pick<QueryOptions, "weights" | "needsAll"> = {},
  ): Promise<QueryOutcome> {
    const now = this.#deps.clock.now();
    const steps = runQuery(index, query, { filter, now, work: boundedWork(workAtOnce), ...options });
    return inTurns(steps, this.#pause);
  }

  /** Reads the posts of results. Posts that are not public any more, or cannot be read, are left out. */
  async #visible(
    { slug }: Organization,
    scored: readonly ScoredResult[],
  ): Promise<ReadonlyMap<string, Post>> {
    const wanted = [...new Set(scored.map(({ result }) => result.document))];
    const now = this.#deps.clock.now();
    const posts = await this.#deps.posts.read(slug, wanted, { html: false, now });
    return new Map(
      wanted.flatMap(({ key }, index) => {
        const post = posts[index] ?? null;
        return post === null ? [] : [[key, post] as const];
      }),
    );
  }

  async #show(
    organization: Organization,
    scored: readonly ScoredResult[],
    outcome: Pick<QueryOutcome, "words" | "scoreOf" | "isReadable">,
  ): Promise<FoundPost[]> {
    return (await this.#showEach(organization, scored, outcome)).map(([, found]) => found);
  }

  /** Returns the results whose posts are still public, each with its best passage. It reads their posts together. */
  async #showEach(
    organization: Organization,
    scored: readonly ScoredResult[],
    outcome: Pick<QueryOutcome, "words" | "scoreOf" | "isReadable">,
  ): Promise<[IndexedResult, FoundPost][]> {
    const posts = await this.#visible(organization, scored);
    const work = boundedWork(workAtOnce);
    const found: [IndexedResult, FoundPost][] = [];
    for (const { result, score } of scored) {
      const post = posts.get(result.document.key);
      const passage = post && bestPassage(result, outcome);
      if (post === undefined || passage === undefined) continue;
      found.push([result, { ...toPassage(passage, result, score, outcome.words), post }]);
      if (work.add(result.length)) await this.#pause();
    }
    return found;
  }
}

function toPassage(
  { heading, fragment, text, isInLists }: IndexedPassage,
  { type }: IndexedResult,
  score: number,
  words: ReadonlySet<string>,
): FoundPassage {
  const found = { type, score, heading: isInLists ? "" : heading, text };
  const highlights = highlightsOf(text, words);
  return fragment === undefined ? { ...found, highlights } : { ...found, fragment, highlights };
}
