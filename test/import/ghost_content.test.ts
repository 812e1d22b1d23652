import { describe, expect, it } from "vitest";
import { extractFaqEntries } from "../../lib/faq/mod.ts";
import { ghostItems, ghostPost, lexical, mobiledoc, node, text } from "./_ghost.ts";

/** Cards that both editors have: fields, and the HTML. */
const cards: readonly (readonly [kind: string, payload: Record<string, unknown>, html: string])[] = [
  [
    "image",
    {
      src: "__GHOST_URL__/a.png",
      alt: 'A "b"',
      width: 8,
      height: 6,
      caption: "C <b>d</b>",
      href: "https://x.example",
    },
    '<figure class="kg-card kg-image-card"><a href="https://x.example"><img src="https://acme.example/a.png" alt="A &quot;b&quot;" width="8" height="6" loading="lazy"></a><figcaption>C <b>d</b></figcaption></figure>',
  ],
  ["image", { src: "" }, ""],
  [
    "gallery",
    { images: [{ src: "/1.png" }, { src: "/2.png", alt: "Two" }, null], caption: "Both" },
    '<figure class="kg-card kg-gallery-card"><img src="/1.png" alt="" loading="lazy"><img src="/2.png" alt="Two" loading="lazy"><figcaption>Both</figcaption></figure>',
  ],
  [
    "bookmark",
    { url: "https://x.example", metadata: { title: "T & u", description: "D", author: "A", publisher: "P" } },
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example"><div class="kg-bookmark-content"><div class="kg-bookmark-title">T &amp; u</div><div class="kg-bookmark-description">D</div><div class="kg-bookmark-metadata"><span class="kg-bookmark-author">A</span><span class="kg-bookmark-publisher">P</span></div></div></a></figure>',
  ],
  [
    "embed",
    { url: "https://x.example", html: '<iframe src="https://x.example"></iframe>', caption: "C" },
    '<figure class="kg-card kg-embed-card"><iframe src="https://x.example"></iframe><figcaption>C</figcaption></figure>',
  ],
  [
    "embed",
    { url: "https://x.example" },
    '<figure class="kg-card kg-embed-card"><a href="https://x.example">https://x.example</a></figure>',
  ],
  ["html", { html: "<table><tr><td>x</td></tr></table>" }, "<table><tr><td>x</td></tr></table>"],
  ["markdown", { markdown: "## A\n\n*b*" }, "<h2>A</h2>\n<p><em>b</em></p>"],
  [
    "callout",
    { calloutEmoji: "💡", calloutText: "A <b>b</b>" },
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">A <b>b</b></div></div>',
  ],
  [
    "toggle",
    { heading: "Why?", content: "<p>So.</p>" },
    '<details class="kg-card kg-toggle-card"><summary class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Why?</h4></summary><div class="kg-toggle-content"><p>So.</p></div></details>',
  ],
  [
    "button",
    { buttonUrl: "https://x.example", buttonText: "<Go>" },
    '<div class="kg-card kg-button-card"><a class="kg-btn" href="https://x.example">&lt;Go&gt;</a></div>',
  ],
  [
    "header",
    { header: "H", subheader: "S", buttonEnabled: true, buttonUrl: "/x", buttonText: "Go" },
    '<div class="kg-card kg-header-card"><h2 class="kg-header-card-heading">H</h2><h3 class="kg-header-card-subheading">S</h3><a class="kg-btn" href="/x">Go</a></div>',
  ],
  [
    "product",
    { productTitle: "P", productDescription: "<p>D</p>", productRatingEnabled: true, productStarRating: 4 },
    '<div class="kg-card kg-product-card"><h4 class="kg-product-card-title">P</h4><div class="kg-product-card-rating">★★★★☆</div><div class="kg-product-card-description"><p>D</p></div></div>',
  ],
  [
    "file",
    { src: "/f.pdf", fileTitle: "F", fileCaption: "C", fileName: "f.pdf" },
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/f.pdf"><div class="kg-file-card-title">F</div><div class="kg-file-card-caption">C</div><div class="kg-file-card-filename">f.pdf</div></a></div>',
  ],
  [
    "audio",
    { src: "/a.mp3", title: "Song" },
    '<div class="kg-card kg-audio-card"><div class="kg-audio-title">Song</div><audio src="/a.mp3" preload="metadata" controls></audio></div>',
  ],
  [
    "video",
    { src: "/v.mp4", thumbnailSrc: "/t.png", width: 4, height: 3, caption: "C" },
    '<figure class="kg-card kg-video-card"><video src="/v.mp4" poster="/t.png" width="4" height="3" preload="metadata" controls playsinline></video><figcaption>C</figcaption></figure>',
  ],
  ["paywall", {}, "<!--members-only-->"],
  [
    "call-to-action",
    { textValue: "<p>T</p>", showButton: true, buttonText: "Go", buttonUrl: "/x" },
    '<div class="kg-card kg-cta-card"><p>T</p><a class="kg-btn" href="/x">Go</a></div>',
  ],
];

const codeCard = { code: "if (a < b)", language: "js", caption: "C" };
const codeHtml =
  '<figure class="kg-card kg-code-card"><pre><code class="language-js">if (a &lt; b)</code></pre><figcaption>C</figcaption></figure>';

describe("a Ghost post without HTML is rendered from Lexical:", () => {
  it.each([...cards, ["codeblock", codeCard, codeHtml] as const, ["horizontalrule", {}, "<hr>"] as const])(
    "the card %s %#",
    async (kind, payload, html) => {
      const { input, others } = await ghostPost({
        html: null,
        lexical: lexical({ type: kind, version: 1, ...payload }),
      });
      expect(input.html).toBe(html);
      expect(others).toEqual([]);
    },
  );

  it.each([
    ["paragraph", node("paragraph", [text("a < b")]), "<p>a &lt; b</p>"],
    ["heading", node("extended-heading", [text("A b!")], { tag: "h3" }), '<h3 id="a-b">A b!</h3>'],
    ["quote", node("extended-quote", [text("q")]), "<blockquote>q</blockquote>"],
    ["aside", node("aside", [text("q")]), '<blockquote class="kg-blockquote-alt">q</blockquote>'],
    [
      "list",
      node(
        "list",
        [
          node("listitem", [text("one")]),
          node("listitem", [node("list", [node("listitem", [text("in")])], { tag: "ol", start: 3 })]),
          node("listitem", [text("two")]),
        ],
        { tag: "ul", listType: "bullet" },
      ),
      '<ul><li>one<ol start="3"><li>in</li></ol></li><li>two</li></ul>',
    ],
    [
      "formats",
      node("paragraph", [
        text("b", 1),
        text("bi", 3),
        text("i", 2),
        { type: "linebreak" },
        text("s", 4),
        text("u", 8),
        text("c", 16),
        text("x", 32),
        text("y", 64),
        text("m", 128),
      ]),
      "<p><strong>b<em>bi</em></strong><em>i<br></em><s>s</s><u>u</u><code>c</code><sub>x</sub><sup>y</sup><mark>m</mark></p>",
    ],
    [
      "link",
      node("paragraph", [
        text("a"),
        node("link", [text("b", 1)], { url: 'https://x.example/?a=1&b="', rel: "noopener", target: null }),
      ]),
      '<p>a<a href="https://x.example/?a=1&amp;b=&quot;" rel="noopener"><strong>b</strong></a></p>',
    ],
    ["at-link", node("paragraph", [text("a"), node("at-link", [{ type: "zwnj" }])]), "<p>a</p>"],
  ])("the node %s", async (_name, found, html) => {
    const { input, others } = await ghostPost({
      html: "",
      lexical: lexical(found, node("paragraph", [])),
    });
    expect(input.html).toBe(html);
    expect(others).toEqual([]);
  });

  it("and ids of equal headings differ", async () => {
    const heading = node("heading", [text("Why?")], { tag: "h2" });
    const { input } = await ghostPost({ html: null, lexical: lexical(heading, heading) });
    expect(input.html).toBe('<h2 id="why">Why?</h2><h2 id="why-1">Why?</h2>');
  });
});

describe("a Ghost post without HTML is rendered from Mobiledoc:", () => {
  it.each([
    ...cards,
    ["code", codeCard, codeHtml] as const,
    ["hr", {}, "<hr>"] as const,
    ["card-markdown", { markdown: "*b*" }, "<p><em>b</em></p>"] as const,
  ])("the card %s %#", async (kind, payload, html) => {
    const { input, others } = await ghostPost({
      html: null,
      mobiledoc: mobiledoc({ cards: [[kind, payload]], sections: [[10, 0]] }),
    });
    expect(input.html).toBe(html);
    expect(others).toEqual([]);
  });

  it("sections, markups and atoms", async () => {
    const { input } = await ghostPost({
      html: null,
      mobiledoc: mobiledoc({
        atoms: [
          ["soft-return", "", {}],
          ["mention", "@ada", {}],
        ],
        markups: [["strong"], ["a", ["href", "https://x.example", "onclick", "x()"]], ["script"]],
        sections: [
          [1, "h2", [[0, [], 0, "A & b"]]],
          [
            1,
            "p",
            [
              [0, [0], 0, "b "],
              [0, [1], 2, "link"],
              [1, [], 0, 0],
              [0, [2], 1, "plain "],
              [1, [], 0, 1],
            ],
          ],
          [3, "ol", [[[0, [], 0, "one"]], [[0, [0], 1, "two"]]]],
          [1, "aside", [[0, [], 0, "q"]]],
          [2, "/i.png"],
          [1, "p", []],
        ],
      }),
    });
    expect(input.html).toBe(
      '<h2 id="a-b">A &amp; b</h2><p><strong>b <a href="https://x.example">link</a></strong><br>plain @ada</p>' +
        '<ol><li>one</li><li><strong>two</strong></li></ol><blockquote class="kg-blockquote-alt">q</blockquote><img src="/i.png" alt="">',
    );
  });
});

describe("the content of a Ghost post", () => {
  it("is its HTML, or else Lexical, Mobiledoc or Markdown, in this order", async () => {
    const bodies = {
      html: "<p>html</p>",
      lexical: lexical(node("paragraph", [text("lexical")])),
      mobiledoc: mobiledoc({ sections: [[1, "p", [[0, [], 0, "mobiledoc"]]]] }),
      markdown: "markdown",
    };
    expect((await ghostPost(bodies)).input.html).toBe("<p>html</p>");
    expect((await ghostPost({ ...bodies, html: " " })).input.html).toBe("<p>lexical</p>");
    const rest = { html: null, lexical: null };
    expect((await ghostPost({ ...bodies, ...rest })).input.html).toBe("<p>mobiledoc</p>");
    expect((await ghostPost({ ...bodies, ...rest, mobiledoc: "" })).input.html).toBe("<p>markdown</p>\n");
  });

  it("that is broken in one format is read from the next", async () => {
    const { input } = await ghostPost({ html: null, lexical: "{", markdown: "*a*" });
    expect(input.html).toBe("<p><em>a</em></p>\n");
  });

  it("keeps toggles as FAQ entries for both sources", async () => {
    const toggle = { type: "toggle", heading: "What is it?", content: "<p>A thing.</p>" };
    const { input } = await ghostPost({ html: null, lexical: lexical(toggle) });
    for (const source of ["details", "ghost-toggle"] as const) {
      expect(extractFaqEntries(input.html ?? "", { sources: [source] })).toMatchObject([
        { question: "What is it?", answer: "A thing." },
      ]);
    }
  });

  it("leaves out cards for emails and members, and counts them", async () => {
    const members = { web: { nonMember: false, memberSegment: "status:-free" } };
    const { input, others } = await ghostPost({
      html: null,
      lexical: lexical(
        { type: "email", html: "<p>Hi {first_name}</p>" },
        { type: "html", html: "secret", visibility: members },
        { type: "html", html: "mail", visibility: { showOnWeb: false, showOnEmail: true } },
        { type: "html", html: "all", visibility: { web: { nonMember: true } } },
      ),
    });
    expect(input.html).toBe("all");
    expect(others).toMatchObject([
      {
        kind: "note",
        category: "restricted-part",
        text: expect.stringContaining('not for everybody, so they are left out: card "html"') as string,
        isLoss: true,
      },
      {
        kind: "note",
        category: "card",
        text: expect.stringContaining('card "email", only for emails') as string,
        isLoss: false,
      },
      {
        kind: "note",
        category: "card",
        text: expect.stringContaining('card "html", only for emails') as string,
        isLoss: false,
      },
    ]);
  });

  it("leaves out blocks for members that Ghost has rendered", async () => {
    const gate = (options: string, html: string): string =>
      `<!--kg-gated-block:begin ${options} -->${html}<!--kg-gated-block:end-->`;
    const { input, others } = await ghostPost({
      html: `a${gate("nonMember:false", "secret")}b${gate("nonMember:true", "open")}c<!--kg-gated-block:begin x`,
    });
    expect(input.html).not.toContain("secret");
    expect(input.html).toContain("open");
    expect(others).toMatchObject([{ category: "restricted-part", count: 2, isLoss: true }]);
  });

  it("keeps the text of unknown cards, and counts them by kind", async () => {
    const unknown = { type: "quiz", title: "A & b", html: "<p>c</p>", size: "wide" };
    const { input, others } = await ghostPost({
      html: null,
      lexical: lexical(unknown, unknown, node("table", [node("cell", [text("d")])])),
    });
    expect(input.html).toContain("<p>A &amp; b</p><div><p>c</p></div>");
    expect(input.html).toContain("d");
    expect(input.html).not.toContain("wide");
    expect(others).toMatchObject([
      {
        category: "card",
        count: 2,
        isLoss: true,
        text: '"Hello" has 2 × card "quiz", unknown here: only the text is kept',
      },
      { category: "card", count: 1 },
      { category: "card", count: 1 },
    ]);
  });

  it.each([
    ["lexical", "[1]", "it is not a JSON object"],
    ["lexical", '{"root":[]}', "it has no root"],
    ["lexical", `{"root":"${"x".repeat(500_000)}"}`, "it is longer than 500,000 characters"],
    ["mobiledoc", "{}", "it has no sections"],
    ["mobiledoc", '{"version":"0.2.0","sections":[]}', 'its version must be 0.3, but is "0.2.0"'],
  ])("that cannot be read is named: %s %#", async (field, content, reason) => {
    const items = await ghostItems({
      posts: [{ id: 1, title: "Bad", status: "published", [field]: content }],
    });
    expect(items).toMatchObject([
      {
        kind: "skipped",
        category: "content",
        reason: expect.stringContaining(reason) as string,
        place: { line: 1 },
      },
    ]);
    expect(items[0]).toMatchObject({ reason: expect.stringMatching(/^"Bad" has no HTML/) as string });
  });
});
