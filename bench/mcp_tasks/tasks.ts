import type { McpTask } from "./mcp_task.ts";

/** Returns a task that one call answers. */
function task(request: string, tool: string, given: Record<string, unknown>, ...facts: string[]): McpTask {
  return { request, calls: [{ tool, given }], facts };
}

/** Returns a task whose document is found by a search, and then read. */
function lookUp(request: string, query: string, ...facts: string[]): McpTask {
  const calls = [
    { tool: "search", given: { query } },
    { tool: "fetch", given: { id: "$results.0.id" } },
  ];
  return { request, calls, facts };
}

/** Tasks with the posts of `examples/content`, in four languages. The texts are those of the posts. */
export const mcpTasks: readonly McpTask[] = [
  // Questions, which passages answer.
  task("What happens when I reach the daily limit?", "get_context", { query: "daily limit reached" }, "429"),
  task(
    "How do I replace a key without an outage?",
    "get_context",
    { query: "replace a key without an outage" },
    "Let the two overlap",
  ),
  task(
    "Does a 304 count against the quota?",
    "get_context",
    { query: "does a 304 count against the quota" },
    "every request with a genuine key counts",
  ),
  task(
    "How long may a text of the knowledge base be?",
    "get_context",
    { query: "how long may a text be" },
    "100,000 characters",
  ),
  task(
    "Can one key work for several organizations?",
    "get_context",
    { query: "one key several organizations" },
    "Create a key for each organization",
  ),
  task("Why is there no page number?", "get_context", { query: "why no page number" }, "Because lists move"),
  task("What does a store that is down answer?", "get_context", { query: "store is down" }, "503"),
  task("Should I write de or de-DE?", "get_context", { query: "de or de-DE" }, "Write the long form"),
  task(
    "Which errors are worth a retry?",
    "get_context",
    { query: "errors worth a retry" },
    "after midnight UTC",
  ),
  task("Does an h4 count as a question?", "get_context", { query: "does an h4 count" }, "level four"),
  task(
    "Wie viele Anfragen sind am Tag erlaubt? Answer the question.",
    "get_context",
    { query: "Anfragen am Tag erlaubt", language: "de" },
    "2.000",
  ),
  task(
    "1日に何回までリクエストできますか？",
    "get_context",
    { query: "1日に何回までリクエスト", language: "ja" },
    "2,000回",
  ),
  task(
    "كم طلبًا يُسمح لي به في اليوم؟",
    "get_context",
    { query: "كم طلبًا في اليوم", language: "ar" },
    "ألفا طلب",
  ),
  task(
    "What is the date of the root entry in a sitemap, within 300 tokens?",
    "get_context",
    { query: "root entry date sitemap", maxTokens: 300 },
    "latest valid timestamp",
  ),
  // Searches, which choose among posts.
  task(
    "Find the posts about idempotency keys",
    "search",
    { query: "idempotency key" },
    "adding-text-to-the-knowledge-base",
  ),
  task(
    "Search the German posts for Schlüssel",
    "search",
    { query: "Schlüssel", language: "de-DE" },
    "faq-de",
  ),
  task(
    "Find the best post on speakable selectors, with its url",
    "search",
    { query: "speakable selectors" },
    "https://postern.example/blog/speakable-selectors",
  ),
  task(
    "Search only the questions for sitemap",
    "search",
    { query: "sitemap", in: "faq" },
    "Why should my own host serve the sitemap?",
  ),
  task(
    "Find posts of the section Reference about errors",
    "search",
    { query: "errors", section: "Reference" },
    "errors-as-problem-details",
  ),
  task(
    "Find posts with the words lastmod but not tagged faq",
    "search",
    { query: "lastmod", notTag: "faq" },
    "sitemaps-and-lastmod",
  ),
  task(
    "Find the post with the exact phrase weak scope is refused",
    "search",
    { query: '"scope is too weak"' },
    "choosing-a-store",
  ),
  // Searches whose result is read.
  lookUp("Find the glossary and read its whole text", "glossary", "word count"),
  lookUp("Find how the workshop for a static site ends, and read it", "workshop static site", "Step 5"),
  lookUp("Search for the release notes and read the result", "release notes 0.1", "Three ways to use it"),
  lookUp(
    "Find the routine for a post that is archived, and read the text",
    "archived post",
    "It leaves the list and the sitemaps",
  ),
  // Posts that the person names.
  task("Read the post faq", "get_post", { slug: "faq" }, "Do I need an API key to read posts?"),
  task(
    "Read the section Revocation of the post api-keys-from-creation-to-revocation",
    "get_post",
    { slug: "api-keys-from-creation-to-revocation", section: "Revocation" },
    "There is no grace period",
  ),
  task(
    "Read the section Sorting of the post paging-sorting-and-filters as Markdown",
    "get_post",
    { slug: "paging-sorting-and-filters", section: "Sorting" },
    "You can sort by five fields",
  ),
  task(
    "Read the beginning of the post glossary as Markdown, 200 tokens",
    "get_post",
    { slug: "glossary", maxTokens: 200 },
    '"truncated":true',
  ),
  task(
    "Read the status codes section of the post errors-as-problem-details",
    "get_post",
    { slug: "errors-as-problem-details", section: "The status codes" },
    "WWW-Authenticate: ApiKey",
  ),
  task(
    "Read the section with the code of the post hooks-for-the-host",
    "get_post",
    { slug: "hooks-for-the-host" },
    "post-not-found",
  ),
  // Lists.
  task("List the newest posts", "list_posts", { limit: 3 }, "release-notes-0-1"),
  task(
    "List the posts with the tag caching",
    "list_posts",
    { tag: "caching" },
    "conditional-requests-and-caching",
  ),
  task(
    "List the posts of the author Oliver Pembroke",
    "list_posts",
    { author: "Oliver Pembroke" },
    "speakable-selectors",
  ),
  task("List the posts in Japanese", "list_posts", { language: "ja" }, "faq-ja"),
  task(
    "List the posts by name, from A to Z",
    "list_posts",
    { sort: "name", limit: 1 },
    "adding-text-to-the-knowledge-base",
  ),
  task(
    "List the posts of the section Engineering",
    "list_posts",
    { section: "Engineering" },
    "choosing-a-store",
    "word-counts-without-spaces",
  ),
  {
    request: "List all posts, page by page: which are on the second page?",
    calls: [
      { tool: "list_posts", given: {} },
      { tool: "list_posts", given: { cursor: "$nextCursor" } },
    ],
    facts: ['"slug":'],
  },
  task(
    "List the questions and answers of the posts with the tag quota",
    "get_faq",
    { tag: "quota" },
    "Does rotating a key reset the count?",
  ),
  // The knowledge base.
  {
    request: "Search the knowledge base for the parking of the office",
    calls: [{ tool: "search_knowledge", given: { query: "parking office" } }],
    facts: ["behind the old mill"],
    hasKey: true,
  },
];
