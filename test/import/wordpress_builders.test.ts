import { describe, expect, it } from "vitest";
import { type ImportedPost, type ImportNote, readWordPress } from "../../lib/import/mod.ts";
import { readAll } from "./_import.ts";
import { wordpressExport, wordpressItem } from "./generators.ts";

interface Found {
  html: string;
  notes: ImportNote[];
}

/** Reads the content of a post, with its custom fields. */
async function htmlOf(content: string, fields: Readonly<Record<string, string>> = {}): Promise<Found> {
  const more = Object.entries(fields).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
  );
  const photo = "<wp:attachment_url>https://old.acme.example/photo.jpg</wp:attachment_url>";
  const items = [
    wordpressItem({ id: 1, content, more: more.join("") }),
    wordpressItem({ id: 7, type: "attachment", status: "inherit", more: photo }),
  ];
  const text = [...wordpressExport({ posts: 0 })].join("");
  const found = await readAll(
    readWordPress,
    text.replace("</channel>", () => `${items.join("")}</channel>`),
  );
  const post = found.find((item): item is ImportedPost => item.kind === "post");
  const notes = found.filter((item): item is ImportNote => item.kind === "note");
  const lines = (post?.input.html ?? "").split("\n");
  return { html: lines.map((line) => line.trim()).join(""), notes };
}

const block = (name: string, attributes: object, content: string): string =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${content}<!-- /wp:${name} -->`;
const emptyBlock = (name: string, attributes: object): string =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
const question = "<h3>How long does it take?</h3>";
const answer = "<p>Two days.</p>";

describe("texts in the attributes of blocks", () => {
  it.each<[name: string, content: string, html: string]>([
    [
      "a panel of Ultimate Blocks",
      block("ub/content-toggle-panel-block", { index: 0, panelTitle: "How long does it take?" }, answer),
      question + answer,
    ],
    [
      "an accordion with the level of its title",
      block(
        "lightweight-accordion/lightweight-accordion",
        { title: "How long does it take?", title_tag: "h4" },
        answer,
      ),
      question.replaceAll("h3", "h4") + answer,
    ],
    [
      "tabs whose titles are in the block around them",
      block(
        "ub/tabbed-content-block",
        { tabsTitle: ["First <b>tab</b>", "Second tab"] },
        block("ub/tab-block", { index: 0 }, "<p>A</p>") + block("ub/tab-block", { index: 1 }, "<p>B</p>"),
      ),
      "<h3>First tab</h3><p>A</p><h3>Second tab</h3><p>B</p>",
    ],
    [
      "a list of questions without content",
      emptyBlock("wpseopress/faq-block", {
        faqs: [
          { question: "How long does it take?", answer: "Two days." },
          { question: "Hidden?", answer: "Yes it is.", visible: false },
        ],
      }),
      question + answer,
    ],
    [
      "a repeater of Advanced Custom Fields",
      emptyBlock("acf/faq", {
        name: "acf/faq",
        data: {
          faqs_0_question: "How long does it take?",
          _faqs_0_question: "field_1",
          faqs_0_answer: "Two days.",
          faqs: 1,
        },
      }),
      question + answer,
    ],
    [
      "a block of Divi 5",
      emptyBlock("divi/toggle", {
        title: { innerContent: { desktop: { value: "How long does it take?" } } },
        content: { innerContent: { desktop: { value: answer } } },
      }),
      question + answer,
    ],
    [
      "a text that the HTML has in other characters",
      block(
        "yoast/faq-block",
        { questions: [{ jsonQuestion: "What\u2019s new &amp; old?", jsonAnswer: "A <b>lot</b>" }] },
        "<div><strong>What&#8217;s new &amp; old?</strong><p>A <em>lot</em></p></div>",
      ),
      "<div><strong>What&#8217;s new &amp; old?</strong><p>A <em>lot</em></p></div>",
    ],
  ])("are headings: %s", async (_name, content, html) => {
    expect(await htmlOf(content)).toEqual({ html, notes: [] });
  });

  it.each<[name: string, content: string, text: string]>([
    [
      "a block of another kind",
      block("acme/banner", { title: "All must go", buttonText: "Buy", className: "is wide" }, "<p>x</p>"),
      "acme/banner (title)",
    ],
    [
      "titles without a block for each",
      block("ub/tabbed-content-block", { tabsTitle: ["A a", "B b"] }, block("ub/tab-block", {}, "<p>A</p>")),
      "ub/tabbed-content-block (titles)",
    ],
  ])("are named if their place is unknown: %s", async (_name, content, text) => {
    const { notes } = await htmlOf(content);
    expect(notes).toMatchObject([
      { category: "block-text", isLoss: true, text: expect.stringContaining(text) },
    ]);
  });

  it("are not named for a text that the HTML has", async () => {
    const content = block("acme/banner", { title: "All must go" }, "<p>All <b>must</b> go!</p>");
    expect((await htmlOf(content)).notes).toEqual([]);
  });
});

describe("shortcodes of page builders", () => {
  it.each<[name: string, content: string, html: string]>([
    [
      "Divi",
      '[et_pb_section fb_built="1"][et_pb_row][et_pb_column type="4_4"][et_pb_text _builder_version="4"]<p>Text</p>[/et_pb_text][et_pb_toggle title="How long does it take?" open="on"]<p>Two days.</p>[/et_pb_toggle][/et_pb_column][/et_pb_row][/et_pb_section]',
      `<p>Text</p>${question}${answer}`,
    ],
    [
      "a button and an image of Divi",
      '[et_pb_button button_url="/buy" button_text="Buy now" /][et_pb_image src="https://x.example/a.jpg" alt="A"][/et_pb_image]',
      '<p><a href="/buy">Buy now</a></p><figure><img src="https://x.example/a.jpg" alt="A"></figure>',
    ],
    [
      "WPBakery",
      '[vc_row][vc_column width="1/2"][vc_custom_heading text="A ``title``" use_theme_fonts="yes"][vc_column_text]Two days.[/vc_column_text][vc_single_image image="7" img_size="full"][vc_btn title="Buy" link="url:https%3A%2F%2Fx.example%2Fbuy|target:_blank"][/vc_column][/vc_row]',
      '<h2>A &quot;title&quot;</h2><p>Two days.</p><figure><img src="https://old.acme.example/photo.jpg" alt=""></figure><p><a href="https://x.example/buy">Buy</a></p>',
    ],
    [
      "raw HTML of WPBakery",
      `[vc_raw_html]${btoa(encodeURIComponent("<p>Raw & real</p>"))}[/vc_raw_html]`,
      "<p>Raw & real</p>",
    ],
    ["Avada", "[fusion_text]<p>Text</p>[/fusion_text]", "<p>Text</p>"],
  ])("become their texts: %s", async (_name, content, html) => {
    expect(await htmlOf(content)).toEqual({ html, notes: [] });
  });

  it("stay in code, and are named if nothing of them is kept", async () => {
    const { html, notes } = await htmlOf('[code][vc_row][/code]<p>x</p>[et_pb_blog posts_number="3" /]');
    expect(html).toContain("&#91;vc_row]");
    expect(html).not.toContain("[et_pb");
    expect(notes).toMatchObject([
      { category: "page-builder", isLoss: true, text: expect.stringContaining("[et_pb_blog]") },
    ]);
  });

  it.each([
    '[et_pb_section disabled="on"]hidden [et_pb_row]x[/et_pb_row][/et_pb_section]',
    '[vc_row disable_element="yes"]hidden[/vc_row]',
    '[et_pb_text display_conditions="W3siaWQiOjF9XQ=="]hidden[/et_pb_text]',
  ])("that the site hides or shows some readers are left out: %s", async (content) => {
    const { html, notes } = await htmlOf(`<p>A</p>${content}<p>B</p>`);
    expect(html).toBe("<p>A</p><p>B</p>");
    expect(notes).toMatchObject([{ category: "restricted-part", isLoss: true }]);
  });
});

const widget = (widgetType: string, settings: object, elements: unknown[] = []): object => ({
  id: "w",
  elType: "widget",
  widgetType,
  settings,
  elements,
});
const container = (...elements: object[]): object => ({ elType: "container", settings: {}, elements });
const layoutOf = (...elements: object[]): Record<string, string> => ({
  _elementor_edit_mode: "builder",
  _elementor_data: JSON.stringify([container(container(...elements))]),
});

describe("a layout of Elementor", () => {
  it.each<[name: string, element: object, html: string]>([
    ["heading", widget("heading", { title: "A & b", header_size: "h3" }), "<h3>A &amp; b</h3>"],
    ["text", widget("text-editor", { editor: "<p>Text</p>" }), "<p>Text</p>"],
    [
      "image",
      widget("image", { image: { url: "https://x.example/a.jpg", id: 1 }, caption: "A caption" }),
      '<figure><img src="https://x.example/a.jpg" alt=""><figcaption>A caption</figcaption></figure>',
    ],
    [
      "accordion",
      widget("accordion", {
        tabs: [{ tab_title: "How long does it take?", tab_content: answer, _id: "a" }],
        selected_icon: { value: "fas fa-plus" },
      }),
      question + answer,
    ],
    [
      "nested accordion",
      widget("nested-accordion", { items: [{ item_title: "How long does it take?" }] }, [
        container(widget("text-editor", { editor: answer })),
      ]),
      question + answer,
    ],
    ["button", widget("button", { text: "Buy", link: { url: "/buy" } }), '<p><a href="/buy">Buy</a></p>'],
    [
      "list",
      widget("icon-list", { icon_list: [{ text: "One" }, { text: "Two", link: { url: "/2" } }] }),
      '<ul><li>One</li><li><a href="/2">Two</a></li></ul>',
    ],
    ["HTML", widget("html", { html: "<p>Own</p>" }), "<p>Own</p>"],
    [
      "icon box",
      widget("icon-box", { title_text: "Fast", description_text: "It is fast." }),
      "<h3>Fast</h3><p>It is fast.</p>",
    ],
  ])("is read if the post has no content: %s", async (_name, element, html) => {
    expect(await htmlOf("", layoutOf(element))).toEqual({ html, notes: [] });
  });

  it("replaces a stale copy, and leaves a current one", async () => {
    const spacer = widget("spacer", { space: { size: 50 } });
    const layout = layoutOf(spacer, widget("text-editor", { editor: "<p>New <b>text</b></p>" }));
    expect((await htmlOf("<p>Old text</p>", layout)).html).toBe("<p>New <b>text</b></p>");
    const copy = "<p>New text</p><p>Of a plugin</p>";
    expect(await htmlOf(copy, layout)).toEqual({ html: copy, notes: [] });
    const classic = { ...layout, _elementor_edit_mode: "" };
    expect((await htmlOf("<p>Old text</p>", classic)).html).toBe("<p>Old text</p>");
  });

  it("names unknown widgets, of which texts are kept, and a layout that cannot be read", async () => {
    const unknown = layoutOf(widget("acme-hero", { hero_title: "Welcome home", size: "large" }));
    expect(await htmlOf("", unknown)).toMatchObject({
      html: "<h3>Welcome home</h3>",
      notes: [{ category: "elementor", isLoss: true, text: expect.stringContaining("acme-hero") }],
    });
    const broken = { _elementor_edit_mode: "builder", _elementor_data: "[{" };
    expect(await htmlOf("<p>x</p>", broken)).toMatchObject({
      html: "<p>x</p>",
      notes: [{ category: "elementor", isLoss: true }],
    });
  });

  it.each([
    ["_bricks_page_content_2", "", true],
    ["_fl_builder_data", "<p>Old</p>", false],
    ["panels_data", "", true],
  ])("of another page builder is named by its field %s", async (name, content, isLoss) => {
    const { notes } = await htmlOf(content, { [name]: 'a:1:{i:0;s:1:"x";}' });
    expect(notes).toContainEqual(
      expect.objectContaining({ category: "page-builder", isLoss, text: expect.stringContaining(name) }),
    );
  });

  it("is missing for a public post without a text, which is named", async () => {
    expect((await htmlOf("")).notes).toMatchObject([{ category: "no-text" }]);
  });

  it.each([
    { e_display_conditions: '[{"condition":"login_status"}]' },
    { hide_desktop: "hidden-desktop", hide_tablet: "hidden-tablet", hide_mobile: "hidden-mobile" },
  ])("leaves out what it does not show to everybody, also from the copy: %o", async (settings) => {
    const hidden = widget("text-editor", { editor: "<p>hidden</p>", ...settings });
    const { html, notes } = await htmlOf(
      "<p>hidden</p><p>shown</p>",
      layoutOf(hidden, widget("text-editor", { editor: "<p>shown</p>" })),
    );
    expect(html).toBe("<p>shown</p>");
    expect(notes).toMatchObject([{ category: "restricted-part" }]);
  });
});
