import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { extractFaqEntries } from "../../lib/faq/mod.ts";
import * as importRoom from "../../lib/import/mod.ts";
import { type CategoryCount, importPosts, markdownToPost, readWordPress } from "../../lib/import/mod.ts";
import { type AudienceRow, expected, hidden, type Items, options, shown } from "./_audience.ts";
import { bloggerRows, feedRows, ghostRows, mediumRows, substackRows } from "./_audience_exports.ts";
import { htmlRows, markdown, markdownRows, notionRows, yaml } from "./_audience_files.ts";
import { wordpress, wordpressParts, wordpressPosts } from "./_audience_wordpress.ts";
import { wordpressExport, wordpressItem } from "./generators.ts";
import { newApi, postOf, sourceOf } from "./_import.ts";

/** Categories of the notes about the audience. */
const notes = new Set(["not-public", "restricted-part", "expired", "will-expire"]);

/** Rows of each reader. A new reader needs rows here. */
const rowsOf: Readonly<Record<string, readonly AudienceRow[]>> = {
  readWordPress: [...wordpressPosts, ...wordpressParts],
  readMarkdown: markdownRows,
  readHtml: htmlRows,
  readGhost: ghostRows,
  readBlogger: bloggerRows,
  readSubstack: substackRows,
  readMedium: mediumRows,
  readFeed: feedRows,
  readNotion: notionRows,
};

/** Functions that read no post, or that call one of the readers above. */
const others = [
  "readMarkdownPost",
  "readPostFile",
  "readPostFiles",
  "readPostFilesInSteps",
  "readSiteConfig",
];

interface Imported {
  post: Awaited<ReturnType<typeof postOf>>;
  categories: CategoryCount[];
}

async function imported(items: Items): Promise<Imported> {
  const api = await newApi();
  const slugs: string[] = [];
  const { categories } = await importPosts(api.posts, items, {
    organizationSlug: "acme",
    onReport: (report) => void (report.outcome === "created" && slugs.push(report.slug)),
  });
  expect(slugs).toHaveLength(1);
  return { post: await postOf(api, slugs[0] ?? ""), categories };
}

describe.each(Object.entries(rowsOf))("%s imports", (_reader, rows) => {
  it.each(rows)("%s (%s)", async (_name, outcome, items) => {
    const { post, categories } = await imported(items);
    const found = categories.filter(({ category }) => notes.has(category));
    const examples = found.flatMap((category) => category.examples.map(({ text }) => text));
    const isPart = outcome === "part";
    expect({
      status: post?.status,
      isFree: post?.isAccessibleForFree ?? true,
      ...(found.length > 0 && { note: found.map(({ category }) => category).join() }),
    }).toEqual(expected[outcome]);
    expect(found.every(({ count, isLoss }) => count > 0 && isLoss === isPart)).toBe(true);
    expect(examples.every((text) => text.includes('"Post"'))).toBe(true);
    expect(post?.html).not.toMatch(isPart ? /secret/ : /^$/);
  });
});

describe("the rule for restricted content", () => {
  it("has rows for each reader", () => {
    const readers = Object.keys(importRoom).filter((name) => /^read[A-Z]/.test(name));
    expect(readers.toSorted()).toEqual([...Object.keys(rowsOf), ...others].toSorted());
  });

  it("is applied to each post that a reader yields", () => {
    const folder = "lib/import";
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const withPosts = files.filter((file) => /kind: "post",/.test(readFileSync(join(folder, file), "utf8")));
    expect(withPosts).not.toHaveLength(0);
    for (const file of withPosts) expect(readFileSync(join(folder, file), "utf8")).toContain(".items(");
  });

  it("also holds for a single file of Markdown", () => {
    expect(markdownToPost(yaml("private: true"), "post", { now: options.now })).toMatchObject({
      status: "draft",
      isAccessibleForFree: false,
    });
    expect(markdownToPost(yaml("Draft: 1"), "post", { now: options.now }).status).toBe("draft");
    expect(markdownToPost(yaml("unpublishdate: 2000-01-01"), "post", { now: options.now }).status).toBe(
      "archived",
    );
  });

  it("leaves out the footnotes and the questions of a part", async () => {
    const mark = (id: string): string => `<sup data-fn="${id}"><a href="#${id}">1</a></sup>`;
    const footnotes = JSON.stringify([
      { id: "a", content: "Shown note" },
      { id: "b", content: "The secret" },
    ]);
    const content = `${shown}${mark("a")}[restrict]${mark("b")}${hidden}[/restrict]<!-- wp:footnotes /-->`;
    const { post } = await imported(wordpress({ content, fields: { footnotes } }));
    expect(post?.html).toContain("Shown note");
    expect(post?.html).not.toContain("secret");
    expect(extractFaqEntries(post?.html ?? "")).toEqual([]);
  });

  it("leaves kramdown's comments out of names and ids of headings", async () => {
    const files = [{ path: "_config.yml", text: "title: Site" }];
    const text =
      "---\nlayout: post\n---\n# Title {::comment}secret{:/comment}\n\n## Part {::comment}secret{:/}\n\nText\n";
    const { post } = await imported(markdown(text, { path: "_posts/2020-01-01-q.md", files }));
    expect(post).toMatchObject({ name: "Title" });
    expect(post?.html).toContain('<h2 id="part');
    expect(post?.html).not.toContain("secret");
  });

  it("leaves restricted parts out of an excerpt", async () => {
    const empty = wordpressItem({ id: 1, title: "Post", slug: "post", content: shown });
    const post = empty.replace("<excerpt:encoded><![CDATA[", "$&a [private]secret[/private] b");
    const whole = [...wordpressExport({ posts: 0 })]
      .join("")
      .replace("</channel>", () => `${post}</channel>`);
    const { post: found } = await imported(readWordPress(sourceOf(whole), options));
    expect(found?.description).toBe("a b");
  });

  it("does not show a password", async () => {
    const { categories } = await imported(markdown(yaml("password: hunter2")));
    expect(JSON.stringify(categories)).not.toContain("hunter2");
  });
});
