import { describe, expect, it } from "vitest";
import { type FileOptions, type ImportedPost, type ImportItem, readNotion } from "../../lib/import/mod.ts";
import { siteUrl } from "./_import.ts";

const id = "0123456789abcdef0123456789abcdef";
const markdownPath = `Blog/Hello World ${id}.md`;
const htmlPath = `Blog/Hello World ${id}.html`;

function itemsOf(text: string, path = markdownPath, options: Partial<FileOptions> = {}): ImportItem[] {
  return [...readNotion(text, path, { path, siteUrl, now: 0, ...options })];
}

function postOf(
  text: string,
  path = markdownPath,
  options: Partial<FileOptions> = {},
): ImportedPost["input"] {
  const post = itemsOf(text, path, options).find((item) => item.kind === "post");
  if (post === undefined) throw new Error("no post");
  return post.input;
}

function notesOf(text: string, path = markdownPath): string[] {
  return itemsOf(text, path).flatMap((item) => (item.kind === "note" ? [item.text] : []));
}

/** Returns a page of the export HTML. Rows are the kind, name and cell of properties. */
function htmlPage(
  body: string,
  rows: readonly (readonly [kind: string, name: string, cell: string])[] = [],
): string {
  const table = rows.map(
    ([kind, name, cell]) =>
      `<tr class="property-row property-row-${kind}"><th><span class="icon property-icon"><svg><path d=""/></svg></span>${name}</th><td>${cell}</td></tr>`,
  );
  return `<html><head><title>Hello World</title><style>.x{}</style></head><body><article id="01234567-89ab-cdef-0123-456789abcdef" class="page sans"><header><h1 class="page-title">Hello, World?</h1><p class="page-description">About it</p><table class="properties"><tbody>${table.join("")}</tbody></table></header><div class="page-body">${body}</div></article></body></html>`;
}

const paragraph = "<p>Text</p>";

describe("a page of Notion in Markdown", () => {
  it("has its properties as fields", () => {
    const text = `# Hello, World?\n\nAuthor: Ada, Grace\nTags: maths, first steps\nStatus: Published\nPublished: January 5, 2025 3:04 PM\nCreated time: December 1, 2024\nLast edited time: January 6, 2025\nSlug: hello\nSummary: About 3 < 4\nCategory: News\n\nText`;
    expect(postOf(text)).toEqual({
      name: "Hello, World?",
      slug: "hello",
      authors: ["Ada", "Grace"],
      tags: ["maths", "first steps"],
      articleSection: "News",
      description: "About 3 < 4",
      status: "published",
      publishedAt: "2025-01-05T15:04:00.000Z",
      createdAt: "2024-12-01T00:00:00.000Z",
      updatedAt: "2025-01-06T00:00:00.000Z",
      html: "<p>Text</p>\n",
      markdown: "Text",
      markdownDialect: "github",
    });
  });

  it("is known by its id, and has the slug of its title", () => {
    const [post] = itemsOf("# Hello, World?\n\nText");
    expect(post).toMatchObject({
      key: id,
      path: markdownPath,
      input: { name: "Hello, World?", slug: "hello-world" },
    });
    expect(postOf("Text")).toMatchObject({ name: "Hello World", slug: "hello-world" });
    expect(postOf("# Other\n\nText", markdownPath, { slugFrom: "path" }).slug).toBe("blog-hello-world");
    expect(postOf("# Other\n\nText", markdownPath, { slugFrom: "name" }).slug).toBe("hello-world");
  });

  it("keeps a first paragraph that only looks like properties", () => {
    expect(postOf("# A\n\nNote: read this.\n\nText").html).toBe("<p>Note: read this.</p>\n<p>Text</p>\n");
    expect(postOf("# A\n\nAuthor: Ada\nand Grace wrote\n\nText").author).toBeUndefined();
  });

  it("has the properties that are columns of its database, also of several lines", () => {
    const columns = ["Name", "Type", "Type: more", "Notes"];
    const text = "# A\n\nType: x\nType: more: y\nNotes: one\ntwo\n\nText";
    const [post] = itemsOf(text, markdownPath, { columns });
    expect(post).toMatchObject({
      input: { html: "<p>Text</p>\n" },
      notKept: ["Type", "Type: more", "Notes"],
    });
    expect(postOf("# A\n\nOther: x\n\nText", markdownPath, { columns }).html).toContain("Other: x");
  });

  it("has values for the fields of the organization, and counts the others", () => {
    const postFields = [
      { name: "readingTime", label: "Reading time", type: "number" },
      { name: "topics", label: "Topics", type: "list" },
      { name: "eventDate", label: "Event", type: "date" },
    ] as unknown as NonNullable<FileOptions["postFields"]>;
    const text =
      "# A\n\nStatus: Live\nReading time: 5\nTopics: big data\nEvent date: 5. Januar 2025\nMood: good\n\nText";
    const [post] = itemsOf(text, markdownPath, { postFields });
    expect(post).toMatchObject({
      input: { custom: { readingTime: 5, topics: ["big data"], eventDate: "2025-01-05" } },
      notKept: ["Mood"],
    });
  });

  it("has its relations and files without their addresses", () => {
    const text = `# A\n\nTags: Maths (Maths%20${id}.md), Art (https://www.notion.so/Art-${id}?pvs=21)\nCover: A%20${id}/cover.png\n\nx`;
    expect(postOf(text)).toMatchObject({
      tags: ["Maths", "Art"],
      image: `${siteUrl}/A%20${id}/cover.png`,
    });
  });

  it("shows callouts, toggles and the content of toggle headings", () => {
    const text = `# A

Intro

<aside>
💡 A **bold** hint

</aside>

- item
    - sub
- Why *so*?
    
    Because **yes**.
    
    - a
- **What** is [this](https://x.example)?
    
    That.
    
## Toggle heading

    Inside the heading
    
    - list

- [ ] Done?
    
    Not a toggle

1. one
    
    \`\`\`python
    - Why?
        x
    \`\`\`
`;
    const { html } = postOf(text);
    expect(html).toContain("<aside>\n<p>💡 A <strong>bold</strong> hint</p>\n</aside>");
    expect(html).toContain(
      '<ul class="toggle"><li><details><summary>Why so?</summary>\n<p>Because <strong>yes</strong>.</p>\n<ul>\n<li>a</li>\n</ul>\n</details></li></ul>',
    );
    expect(html).toContain("<summary>What is this?</summary>\n<p>That.</p>\n</details>");
    expect(html).toMatch(
      /<h2[^>]*>Toggle heading<\/h2>\n<p>Inside the heading<\/p>\n<ul>\n<li>\n<p>list<\/p>/,
    );
    expect(html).toContain("- Why?\n    x\n</code>");
    expect(html).not.toContain("Done?</summary>");
  });

  it("keeps the lines of its content", () => {
    const text = `# A\n\nStatus: Live\n\nIntro\n\n<aside>\n💡 hint\n\n</aside>\n\n- Why?\n    \n    Because\n    \n- b\n\n[gone](gone.md)`;
    const [post] = itemsOf(text);
    if (post?.kind !== "post") throw new Error("no post");
    const lines = (post.input.markdown ?? "").split("\n");
    expect(lines.indexOf("[gone](gone.md)") + (post.bodyLine ?? 0)).toBe(text.split("\n").length + 1);
  });

  it("reads hostile texts in a time that grows with their length", () => {
    const deep = Array.from({ length: 700 }, (_, level) => `${"    ".repeat(level)}- a?`).join("\n");
    for (const text of [deep, "```js\n".repeat(20_000), "- a?\n".repeat(20_000), "<aside>\n".repeat(20_000)])
      expect(itemsOf(text).length).toBeGreaterThan(0);
  });
});

describe("the status of a page of Notion", () => {
  it.each([
    ["Status: Published", "published"],
    ["Status: ✅ Live", "published"],
    ["Estado: Publicado", "published"],
    ["ステータス: 公開", "published"],
    ["Status: Archived", "archived"],
    ["Published: Yes", "published"],
    ["Tags: a", undefined],
  ])("%s", (line, status) => {
    expect(postOf(`# A\n\n${line}\n\nx`).status).toBe(status);
    expect(notesOf(`# A\n\n${line}\n\nx`)).toEqual([]);
  });

  it.each([
    "Status: Draft",
    "Status: In progress",
    "Status: Done",
    "Status: 42 %",
    "Stage: Idea",
    "Статус: Черновик",
  ])("that is not public is a draft, and named: %s", (line) => {
    expect(postOf(`# A\n\n${line}\n\nx`).status).toBe("draft");
    expect(notesOf(`# A\n\n${line}\n\nx`)).toEqual([
      `"A" has the status ${JSON.stringify(line.slice(line.indexOf(":") + 2))}, so it becomes a draft`,
    ]);
  });

  it("is a loss only if its meaning is unknown", () => {
    const lossOf = (status: string): unknown[] =>
      itemsOf(`# A\n\nStatus: ${status}\n\nx`).flatMap((item) => (item.kind === "note" ? [item.isLoss] : []));
    expect(lossOf("Draft")).toEqual([false]);
    expect(lossOf("Frobnicated")).toEqual([true]);
  });

  it.each(["Published: No", "Draft: Yes", "Password: x", "Public: No", "Visibility: Team"])(
    "%s is a draft",
    (line) => {
      expect(postOf(`# A\n\nTags: b\n${line}\n\nx`).status).toBe("draft");
    },
  );

  it("is a draft if its cell in HTML is empty", () => {
    expect(postOf(htmlPage(paragraph, [["status", "Etappe", ""]]), htmlPath).status).toBe("draft");
    expect(postOf(htmlPage(paragraph, [["select", "Status", ""]]), htmlPath).status).toBe("draft");
  });
});

describe("a date of Notion", () => {
  it.each([
    ["January 5, 2025", "2025-01-05T00:00:00.000Z"],
    ["@January 5, 2025", "2025-01-05T00:00:00.000Z"],
    ["January 5, 2025 3:04 PM", "2025-01-05T15:04:00.000Z"],
    ["January 5, 2025 15:04", "2025-01-05T15:04:00.000Z"],
    ["November 08, 2025 – 8:43 AM", "2025-11-08T08:43:00.000Z"],
    ["Apr 02, 2021 8:07 AM", "2021-04-02T08:07:00.000Z"],
    ["January 5, 2025 3:04 PM (EST)", "2025-01-05T20:04:00.000Z"],
    ["January 5, 2025 3:04 PM (GMT+2)", "2025-01-05T13:04:00.000Z"],
    ["January 5, 2025 → January 7, 2025", "2025-01-05T00:00:00.000Z"],
    ["2025/01/05", "2025-01-05T00:00:00.000Z"],
    ["2025-01-05", "2025-01-05T00:00:00.000Z"],
    ["27. Juli 2023 11:52", "2023-07-27T11:52:00.000Z"],
    ["5 janvier 2025", "2025-01-05T00:00:00.000Z"],
    ["5 de enero de 2025 15:04", "2025-01-05T15:04:00.000Z"],
    ["5 января 2025", "2025-01-05T00:00:00.000Z"],
    ["2022년 6월 21일", "2022-06-21T00:00:00.000Z"],
    ["2022년 6월 21일 오후 3:04", "2022-06-21T15:04:00.000Z"],
    ["2023年1月5日 15:04", "2023-01-05T15:04:00.000Z"],
  ])("%s", (date, instant) => {
    expect(postOf(`# A\n\nStatus: Live\nDate: ${date}\n\nx`)).toMatchObject({
      status: "published",
      publishedAt: instant,
    });
  });

  it.each(["05/01/2025", "soon", "30 February 2025", "31. Juni 2025"])(
    "that cannot be read is named, and never is now: %s",
    (date) => {
      const text = `# A\n\nStatus: Live\nDate: ${date}\n\nx`;
      expect(postOf(text)).toMatchObject({ status: "draft" });
      expect(postOf(text).publishedAt).toBeUndefined();
      expect(notesOf(text)).toEqual([
        `"A" has times that cannot be read: Date "${date}", so it becomes a draft`,
      ]);
    },
  );
});

describe("a page of Notion in HTML", () => {
  it("has its properties as fields, also by their kinds", () => {
    const text = htmlPage(paragraph, [
      ["created_time", "Erstellt", "<time>@January 5, 2023 3:04 PM</time>"],
      ["last_edited_time", "Bearbeitet", '<time datetime="2023-02-01">@February 1, 2023</time>'],
      [
        "multi_select",
        "Tags",
        '<span class="selected-value">a, b</span><span class="selected-value">c</span>',
      ],
      ["person", "Author", '<span class="user">Ada</span>'],
      ["status", "Zustand", '<span class="status-value"><div class="status-dot"></div>Veröffentlicht</span>'],
      ["checkbox", "Booked", '<div class="checkbox checkbox-on"></div>'],
    ]);
    const [post] = itemsOf(text, htmlPath);
    expect(post).toEqual({
      kind: "post",
      key: id,
      path: htmlPath,
      place: { file: htmlPath, line: 1 },
      notKept: ["Booked"],
      input: {
        name: "Hello, World?",
        slug: "hello-world",
        description: "About it",
        author: "Ada",
        tags: ["a, b", "c"],
        status: "published",
        createdAt: "2023-01-05T15:04:00.000Z",
        publishedAt: "2023-01-05T15:04:00.000Z",
        updatedAt: "2023-02-01T00:00:00.000Z",
        html: "<p>Text</p>",
      },
    });
  });

  it.each([
    ["a paragraph", '<p id="a" class="">One <strong>two</strong></p>', "<p>One <strong>two</strong></p>"],
    ["a blank line", '<p id="a" class="">\n</p>', ""],
    ["a heading with its id", '<h2 id="a2" class="">Plan</h2>', '<h2 id="a2">Plan</h2>'],
    [
      "a list, which is a list for each item",
      '<ul class="bulleted-list"><li style="x">a<ul class="bulleted-list"><li>b</li></ul></li></ul><ul class="bulleted-list"><li>c</li></ul>',
      "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    ],
    [
      "a numbered list",
      '<ol type="1" class="numbered-list" start="1"><li>a</li></ol>\n<ol type="1" class="numbered-list" start="2"><li>b</li></ol>',
      '<ol type="1" start="1"><li>a</li><li>b</li></ol>',
    ],
    [
      "a check list",
      '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Pass</span><div class="indented"></div></li></ul>',
      '<ul><li><input type="checkbox" disabled="" checked=""> Pass</li></ul>',
    ],
    [
      "a toggle",
      '<ul class="toggle"><li><details open=""><summary>Why?</summary><p class="">Because</p></details></li></ul>',
      '<ul class="toggle"><li><details><summary>Why?</summary><p>Because</p></details></li></ul>',
    ],
    [
      "a callout",
      '<figure class="block-color-gray callout" style="x"><div style="font-size:1.5em"><span class="icon">⚠️</span></div><div style="width:100%"><p>Check</p></div></figure>',
      "<aside><p>⚠️ Check</p></aside>",
    ],
    [
      "a callout without paragraphs",
      '<figure class="callout"><div><span class="icon">⚠️</span></div><div>Check <b>it</b></div></figure>',
      "<aside><p>⚠️ Check <b>it</b></p></aside>",
    ],
    [
      "code with its language",
      '<pre class="code"><code class="language-JavaScript" style="x">let x</code></pre>',
      '<pre><code class="language-javascript">let x</code></pre>',
    ],
    [
      "an image",
      '<figure class="image"><a href="a%20b/c.png"><img style="width:1px" src="a%20b/c.png"></a><figcaption>Sea</figcaption></figure>',
      '<figure><img src="a%20b/c.png"><figcaption>Sea</figcaption></figure>',
    ],
    [
      "a bookmark",
      '<figure><a href="https://x.example/g" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title">Guide</div><div class="bookmark-description">All</div></div><div class="bookmark-href"><img src="i.png" class="icon bookmark-icon">https://x.example/g</div></div><img src="c.png" class="bookmark-image"></a></figure>',
      '<figure><p><a href="https://x.example/g">Guide</a> All</p></figure>',
    ],
    [
      "a link to a page",
      '<figure class="link-to-page"><a href="b.html"><span class="icon">📄</span>B</a></figure>',
      '<p><a href="b.html">B</a></p>',
    ],
    [
      "an equation",
      '<figure class="equation"><style>@import url(x)</style><div class="equation-container"><span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><annotation encoding="application/x-tex">a^2</annotation></semantics></math></span><span class="katex-html">a2</span></span></span></div></figure>',
      "<p>$$a^2$$</p>",
    ],
    [
      "an equation in a text",
      '<p>So <span class="notion-text-equation-token"><span class="katex"><math><annotation encoding="application/x-tex">e^x</annotation></math></span></span>.</p>',
      "<p>So $e^x$.</p>",
    ],
    [
      "marked text and dates",
      '<p><mark class="highlight-yellow_background">h</mark><mark class="highlight-red">r</mark><span style="border-bottom:0.05em solid">u</span> <time>@January 5, 2025</time></p>',
      "<p><mark>h</mark>r<u>u</u> January 5, 2025</p>",
    ],
    [
      "columns",
      '<div class="column-list"><div class="column"><p>l</p></div><div class="column"><p>r</p></div></div>',
      "<p>l</p><p>r</p>",
    ],
    ["blocks in wrappers", '<div style="display:contents" dir="auto"><p>a</p></div>', "<p>a</p>"],
    ["a table of contents", '<nav class="table_of_contents"><a href="#a">A</a></nav><p>b</p>', "<p>b</p>"],
  ])("shows %s", (_name, body, html) => {
    expect(postOf(htmlPage(body), htmlPath).html).toBe(html);
  });

  it("is skipped without a loss if it is a database or the index", () => {
    const database = htmlPage('<table class="collection-content"><tbody><tr><td>a</td></tr></tbody></table>');
    expect(itemsOf(database, htmlPath)).toMatchObject([
      { kind: "skipped", category: "database", isLoss: false },
    ]);
    const index = "<html><body><h3>Export</h3><ul><li>a</li></ul></body></html>";
    expect(itemsOf(index, "index.html")).toMatchObject([
      { kind: "skipped", category: "page", isLoss: false },
    ]);
  });

  it("is skipped if it is nested too deep", () => {
    const deep = htmlPage("<div>".repeat(600));
    expect(itemsOf(deep, htmlPath)).toMatchObject([{ kind: "skipped", category: "nesting" }]);
  });
});
