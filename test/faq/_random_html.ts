import * as fc from "fast-check";

const NAMES = (
  "a a abbr audio canvas datalist meter address applet area article aside b b base big blockquote body br button caption center cite code col colgroup " +
  "custom-tag dd del details dialog dir div div dl dt em embed fieldset figure font footer form frame frameset h1 h2 h2 " +
  "h2 h3 h3 h3 h4 h5 h6 head header hr html i iframe image img input ins kbd keygen label li li link listing main map " +
  "marquee math menu meta mi mtext nav nobr noembed noframes noscript object ol optgroup option p p p param plaintext " +
  "pre q rb rp rt rtc ruby s samp script search section select small source span span strike strong style sub summary " +
  "sup svg table table tbody td td template textarea tfoot th thead title tr tr track tt u ul ul var video wbr xmp " +
  "foreignObject desc annotation-xml Icon unknown h2x path g"
).split(" ");

const TEXTS = [
  ...Array.from("a?? \n\t\r\f;&<>\"'#¶/=-!"),
  "Why?", "why?", "WHY?", "So.", "  ", " \n ", "\r\n", "\u00a0", "\u200b", "\ufeff", "\u2003", "\u3000", "é", "字", "？", "؟", "\0", "?\u200e", "\u2068", "\u2069", "\ufe0f", "?\u202c",
  "&amp;", "&lt;", "&quest;", "&nbsp", "&nbsp;", "&#63;", "&#x3f", "&#10;", "&#13;", "&#0;", "&#x80;", "&notit;", "&not", "&nosuch;", "&",
  "&acE;", "&NotEqualTilde;", "&ampx", "&#", "&#x", "&#99999999;", "&ZeroWidthSpace;",
  "<!---->", "<!-- x -->", "<!-->", "<!--->", "<!--x--!>", "<!--x", "--", "-->", "<!doctype html>", "<!x>", "<?x?>", "</>", "</ x>",
  "<![CDATA[x]]>", "]]>", "</", "<", "<a", "<p ", "</p", "<!", "<h2>Why?</h2>", "<h3>Who?</h3>", "<p>So.</p>", "</p>", "</br>",
]; // oxfmt-ignore

const ATTRIBUTES = [
  "", "", "", "", " hidden", " HIDDEN=x", ' class="a"', " class=a", " a='b>c'", ' a="<h2>?"', " href=#", " /", "/", " a=b/", " =", ' "',
  " a=", ' a = "b" c', " hidden-x", " type=hidden", " color=red", ' encoding="text/html"', ' a="', "\n", "\t x ",
]; // oxfmt-ignore

const name: fc.Arbitrary<string> = fc.constantFrom(...NAMES);
const text: fc.Arbitrary<string> = fc.constantFrom(...TEXTS);
const attributes: fc.Arbitrary<string> = fc.constantFrom(...ATTRIBUTES);

/** Any tag or text. */
const token: fc.Arbitrary<string> = fc.oneof(
  text,
  fc.tuple(name, attributes).map(([tag, rest]) => `<${tag}${rest}>`),
  name.map((tag) => `</${tag}>`),
);

const SCRIPT_PARTS = [
  "<!--", "<!--", "<!-", "-->", "--!>", "--", "-", ">", "<", "/", "a", "<script>", "<script ", "<SCRIPT/", "<script", "<scripts>",
  "</script", "</script>", "</SCRIPT ", "</scripts>", "<![CDATA[//><!--", "//--><!]]>", "\n", "\r", "\f", "<h2>Why?</h2>",
]; // oxfmt-ignore

/** A script with comments, and scripts in them, that may hide its end tag. */
const script: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...SCRIPT_PARTS), { maxLength: 8 })
  .map((parts) => `<script>${parts.join("")}</script>`);

/** Well-nested HTML with an occasional misplaced token. */
const { node } = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie("node"), { maxLength: 5 }).map((nodes) => nodes.join("")),
  node: fc.oneof(
    { maxDepth: 5, depthIdentifier: "node" },
    { weight: 4, arbitrary: text },
    { weight: 1, arbitrary: token },
    { weight: 1, arbitrary: script },
    {
      weight: 6,
      arbitrary: fc
        .tuple(name, attributes, tie("nodes"))
        .map(([tag, rest, content]) => `<${tag}${rest}>${content}</${tag}>`),
    },
    {
      weight: 2,
      arbitrary: tie("nodes").map((content) => `<table><tr><td>${content}<tr><th>${content}</table>`),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(tie("nodes"), tie("nodes")).map(([q, a]) => `<h2>${q}?</h2><p>${a}</p>`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(text, tie("nodes"), tie("nodes"))
        .map(([q, rest, a]) => `<div><div><h3>${q}?</h3>${rest}<a href=#>#</a></div></div><div>${a}</div>`),
    },
  ),
}));

const INLINE_NAMES =
  "a a abbr b b big br cite code em font i i img input kbd link mark meta s small span span strong sub u wbr x-y".split(
    " ",
  );
const CONTEXT_NAMES = (
  "a b i button caption center dd desc details div foreignObject form h1 h4 label li marquee math mi nobr noscript object option p p pre " +
  "ruby select span summary svg table table tbody td template th title tr tt"
).split(" ");
const PLAIN_TEXTS = [
  "Why", "So", ".", "So. ", "a", "b", " ", "\n", "\r\n", "字", "¶", "#", "x", "\0", "\u00a0", "=", '"', "'", "/", ">", "é", "\u200b",
]; // oxfmt-ignore
const PLAIN_ATTRIBUTES = [
  "",
  "",
  "",
  ' id="a"',
  " hidden",
  " a='?>&'",
  ' a="b"c',
  " a=b/",
  "/",
  ' "',
  ' a = "?"',
  "\f",
];

const plainText: fc.Arbitrary<string> = fc.constantFrom(...PLAIN_TEXTS);
const plainAttributes: fc.Arbitrary<string> = fc.constantFrom(...PLAIN_ATTRIBUTES);
const inlineTag: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("", "", "/"), fc.constantFrom(...INLINE_NAMES), plainAttributes)
  .map(([slash, tag, rest]) => `<${slash}${tag}${rest}>`);
const contextTag: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("", "", "/"), fc.constantFrom(...CONTEXT_NAMES), plainAttributes)
  .map(([slash, tag, rest]) => `<${slash}${tag}${rest}>`);

/** A mostly plain heading: inline tags, nested or not, and text without marks and references. */
const plainHeading: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("h2", "h2", "h3", "H3"),
    plainAttributes,
    fc.array(
      fc.oneof(
        { weight: 30, arbitrary: plainText },
        { weight: 30, arbitrary: inlineTag },
        { weight: 1, arbitrary: token },
      ),
      { maxLength: 5 },
    ),
    fc.constantFrom("</h2>", "</h2>", "</h3>", "</h1 a='>'>", "</H3\n>"),
  )
  .map(([tag, rest, content, end]) => `<${tag}${rest}>${content.join("")}${end}`);

/** HTML with mostly plain headings, closed and unclosed elements, and marks outside of headings. */
const plainHeadings: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: plainHeading },
      { weight: 3, arbitrary: contextTag },
      { weight: 2, arbitrary: inlineTag },
      {
        weight: 2,
        arbitrary: fc.constantFrom("?", "So.", "&quest;", "<p>So.</p>", "<hr>", "a", "字", "<!-- ", "-->"),
      },
      { weight: 1, arbitrary: plainText },
      { weight: 1, arbitrary: script },
    ),
    { minLength: 2, maxLength: 14 },
  )
  .map((parts) => `${parts.join("")}<p>?`);

/** HTML of every kind, from well-formed documents to random tokens. */
export const randomHtml: fc.Arbitrary<string> = fc.oneof(
  fc.array(node, { maxLength: 8 }).map((nodes) => nodes.join("")),
  fc.array(token, { maxLength: 25 }).map((tokens) => tokens.join("")),
  fc
    .tuple(fc.array(token, { maxLength: 12 }), fc.array(token, { maxLength: 12 }))
    .map(([before, after]) => `${before.join("")}<h2>Why?</h2>${after.join("")}<p>So.</p>`),
  plainHeadings,
);

/** A mutation of a page: its kind, its places (as fractions of the length) and a token. */
const cut: fc.Arbitrary<[kind: number, at: number, other: number, token: string]> = fc.tuple(
  fc.integer({ min: 0, max: 5 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  token,
);

/** A part of a page in which tags and quotes are deleted, doubled and swapped, and tokens are inserted. */
export function mutatedPage(pages: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...pages),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 200, max: 3000 }),
      fc.array(cut, { minLength: 1, maxLength: 6 }),
    )
    .map(([page, start, length, cuts]) => {
      const from = Math.floor(start * Math.max(0, page.length - length));
      return cuts.reduce(
        (html, [kind, at, other, token]) => mutated(html, kind, at, other, token),
        page.slice(from, from + length),
      );
    });
}

function mutated(html: string, kind: number, at: number, other: number, token: string): string {
  const one = piece(html, at);
  const two = piece(html, other);
  const [first, second] = one.start <= two.start ? [one, two] : [two, one];
  switch (kind) {
    case 0:
      return html.slice(0, one.start) + html.slice(one.end);
    case 1:
      return html.slice(0, one.end) + html.slice(one.start);
    case 2:
      return html.slice(0, one.start) + token + html.slice(one.start);
    case 3:
      return html.slice(0, one.start) + token + html.slice(one.end);
    case 4:
      if (first.end > second.start) return html;
      return (
        html.slice(0, first.start) +
        html.slice(second.start, second.end) +
        html.slice(first.end, second.start) +
        html.slice(first.start, first.end) +
        html.slice(second.end)
      );
    default:
      return html.slice(0, one.start) + html.slice(two.end);
  }
}

/** Returns the next tag or quote after a place. */
function piece(html: string, at: number): { start: number; end: number } {
  const from = Math.floor(at * html.length);
  const next = html.slice(from, from + 400).search(/[<"']/);
  if (next === -1) return { start: from, end: Math.min(from + 1, html.length) };
  const start = from + next;
  if (html[start] !== "<") return { start, end: start + 1 };
  const end = html.indexOf(">", start);
  return { start, end: end === -1 ? html.length : end + 1 };
}
