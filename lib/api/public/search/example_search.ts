import type {
  KnowledgeResults,
  KnowledgeTexts,
  RelatedPosts,
  SearchContext,
  SearchResult,
  SearchResults,
  SearchSuggestions,
} from "../../representations/search_schema.ts";
import { exampleItem } from "../posts/example_post.ts";

const { slug, name, url, inLanguage, updatedAt } = exampleItem;
const text = "We are open from nine to five.";
const heading = "When are you open?";
const fragment = "when";
const source = { slug, name, url: `${url}#${fragment}`, heading, fragment, inLanguage };
const excerpt = { text, highlights: [{ start: 7, end: 11 }] };
const excerpts = { snippet: excerpt, passage: excerpt };

const result: SearchResult = {
  type: "faq",
  ...source,
  score: 4.2105,
  share: 1,
  ...excerpts,
};
const id = "3k7xqp2vwm5ctahr";
const createdAt = "2026-05-01T12:30:00.000Z";

/** Search results in the documentation. */
export const exampleResults: SearchResults = { results: [result], nextCursor: null };

/** Suggestions in the documentation. */
export const exampleSuggestions: SearchSuggestions = {
  suggestions: [{ type: "faq", text: heading, slug, url: source.url }],
};

/** Related posts in the documentation. */
export const exampleRelated: RelatedPosts = { related: [{ slug, name, url, inLanguage, score: 1.0512 }] };

/** A context in the documentation. */
export const exampleContext: SearchContext = {
  passages: [{ type: "faq", ...source, score: 2.1053, headings: [heading], updatedAt, text, tokens: 41 }],
  tokens: 41,
};

/** A context with a knowledge text in the documentation. */
export const exampleKnowledgeContext: SearchContext = {
  passages: [
    {
      type: "knowledge",
      id,
      name: "Parking",
      url: "https://acme.example/handbook/parking",
      tags: ["arrival"],
      score: 1.3021,
      updatedAt: createdAt,
      text: "Park behind the house.",
      tokens: 31,
    },
  ],
  tokens: 31,
};

/** A context without passages in the documentation. */
export const exampleEmptyContext: SearchContext = {
  passages: [],
  tokens: 0,
  noGoodMatch: true,
  reason: 'No text has "bluetooth" or "printer": the best has 18% of the query, and a good match has 45%.',
};

/** A context as Markdown in the documentation. */
export const exampleMarkdownContext: string = `> ${text}\n\nSource: [${name}: ${heading}](${source.url}), updated ${updatedAt.slice(0, 10)}\n`;

/** Knowledge texts in the documentation. */
export const exampleTexts: KnowledgeTexts = { texts: [{ id, text, createdAt }], nextCursor: null };

/** Found knowledge texts in the documentation. */
export const exampleFoundTexts: KnowledgeResults = {
  results: [{ id, createdAt, score: 1.3021, share: 1, ...excerpts }],
  nextCursor: null,
};
