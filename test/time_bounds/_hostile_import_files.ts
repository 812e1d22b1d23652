/** A costly shape of a file to import: a name, and a function that creates a file with a number of units. */
export type FileShape = readonly [name: string, make: (size: number) => string];

const siteUrl = "https://acme.example";

/** Shapes of XML for a post's content. */
const xml: readonly FileShape[] = [
  ["nested elements", (size) => "<a>".repeat(size) + "</a>".repeat(size)],
  ["elements that do not end", (size) => "<a>".repeat(size)],
  ["closing tags", (size) => "</a>".repeat(size)],
  ["siblings", (size) => "<a/>".repeat(size)],
  ["attributes", (size) => `<a ${numbered("b#='c' ", size)}/>`],
  ["attributes without values", (size) => `<a ${"b ".repeat(size)}`],
  ["an attribute that does not end", (size) => `<a b="${"c ".repeat(size)}`],
  ["entities", (size) => "&amp;".repeat(size)],
  ["unknown entities", (size) => "&a;".repeat(size)],
  ["ampersands", (size) => "&".repeat(size)],
  ["character references", (size) => "&#65;".repeat(size)],
  ["comments", (size) => "<!-- x -->".repeat(size)],
  ["a comment that does not end", (size) => `<!--${"-".repeat(size)}`],
  ["sections of character data", (size) => "<![CDATA[x]]>".repeat(size)],
  ["a section that does not end", (size) => `<![CDATA[${"]".repeat(size)}`],
  ["processing instructions", (size) => "<?a b?>".repeat(size)],
  ["namespaces", (size) => numbered("<a# xmlns:b#='c'/>", size)],
  ["an internal subset", (size) => `<!DOCTYPE a [${numbered("<!ENTITY e# 'x'>", size)}]>`],
  ["HTML in character data", (size) => `<![CDATA[${"<p>x</p>".repeat(size)}]]>`],
  ["shortcodes", (size) => `<![CDATA[${"[caption]x[/caption]".repeat(size)}]]>`],
  ["shortcodes that do not end", (size) => `<![CDATA[${"[gallery ".repeat(size)}]]>`],
  ["blocks", (size) => `<![CDATA[${"<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->".repeat(size)}]]>`],
  ["preformatted texts", (size) => `<![CDATA[${"<pre>".repeat(size)}]]>`],
  ["empty lines", (size) => `<![CDATA[${"x\n\n".repeat(size)}]]>`],
];

/** Shapes of a post's content that only WordPress has. */
const wordpressContent: readonly FileShape[] = (
  [
    ["line breaks", (size) => "<br>\n".repeat(size)],
    ["list items", (size) => "<li>x\n".repeat(size)],
    ["paragraphs that do not end", (size) => "<p>".repeat(size)],
    ["quotations", (size) => "<blockquote>x\n\n".repeat(size)],
    ["scripts that do not end", (size) => "<script>".repeat(size)],
    ["opening brackets", (size) => "[".repeat(size)],
    ["nested shortcodes", (size) => "[caption]".repeat(size) + "x" + "[/caption]".repeat(size)],
    ["nested players", (size) => "[audio][video]".repeat(size) + "[/video][/audio]".repeat(size)],
    ["captions in paragraphs", (size) => 'x [caption width="1"]<img src="a"> y[/caption] '.repeat(size)],
    ["unknown shortcodes", (size) => numbered("[a# b=1]", size)],
    ["shortcodes with quotes", (size) => `[video ${"a='".repeat(size)}]`],
    ["embedded addresses", (size) => "https://youtu.be/x\n".repeat(size)],
    ["comments that do not end", (size) => "<!-- wp:a ".repeat(size)],
    ["blocks without content", (size) => "<!-- wp:a /-->".repeat(size)],
    ["shortcodes of page builders", (size) => numbered('[vc_a# title="b c#"]', size)],
    ["hidden shortcodes that do not end", (size) => '[vc_row disable_element="yes"]'.repeat(size)],
    [
      "blocks with titles",
      (size) => numbered('<!-- wp:a/tab {"panelTitle":"b c#"} --><p>x</p><!-- /wp:a/tab -->', size),
    ],
    [
      "a list of titles",
      (size) => `<!-- wp:a/tabs {"titles":[${numbered('"b c#",', size)}"d"]} --><p>x</p><!-- /wp:a/tabs -->`,
    ],
    [
      "a list of questions",
      (size) => `<!-- wp:a/faq {"faqs":[${numbered('{"question":"b c#"},', size)}{}]} /-->`,
    ],
    ["languages of qTranslate", (size) => `[:en]${"x[:de]y".repeat(size)}[:]`],
    ["links", (size) => numbered('<a href="https://a.example/?attachment_id=#">x</a>', size)],
    ["white space", (size) => " \n \t".repeat(size)],
    ["images", (size) => numbered('<img src="a#.jpg">', size)],
  ] satisfies FileShape[]
).map(([name, make]) => [`${name} in character data`, (size) => `<![CDATA[${make(size)}]]>`]);

const json: readonly FileShape[] = [
  ["open arrays", (size) => "[".repeat(size)],
  ["open objects", (size) => '{"a":'.repeat(size)],
  ["nested arrays", (size) => "[".repeat(size) + "]".repeat(size)],
  ["escapes", (size) => `"${String.raw`\"`.repeat(size)}"`],
  ["escapes by number", (size) => `"${String.raw`\u0041`.repeat(size)}"`],
  ["a string that does not end", (size) => `"${"a".repeat(size)}`],
  ["digits", (size) => "1".repeat(size)],
  ["keys", (size) => `{${numbered('"k#":1,', size)}"z":1}`],
  ["equal keys", (size) => `{${'"k":1,'.repeat(size)}"z":1}`],
  ["white space", (size) => " \n".repeat(size)],
  ["HTML", (size) => JSON.stringify("<p>x</p>".repeat(size))],
];

function numbered(unit: string, size: number): string {
  return Array.from({ length: size }, (_, index) => unit.replaceAll("#", String(index))).join("");
}

const post = `<title>A</title><link>${siteUrl}/a#</link><wp:post_name>a#</wp:post_name><wp:post_type>post</wp:post_type>
<wp:status>publish</wp:status><wp:post_date_gmt>2026-01-01 00:00:00</wp:post_date_gmt>`;
const author = "<wp:author><wp:author_login>a#</wp:author_login></wp:author>";
const attachment =
  "<item><wp:post_id>#</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://a.example/#</wp:attachment_url></item>";
const category = '<category domain="post_tag" nicename="a#">a#</category>';
const content = (text: string): string => `<content:encoded>${text}</content:encoded>`;

function wordpress(channel: string): string {
  return `<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>${channel}</channel></rss>`;
}

const field = (name: string, value: string): string =>
  `<wp:postmeta><wp:meta_key>${name}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;

/** Returns a post with a layout of Elementor. */
function withLayout(json: string): string {
  const fields = field("_elementor_edit_mode", "builder") + field("_elementor_data", json);
  return wordpress(`<item>${post}${content("<![CDATA[<p>x</p>]]>")}${fields}</item>`);
}

/** WordPress exports. */
export const HOSTILE_WORDPRESS: readonly FileShape[] = [
  ...[...xml, ...wordpressContent].map(([name, make]): FileShape => [
    name,
    (size) => wordpress(`<item>${post}${content(make(size))}</item>`),
  ]),
  ["nested elements outside of posts", (size) => wordpress("<a>".repeat(size) + "</a>".repeat(size))],
  ["posts", (size) => wordpress(numbered(`<item>${post}</item>`, size))],
  ["authors", (size) => wordpress(numbered(author, size))],
  ["attachments", (size) => wordpress(numbered(attachment, size))],
  ...Object.entries({
    "widgets of Elementor": '{"elType":"widget","widgetType":"heading","settings":{"title":"a b#"}},',
    "unknown widgets of Elementor": '{"elType":"widget","widgetType":"x#","settings":{"title":"a b#"}},',
  }).map(([name, unit]): FileShape => [name, (size) => withLayout(`[${numbered(unit, size)}{}]`)]),
  [
    "nested elements of Elementor",
    (size) => withLayout(`${'[{"elements":'.repeat(size)}[]${"}]".repeat(size)}`),
  ],
  ["categories", (size) => wordpress(`<item>${post}${numbered(category, size)}</item>`)],
];

/** RSS feeds. */
export const HOSTILE_RSS: readonly FileShape[] = xml.map(([name, make]) => [
  name,
  (size) =>
    `<rss version="2.0"><channel><item><title>A</title><link>${siteUrl}/a</link><description>${make(size)}</description></item></channel></rss>`,
]);

/** Atom feeds, with content as HTML and as XHTML. */
export const HOSTILE_ATOM: readonly FileShape[] = xml.flatMap(([name, make]): FileShape[] =>
  ["html", "xhtml"].map((type) => [
    `${name} (${type})`,
    (size) =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><link href="${siteUrl}/a"/><content type="${type}">${make(size)}</content></entry></feed>`,
  ]),
);

const record = (html: string): string =>
  `{"id":"1","title":"A","slug":"a","status":"published","published_at":"2026-01-01T00:00:00.000Z","html":${html}}`;
const database = (posts: string, tags: string): string =>
  `{"db":[{"meta":{"version":"5.0.0"},"data":{"posts":[${posts}],"tags":[${tags}]}}]}`;

/** Ghost exports. */
export const HOSTILE_GHOST: readonly FileShape[] = [
  ...json.map(([name, make]): FileShape => [name, (size) => database(record(make(size)), "")]),
  ["posts", (size) => database(Array<string>(size).fill(record('"x"')).join(","), "")],
  ["tags", (size) => database(record('"x"'), `${numbered('{"id":"#","name":"t#"},', size)}{}`)],
];

const ghostPost = (field: string, content: string): string =>
  JSON.stringify({ data: { posts: [{ id: 1, title: "A", [field]: content }] } });
const lexical = (children: string): string => ghostPost("lexical", `{"root":{"children":[${children}]}}`);
const mobiledoc = (rest: string): string => ghostPost("mobiledoc", `{"version":"0.3.1",${rest}}`);

/** Ghost exports with content in the formats of Ghost's editors. */
export const HOSTILE_EDITORS: readonly FileShape[] = Object.entries<FileShape[1]>({
  "nested nodes": (size) => lexical(`${'{"type":"quote","children":['.repeat(size)}${"]}".repeat(size)}`),
  "nested headings": (size) =>
    lexical(`${'{"type":"heading","children":['.repeat(size)}${"]}".repeat(size)}`),
  texts: (size) =>
    lexical(
      `{"type":"paragraph","children":[${numbered('{"type":"text","text":"a#","format":3},', size)}{}]}`,
    ),
  "kinds of cards": (size) => lexical(`${numbered('{"type":"a#"},', size)}{}`),
  "references to a card": (size) =>
    mobiledoc(
      `"cards":[["gallery",{"images":[${"{},".repeat(size)}{}]}]],"sections":[${"[10,0],".repeat(size)}[]]`,
    ),
  "open markups": (size) =>
    mobiledoc(`"markups":[["b"]],"sections":[[1,"p",[[0,[${"0,".repeat(size)}0],9,"a"]]]]`),
  "attributes of a markup": (size) =>
    mobiledoc(
      `"markups":[["a",[${'"x","y",'.repeat(size)}"href","/"]]],"sections":[[1,"p",[${'[0,[0],1,"a"],'.repeat(size)}[]]]]`,
    ),
  "blocks for members": (size) =>
    ghostPost("html", "<!--kg-gated-block:begin nonMember:false -->x<!--kg-gated-block:end-->".repeat(size)),
  "blocks for members that do not end": (size) =>
    ghostPost("html", "<!--kg-gated-block:begin nonMember:true ".repeat(size)),
  "empty nodes": (size) => lexical(`${"{},".repeat(size)}{}`),
  "empty paragraphs": (size) => lexical(`${'{"type":"paragraph"},'.repeat(size)}{}`),
  "empty sections": (size) => mobiledoc(`"sections":[${"[],".repeat(size)}[]]`),
  "line breaks": (size) => lexical(`${'{"type":"linebreak"},'.repeat(size)}{}`),
  items: (size) => lexical(`{"type":"list","children":[${'{"type":"listitem"},'.repeat(size)}{}]}`),
  "empty markers": (size) => mobiledoc(`"sections":[[1,"p",[${"[],".repeat(size)}[]]]]`),
  "items of a list": (size) => mobiledoc(`"sections":[[3,"ul",[${"[],".repeat(size)}[]]]]`),
  "formats of texts": (size) =>
    lexical(
      `{"type":"paragraph","children":[${numbered('{"type":"text","text":"a","format":#},', size)}{}]}`,
    ),
});

/** Lists of Substack exports. */
export const HOSTILE_SUBSTACK: readonly FileShape[] = [
  ["rows", (size) => `post_id,title\n${numbered("#.a,b\n", size)}`],
  ["quotation marks", (size) => `post_id,title\n1,"${'""'.repeat(size)}"`],
  ["fields", (size) => `post_id,title\n${",".repeat(size)}`],
  ["blank lines", (size) => `post_id,title\n${"\n".repeat(size)}`],
];
