import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { schemaOf } from "../../http/mod.ts";
import { instantSchema as instant } from "../../base/fields/instant_schema.ts";
import { nextCursorSchema } from "./post_schema.ts";

/** A part of the text of a search result. It begins and ends with "…" where the text is cut. */
export interface SearchPassage {
  text: string;
  /** The words that were found, in UTF-16 units of the text. */
  highlights: { start: number; end: number }[];
}

/** A post or a FAQ entry that a search has found. */
export interface SearchResult {
  type: "post" | "faq";
  slug: string;
  name: string;
  url: string;
  heading?: string;
  fragment?: string;
  inLanguage: string;
  score: number;
  /** Share of the query that the result has, weighted by how rare its words are, from 0 to 1. */
  share: number;
  /** At most 200 characters around the densest match. */
  snippet: SearchPassage;
  /** At most 400 characters around the densest match. */
  passage: SearchPassage;
}

/** Parts of a query that the results do not reflect. */
export interface SearchNotices {
  /** Excluded words and phrases, as typed. Absent if the query excludes nothing. */
  excluded?: string[];
  /** True if the query was too much work, so that parts of it were left out. Absent otherwise. */
  approximate?: true;
  /** True if each result of the first page has less of the query than the option `search.leastShare`. Absent otherwise. */
  noGoodMatch?: true;
}

/** A page of search results. */
export interface SearchResults extends SearchNotices {
  results: SearchResult[];
  nextCursor: string | null;
}

/** A name of a post or a question that completes a query. */
export interface SearchSuggestion extends Pick<SearchResult, "type" | "slug" | "url"> {
  text: string;
}

/** Suggestions for a query. */
export interface SearchSuggestions extends SearchNotices {
  suggestions: SearchSuggestion[];
}

/** Posts that are like a post. */
export interface RelatedPosts {
  related: Pick<SearchResult, "slug" | "name" | "url" | "inLanguage" | "score">[];
}

/** A passage to quote, with its source. */
export interface ContextPassage extends Omit<SearchResult, "snippet" | "passage" | "share"> {
  headings: string[];
  /** RFC 3339. Missing if the post has no time. */
  updatedAt?: string;
  text: string;
  tokens: number;
}

/** A passage of a knowledge text to quote. */
export interface KnowledgePassage {
  type: "knowledge";
  id: string;
  /** The title of the text. */
  name?: string;
  /** The page that the text comes from. */
  url?: string;
  tags?: string[];
  score: number;
  /** Time of the last change, RFC 3339. */
  updatedAt: string;
  text: string;
  tokens: number;
}

/** The best passages for a question within a number of tokens. */
export interface SearchContext extends SearchNotices {
  passages: (ContextPassage | KnowledgePassage)[];
  tokens: number;
  /** A sentence with the reason for which there are no passages. Absent otherwise. */
  reason?: string;
}

/** Fields of a knowledge text to cite. */
interface CitedText {
  title?: string;
  /** The page that the text comes from. */
  source?: string;
  tags?: string[];
}

/** A text of the knowledge base. */
export interface KnowledgeText extends CitedText {
  id: string;
  text: string;
  createdAt: string;
  /** Time of the last replacement. Missing if the text was never replaced. */
  updatedAt?: string;
}

/** A page of the knowledge base. */
export interface KnowledgeTexts {
  texts: KnowledgeText[];
  nextCursor: string | null;
}

/** A knowledge text that a search has found. */
export interface KnowledgeResult extends CitedText {
  id: string;
  createdAt: string;
  score: number;
  share: number;
  snippet: SearchPassage;
  passage: SearchPassage;
}

/** A page of found knowledge texts. */
export interface KnowledgeResults extends SearchNotices {
  results: KnowledgeResult[];
  nextCursor: string | null;
}

const unit = v.pipe(v.number(), v.integer(), v.minValue(0));

const highlights = v.pipe(
  v.array(v.strictObject({ start: unit, end: unit })),
  v.description("The words that were found, in UTF-16 units of `text`. `end` is the unit after the word."),
);

const excerpts = {
  snippet: v.strictObject({
    text: textSchema(
      "At most 200 characters of the passage that fits the query best, around most of the found words, as plain text. It begins and ends with `…` where the passage is cut.",
    ),
    highlights,
  }),
  passage: v.strictObject({ text: textSchema("The same with at most 400 characters."), highlights }),
};

const score = v.pipe(
  v.number(),
  v.description("Orders the results of one query. Scores of different queries cannot be compared."),
);

const share = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(1),
  v.description("The share of the query that the result has, from 0 to 1. Rare words count more."),
);

const source = {
  type: v.pipe(v.picklist(["post", "faq"]), v.description("A post, or an entry of its FAQ.")),
  slug: textSchema("The slug of the post."),
  name: textSchema("The title of the post."),
  url: textSchema("The post's page on the organization's site, at the passage if `fragment` is known."),
  heading: v.exactOptional(textSchema("The heading above the passage, or the question of a FAQ entry.")),
  fragment: v.exactOptional(textSchema("The `id` of the heading in the post's HTML.")),
  inLanguage: textSchema("A BCP 47 language tag."),
  score,
};

const notices = {
  excluded: v.exactOptional(
    v.pipe(
      v.array(v.string()),
      v.description(
        "The words and phrases that the query excludes, as typed. A page can offer to search for them.",
      ),
    ),
  ),
  approximate: v.exactOptional(
    v.pipe(
      v.literal(true),
      v.description("The query was too much work. Words with typos, then common words were left out."),
    ),
  ),
  noGoodMatch: v.exactOptional(
    v.pipe(
      v.literal(true),
      v.description("Each result has too little of the query. A context then has no passages."),
    ),
  ),
};

export const searchResultSchema: v.GenericSchema<SearchResult> = schemaOf<SearchResult>()(
  v.strictObject({ ...source, share, ...excerpts }),
);

/** A page of search results. */
export const searchResultsSchema: v.GenericSchema<SearchResults> = schemaOf<SearchResults>()(
  v.strictObject({ results: v.array(searchResultSchema), nextCursor: nextCursorSchema, ...notices }),
);

/** Suggestions for a query. */
export const searchSuggestionsSchema: v.GenericSchema<SearchSuggestions> = schemaOf<SearchSuggestions>()(
  v.strictObject({
    suggestions: v.array(
      v.strictObject({
        type: source.type,
        text: textSchema("The title of the post, or the question."),
        slug: source.slug,
        url: source.url,
      }),
    ),
    ...notices,
  }),
);

/** Posts that are like a post. */
export const relatedPostsSchema: v.GenericSchema<RelatedPosts> = schemaOf<RelatedPosts>()(
  v.strictObject({
    related: v.array(
      v.strictObject({
        slug: source.slug,
        name: source.name,
        url: source.url,
        inLanguage: source.inLanguage,
        score,
      }),
    ),
  }),
);

const tokens = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.description("Estimate: 4 ASCII characters, or 1 other character, are a token."),
);

const textId = textSchema("Identifies the text.");

const markdownText = textSchema("The passage as Markdown (GFM).");

const contextPassage = v.strictObject({
  ...source,
  headings: v.pipe(
    v.array(v.string()),
    v.description("The headings above the passage, the outermost first. The last is `heading`."),
  ),
  updatedAt: v.exactOptional(v.pipe(instant, v.description("Time of the last change of the post."))),
  text: markdownText,
  tokens,
});

const knowledgePassage = v.strictObject({
  type: v.pipe(v.literal("knowledge"), v.description("A text of the knowledge base.")),
  id: textId,
  name: v.exactOptional(textSchema("The title of the text.")),
  url: v.exactOptional(textSchema("The page that the text comes from.")),
  tags: v.exactOptional(v.array(v.string())),
  score,
  updatedAt: v.pipe(instant, v.description("Time of the last change of the text.")),
  text: markdownText,
  tokens,
});

/** The best passages for a question. */
export const searchContextSchema: v.GenericSchema<SearchContext> = schemaOf<SearchContext>()(
  v.strictObject({
    passages: v.array(v.union([contextPassage, knowledgePassage])),
    tokens,
    ...notices,
    reason: v.exactOptional(textSchema("A sentence with the reason for which there are no passages.")),
  }),
);

/** The fields of a knowledge text that its writer sets beside the text. */
export const citedFields: {
  title: v.ExactOptionalSchema<v.GenericSchema<string>, undefined>;
  source: v.ExactOptionalSchema<v.GenericSchema<string>, undefined>;
  tags: v.ExactOptionalSchema<v.GenericSchema<string[]>, undefined>;
} = {
  title: v.exactOptional(textSchema("The title.")),
  source: v.exactOptional(textSchema("The page that the text comes from: an http or https URL.")),
  tags: v.exactOptional(v.array(v.string())),
};

/** A text of the knowledge base. */
export const knowledgeTextSchema: v.GenericSchema<KnowledgeText> = schemaOf<KnowledgeText>()(
  v.strictObject({
    id: textId,
    text: v.string(),
    ...citedFields,
    createdAt: instant,
    updatedAt: v.exactOptional(instant),
  }),
);

/** A page of the knowledge base. */
export const knowledgeTextsSchema: v.GenericSchema<KnowledgeTexts> = schemaOf<KnowledgeTexts>()(
  v.strictObject({ texts: v.array(knowledgeTextSchema), nextCursor: nextCursorSchema }),
);

/** A page of found knowledge texts. */
export const knowledgeResultsSchema: v.GenericSchema<KnowledgeResults> = schemaOf<KnowledgeResults>()(
  v.strictObject({
    results: v.array(
      v.strictObject({ id: textId, ...citedFields, createdAt: instant, score, share, ...excerpts }),
    ),
    nextCursor: nextCursorSchema,
    ...notices,
  }),
);
