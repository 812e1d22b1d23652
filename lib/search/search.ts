import type {
  HostFaq,
  KnowledgeCatalogue,
  KnowledgeEntry,
  Organization,
  Post,
  PostCatalogue,
} from "../content/mod.ts";
import { given } from "../base/given.ts";
import { BoundedMap } from "../base/bounded_map.ts";
import { Slots } from "../base/slots.ts";
import type { TextWorks } from "../import/text_work/mod.ts";
import { runSteps } from "../base/yielding.ts";
import { buildContext, type Context, type ContextParts } from "./context/build_context.ts";
import { mergeResults } from "./context/merge_results.ts";
import { type Shortfall, shortfallOf } from "./context/shortfall.ts";
import { customTexts } from "./documents/custom_texts.ts";
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
  type WantedPage,
} from "./search_index.ts";
import type { NamedIndex, RebuiltIndex, SearchIndexes } from "./search_indexes.ts";
import { namesOnly } from "./index/scores.ts";
import { boundedWork, charactersAtOnce } from "./index/work.ts";
import type { ResultType } from "./passages/passage.ts";
import { valuePassages } from "./passages/post_passages.ts";
import { isEmptyQuery, type SearchQuery } from "./parse_query.ts";
import type { SearchMatch } from "./results/match_list.ts";
import { bestPassage } from "./results/best_passage.ts";
import { type Excerpt, ExcerptSource } from "./results/excerpt.ts";
import type { ResultPlace } from "./results/top_results.ts";
import type { IndexKind } from "./saved/index_record.ts";
import { stampOf } from "./saved/index_stamp.ts";
import { TableIndexes } from "./tables/table_indexes.ts";
import { readSynonyms } from "./words/read_synonyms.ts";
import type { Synonyms } from "./words/synonyms.ts";

/** Dependencies of {@link Search}. */
export interface SearchDeps extends Omit<LiveIndexesDeps, "builds"> {
  posts: PostCatalogue;
  texts: KnowledgeCatalogue;
  textWork: TextWorks;
  faq: HostFaq;
  /** Least share of a query that a good match has, from 0 to 1. */
  leastShare: number;
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
  /** Share of the query that the result has, from 0 to 1. */
  share: number;
  heading: string;
  fragment?: string;
  /** At most 400 characters around the densest match. */
  passage: Excerpt;
  /** At most 200 characters around the densest match. */
  snippet: Excerpt;
}

/** A found passage of a public post. */
export interface FoundPost extends FoundPassage {
  post: Post;
}

/** A found passage with the reasons for which its post or FAQ entry fits the query. */
export interface ExplainedPost extends FoundPost {
  matches: readonly SearchMatch[];
}

/** A page of results. */
export interface FoundPage<Found> {
  results: Found[];
  /** Place of the last result, or null on the last page. */
  next: ResultPlace | null;
  /** True if parts of the query were left out, because they are too much work. */
  isApproximate: boolean;
  /** True if this is the first page, and each of its results has less of the query than a good match. */
  isWeak: boolean;
}

/** Maximum number of indexes that a process updates at a time. */
const mostBuilds = 4;
/** Number of results whose posts are candidates for a context. */
const mostInContext = 50;
/** Maximum number of organizations whose synonyms are in memory. */
const mostSynonyms = 100;
/** Maximum length of the texts of a result, in characters. */
const longest = { passage: 400, snippet: 200 };
/** Maximum characters of the posts of results in memory, as JSON. */
const mostShown = 4_000_000;

/** Searches the posts and the knowledge texts of organizations. Each search sees the content as lists show it at that moment. */
export class Search {
  readonly #deps: SearchDeps;
  readonly #indexes: SearchIndexes;
  /** Public posts of results, each with the state of the content in which it was read. */
  readonly #shown = new BoundedMap<{ state: string; post: Post }>(
    mostShown,
    ({ post }) => JSON.stringify(post).length,
  );

  readonly #synonyms = new BoundedMap<Synonyms>(mostSynonyms);

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
    const found = await this.#find(search, query, { after, isDistinct: true });
    const isWeak = after === undefined && this.#isWeak(found);
    return { ...found, isWeak, results: await this.#show(search, found) };
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
    const found = await this.#find(search, query, { after, explains: true, isDistinct: true });
    const shown = await this.#showEach(search, found);
    const isWeak = after === undefined && this.#isWeak(found);
    return { ...found, isWeak, results: shown.map(([{ matches }, post]) => ({ ...post, matches })) };
  }

  /** Returns posts and FAQ entries whose names or questions have all words of a query, the last as a prefix. */
  async suggest(search: PostSearch, query: SearchQuery): Promise<FoundPage<FoundPost>> {
    const found = await this.#find(search, query, { weights: namesOnly, completes: true, isDistinct: true });
    return { ...found, isWeak: false, results: await this.#show(search, found) };
  }

  /** Returns the public posts that are most like a post. Empty if the post is not public. */
  async related(search: PostSearch, slug: string): Promise<FoundPost[]> {
    const index = await this.#posts(search);
    return this.#show(search, await index.related(slug, search));
  }

  /**
   * Returns the best passages of the best documents within a number of tokens: see {@link buildContext}. Documents of a kind without a good match are
   * left out.
   */
  async context(
    search: PostSearch,
    query: SearchQuery,
    options: Pick<ContextParts, "maxTokens" | "toMarkdown" | "render">,
  ): Promise<Context & { isApproximate: boolean; shortfall?: Shortfall }> {
    const { filter } = search;
    const all: FoundResults[] = [];
    if (filter.types.has("post") || filter.types.has("faq")) {
      all.push(await this.#find({ ...search, limit: mostInContext }, query, {}));
    }
    if (filter.types.has("knowledge")) {
      all.push(await this.#findTexts(search, query, { limit: mostInContext }));
    }
    const isApproximate = all.some((found) => found.isApproximate);
    const good = all.filter((found) => found.results.length > 0 && !this.#isWeak(found));
    const { leastShare } = this.#deps;
    if (good.length === 0) {
      const shortfall = shortfallOf(all, query, { leastShare, isTooLong: false });
      return { passages: [], tokens: 0, isApproximate, shortfall };
    }
    const context = await this.#quote(search, good, options);
    if (context.passages.length > 0) return { ...context, isApproximate };
    return {
      ...context,
      isApproximate,
      shortfall: shortfallOf(good, query, { leastShare, isTooLong: true }),
    };
  }

  async #quote(
    { organization, signal }: PostSearch,
    found: readonly FoundResults[],
    options: Pick<ContextParts, "maxTokens" | "toMarkdown" | "render">,
  ): Promise<Context> {
    const { clock, posts, sleep, texts } = this.#deps;
    const { slug } = organization;
    const results = found.flatMap((page) => page.results);
    const now = clock.now();
    const work = boundedWork(charactersAtOnce);
    const pause = (): Promise<void> => sleep(0, signal);
    const merging = mergeResults(
      results.filter((one) => !isText(one)),
      results.filter(isText),
      work,
    );
    return buildContext({
      ...options,
      results: await runSteps(merging, pause),
      words: new Set(found.flatMap(({ words }) => [...words])),
      read: async (result) => {
        const { document } = result;
        if (isText(result)) {
          const [entry] = await texts.read(slug, [document.key]);
          return entry ? { entry } : undefined;
        }
        const [post] = await posts.read(slug, [document], { html: true, now });
        return post ? { post } : undefined;
      },
      valuesOf: (post) => valuePassages(customTexts(organization, post)).map(({ text }) => text),
      work,
      pause,
    });
  }

  /** Returns a page of knowledge texts, the best first. */
  async findTexts(
    organization: Organization,
    query: SearchQuery,
    { signal, ...page }: { limit: number; after: ResultPlace | undefined; signal?: AbortSignal },
  ): Promise<FoundPage<FoundPassage & { entry: KnowledgeEntry }>> {
    const filter = { types: new Set<ResultType>(["knowledge"]), readsPaid: true };
    const all = await this.#findTexts({ organization, filter, ...(signal && { signal }) }, query, page);
    const { results, next, words, isApproximate } = all;
    const isWeak = page.after === undefined && this.#isWeak(all);
    const keys = results.map(({ document }) => document.key);
    const entries = keys.length === 0 ? [] : await this.#deps.texts.read(organization.slug, keys);
    const found = results.flatMap((result, place) => {
      const passage = bestPassage(result.passages);
      const entry = entries[place] ?? null;
      if (passage === undefined || entry === null) return [];
      return [{ ...toPassage(passage, result, words), entry }];
    });
    return { results: found, next, isApproximate, isWeak };
  }

  /**
   * Builds an index from all documents, and saves it.
   *
   * @throws {SearchIndexTooLargeError} if the documents exceed the limit
   */
  rebuild(organization: Organization, kind: IndexKind): Promise<RebuiltIndex> {
    return this.#indexes.rebuild(this.#named(organization, kind));
  }

  #synonymsOf({ slug, synonyms = [] }: Organization): Synonyms | undefined {
    if (synonyms.length === 0) return undefined;
    const key = JSON.stringify(synonyms);
    const known = this.#synonyms.get(key);
    if (known !== undefined) return known;
    const built = readSynonyms({ slug, synonyms });
    this.#synonyms.set(key, built);
    return built;
  }

  #isWeak({ results }: FoundResults): boolean {
    return results.length > 0 && results.every(({ share }) => share < this.#deps.leastShare);
  }

  async #find(
    search: PostSearch,
    query: SearchQuery,
    { after, ...options }: FindOptions & { after?: ResultPlace | undefined },
  ): Promise<FoundResults> {
    if (isEmptyQuery(query)) return nothing;
    const { filter, limit } = search;
    const index = await this.#posts(search);
    const synonyms = this.#synonymsOf(search.organization);
    return index.find(query, { filter, limit, after }, { ...options, synonyms });
  }

  async #findTexts(
    { organization, filter, signal }: Pick<PostSearch, "organization" | "filter" | "signal">,
    query: SearchQuery,
    page: Omit<WantedPage, "filter">,
  ): Promise<FoundResults> {
    if (isEmptyQuery(query)) return nothing;
    const index = await this.#indexes.current(this.#named(organization, "knowledge"), undefined, signal);
    signal?.throwIfAborted();
    const synonyms = this.#synonymsOf(organization);
    return index.find(query, { ...page, filter }, { synonyms, isDistinct: true });
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

function isText({ type }: FoundResult): boolean {
  return type === "knowledge";
}

function toPassage(
  { heading, fragment, text, isInLists }: ScoredPassage,
  { type, score, share }: Pick<FoundResult, "type" | "score" | "share">,
  words: ReadonlySet<string>,
): FoundPassage {
  const source = new ExcerptSource(text, words);
  return {
    type,
    score,
    share,
    heading: isInLists ? "" : heading,
    ...given({ fragment }),
    passage: source.cut(longest.passage),
    snippet: source.cut(longest.snippet),
  };
}
