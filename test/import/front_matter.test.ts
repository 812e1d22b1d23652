import { describe, expect, it } from "vitest";
import { FrontMatterError, type ImportItem, markdownToPost, readMarkdown } from "../../lib/import/mod.ts";

const refusal = (frontMatter: string, fence = "---"): string => {
  try {
    markdownToPost(`${fence}\n${frontMatter}\n${fence}\ntext`, "a");
  } catch (error) {
    if (error instanceof FrontMatterError) return error.message;
    throw error;
  }
  return "";
};

describe("hostile front matter", () => {
  it.each([
    ["nested keys", "? ".repeat(400)],
    ["nested lists on one line", "- ".repeat(400)],
    ["nested lists with anchors", "- &a ".repeat(400)],
    ["nested flow lists", `a: ${"[".repeat(60_000)}`],
    ["closed flow lists", `a: ${"[".repeat(30_000)}${"]".repeat(30_000)}`],
    ["nested flow mappings", "{a: ".repeat(10_000)],
    ["nested mappings", Array.from({ length: 300 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
  ])("is refused when it is nested too deeply: %s", (_name, text) => {
    expect(refusal(text)).toContain("nested more than 64 levels deep");
  });

  it.each(["---", "+++"])("is refused between %s when it is longer than 64 KiB", (fence) => {
    const text = Array.from({ length: 16_000 }, (_, index) => `key${index} = 1`).join("\n");
    expect(refusal(text, fence)).toMatch(/it is \d+ characters long, but at most 65536 are allowed/);
  });

  it("is refused as JSON when it is longer than 64 KiB", () => {
    expect(() => markdownToPost(`{\n"a": "${"x".repeat(70_000)}"\n}\ntext`, "a")).toThrow("at most 65536");
  });

  it("is read with the last value when a name occurs twice, as in an import", () => {
    const text = "---\ntitle: One\ntags: [a]\ntitle: Two\n---\ntext";
    expect(markdownToPost(text, "a").name).toBe("Two");
    expect([
      ...readMarkdown(text, "a.md", { path: "a.md", siteUrl: "https://a.example", now: 0 }),
    ]).toMatchObject([
      { kind: "post", input: { name: "Two" } },
      { kind: "note", category: "duplicate-key" },
    ]);
  });

  it("is refused when its keys are not text", () => {
    expect(refusal("? [a, b]\n: c")).not.toBe("");
  });

  it("is refused with a one-line message when a date is a deep list", () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    expect(() => markdownToPost(`{\n"date": ${deep}\n}\ntext`, "a")).toThrow("(a list or a mapping)");
  });

  it("is read with many names, brackets in texts, and ordinary nesting", () => {
    const names = Array.from({ length: 4000 }, (_, index) => `key${index}: ${index}`).join("\n");
    expect(markdownToPost(`---\ntitle: A\n${names}\n---\ntext`, "a").name).toBe("A");
    const post = markdownToPost("---\ntitle: '[x] and {y}'\nauthors:\n  - name: Ada\n---\ntext", "a");
    expect([post.name, post.author]).toEqual(["[x] and {y}", "Ada"]);
  });

  it.each<[lines: string, expected: object]>([
    ["authors: [Ada, Grace]", { authors: ["Ada", "Grace"] }],
    ["author: [Ada, Grace, Ada]", { authors: ["Ada", "Grace"] }],
    ["authors:\n  - name: Ada\n  - name: Grace", { authors: ["Ada", "Grace"] }],
    ["authors: [Ada]", { author: "Ada" }],
    ["authors: Ada", { author: "Ada" }],
    ["author: Ada", { author: "Ada" }],
    ["author: Ada\nauthors: [Ada, Grace]", { authors: ["Ada", "Grace"] }],
    ["authors: []\nauthor: Ada", { author: "Ada" }],
  ])("is read with its authors: %j", (lines, expected) => {
    const { author, authors } = markdownToPost(`---\n${lines}\n---\ntext`, "a");
    expect({ author, authors }).toEqual(expected);
  });
});

const options = { path: "a.md", siteUrl: "https://acme.example", now: 0 };

function read(text: string): ImportItem[] {
  return [...readMarkdown(text, "a.md", options)];
}

describe("front matter that Ruby's Psych and js-yaml accept", () => {
  const inputOf = (frontMatter: string): object => {
    const [item] = read(`---\n${frontMatter}\n---\nText\n`);
    return item?.kind === "post" ? item.input : { ...item };
  };

  it.each<[frontMatter: string, expected: object]>([
    ['title: "a\nb"\ntags: x', { name: "a b", tags: ["x"] }],
    ["title: 'it''s\n\nb'\ntags: x", { name: "it's\nb", tags: ["x"] }],
    ['title: "a\n\tb: c\n" # "x', { name: "a b: c" }],
    ['# Quote it: "x\ntitle: "a\nb"', { name: "a b" }],
    ['summary: >\n  "x: \n  y\ntitle: "a\nb"', { name: "a b", description: '"x:  y' }],
    ["summary: x\n  \"y: z\ntitle: 'a\nb'", { kind: "skipped" }],
    ['authors:\n  - name: "a\nb"\n  - name: c', { authors: ["a b", "c"] }],
    ['tags: [a,\nb, "c\nd", {e: f}\n]\ntitle: t', { name: "t", tags: ["a", "b", "c d"] }],
    ["title:\tfoo\t", { name: "foo" }],
    ["title: foo:bar 50% @x", { name: "foo:bar 50% @x" }],
    ["x: &x {title: foo}\n<<: *x", { name: "foo" }],
    ["x: &x {title: foo}\n<<: [*x]\ntitle: own", { name: "own" }],
    ["title: !ruby/object:Foo foo", { name: "foo" }],
    ["title: foo\ndraft: Yes", { status: "draft" }],
    ["title: foo\npublished: off", { status: "draft" }],
    ["title: foo\nfree: no", { isAccessibleForFree: false }],
    ["__proto__: {title: x}\ntitle: foo", { name: "foo" }],
  ])("is read: %j", (frontMatter, expected) => {
    expect(inputOf(frontMatter)).toMatchObject(expected);
  });

  it.each<[status: string, expected: string]>([
    ["new", "published"],
    ["deprecated", "published"],
    ["Publish", "published"],
    ["public", "published"],
    ["archived", "archived"],
    ["Draft", "draft"],
    ["private", "draft"],
  ])("is read with the status %s", (status, expected) => {
    expect(inputOf(`title: a\nstatus: ${status}`)).toMatchObject({ status: expected });
    expect(read(`---\nstatus: ${status}\n---\nText`)).not.toContainEqual(
      expect.objectContaining({ category: "status" }),
    );
  });

  it.each(["pending", "in review", "2", "[published]", "{a: published}"])(
    "makes a draft with the unknown status %s, and names it",
    (status) => {
      const frontMatter = `title: a\nstatus: ${status}`;
      expect(inputOf(frontMatter)).toMatchObject({ status: "draft" });
      expect(read(`---\n${frontMatter}\n---\nText`)).toContainEqual(
        expect.objectContaining({
          category: "status",
          isLoss: true,
          text: expect.stringContaining("is unknown, so the post is a draft") as string,
        }),
      );
    },
  );

  it.each<[headers: string, status: string | undefined]>([
    ["Title: A\nDate: 2020-01-01\nStatus: draft", "draft"],
    ["status:hidden\ntitle: A", "draft"],
    ["\ufeffTitle: A\r\nStatus: Skip", "draft"],
    ["Title: A\nStatus: published", "published"],
    ["Text\nStatus: draft", undefined],
  ])("makes a draft of headers without fences if they say so: %j", (headers, status) => {
    const [post] = read(`${headers}\n\nText`);
    expect(post).toMatchObject({ kind: "post" });
    expect(post?.kind === "post" && post.input.status).toBe(status);
  });

  it("names a public post without a text, and its first fields", () => {
    const note = expect.objectContaining({
      category: "no-text",
      text: '"a" is public without a text. Its first fields are "title", "hero"',
    }) as object;
    expect(read("---\ntitle: a\nhero: {text: b}\n---\n\n")).toContainEqual(note);
    expect(read("---\ntitle: a\nhero: {text: b}\n---\nText")).not.toContainEqual(note);
    expect(read("---\ntitle: a\nhero: {text: b}\ndraft: true\n---\n\n")).toHaveLength(1);
  });

  it.each(["Klingonese!", "en-", "[de]"])("names the unknown language %s", (language) => {
    expect(read(`---\ntitle: a\nlang: ${language}\n---\nText`)).toContainEqual(
      expect.objectContaining({ category: "language", isLoss: true }),
    );
  });

  it.each<[date: string, expected: string]>([
    ["2016-03-22 14:00:00 -4", "2016-03-22T18:00:00.000Z"],
    ["2024-05-29 9:00:00 +0000", "2024-05-29T09:00:00.000Z"],
    ["2024-5-9", "2024-05-09T00:00:00.000Z"],
    ["2024-05-29t09:00:00.5Z", "2024-05-29T09:00:00.500Z"],
    ["2024/05/29 09:00", "2024-05-29T09:00:00.000Z"],
    ["2024-05-29 9:00 PM EST", "2024-05-30T02:00:00.000Z"],
    ["2024-05-29 12:30 am", "2024-05-29T00:30:00.000Z"],
  ])("is read with the date %s", (date, expected) => {
    expect(inputOf(`title: a\ndate: ${date}`)).toMatchObject({ publishedAt: expected });
  });

  it.each(["2024-02-30", "2024-05-29 25:00", "2024-05-29 13:00 PM", "2024-05-29 9:00 XYZ"])(
    "makes a draft with the date %s",
    (date) => {
      expect(inputOf(`title: a\ndate: ${date}`)).toMatchObject({ status: "draft" });
    },
  );

  it.each([
    "\ufeff---\r\ntitle: A\r\n---\r\nText",
    "---  \ntitle: A\n---\t \nText",
    "---\ntitle: A\n...\nText",
    "---\rtitle: A\r---\rText",
    "---yaml\ntitle: A\n---\nText",
    '---json\n{"title": "A"}\n---\nText',
    "---toml\ntitle = 'A'\n---\nText",
    '{"title": "A", "x": "}"}\nText',
    "+++ \ntitle = 'A'\n+++\nText",
  ])("is split: %j", (text) => {
    expect(read(text)).toMatchObject([{ input: { name: "A", html: "<p>Text</p>\n" } }]);
  });

  it("is skipped if its format is another one, and not published as text", () => {
    expect(read("---js\n{ title: 'A' }\n---\nText")).toMatchObject([
      { kind: "skipped", category: "front-matter", reason: expect.stringContaining("its format is js") },
    ]);
    expect(read("---word\nText")).toMatchObject([{ kind: "post" }]);
  });

  it("is read with Zola's names", () => {
    const text = '+++\ntitle = "A"\npath = "2015/04/03/a-b"\n[taxonomies]\ntags = ["x"]\n+++\nText';
    expect(read(text)).toMatchObject([{ input: { slug: "a-b", tags: ["x"], publishedAt: "2015-04-03" } }]);
  });

  it("uses the last of several values, with a note", () => {
    expect(read("---\ntitle: A\nx: 1\ntitle: B\ntitle: C\n---\nText")).toMatchObject([
      { kind: "post", input: { name: "C" } },
      { kind: "note", category: "duplicate-key", count: 2, place: { file: "a.md", line: 4 } },
    ]);
  });

  it("has at most 10 notes", () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `k${index}: 1\nk${index}: 2`).join("\n");
    expect(read(`---\n${lines}\n---\nText`)).toHaveLength(11);
  });

  it.each([
    ["a text without an end", 'title: A\nx: "y', 3],
    ["an alias without an anchor", "title: A\nx: *y", 3],
    ["pairs in each other", `x: [${"a: ".repeat(15_000)}`, 2],
    ["merges that multiply", `a: &a {k: 1}\n${merges(40)}`, 2],
    ["an error in each character", `x: [${",".repeat(60_000)}`, 2],
    ["deeply indented texts", `${" ".repeat(20_000)}a: "${"x\n".repeat(20_000)}\n`, 20_003],
  ])("is refused with a line: %s", (_name, text, line) => {
    const [item] = read(`---\n${text}\n---\n`);
    expect(item).toMatchObject({ kind: "skipped" });
    expect(item?.place.line).toBeLessThanOrEqual(line);
  });
});

/** Each line merges the line before it twice. */
function merges(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const before = index === 0 ? "a" : `a${index - 1}`;
    return `a${index}: &a${index} {<<: [*${before}, *${before}]}\n`;
  }).join("");
}
