import type { HostFaq, KnowledgeCatalogue, Organization, Post, PostCatalogue } from "../content/mod.ts";
import { BoundedMap } from "../base/bounded_map.ts";
import { Slots } from "../base/slots.ts";
import type { TextWorks } from "../import/text_work/mod.ts";
import { knowledgeSource } from "./documents/knowledge_source.ts";
import { postsRevisionOf, postSource } from "./documents/post_source.ts";
import { LiveIndexes, type LiveIndexesDeps } from "./live/live_indexes.ts";
import type { SearchFilter } from "./index/readability.ts";
import {
  type FindOptions,
  type FoundResult,
  type FoundResults,
  nothing,
  type ScoredPassage,
  type SearchIndex,
} from "./search_index.ts";
import type { NamedIndex, RebuiltIndex, SearchIndexes } from "./search_indexes.ts";
import { namesOnly } from "./index/scores.ts";
import { boundedWork, workAtOnce } from "./index/work.ts";
import type { ResultType } from "./passages/passage.ts";
import { isEmptyQuery, type SearchQuery } from "./parse_query.ts";
import type { SearchMatch } from "./results/match_list.ts";
import type { ResultPlace } from "./results/top_results.ts";
import type { IndexKind } from "./saved/index_record.ts";
import { stampOf } from "./saved/index_stamp.ts";
import { TableIndexes } from "./tables/table_indexes.ts";
import { foldWord } from "./words/fold_word.ts";
import { forEachWord } from "./words/for_each_word.ts";

/** Dependencies of {@link Search}. */
export interface SearchDeps extends Omit<LiveIndexesDeps, "builds"> {
  posts: PostCatalogue;
  texts: KnowledgeCatalogue;
  textWork: TextWorks;
  faq: HostFaq;
}

/** A search in the posts of an organization. */
export interface PostSearch {
  organization: Organization;
  /** Revision of the posts that the request has read, if it has. */
  revision: string | undefined;
  filter: Omit<SearchFilter, "except">;
  limit: number;
  /** Stops the search when the client is gone. */
  signal?: AbortSignal;
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
  matches: readonly SearchMatch[];
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
  /** True if parts of the query were left out, because they are too much work. */
  isApproximate: boolean;
}

/** Maximum number of indexes that a process updates at a time. */
const mostBuilds = 4;
/** Number of results whose passages are candidates for a context. */
const mostInContext = 50;
/** Number of passages that are candidates for a context. */
const mostCandidates = 1000;
/** Maximum characters of the posts of results in memory, as JSON. */
const mostShown = 4_000_000;
/** Work of a character of a candidate, in units of a query. */
const workOfCharacter = 8;

/** Searches the posts and the knowledge texts of organizations. Each search sees the content as lists show it at that moment. */
export class Search {
  readonly #deps: SearchDeps;
  readonly #indexes: SearchIndexes;
  /** Public posts of results, each with the state of the content in which it was read. */
  readonly #shown = new BoundedMap<{ state: string; post: Post }>(
    mostShown,
    ({ post }) => JSON.stringify(post).length,
  );

  constructor(deps: SearchDeps) {
    this.#deps = deps;
    const { searchTables } = deps.store;
    const all = { ...deps, builds: new Slots(mostBuilds) };
    this.#indexes = searchTables === undefined ? new LiveIndexes(all) : new TableIndexes(searchTables, all);
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
    const found = await this.#find(search, query, { after });
    return { ...found, results: await this.#show(search, found) };
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
    const found = await this.#find(search, query, { after, explains: true });
    const shown = await this.#showEach(search, found);
    return { ...found, results: shown.map(([{ matches }, post]) => ({ ...post, matches })) };
  }

  /** Returns posts and FAQ entries whose names or questions have all words of a query, the last as a prefix. */
  async suggest(search: PostSearch, query: SearchQuery): Promise<FoundPage<FoundPost>> {
    const found = await this.#find(search, query, { weights: namesOnly, completes: true });
    return { ...found, results: await this.#show(search, found) };
  }

  /** Returns the public posts that are most like a post. Empty if the post is not public. */
  async related(search: PostSearch, slug: string): Promise<FoundPost[]> {
    const index = await this.#posts(search);
    return this.#show(search, await index.related(slug, search));
  }

  /** Returns the best passages of posts and FAQ entries within a number of tokens, each as rendered text, with its tokens. */
  async context(
    search: PostSearch,
    query: SearchQuery,
    { maxTokens, render }: { maxTokens: number; render: (found: FoundPost) => string },
  ): Promise<{ passages: RenderedPassage[]; tokens: number; isApproximate: boolean }> {
    const { results, words, isApproximate } = await this.#find(
      { ...search, limit: mostInContext },
      query,
      {},
    );
    const posts = await this.#visible(search, results);
    const candidates = results.flatMap((result) => {
      const post = posts.get(result.document.key);
      if (post === undefined) return [];
      return result.passages
        .filter(({ score, text }) => score > 0 && text !== "")
        .map((passage) => ({ post, passage, result }));
    });
    candidates.sort((one, other) => other.passage.score - one.passage.score);
    const work = boundedWork(workAtOnce);
    const passages: RenderedPassage[] = [];
    const seen = new Set<string>();
    let tokens = 0;
    for (const { post, passage, result } of candidates.slice(0, mostCandidates)) {
      if (work.add(passage.text.length * workOfCharacter)) await this.#deps.sleep(0, search.signal);
      const score = Math.round(passage.score * 10_000) / 10_000;
      const found = { ...toPassage(passage, { type: result.type, score }, words), post };
      // The answer of a FAQ entry is also a section of its post.
      const name = JSON.stringify([result.document.key, found.text]);
      const rendered = render(found);
      const cost = countTokens(rendered);
      if (seen.has(name) || tokens + cost > maxTokens) continue;
      seen.add(name);
      tokens += cost;
      passages.push({ ...found, rendered, tokens: cost });
    }
    return { passages, tokens, isApproximate };
  }

  /** Returns a page of knowledge texts, the best first. */
  async findTexts(
    organization: Organization,
    query: SearchQuery,
    { signal, ...page }: { limit: number; after: ResultPlace | undefined; signal?: AbortSignal },
  ): Promise<FoundPage<FoundPassage & { id: string; createdAt: number }>> {
    if (isEmptyQuery(query)) return { ...nothing, results: [] };
    const index = await this.#indexes.current(this.#named(organization, "knowledge"), undefined, signal);
    signal?.throwIfAborted();
    const types = new Set<ResultType>(["knowledge"]);
    const { results, next, words, isApproximate } = await index.find(query, {
      ...page,
      filter: { types, readsPaid: true },
    });
    const found = results.flatMap((result) => {
      const passage = bestPassage(result.passages);
      if (passage === undefined) return [];
      const { key: id, updatedAt: createdAt } = result.document;
      return [{ ...toPassage(passage, result, words), id, createdAt }];
    });
    return { results: found, next, isApproximate };
  }

  /**
   * Builds an index from all documents, and saves it.
   *
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit
   */
  rebuild(organization: Organization, kind: IndexKind): Promise<RebuiltIndex> {
    return this.#indexes.rebuild(this.#named(organization, kind));
  }

  async #find(
    search: PostSearch,
    query: SearchQuery,
    { after, ...options }: FindOptions & { after?: ResultPlace | undefined },
  ): Promise<FoundResults> {
    if (isEmptyQuery(query)) return nothing;
    const { filter, limit } = search;
    const index = await this.#posts(search);
    return index.find(query, { filter, limit, after }, options);
  }

  async #posts({ organization, revision, signal }: PostSearch): Promise<SearchIndex> {
    const named = this.#named(organization, "posts");
    const index = await this.#indexes.current(named, postsRevisionOf(organization, revision), signal);
    // Other requests may need the update of the index. The query is of this client alone.
    signal?.throwIfAborted();
    return index;
  }

  #named(organization: Organization, kind: IndexKind): NamedIndex {
    const { faq, texts } = this.#deps;
    const stamp = stampOf(organization, kind, faq);
    const isPosts = kind === "posts";
    const source = isPosts ? postSource(organization, this.#deps) : knowledgeSource(organization, texts);
    return { organization, kind, stamp, source };
  }

  /**
   * Returns the posts of results. Posts that are not public any more, or cannot be read, are left out. In one state of the content, a public post
   * stays public and unchanged, so it is read once.
   */
  async #visible(
    { organization: { id, slug, version }, revision }: PostSearch,
    results: readonly FoundResult[],
  ): Promise<ReadonlyMap<string, Post>> {
    const state = version === undefined || revision === undefined ? undefined : `${version} ${revision}`;
    const nameOf = (key: string): string => `${id} ${key}`;
    const visible = new Map<string, Post>();
    const unread = new Map<string, FoundResult["document"]>();
    for (const { document } of results) {
      const shown = this.#shown.get(nameOf(document.key));
      if (shown !== undefined && shown.state === state) visible.set(document.key, shown.post);
      else unread.set(document.key, document);
    }
    if (unread.size === 0) return visible;
    const now = this.#deps.clock.now();
    const posts = await this.#deps.posts.read(slug, [...unread.values()], { html: false, now });
    for (const [index, key] of [...unread.keys()].entries()) {
      const post = posts[index] ?? null;
      if (post === null) continue;
      visible.set(key, post);
      if (state !== undefined) this.#shown.set(nameOf(key), { state, post });
    }
    return visible;
  }

  async #show(search: PostSearch, found: FoundResults): Promise<FoundPost[]> {
    return (await this.#showEach(search, found)).map(([, post]) => post);
  }

  /** Returns the results whose posts are still public, each with its best passage. It reads their posts together. */
  async #showEach(search: PostSearch, { results, words }: FoundResults): Promise<[FoundResult, FoundPost][]> {
    const posts = await this.#visible(search, results);
    return results.flatMap((result) => {
      const post = posts.get(result.document.key);
      const passage = post && bestPassage(result.passages);
      if (post === undefined || passage === undefined) return [];
      return [[result, { ...toPassage(passage, result, words), post }]];
    });
  }
}

function toPassage(
  { heading, fragment, text, isInLists }: ScoredPassage,
  { type, score }: Pick<FoundResult, "type" | "score">,
  words: ReadonlySet<string>,
): FoundPassage {
  const found = { type, score, heading: isInLists ? "" : heading, text };
  const highlights = highlightsOf(text, words);
  return fragment === undefined ? { ...found, highlights } : { ...found, fragment, highlights };
}

/** Returns the passage that fits the query best. A passage without text is the last choice. */
function bestPassage(passages: readonly ScoredPassage[]): ScoredPassage | undefined {
  let best: ScoredPassage | undefined;
  for (const passage of passages) if (best === undefined || isBetter(passage, best)) best = passage;
  return best;
}

function isBetter(one: ScoredPassage, other: ScoredPassage): boolean {
  if ((one.text === "") !== (other.text === "")) return other.text === "";
  return one.score > other.score;
}

/** Returns an estimate of the tokens of a language model for a text: 4 ASCII characters, or 1 other character, are a token. */
function countTokens(text: string): number {
  let ascii = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x80) ascii++;
  return Math.ceil(ascii / 4) + text.length - ascii;
}

/** A part of a text, in UTF-16 units. */
export interface Highlight {
  start: number;
  /** Index after the last unit. */
  end: number;
}

/** Returns the words of a text that a query has found. */
export function highlightsOf(text: string, words: ReadonlySet<string>): Highlight[] {
  const highlights: Highlight[] = [];
  forEachWord(text, (written, start, end) => {
    if (words.has(foldWord(written))) highlights.push({ start, end });
  });
  return highlights;
}
