import type * as v from "valibot";
import type { ApiDescription } from "../../http/openapi/mod.ts";
import type { ApiOptions } from "../api_options.ts";
import { eventListSchema, eventSchema } from "../representations/event_schema.ts";
import * as faq from "../representations/faq_schema.ts";
import * as feeds from "../representations/json_feed_schema.ts";
import { knowledgeReceiptSchema } from "../representations/knowledge_schema.ts";
import { publicOrganizationSchema } from "../representations/organization_schema.ts";
import * as posts from "../representations/post_schema.ts";
import { invalidFieldSchema, problemSchema } from "../../http/mod.ts";
import * as redirects from "../representations/redirect_schema.ts";
import * as search from "../representations/search_schema.ts";
import * as sitemaps from "../representations/sitemap_schema.ts";
import * as tallies from "../representations/tally_schema.ts";
import { articleSchema, faqPageSchema } from "../representations/structured_data_schema.ts";
import { describeAddKnowledge } from "../public/knowledge_base/describe_add_knowledge.ts";
import {
  describeDeleteKnowledge,
  describeGetKnowledge,
  describePutKnowledge,
} from "../public/knowledge_base/describe_knowledge_text.ts";
import {
  describeDocs,
  describeOpenApi,
  describeProblemDocs,
} from "../documentation/describe_documentation.ts";
import { describeGetEvents } from "../public/events/describe_get_events.ts";
import { describeListFaq } from "../public/faq/describe_list_faq.ts";
import {
  describeAtom,
  describeJsonFeed,
  describeLlmsFullTxt,
  describeLlmsTxt,
  describeRss,
} from "../public/feeds/describe_feeds.ts";
import { describeGetMedia } from "../public/media/describe_get_media.ts";
import { describeGetOrganization } from "../public/organizations/describe_get_organization.ts";
import { describeGetSchema } from "../public/organizations/describe_get_schema.ts";
import { describeGetPost } from "../public/posts/describe_get_post.ts";
import { describeListPosts } from "../public/posts/describe_list_posts.ts";
import { problemExamples } from "./problem_responses.ts";
import { responseHeaders } from "./response_headers.ts";
import { describeListRedirects } from "../public/redirects/describe_list_redirects.ts";
import { describeListAuthors, describeListTags } from "../public/statistics/describe_tallies.ts";
import {
  describeContext,
  describeListKnowledge,
  describeRelated,
  describeSearch,
  describeSearchKnowledge,
  describeSuggest,
} from "../public/search/describe_search.ts";
import { describeOrganizationSitemap, describePostSitemap } from "../public/sitemaps/describe_sitemaps.ts";
import { publicApiAddress } from "../../base/api_address.ts";

/** The endpoints in the order of the specification, then the other endpoints. */
const endpoints = [
  describeListPosts,
  describeGetPost,
  describeListFaq,
  describeGetOrganization,
  describeGetSchema,
  describeGetMedia,
  describeListTags,
  describeListAuthors,
  describeListRedirects,
  describePostSitemap,
  describeOrganizationSitemap,
  describeAddKnowledge,
  describeListKnowledge,
  describeSearchKnowledge,
  describeGetKnowledge,
  describePutKnowledge,
  describeDeleteKnowledge,
  describeSearch,
  describeSuggest,
  describeContext,
  describeRelated,
  describeGetEvents,
  describeRss,
  describeAtom,
  describeJsonFeed,
  describeLlmsTxt,
  describeLlmsFullTxt,
  describeOpenApi,
  describeDocs,
  describeProblemDocs,
];

/** Named schemas of the document. */
const schemas: Readonly<Record<string, v.GenericSchema>> = {
  PostList: posts.postListSchema,
  PostItem: posts.postItemSchema,
  Post: posts.singlePostSchema,
  SelectedPostList: posts.selectedListSchema,
  SelectedPostItem: posts.selectedItemSchema,
  SelectedPost: posts.selectedPostSchema,
  FaqList: faq.faqListSchema,
  FaqItem: faq.faqItemSchema,
  OrganizationFaqPage: faq.organizationFaqPageSchema,
  Organization: publicOrganizationSchema,
  TagList: tallies.tagListSchema,
  AuthorList: tallies.authorListSchema,
  PostTally: tallies.postTallySchema,
  RedirectList: redirects.redirectListSchema,
  Redirect: redirects.redirectSchema,
  FaqEntry: posts.faqEntrySchema,
  Article: articleSchema,
  FaqPage: faqPageSchema,
  SitemapUrls: sitemaps.sitemapUrlsSchema,
  SitemapUrl: sitemaps.sitemapUrlSchema,
  SitemapAlternate: sitemaps.sitemapAlternateSchema,
  SitemapPages: sitemaps.sitemapPagesSchema,
  JsonFeed: feeds.jsonFeedSchema,
  JsonFeedItem: feeds.jsonFeedItemSchema,
  JsonFeedAuthor: feeds.jsonFeedAuthorSchema,
  SearchResults: search.searchResultsSchema,
  SearchResult: search.searchResultSchema,
  SearchSuggestions: search.searchSuggestionsSchema,
  SearchContext: search.searchContextSchema,
  RelatedPosts: search.relatedPostsSchema,
  KnowledgeTexts: search.knowledgeTextsSchema,
  KnowledgeResults: search.knowledgeResultsSchema,
  KnowledgeText: search.knowledgeTextSchema,
  KnowledgeReceipt: knowledgeReceiptSchema,
  EventList: eventListSchema,
  Event: eventSchema,
  Problem: problemSchema,
  InvalidField: invalidFieldSchema,
};

/** Describes the API for the given options. */
export function describeApi(options: ApiOptions): ApiDescription {
  const { basePath, rateLimit, readAccess } = options;
  return {
    title: "Public Content API",
    summary: "Posts with FAQ entries and structured data, sitemaps, feeds, and a knowledge base.",
    description: `Publishes the posts of organizations. Bodies are JSON in UTF-8; errors are problem details (RFC 9457).

Send the API key in the header \`x-api-key\`. ${readAccess === "key" ? "Reading posts needs a key." : "Reading needs no key."} Every sent key is verified and counted. It allows ${rateLimit.perDay} requests per UTC day, unless its organization has a different limit.

\`HEAD\` works on every path with \`GET\`. \`OPTIONS\` returns the methods of a path. Any other method returns 405 with \`Allow\`.

Some responses have several media types, of which \`Accept\` selects one; without it, the first one is sent. Types that are generated from this document are unions of them. Name the media type to get one type, such as \`createClient<paths, "application/json" | "application/problem+json">\` of openapi-fetch.`,
    version: "1.0.0",
    server: publicApiAddress({ basePath }),
    tags: [
      { name: "Posts", description: "The published posts of an organization." },
      { name: "Organizations", description: "The publisher of the posts." },
      { name: "Media", description: "Files of an organization, such as pictures." },
      { name: "Sitemaps", description: "For crawlers." },
      {
        name: "Knowledge base",
        description: "Texts that callers add, and that keys with `knowledge:read` read.",
      },
      { name: "Search", description: "Posts and FAQ entries by their words." },
      { name: "Events", description: "The changes of an organization." },
      { name: "Feeds", description: "The newest posts, for feed readers and language models." },
      { name: "Documentation", description: "The description of the API." },
    ],
    keyHeader: {
      name: "x-api-key",
      description:
        "Generate a key in the dashboard under Settings, API Keys. It works for one organization, and its value is shown only once.",
    },
    schemas,
    headers: responseHeaders,
    examples: problemExamples(basePath),
    operations: endpoints.map((describe) => describe(options)),
  };
}
