import { describe, expect, it } from "vitest";
import { extractFaqEntries } from "../../lib/faq/mod.ts";
import { type ImportItem, readWordPress } from "../../lib/import/mod.ts";
import { wordpressExport, wordpressItem } from "./generators.ts";
import { readAll } from "./_import.ts";

const uploads = "https://old.acme.example/wp-content/uploads";

/** Returns an attachment of the post with the id 1. */
function attachment(id: number, file: string, { caption = "", alt = "" } = {}): string {
  return wordpressItem({
    title: `Title ${id}`,
    id,
    slug: `a${id}`,
    type: "attachment",
    status: "inherit",
    more: `<wp:post_parent>1</wp:post_parent><wp:menu_order>${-id}</wp:menu_order>
<wp:attachment_url><![CDATA[${uploads}/${file}]]></wp:attachment_url>
<wp:postmeta><wp:meta_key><![CDATA[_wp_attachment_image_alt]]></wp:meta_key><wp:meta_value><![CDATA[${alt}]]></wp:meta_value></wp:postmeta>`,
  }).replace("<excerpt:encoded><![CDATA[]]>", `<excerpt:encoded><![CDATA[${caption}]]>`);
}

/** Reads a post with some content, and other items of the export. */
async function read(content: string, others = ""): Promise<ImportItem[]> {
  const post = wordpressItem({ title: "T", id: 1, slug: "t", content });
  const whole = [...wordpressExport({ posts: 0 })].join("");
  return readAll(readWordPress, whole.replace("</channel>", `${post}${others}</channel>`));
}

async function htmlOf(content: string, others?: string): Promise<string | undefined> {
  const [item] = await read(content, others);
  return item?.kind === "post" ? item.input.html : undefined;
}

async function notesOf(content: string, others?: string): Promise<ImportItem[]> {
  return (await read(content, others)).filter(({ kind }) => kind === "note");
}

describe("shortcodes for code", () => {
  it.each([
    ["[code]\na\n[/code]", "<pre><code>a</code></pre>"],
    [
      '[sourcecode language="JS"]\n<script>x</script>\n\n<h2>Why?</h2>\n[/sourcecode]',
      '<pre><code class="language-js">&lt;script&gt;x&lt;/script&gt;\n\n&lt;h2&gt;Why?&lt;/h2&gt;</code></pre>',
    ],
    [
      "[php]<?php echo $a[1] && 2; ?>[/php]",
      '<pre><code class="language-php">&lt;?php echo $a&#91;1] &amp;&amp; 2; ?&gt;</code></pre>',
    ],
    ["[css light=true]a > b { }[/css]", '<pre><code class="language-css">a &gt; b { }</code></pre>'],
    ["[code lang=html]&lt;b&gt;[/code]", '<pre><code class="language-html">&lt;b&gt;</code></pre>'],
    ['[code="sql"]a[/code]', '<pre><code class="language-sql">a</code></pre>'],
    [
      "[code]\n[gallery]\n<!--more-->\n[caption]a[/caption]\n[/code]",
      "<pre><code>&#91;gallery]\n&lt;!--more--&gt;\n&#91;caption]a&#91;/caption]</code></pre>",
    ],
    [
      "[bash]\nhttps://youtu.be/a\n[/bash]",
      '<pre><code class="language-bash">https&#58;//youtu.be/a</code></pre>',
    ],
  ])("of %j are escaped", async (content, html) => {
    expect(await htmlOf(content)).toBe(html);
    expect(await notesOf(content)).toEqual([]);
    expect(extractFaqEntries(html)).toEqual([]);
  });

  it.each(["[code] without an end", "[[code]a[/code]]", "[phpinfo]a[/phpinfo]"])(
    "are not found in %j",
    async (content) => {
      expect(await htmlOf(content)).not.toContain("<pre>");
    },
  );
});

// The expected texts are what wpautop of WordPress 6.1 returns, with <br> instead of <br />.
describe("the paragraphs of the older editor", () => {
  it.each([
    [
      "<h2>Open?</h2>\nAt nine.\nOr ten.\n\nElse <b>not</b>.\n<pre>a\n\nb</pre>\n<ul>\n<li>x</li>\n</ul>",
      "<h2>Open?</h2>\n<p>At nine.<br>\nOr ten.</p>\n<p>Else <b>not</b>.</p>\n<pre>a\n\nb</pre>\n<ul>\n<li>x</li>\n</ul>",
    ],
    ['<p align="center">Hi</p>\n\nOne.\n\nTwo.', '<p align="center">Hi</p>\n<p>One.</p>\n<p>Two.</p>'],
    ["<p>a</p>b<p>c</p>", "<p>a</p>\n<p>b</p>\n<p>c</p>"],
    ["a<br><br />b<br />\nc", "<p>a</p>\n<p>b<br>\nc</p>"],
    ["a\r\n\r\nb\rc", "<p>a</p>\n<p>b<br>\nc</p>"],
    ["<div>a\n\nb</div>", "<div>a</p>\n<p>b</p></div>"],
    ["<blockquote>a\n\nb</blockquote>", "<blockquote><p>a</p>\n<p>b</p></blockquote>"],
    ["<ul><li>a</li><li>b\nc</li></ul>", "<ul>\n<li>a</li>\n<li>b<br>\nc</li>\n</ul>"],
    ["a <hr /> b", "<p>a </p>\n<hr />\n<p> b</p>"],
    ['<a\nhref="x">b</a>', '<p><a\nhref="x">b</a></p>'],
    [
      "<figure>\n<img>\n\n<figcaption>a</figcaption>\n</figure>",
      "<figure>\n<img><figcaption>a</figcaption></figure>",
    ],
    ["<video>\n\n<source>\n\n</video>", "<p><video><source></video></p>"],
    ["<!-- a -->\n\nb", "<p><!-- a --></p>\n<p>b</p>"],
  ])("of %j are those of WordPress", async (content, html) => {
    expect(await htmlOf(content)).toBe(html);
  });

  it.each([
    ["an empty paragraph", "<p><div>a</div></p>", "<div>a</div>"],
    ["a bracket that begins no tag", "a < b\n\nc", "<p>a < b</p>\n<p>c</p>"],
    ["a script with blank lines", "<script>a\n\nb</script>", "<p><script>a\n\nb</script></p>"],
  ])("are better than those of WordPress for %s", async (_name, content, html) => {
    expect(await htmlOf(content)).toBe(html);
  });

  it("give each question its own answer below a centred line", async () => {
    const html = await htmlOf(
      '<p style="text-align: center">Welcome</p>\n\n<h2>When?</h2>\nAt nine.\n\n<h2>Where?</h2>\nHere.',
    );
    expect(extractFaqEntries(html ?? "")).toMatchObject([
      { question: "When?", answer: expect.stringContaining("At nine.") as string },
      { question: "Where?", answer: expect.stringContaining("Here.") as string },
    ]);
  });

  it("are not added to blocks", async () => {
    const content = "<!-- wp:html -->\n<div>a\n\nb</div>\n<!-- /wp:html -->";
    expect(await htmlOf(content)).toBe("<div>a\n\nb</div>");
  });
});

describe("the shortcodes of WordPress", () => {
  const image = `<img src="${uploads}/a.jpg" alt="A">`;

  it.each([
    [
      `[caption id="attachment_2" align="alignleft" width="300"]${image} A <em>cat</em>[/caption]\n\nText`,
      `<figure id="attachment_2" class="wp-caption alignleft">${image}<figcaption class="wp-caption-text">A <em>cat</em></figcaption></figure>\n<p>Text</p>`,
    ],
    [
      `[caption width="300" caption="A cat"]<a href="x">${image}</a>[/caption]`,
      `<figure class="wp-caption alignnone"><a href="x">${image}</a><figcaption class="wp-caption-text">A cat</figcaption></figure>`,
    ],
    [
      `Before [caption width="3"]${image} A[/caption]\nAfter`,
      `<p>Before </p>\n<figure class="wp-caption alignnone">${image}<figcaption class="wp-caption-text">A</figcaption></figure>\n<p>After</p>`,
    ],
    ['[audio src="a.mp3"]', '<figure><audio controls src="a.mp3"></audio></figure>'],
    [
      '[video mp4="a.mp4" webm="a.webm" poster="p.jpg"][/video]',
      '<figure><video controls poster="p.jpg"><source src="a.mp4"><source src="a.webm"></video></figure>',
    ],
    [
      "a\n\nhttps://www.youtube.com/watch?v=1&amp;t=2\n\nb",
      '<p>a</p>\n<figure><a href="https://www.youtube.com/watch?v=1&amp;t=2">https://www.youtube.com/watch?v=1&amp;t=2</a></figure>\n<p>b</p>',
    ],
    [
      '[embed width="3"]https://other.example/a[/embed]',
      '<figure><a href="https://other.example/a">https://other.example/a</a></figure>',
    ],
    ["https://other.example/a", "<p>https://other.example/a</p>"],
    ["See https://youtu.be/a now", "<p>See https://youtu.be/a now</p>"],
    ["[[gallery]]", "<p>[gallery]</p>"],
    ["[caption]no end", "<p>[caption]no end</p>"],
  ])("make HTML of %j", async (content, html) => {
    expect(await htmlOf(content)).toBe(html);
  });

  it("show the attachments of a gallery in its order, or those of the post", async () => {
    const others = attachment(7, "7.jpg", { caption: "Seven", alt: 'A "7"' }) + attachment(8, "8.jpg");
    const [seven, eight] = [
      `<figure class="gallery-item"><img src="${uploads}/7.jpg" alt="A &quot;7&quot;"><figcaption>Seven</figcaption></figure>`,
      `<figure class="gallery-item"><img src="${uploads}/8.jpg" alt=""></figure>`,
    ];
    expect(await htmlOf('[gallery ids="7,8"]', others)).toBe(
      `<figure class="gallery">\n${seven}\n${eight}\n</figure>`,
    );
    expect(await htmlOf("[gallery]", others)).toBe(`<figure class="gallery">\n${eight}\n${seven}\n</figure>`);
  });

  it("play the attachments of a playlist", async () => {
    expect(await htmlOf('[playlist ids="7"]', attachment(7, "7.mp3"))).toBe(
      `<figure class="playlist">\n<figure><audio controls src="${uploads}/7.mp3"></audio><figcaption>Title 7</figcaption></figure>\n</figure>`,
    );
  });

  it("stay and are counted if they are unknown, or an attachment is missing", async () => {
    const content = '[gallery ids="5"] [note]x[/note] [note]y[/note] [contact-form id="3"] [sic] [1] [Note]';
    expect(await htmlOf(content)).toBe(`<p>${content}</p>`);
    expect(await notesOf(content)).toMatchObject([
      {
        category: "shortcode",
        count: 4,
        text: '"T" contains the shortcodes [gallery], [note] (2), [contact-form], which stay unchanged',
      },
      { category: "attachment", isLoss: true, text: expect.stringContaining("attachments 5") as string },
    ]);
  });

  it("show no more attachments than a post can have", async () => {
    const content = '[gallery ids="7"]'.repeat(20_000);
    const html = await htmlOf(content, attachment(7, "7.jpg"));
    expect(html?.split("<img")).toHaveLength(5001);
  });
});

describe("the comments of the editors", () => {
  it("are removed, and the text before the rest is the description", async () => {
    const [post] = await read(
      "One &amp; <b>two</b>.<!--more Go on-->\n\nThree.<!--nextpage-->Four.<!-- x -->",
    );
    expect(post).toMatchObject({
      input: {
        description: "One & two.",
        html: "<p>One &amp; <b>two</b>.</p>\n<p>Three.</p>\n<p>Four.<!-- x --></p>",
      },
    });
  });

  it("that are blocks without content are counted", async () => {
    const content =
      '<!-- wp:latest-posts {"a":1} /--><!-- wp:latest-posts /-->\n<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->';
    expect(await htmlOf(content)).toBe("<p>x</p>");
    expect(await notesOf(content)).toMatchObject([
      {
        category: "block",
        count: 2,
        isLoss: false,
        text: expect.stringContaining("latest-posts (2)") as string,
      },
    ]);
    expect(await notesOf("<!-- wp:acme/map /-->")).toMatchObject([{ category: "block", isLoss: true }]);
  });

  it("insert synced patterns, also in themselves", async () => {
    const pattern = wordpressItem({
      title: "P",
      id: 9,
      slug: "p",
      type: "wp_block",
      content: '<p>Pattern</p><!-- wp:block {"ref":9} /-->',
    });
    const html = await htmlOf('<!-- wp:block {"ref":9} /-->', pattern);
    expect(html?.replaceAll("<p>Pattern</p>", "x")).toBe("xxxxx");
  });
});
