import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { schemaOf } from "../../http/mod.ts";
import { instantSchema as instant } from "../../base/fields/instant_schema.ts";
import { nextCursorSchema } from "./post_schema.ts";

/** A passage of a search result. */
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
  passage: SearchPassage;
}

/** Parts of a query that the results do not reflect. */
export interface SearchNotices {
  /** Excluded words and phrases, as typed. Absent if the query excludes nothing. */
  excluded?: string[];
  /** True if the query was too much work, so that parts of it were left out. Absent otherwise. */
  approximate?: true;
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
export interface ContextPassage extends Omit<SearchResult, "passage"> {
  text: string;
  tokens: number;
}

/** The best passages for a question within a number of tokens. */
export interface SearchContext extends SearchNotices {
  passages: ContextPassage[];
  tokens: number;
}

/** A text of the knowledge base. */
export interface KnowledgeText {
  id: string;
  text: string;
  createdAt: string;
}

/** A page of the knowledge base. */
export interface KnowledgeTexts {
  texts: KnowledgeText[];
  nextCursor: string | null;
}

/** A knowledge text that a search has found. */
export interface KnowledgeResult {
  id: string;
  createdAt: string;
  score: number;
  passage: SearchPassage;
}

/** A page of found knowledge texts. */
export interface KnowledgeResults extends SearchNotices {
  results: KnowledgeResult[];
  nextCursor: string | null;
}

const unit = v.pipe(v.number(), v.integer(), v.minValue(0));

const passage = v.strictObject({
  text: textSchema("The passage that fits the query best, as plain text."),
  highlights: v.pipe(
    v.array(v.strictObject({ start: unit, end: unit })),
    v.description("The words that were found, in UTF-16 units of `text`. `end` is the unit after the word."),
  ),
});

const score = v.pipe(
  v.number(),
  v.description("Orders the results of one query. Scores of different queries cannot be compared."),
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
      v.description("The words and phrases that the query excludes, as typed. A page can offer to search for them."),
    ),
  ),
  approximate: v.exactOptional(
    v.pipe(
      v.literal(true),
      v.description("The query was too much work. Words with typos, then common words were left out."),
    ),
  ),
};

export const searchResultSchema: v.GenericSchema<SearchResult> = schemaOf<SearchResult>()(
  v.strictObject({ ...source, passage }),
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

/** The best passages for a question. */
export const searchContextSchema: v.GenericSchema<SearchContext> = schemaOf<SearchContext>()(
  v.strictObject({
    passages: v.array(v.strictObject({ ...source, text: v.string(), tokens })),
    tokens,
    ...notices,
  }),
);

const textId = textSchema("Identifies the text.");

/** A page of the knowledge base. */
export const knowledgeTextsSchema: v.GenericSchema<KnowledgeTexts> = schemaOf<KnowledgeTexts>()(
  v.strictObject({
    texts: v.array(v.strictObject({ id: textId, text: v.string(), createdAt: instant })),
    nextCursor: nextCursorSchema,
  }),
);

/** A page of found knowledge texts. */
export const knowledgeResultsSchema: v.GenericSchema<KnowledgeResults> = schemaOf<KnowledgeResults>()(
  v.strictObject({
    results: v.array(v.strictObject({ id: textId, createdAt: instant, score, passage })),
    nextCursor: nextCursorSchema,
    ...notices,
  }),
);
