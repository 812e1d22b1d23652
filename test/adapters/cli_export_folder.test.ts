import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PostInput, type PublicApi } from "../../lib/mod.ts";
import { fsDriver } from "../../storage-drivers/fs.ts";
import { failure, run, workInScratchDirectory } from "./run_command.ts";

workInScratchDirectory();

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
const posts: readonly [slug: string, ending: string, input: Partial<PostInput>][] = [
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
async function withStore<Result>(path: string, act: (api: PublicApi) => Promise<Result>): Promise<Result> {
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

/** Returns the public answers of a store, without the time of the last change by the server's clock. */
async function answersOf(path: string): Promise<string[]> {
  return withStore(path, async (api) => {
    const paths = [
      ...posts.map(([slug]) => `/post/acme/${encodeURIComponent(slug)}`),
      "/post/acme?limit=50",
      "/post/acme/sitemap",
      "/post/acme/earlier",
    ];
    const answers: string[] = [];
    for (const at of paths) {
      const response = await api.fetch(new Request(`http://localhost/api/public/v1${at}`));
      const text = (await response.text()).replace(/"changedAt":"[^"]*",?/g, "");
      answers.push(`${response.status} ${response.headers.get("location") ?? ""} ${text}`);
    }
    return answers;
  });
}

describe("postern export --format markdown", () => {
  beforeAll(async () => {
    await withStore("data", async (api) => {
      await api.organizations.create({
        slug: "acme",
        name: "Acme",
        siteUrl: "https://acme.example",
        postFields: fields,
      });
      await api.posts.create("acme", { name: "Deleted", slug: "deleted" });
      await api.posts.delete({ organizationSlug: "acme", slug: "deleted" });
      for (const [slug, , input] of posts) await api.posts.create("acme", { name, slug, ...input });
      await api.posts.create("acme", { name: "Renamed", slug: "earlier" });
      await api.posts.update({ organizationSlug: "acme", slug: "earlier" }, { slug: "renamed" });
      await api.knowledgeBase.add("acme", { text: "Closed on Monday" });
    });
  });

  it("writes a folder that brings back equal public answers", async () => {
    const ran = await run("export --storage fs:data --org acme --format markdown --out folder");
    const notKept = "markdown (1), markdownDialect (1), aliases (1), history (1)";
    const behind = `; left behind: logged events (${posts.length + 2})`;
    const left = `5 other records to folder; not kept: ${notKept}${behind}`;
    expect([ran.code, ran.out]).toEqual([0, `Exported ${posts.length + 1} posts and ${left}\n`]);
    await run("import folder/records.ndjson --storage fs:copy");
    const imported = await run("post import folder/posts --org acme --storage fs:copy");
    expect(imported.code).toBe(0);
    expect(imported.out.split("\n").map((line) => line.split(",", 1)[0])).toEqual([
      `imported ${posts.length + 1}`,
      "noted no-text: 2",
      "noted template-tag: 1",
      "1 heading looks like a question",
      "",
    ]);
    const [before, after] = [await answersOf("data"), await answersOf("copy")];
    for (const [at, answer] of before.entries()) expect(after[at]).toBe(answer);
    expect(before.filter((answer) => answer.startsWith("200")).length).toBeGreaterThan(posts.length - 4);
    const statuses = await withStore("copy", async (api) =>
      Promise.all(
        posts.map(async ([slug]) => (await api.posts.get({ organizationSlug: "acme", slug }))?.status),
      ),
    );
    expect(statuses).toEqual(posts.map(([, , { status = "published" }]) => status));
  });

  it("writes Markdown where renderers keep the HTML, and names that differ without capitals", () => {
    const names = readdirSync("folder/posts");
    expect(new Set(names.map((one) => one.toLowerCase())).size).toBe(posts.length + 1);
    for (const one of names) expect(Buffer.byteLength(one)).toBeLessThan(256);
    const endings = Object.fromEntries(
      names.map((one) => [one.slice(0, one.lastIndexOf(".")), one.slice(one.lastIndexOf(".") + 1)]),
    );
    const plain = posts.filter(([slug]) => slug in endings);
    expect(plain.length).toBeGreaterThan(15);
    expect(plain.map(([slug]) => [slug, endings[slug]])).toEqual(
      plain.map(([slug, ending]) => [slug, ending]),
    );
    expect(names).not.toContain("readme.md");
  });

  it("redirects the earlier addresses", () => {
    expect(readFileSync("folder/_redirects", "utf8")).toBe(
      "/2016/old/ https://acme.example/blog/addresses 301\n/blog/earlier https://acme.example/blog/renamed 301\n",
    );
  });

  it.each([
    ["--org acme --out folder", "The folder folder has files. Name another folder with --out"],
    ["--out other", "--format markdown writes one organization. Name it with --org"],
    ["--org acme", "--format markdown writes a folder. Name it with --out"],
  ])("refuses %s", async (flags, message) => {
    expect(await run(`export --storage fs:data --format markdown ${flags}`)).toEqual(failure(message));
  });
});
