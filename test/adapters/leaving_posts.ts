import { createPublicApi, type PostInput, type PublicApi } from "../../lib/mod.ts";
import { fsDriver } from "../../storage-drivers/fs.ts";

/** Fields of the organization, one of each type that an export could lose. */
const fields = [
  { name: "rating", type: "number" },
  { name: "isNew", type: "boolean" },
  { name: "released", type: "date" },
  { name: "shops", type: "list" },
  { name: "page", type: "url" },
  { name: "details", type: "json" },
  { name: "sibling", type: "reference" },
] as const;

const html = "<h2>Why?</h2>\n<p>Because.</p>";
const name = "A post";

/** Posts whose form an export could lose, with the ending of their file. */
export const posts: readonly [slug: string, ending: string, input: Partial<PostInput>][] = [
  ["plain", "md", { html }],
  ["blank-lines", "html", { html: `${html}\n\n<pre>a\n\n  b</pre>` }],
  ["inline", "html", { html: "Hello <b>you</b>" }],
  [
    "markdown",
    "md",
    { html: "<h2>Why?</h2>\n<p>Because.</p>\n", markdown: "## Why?\n\nBecause.", markdownDialect: "editor" },
  ],
  ["own-html", "html", { html, markdown: "other", markdownDialect: "editor" }],
  ["templates", "md", { html: "<p>{{ site.title }} {% raw %} {{< ref >}}</p>" }],
  ["empty", "md", { html: "" }],
  [
    "dashes",
    "md",
    { html: "<p>---</p>\n<p>+++</p>", description: "---\ntitle: x\n---", name: "--- : # 'x' \"y\"" },
  ],
  ["draft", "md", { html, status: "draft" }],
  ["archived", "md", { html, status: "archived" }],
  ["scheduled", "md", { html, status: "scheduled", publishedAt: "2099-01-02T03:04:05.000Z" }],
  ["paid", "md", { html, isAccessibleForFree: false }],
  [
    "yes",
    "md",
    { html, name: "yes", tags: ["no", "2020", "1.10", "a, b"], author: "null", description: "true" },
  ],
  ["numbers-12", "md", { html, name: "12" }],
  ["authors", "md", { html, authors: ["Ada", "Bo"], image: "https://acme.example/a.png" }],
  [
    "addresses",
    "md",
    { html, aliases: ["/2016/old/", "https://old.example/x?y=1"], canonicalUrl: "https://other.example/" },
  ],
  ["language", "md", { html, inLanguage: "pt-BR", articleSection: "Guia" }],
  [
    "times",
    "md",
    {
      html,
      publishedAt: "2020-01-02T03:04:05.678Z",
      createdAt: "2019-01-01T00:00:00.000Z",
      updatedAt: "2021-01-01T00:00:00.000Z",
    },
  ],
  [
    "translated",
    "md",
    { html, translations: { en: "translated", de: "plain", "x-default": "https://other.example/" } },
  ],
  [
    "custom",
    "md",
    {
      html,
      custom: {
        rating: 4.5,
        isNew: false,
        released: "2020-02-29",
        shops: ["a", "b, c"],
        page: "https://acme.example/",
        details: { a: [1, null, "2020-01-01"] },
        sibling: "plain",
      },
    },
  ],
  ["questions", "md", { html, faqSkip: ["Ready *", ".no-faq", "Why?"] }],
  [
    "marks",
    "md",
    {
      html: "<p>a ]]&gt; b ]]> [gallery] <!--more--> __GHOST_URL__</p>",
      name: "Fish & <chips> ]]>",
      tags: ["C", "C++", "#c", "R&D <x>"],
      author: "O'Neil & Söhne <x>",
      articleSection: "C",
    },
  ],
  [
    "pictures",
    "md",
    {
      html: '<p><img src="https://acme.example/b.png" alt="B"><a href="https://acme.example/c.pdf">C</a></p>',
      image: "https://acme.example/b.png",
      tags: ["C"],
    },
  ],
  ["index", "md", { html }],
  ["readme", "md", { html }],
  ["2020-01-31-dated", "md", { html }],
  ["name.fr", "md", { html }],
  ["Capital", "md", { html }],
  ["capital", "md", { html }],
  ["über-日本語", "md", { html }],
  ["x".repeat(200), "md", { html }],
];

/** Opens the store in a folder for an action. */
export async function withStore<Result>(
  path: string,
  act: (api: PublicApi) => Promise<Result>,
): Promise<Result> {
  const storage = fsDriver({ path, durability: "process-crash" });
  try {
    const api = createPublicApi({ storage });
    const result = await act(api);
    await api.events.settle();
    return result;
  } finally {
    await storage.dispose?.();
  }
}

/** Creates the organization of the posts. */
export async function createOrganization(api: PublicApi): Promise<void> {
  await api.organizations.create({
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    postFields: fields,
  });
}

/** Creates the organization and its posts, a renamed post and a knowledge text. */
export async function fill(api: PublicApi): Promise<void> {
  await createOrganization(api);
  await api.posts.create("acme", { name: "Deleted", slug: "deleted" });
  await api.posts.delete({ organizationSlug: "acme", slug: "deleted" });
  for (const [slug, , input] of posts) await api.posts.create("acme", { name, slug, ...input });
  await api.posts.create("acme", { name: "Renamed", slug: "earlier" });
  await api.posts.update({ organizationSlug: "acme", slug: "earlier" }, { slug: "renamed" });
  await api.knowledgeBase.add("acme", { text: "Closed on Monday" });
}
