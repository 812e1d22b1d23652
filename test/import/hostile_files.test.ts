import { describe, expect, it } from "vitest";
import {
  type ImportItem,
  type ImportSource,
  importPosts,
  readFeed,
  readGhost,
  readHtml,
  readMarkdown,
  readMedium,
  readSubstack,
  readWordPress,
} from "../../lib/import/mod.ts";
import { importItems, newApi, siteUrl, sourceOf, readAll } from "./_import.ts";
import { allOf } from "../async_items.ts";

const deep = 10_000;
const chunk = "x".repeat(65_536);
const options = { siteUrl };

/** Returns a source of a start, a text of a hundred million characters in one line, and an end. */
function longSource(start: string, end: string): ImportSource {
  return {
    file: "export",
    async *read() {
      yield start;
      for (let length = 0; length < 100_000_000; length += chunk.length) yield chunk;
      yield end;
    },
  };
}

const wordpress = (item: string): string =>
  `<rss>\n<channel>\n<wp:wxr_version>1.2</wp:wxr_version>\n<item>\n<title>A</title>${item}`;

describe("10,000 nested blocks are refused or reported with their position", () => {
  const file = { path: "a.md", siteUrl, now: 0 };
  const html = "<div>".repeat(deep) + "x" + "</div>".repeat(deep);

  it.each([
    ["quotations", `${">".repeat(deep)} x`],
    ["lists", `${"- ".repeat(deep)}x`],
  ])("in Markdown: %s", (_name, text) => {
    expect([...readMarkdown(`# A\n\n${text}`, "a.md", file)]).toMatchObject([
      { kind: "post" },
      { kind: "note", category: "nesting", isLoss: true, place: { file: "a.md", line: 1 } },
    ]);
  });

  it("in HTML", () => {
    const page = `<article class="h-entry"><h1>A</h1>${html}</article>`;
    const reason = "its elements are nested more than 512 levels deep";
    const skipped = { kind: "skipped", reason, place: { file: "a.html", line: 1 } };
    expect([...readHtml(page, "a.html", file)]).toMatchObject([{ ...skipped, category: "deep-page" }]);
    expect([...readMedium(page, "a.html", file)]).toMatchObject([{ ...skipped, category: "nesting" }]);
  });

  it("in Lexical", async () => {
    const lexical = `{"root":{"children":[${'{"type":"quote","children":['.repeat(deep)}${"]}".repeat(deep)}]}}`;
    const post = `{"data":{"posts":[\n${JSON.stringify({ id: "1", title: "A", status: "draft", lexical })}]}}`;
    expect(await readAll(readGhost, post)).toMatchObject([
      { kind: "post" },
      { kind: "note", category: "card", place: { line: 2, column: 1 } },
    ]);
  });

  it("in XML", async () => {
    const nested = "<a>".repeat(deep) + "</a>".repeat(deep);
    const reason = "nested more than 500 levels deep";
    const feed = `<feed>\n<entry><title>A</title><content type="xhtml">${nested}</content></entry></feed>`;
    await expect(readAll(readFeed, feed)).rejects.toThrow(/^Cannot read export:2:\d+: .*nested/);
    await expect(readAll(readWordPress, wordpress(nested))).rejects.toThrow(reason);
  });

  it("in XML: many elements and attributes", async () => {
    const feed = (inner: string): ImportSource =>
      sourceOf(
        `<feed>\n<entry><title>A</title><content type="xhtml">${inner}</content></entry></feed>`,
        65_536,
      );
    const attributes = Array.from({ length: 1001 }, (_, index) => `a${index}='b'`).join(" ");
    await expect(allOf(readFeed(feed("<a/>".repeat(100_000)), options))).rejects.toThrow(
      /export:2:\d+: a record has more than 100,000 elements/,
    );
    await expect(allOf(readFeed(feed(`<a ${attributes}/>`), options))).rejects.toThrow(
      /export:2:\d+: an element has more than 1,000 attributes/,
    );
  });

  it("in JSON", async () => {
    const outside = sourceOf(`{"data":\n${"[".repeat(deep)}`);
    await expect(allOf(readGhost(outside, options))).rejects.toThrow(/export:2:\d+: .*nested more than 100/);
    const posts = `{"id":"1","title":"A","x":${"[".repeat(30_000)}${"]".repeat(30_000)}},{"id":"2","title":"B"}`;
    expect(await readAll(readGhost, `{"data":{"posts":[\n${posts}]}}`)).toMatchObject([
      {
        kind: "skipped",
        category: "too-long",
        reason: "the record has more than 20,000 values",
        place: { file: "export", line: 2, column: 1 },
      },
      { kind: "post", input: { name: "B" } },
    ]);
  });
});

describe("a line of 100,000,000 characters is refused with its position", () => {
  it.each<[string, AsyncIterable<ImportItem>, string]>([
    [
      "in a WordPress export",
      readWordPress(
        longSource(wordpress("<content:encoded><![CDATA["), "]]></content:encoded></item>"),
        options,
      ),
      "export:4: an element item is longer than 16,000,000 characters",
    ],
    [
      "in a feed",
      readFeed(longSource("<rss>\n<channel>\n<item><description>", "</description></item>"), options),
      "export:3: an element item is longer than 16,000,000 characters",
    ],
    [
      "in the list of a Substack export",
      readSubstack(longSource("post_id,title\n1,", "\n"), options, async () => undefined),
      "export:2: a field is too long",
    ],
  ])("%s", async (_name, items, message) => {
    await expect(allOf(items)).rejects.toThrow(message);
  });

  it("in a Ghost export, and the next post is read", async () => {
    const source = longSource('{"data":{"posts":[\n{"id":"1","html":"', '"},{"id":"2","title":"B"}]}}');
    expect(await allOf(readGhost(source, options))).toMatchObject([
      { kind: "skipped", category: "too-long", place: { file: "export", line: 2, column: 1 } },
      { kind: "post", input: { name: "B" } },
    ]);
  });
});

describe("the search for lost questions", () => {
  const long = `<h2>Why now</h2><p>So.</p>${"<p>x</p>".repeat(3000)}`;
  const item: ImportItem = {
    kind: "post",
    input: { name: "A", slug: "a", html: long },
    place: { file: "a" },
  };

  it("leaves out a long post without a text worker, with a note", async () => {
    const lines = await importItems(await newApi(), [item], { faq: {} });
    expect(lines).toEqual([
      "created a",
      expect.stringMatching(/^note a: the post was not searched .*The text is \d+ characters long/),
    ]);
  });

  it("searches a long post with a text worker", async () => {
    const names: string[] = [];
    const textWorker = {
      run: async (name: string): Promise<never> => {
        names.push(name);
        return [{ element: "h2", reason: "no-mark", text: "Why now", isEntry: false }] as never;
      },
    };
    const api = await newApi();
    const summary = await importPosts(api.posts, [item], { organizationSlug: "acme", faq: {}, textWorker });
    expect(names).toEqual(["explainFaq"]);
    expect(summary.lostQuestions).toMatchObject([{ count: 1, examples: [{ text: "Why now" }] }]);
  });
});

describe("Markdown in a Ghost export", () => {
  it("is left as text after 32,768 characters, with a note", async () => {
    const card = (markdown: string): object => ({ type: "markdown", markdown });
    const children = [card(`*a*${" ".repeat(30_000)}`), card(`*b*${" ".repeat(3000)}`)];
    const lexical = JSON.stringify({ root: { children } });
    const post = JSON.stringify({ id: "1", title: "A", status: "draft", lexical });
    const [found, note] = await readAll(readGhost, `{"data":{"posts":[${post}]}}`);
    expect(found).toMatchObject({
      input: { html: expect.stringMatching(/<em>a<\/em>.*<pre>\*b\*/) as string },
    });
    expect(note).toMatchObject({ kind: "note", category: "card", isLoss: true });
  });
});

describe("the HTML of a title or description of an import", () => {
  const title = `${"<i></i>".repeat(9000)}seen${"<i></i>".repeat(1000)}unseen`;
  const file = { path: "a.html", siteUrl, now: 0 };

  it.each<[name: string, items: () => Promise<ImportItem[]>, field: "name" | "description"]>([
    ["page", async () => [...readHtml(`<article><h1>${title}</h1>x</article>`, "a.html", file)], "name"],
    [
      "Medium export",
      async () => [
        ...readMedium(
          `<article class="h-entry"><h1 class="p-name">A</h1><section class="p-summary">${title}</section><section class="e-content">x</section></article>`,
          "a.html",
          file,
        ),
      ],
      "description",
    ],
    [
      "WordPress export",
      () =>
        readAll(
          readWordPress,
          wordpress(
            `<wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[x<!--more-->y]]></content:encoded></item></channel></rss>`,
          ).replace("<title>A", `<title><![CDATA[${title}]]>`),
        ),
      "name",
    ],
  ])("is read up to 65,536 characters in a %s", async (_name, items, field) => {
    const [post] = await items();
    expect(post).toMatchObject({ kind: "post", input: { [field]: "seen" } });
  });
});
