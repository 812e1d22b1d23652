import { describe } from "vitest";
import { describeChanges } from "./api/changes.ts";
import { describeCaching } from "./api/caching.ts";
import { describeClockJumps } from "./api/clock_jumps.ts";
import { describeCustomFilters } from "./api/custom_filters.ts";
import { describeCors } from "./api/cors.ts";
import { describeFaqSettings } from "./api/faq_settings.ts";
import { describeCustomValues } from "./api/custom_values.ts";
import { describeFailures } from "./api/failures.ts";
import { describeFields } from "./api/fields.ts";
import { describeFeeds } from "./api/feeds.ts";
import { describeHostContent } from "./api/host_content.ts";
import { describeKeys } from "./api/keys.ts";
import { describeKnowledgeBase } from "./api/knowledge_base.ts";
import { describeKnowledgeText } from "./api/knowledge_text.ts";
import { describeLifecycle } from "./api/lifecycle.ts";
import { describeList } from "./api/list.ts";
import { describeMarkdown } from "./api/markdown.ts";
import { describeMethods } from "./api/methods.ts";
import { describePaidContent } from "./api/paid_content.ts";
import { describePaths } from "./api/paths.ts";
import { describePosts } from "./api/posts.ts";
import { describeQuota } from "./api/quota.ts";
import { describeReadAccess } from "./api/read_access.ts";
import { describePreviews } from "./api/previews.ts";
import { describeRedirects } from "./api/redirects.ts";
import { describeSearch } from "./api/search.ts";
import { describeSitemaps } from "./api/sitemaps.ts";
import { describeSockets } from "./api/sockets.ts";
import { describeFaq } from "./api/answers/faq.ts";
import { describeHead } from "./api/answers/head.ts";
import { describeLlmsFull } from "./api/answers/llms_full.ts";
import { describeOrganization } from "./api/answers/organization.ts";
import { describeTallies } from "./api/answers/tallies.ts";
import { describeVisibility } from "./api/answers/visibility.ts";
import { describeTranslations } from "./api/translations.ts";
import { describeUnknownParameters } from "./api/unknown_parameters.ts";
import type { OpenStorage, SuiteSize } from "./api/world.ts";

/** The suites of the API by topic. */
const topics: Readonly<Record<string, (openStorage: OpenStorage, size: SuiteSize) => void>> = {
  posts: describePosts,
  lifecycle: describeLifecycle,
  list: describeList,
  "filters by fields": describeCustomFilters,
  "the time of a change": describeChanges,
  fields: describeFields,
  "values of an organization's fields": describeCustomValues,
  "unknown query parameters": describeUnknownParameters,
  "preview links": describePreviews,
  "tags, authors and totals": describeTallies,
  "the public organization": describeOrganization,
  "the questions of all posts": describeFaq,
  "llms-full.txt": describeLlmsFull,
  "the head of a post's page": describeHead,
  redirects: describeRedirects,
  search: describeSearch,
  sitemaps: describeSitemaps,
  "references to posts": describeTranslations,
  feeds: describeFeeds,
  "a post as Markdown": describeMarkdown,
  "a host's own posts": describeHostContent,
  keys: describeKeys,
  quota: describeQuota,
  "read access": describeReadAccess,
  "paid content": describePaidContent,
  "FAQ settings of an organization": describeFaqSettings,
  methods: describeMethods,
  caching: describeCaching,
  "a clock that jumps": describeClockJumps,
  CORS: describeCors,
  paths: describePaths,
  "knowledge base": describeKnowledgeBase,
  "a text by its id": describeKnowledgeText,
  failures: describeFailures,
  "over a socket": describeSockets,
};

/**
 * The public API as tests. A storage's test is one call.
 *
 * @param name how the storage is called in the report
 * @param openStorage opens an empty storage that tells the time by the given clock
 * @param size leaves out the tests that write thousands of records, for a slow storage
 */
export function describeApi(name: string, openStorage: OpenStorage, size: SuiteSize = "full"): void {
  describe(`API over ${name}`, () => {
    describe.each(Object.entries(topics))("%s", (_topic, define) => {
      define(openStorage, size);
    });
    describeVisibility(openStorage);
  });
}
