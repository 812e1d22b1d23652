import { describe, expect, it } from "vitest";
import type { CustomField } from "../../lib/content/mod.ts";
import { type ImportItem, markdownToPost, readMarkdown, readWordPress } from "../../lib/import/mod.ts";
import { allOf } from "../async_items.ts";
import { importItems, newApi, postOf, siteUrl, sourceOf } from "./_import.ts";

const postFields: readonly CustomField[] = [
  { name: "kicker", type: "text" },
  { name: "notes", type: "markdown" },
  { name: "rating", type: "number", earlierNames: ["score"] },
  { name: "isSponsored", type: "boolean" },
  { name: "eventDay", type: "date" },
  { name: "eventStart", type: "dateTime" },
  { name: "shop", type: "url" },
  { name: "level", type: "choice", choices: ["easy", "hard"] },
  { name: "materials", type: "list" },
  { name: "next", type: "reference" },
  { name: "recipe", type: "json" },
];

/** Returns the values that the front matter of a post has. */
function customOf(frontMatter: string, fence = "---"): unknown {
  return markdownToPost(`${fence}\ntitle: A\n${frontMatter}\n${fence}\ntext`, "a", { postFields }).custom;
}

function read(frontMatter: string, file = "a.md"): ImportItem[] {
  const text = `---\ntitle: A\n${frontMatter}\n---\ntext`;
  return [...readMarkdown(text, file, { path: file, siteUrl, now: 0, postFields })];
}

describe("an organization's fields in front matter", () => {
  it.each<[frontMatter: string, custom: object]>([
    ["kicker: ' Two lines '", { kicker: "Two lines" }],
    ["kicker: 2026", { kicker: "2026" }],
    ["notes: |\n  **One**\n\n  Two", { notes: "**One**\n\nTwo" }],
    ["rating: 4.5", { rating: 4.5 }],
    ["rating: '-4.5e1'", { rating: -45 }],
    ["isSponsored: yes", { isSponsored: true }],
    ["isSponsored: 'off'", { isSponsored: false }],
    ["eventDay: 2026-11-26", { eventDay: "2026-11-26" }],
    ["eventDay: 2026-11-26T23:30:00-05:00", { eventDay: "2026-11-26" }],
    ["eventDay: Nov 26 2026", { eventDay: "2026-11-26" }],
    ["eventStart: 2026-11-26 9:00:00 -4", { eventStart: "2026-11-26T13:00:00.000Z" }],
    ["shop: https://shop.example/1", { shop: "https://shop.example/1" }],
    ["level: easy", { level: "easy" }],
    ["materials: [wood, 7]", { materials: ["wood", "7"] }],
    ["materials: wood, glue", { materials: ["wood", "glue"] }],
    ["next: hello", { next: "hello" }],
    ["next: /blog/2026/hello/", { next: "hello" }],
    ["next: https://acme.example/blog/hello.html", { next: "hello" }],
    ["recipe: { steps: [1, { a: null }] }", { recipe: { steps: [1, { a: null }] } }],
  ])("are read by their types: %s", (frontMatter, custom) => {
    expect(customOf(frontMatter)).toEqual(custom);
  });

  it("are read from TOML with its own dates", () => {
    const toml = "title = 'A'\neventDay = 2026-11-26\neventStart = 2026-11-26T09:00:00Z\nrating = 4";
    const { custom } = markdownToPost(`+++\n${toml}\n+++\ntext`, "a", { postFields });
    expect(custom).toEqual({ eventDay: "2026-11-26", eventStart: "2026-11-26T09:00:00.000Z", rating: 4 });
  });

  it.each<[frontMatter: string, custom: object]>([
    ["Rating: 4", { rating: 4 }],
    ["issponsored: true", { isSponsored: true }],
    ["SCORE: 3", { rating: 3 }],
    ["score: 3\nrating: 4", { rating: 4 }],
    ["custom: { rating: 5 }\nrating: 4", { rating: 5 }],
    ["Custom: { Score: 5 }", { rating: 5 }],
    ["params: { rating: 2 }\nextra: { rating: 1, level: hard }", { rating: 2, level: "hard" }],
  ])("are found by their names and earlier names in any case: %j", (frontMatter, custom) => {
    expect(customOf(frontMatter)).toEqual(custom);
  });

  it.each<[frontMatter: string, custom: unknown]>([
    ["rating: many", { rating: "many" }],
    ["rating: [1]", { rating: [1] }],
    ["isSponsored: perhaps", { isSponsored: "perhaps" }],
    ["eventDay: soon", { eventDay: "soon" }],
    ["custom: { price: 3 }", { price: 3 }],
    ["custom: 5\nrating: 4", 5],
    ["Custom: [rating]", ["rating"]],
  ])("stay unchanged for the validation if they do not fit: %s", (frontMatter, custom) => {
    expect(customOf(frontMatter)).toEqual(custom);
  });

  it.each(["rating:", "rating: ''", "custom:", "custom: ''", "price: 4"])(
    "are left out without a value: %s",
    (text) => {
      expect(customOf(text)).toBeUndefined();
    },
  );

  it("are no values of Object.prototype", () => {
    expect(customOf("__proto__: { rating: 4 }\nconstructor: { rating: 4 }")).toBeUndefined();
  });
});

describe("an import of files", () => {
  it("keeps the values that fit, and names the others", async () => {
    const api = await newApi();
    await api.organizations.update("acme", { postFields });
    const items = read("rating: 4\nlevel: medium\nmaterials: [wood]");
    expect(await importItems(api, items)).toEqual([
      "created a",
      expect.stringMatching(/^note a\.md:1: its field level is left out: it must be easy or hard/),
    ]);
    expect((await postOf(api, "a"))?.custom).toEqual({ rating: 4, materials: ["wood"] });
  });

  it("counts custom and params that are no mappings", async () => {
    const api = await newApi();
    await api.organizations.update("acme", { postFields });
    expect(await importItems(api, read("custom: text\nparams: [1]"))).toEqual([
      "created a",
      "note a.md:1: fields not kept: custom (1), params (1)",
    ]);
  });

  it("changes nothing the second time", async () => {
    const api = await newApi();
    await api.organizations.update("acme", { postFields });
    const items = read("rating: 4\nkicker: One\neventStart: 2026-11-26 9:00\nmaterials: [wood]");
    expect(await importItems(api, items, { source: "files" })).toEqual(["created a"]);
    expect(await importItems(api, items, { source: "files" })).toEqual(["unchanged a"]);
    const next = read("kicker: Two\nmaterials: [wood]");
    expect(await importItems(api, next, { source: "files" })).toEqual(["updated a"]);
    expect((await postOf(api, "a"))?.custom).toEqual({ kicker: "Two", materials: ["wood"] });
  });

  it("skips a post without a required value, and names it", async () => {
    const api = await newApi();
    const required = postFields.map((field) => ({ ...field, isRequired: field.name === "rating" }));
    await api.organizations.update("acme", { postFields: required });
    expect(await importItems(api, [...read("level: easy"), ...read("draft: true", "b.md")])).toEqual([
      expect.stringMatching(/^skipped a\.md:1: custom\/rating is required/),
      "created b",
    ]);
  });

  it("reads them from an upload in the dashboard", async () => {
    const api = await newApi();
    await api.organizations.update("acme", { postFields });
    const { id } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
    const actor = await api.admin.findActor(id, "acme");
    if (actor === null) throw new Error("The owner is no member");
    const file = new File(["---\ntitle: Kite\nrating: 4\nlevel: no\nprice: 3\n---\ntext"], "kite.md");
    const choices = { isCheck: false, asDrafts: false, onConflict: "suffix" } as const;
    await api.admin.imports.start(actor, { file, fileName: "kite.md", ...choices });
    await api.admin.imports.settle();
    expect((await postOf(api, "kite"))?.custom).toEqual({ rating: 4 });
    const { remarks } = (await api.admin.imports.last(actor)) ?? { remarks: [] };
    expect(remarks.map(({ text }) => text)).toEqual([
      "its field level is left out: it must be easy or hard",
      "fields not kept: price (1)",
    ]);
  });

  it("counts the names that no field has", async () => {
    const api = await newApi();
    await api.organizations.update("acme", { postFields });
    const items = [
      ...read("layout: post\nprice: 3\nPrice: 4\ndescription: D\ndraft: false\nrating: 1", "a.md"),
      ...read("price: 3\ncustom: { cost: 1 }\nparams: { cost: 1 }\ntags: [x]\nhidden: false", "b.md"),
      ...read("date: 2026-01-01\nlastmod: 2026-01-02\naliases: [/old]\nempty:", "c.md"),
    ];
    expect(await importItems(api, items, { dryRun: true })).toEqual([
      "created a",
      "created b",
      "created c",
      "note a.md:1: fields not kept: price (2), layout (1), Price (1), custom.cost (1), params.cost (1)",
    ]);
  });

  it("counts at most 1,000 names, and shows the most frequent", async () => {
    const api = await newApi();
    const names = Array.from({ length: 90 }, (_, index) => `name${index}: 1`);
    const files = Array.from({ length: 20 }, (_, file) =>
      read([...names.map((name) => `f${file}${name}`), "price: 1"].join("\n"), `a${file}.md`),
    );
    const lines = await importItems(api, files.flat(), { dryRun: true });
    const note = lines.at(-1) ?? "";
    expect(note).toMatch(/^note a0\.md:1: fields not kept: price \(20\), .* and 990 others$/);
    expect(note.length).toBeLessThan(500);
  });
});

describe("an import of WordPress", () => {
  const meta = (key: string, value: string): string =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
  const exportOf = (...fields: string[]): string =>
    `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>A</title><wp:post_id>1</wp:post_id><wp:post_name>a</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[<p>x</p>]]></content:encoded>${fields.join("")}</item></channel></rss>`;
  const readFields = async (...fields: string[]): Promise<ImportItem[]> =>
    allOf(readWordPress(sourceOf(exportOf(...fields)), { siteUrl, postFields }));

  it("keeps custom fields by their names", async () => {
    const [item, ...others] = await readFields(
      meta("rating", "4.5"),
      meta("_rating", "field_5f"),
      meta("eventDay", "20261126"),
      meta("isSponsored", "1"),
      meta("materials", 'a:2:{i:0;s:4:"wood";i:1;s:4:"glue";}'),
    );
    expect(item).toMatchObject({
      input: {
        custom: { rating: 4.5, eventDay: "2026-11-26", isSponsored: true, materials: ["wood", "glue"] },
      },
    });
    expect(others).toEqual([]);
  });

  it.each([
    ["Yoast SEO", "_yoast_wpseo_title", "_yoast_wpseo_focuskw", "_yoast_wpseo_meta-robots-noindex", "1"],
    [
      "Rank Math",
      "rank_math_title",
      "rank_math_focus_keyword",
      "rank_math_robots",
      'a:1:{i:0;s:7:"noindex";}',
    ],
    ["SEOPress", "_seopress_titles_title", "_seopress_analysis_target_kw", "_seopress_robots_index", "yes"],
  ])("keeps the values of %s, or else counts them", async (_name, title, keyword, robots, noindex) => {
    const fields = [
      meta(title, "All about %%title%% %%sep%% %%sitename%%"),
      meta(keyword, "a key"),
      meta(robots, noindex),
    ];
    const seoFields: CustomField[] = [
      { name: "metaTitle", type: "text" },
      { name: "focusKeyword", type: "text" },
      { name: "noindex", type: "boolean" },
    ];
    const source = sourceOf(exportOf(...fields));
    expect(await allOf(readWordPress(source, { siteUrl, postFields: seoFields }))).toMatchObject([
      { input: { custom: { metaTitle: "All about A", focusKeyword: "a key", noindex: true } } },
    ]);
    expect((await readFields(...fields)).slice(1)).toMatchObject(
      [title, keyword, robots].map((name) => ({
        category: "custom-field",
        reason: `1 value of the custom field "${name}"`,
      })),
    );
  });

  it("reads only the part of a long value that a field could have", async () => {
    const php = `a:1:{${'i:0;s:4:"wood";'.repeat(300_000)}}`;
    expect(await readFields(meta("materials", php))).toMatchObject([
      { kind: "post" },
      { category: "invalid-field", text: "its field materials is left out: it must be an array" },
    ]);
  });

  it("names values that do not fit, and custom fields without a definition", async () => {
    const items = await readFields(
      meta("kicker", 'a:1:{s:1:"a";i:1;}'),
      meta("price", "3"),
      meta("next", "17"),
    );
    expect(items.map((item) => (item.kind === "post" ? item.input.custom : item))).toMatchObject([
      undefined,
      {
        kind: "note",
        category: "invalid-field",
        isLoss: true,
        text: expect.stringContaining("its field kicker is left out") as string,
      },
      { kind: "skipped", category: "custom-field", reason: '1 value of the custom field "price"' },
      { kind: "skipped", category: "custom-field", reason: '1 value of the custom field "next"' },
    ]);
  });
});
