import { describe, expect, it } from "vitest";
import {
  type ImportItem,
  linkTranslations,
  readBlogger,
  readFeed,
  readGhost,
  readHtml,
  readMarkdown,
  readWordPress,
} from "../../lib/import/mod.ts";
import { allOf } from "../async_items.ts";
import { readAll, siteUrl, sourceOf } from "./_import.ts";
import { wordpressExport, wordpressItem } from "./generators.ts";

const options = { path: "a.html", siteUrl, now: 0 };

function wordpress(items: readonly string[], head = ""): string {
  const text = [...wordpressExport({ posts: 0 })].join("");
  return text.replace("</channel>", () => `${head}${items.join("")}</channel>`);
}

const term = (domain: string, nicename: string, name = nicename): string =>
  `<category domain="${domain}" nicename="${nicename}"><![CDATA[${name}]]></category>`;
const field = (key: string, value: string): string =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;

/** Reads a post whose language is stated. A new source of languages belongs here. */
const sources: readonly [name: string, read: (language: string) => Promise<ImportItem[]>][] = [
  [
    "Markdown",
    async (language) => [...readMarkdown(`---\ntitle: a\nlang: ${language}\n---\nx`, "a.md", options)],
  ],
  [
    "HTML",
    async (language) => [...readHtml(`<html lang="${language}"><title>A</title>x</html>`, "a.html", options)],
  ],
  [
    "RSS",
    async (language) =>
      readAll(
        readFeed,
        `<rss><channel><language>${language}</language><item><title>A</title></item></channel></rss>`,
      ),
  ],
  [
    "Atom",
    async (language) =>
      readAll(
        readFeed,
        `<feed xmlns="http://www.w3.org/2005/Atom"><entry xml:lang="${language}"><id>1</id><title>A</title></entry></feed>`,
      ),
  ],
  [
    "Blogger",
    async (language) =>
      readAll(
        readBlogger,
        `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>A</title><content xml:lang="${language}">x</content></entry></feed>`,
      ),
  ],
  [
    "Ghost",
    async (language) =>
      readAll(
        readGhost,
        JSON.stringify({
          db: [{ meta: {}, data: { posts: [{ id: "1", title: "A", html: "x", locale: language }] } }],
        }),
      ),
  ],
  [
    "WordPress",
    async (language) =>
      readAll(
        readWordPress,
        wordpress([wordpressItem({ id: 1 })]).replace("<language>en-GB<", `<language>${language}<`),
      ),
  ],
  [
    "Polylang",
    async (language) =>
      readAll(readWordPress, wordpress([wordpressItem({ id: 1, more: term("language", language) })])),
  ],
  [
    "WPML",
    async (language) =>
      readAll(
        readWordPress,
        wordpress([wordpressItem({ id: 1, more: field("_wpml_import_language_code", language) })]),
      ),
  ],
];

describe.each(sources)("the language of a post of %s", (_name, read) => {
  it.each([
    ["pt-PT-ao90", "pt-PT"],
    ["de_CH", "de-CH"],
  ])("is read: %s", async (language, inLanguage) => {
    expect(await read(language)).toMatchObject([{ kind: "post", input: { inLanguage } }]);
  });

  it("is named if it is unknown", async () => {
    const items = await read("x-klingon language");
    expect(items.filter(({ kind }) => kind !== "post")).toMatchObject([
      {
        kind: "note",
        category: "language",
        isLoss: true,
        text: 'the language "x-klingon language" is unknown, so it is not used',
      },
    ]);
  });
});

describe("translations in a WordPress export", () => {
  const locales =
    '<wp:term><wp:term_taxonomy>language</wp:term_taxonomy><wp:term_slug>quebec</wp:term_slug><wp:term_description><![CDATA[a:2:{s:6:"locale";s:5:"fr_CA";s:3:"rtl";i:0;}]]></wp:term_description></wp:term>';
  it.each([
    [
      "Polylang",
      [term("language", "en"), term("language", "quebec", "Français")].map(
        (language) => language + term("post_translations", "pll_5f"),
      ),
    ],
    [
      "WPML",
      ["en", "fr-CA"].map(
        (language) =>
          field("_wpml_import_language_code", language) + field("_wpml_import_translation_group", "7"),
      ),
    ],
  ] as const)(
    "of %s are linked, and none of its terms is a loss",
    async (_name, [english = "", french = ""]) => {
      const text = wordpress(
        [
          wordpressItem({ id: 1, slug: "hello", more: english }),
          wordpressItem({ id: 2, slug: "bonjour", more: french }),
        ],
        locales,
      );
      const items = await allOf(
        linkTranslations((pass) => readWordPress(sourceOf(text), { siteUrl, content: pass === "posts" })),
      );
      const translations = { en: "hello", "fr-CA": "bonjour" };
      expect(items).toMatchObject([
        { input: { slug: "hello", inLanguage: "en", translations } },
        { input: { slug: "bonjour", inLanguage: "fr-CA", translations } },
      ]);
    },
  );
});

describe("a WordPress post with several languages by qTranslate", () => {
  it.each([
    ["[:de]Hallo[:en]Hello[:]", "[:de]<p>eins</p>[:en]<p>one</p>[:]"],
    [
      "<!--:en-->Hello<!--:--><!--:de-->Hallo<!--:-->",
      "<!--:en--><p>one</p><!--:--><!--:de--><p>eins</p><!--:-->",
    ],
  ])("has the texts of the site's language, and names the others: %s", async (title, content) => {
    const text = wordpress([wordpressItem({ id: 1, title, content })]);
    expect(await readAll(readWordPress, text)).toMatchObject([
      { input: { name: "Hello", html: "<p>one</p>", inLanguage: "en-GB" } },
      { category: "language-part", isLoss: true, count: 2, text: expect.stringContaining("de (2)") },
    ]);
  });

  it("is not seen in brackets of code", async () => {
    const content = "<p>a[:en] and b[:]</p>";
    const text = wordpress([wordpressItem({ id: 1, title: "[:5] is a slice", content })]);
    expect(await readAll(readWordPress, text)).toMatchObject([
      { input: { name: "[:5] is a slice", html: content, inLanguage: "en-GB" } },
    ]);
  });
});

describe("the authors of a WordPress post", () => {
  const guest = wordpressItem({
    id: 9,
    slug: "cap-jane",
    title: "jane",
    type: "guest-author",
    more: field("cap-display_name", "Jane Doe"),
  });
  it.each([
    [
      "of Co-Authors Plus",
      term("author", "cap-ada", "ada") + term("author", "cap-jane", "jane"),
      ["Ada Lovelace", "Jane Doe"],
    ],
    [
      "of PublishPress Authors",
      term("author", "ada", "Ada Lovelace") + term("author", "x", "X Y"),
      ["Ada Lovelace", "X Y"],
    ],
  ])("are those %s", async (_name, more, authors) => {
    const items = await readAll(readWordPress, wordpress([wordpressItem({ id: 1, more }), guest]));
    expect(items[0]).toMatchObject({ kind: "post", input: { authors } });
    expect(items.filter((item) => item.kind !== "post" && item.isLoss !== false)).toEqual([]);
  });
});
