/** A hostile input: a name, and a function that creates HTML of a size. */
export type HtmlShape = readonly [name: string, make: (size: number) => string];

/** Repeats a unit. Replaces `#` in it by the number of the repetition. */
function many(unit: string, size: number): string {
  return Array.from({ length: size }, (_, index) => unit.replaceAll("#", String(index))).join("");
}

/** Returns a shape that repeats one unit between a start and an end. */
function repeated(name: string, start: string, unit: string, end = ""): HtmlShape {
  return [name, (size) => start + many(unit, size) + end];
}

/** Returns a shape with all repetitions of one unit before all repetitions of a second unit. */
function nested(name: string, open: string, inner: string, close: string, end = ""): HtmlShape {
  return [name, (size) => many(open, size) + inner + many(close, size) + end];
}

const QUESTION = "<h2>Why?</h2><p>So.</p>";

const inHeadings: HtmlShape[] = [
  repeated("links in a heading", "<h2>", "<a>x</a>", "?</h2><p>x"),
  repeated("permalinks in a heading", "<h2>Why", "<a>¶</a>", "?</h2><p>x"),
  repeated("links in an unclosed heading", "<h2>Why? ", "<a>x</a> "),
  repeated("a list of links in an unclosed heading", "<h2>Why?<ul>", "<li><a href=/x>word</a></li>"),
  repeated("links in links in a heading", "<h2>Why?", "<a>x<div>"),
  repeated("formatting in a heading", "<h2>Why", "<b>x</b><i> </i>", "?</h2><p>x"),
  repeated("formatting that is not nested in a heading", "<h2>Why", "<b><i>x</b></i>", "?</h2><p>x"),
  repeated("headings in headings", "", "<h2>Why?<div>"),
  repeated("headings that do not end", "", "<h2>Why?"),
  repeated("headings in paragraphs in headings", "", "<h2>Why?<p>"),
  repeated("headings of all levels", "", "<h1><h2>Why?<h3>How?<h4>"),
  repeated("headings in links", "", "<a><h2>Why?</h2>¶</a>"),
  repeated("plain headings", "", "<h2 id=x>Why <b>x</b></h2>", "?"),
  repeated("inline tags in a plain heading", "<h2>", "Why <b>x</b>", "</h2>?"),
  repeated("inline tags in a heading that does not end", "<h2>", "<b>x", "?"),
  repeated("headings in attributes of headings", "?", "<h2 a='", "' b=<h2"),
  repeated("question marks", "<h2>", "? ", "</h2><p>x"),
  repeated("white space in a heading", "<h2>Why", " \n\t", "?</h2><p>x"),
];

const afterHeadings: HtmlShape[] = [
  repeated("permalinks after a question", "<div><h2>Why?</h2>", "<a>¶</a>", "</div><p>x"),
  repeated(
    "permalinks in paragraphs after a question",
    "<div><h2>Why?</h2>",
    "<p>\u200b<a>¶</a></p>",
    "</div>",
  ),
  repeated("permalinks and text after a question", "<div><h2>Why?</h2>", "\u200b<a>¶</a> ", "</div><p>x"),
  repeated("comments after a question", "<div><h2>Why?</h2>", " <!---->", "</div><p>x"),
  repeated("empty paragraphs after a question", "<div><h2>Why?</h2>", "<p></p>", "</div><p>x"),
  repeated("questions", "", "<h2>Why #?</h2><p>So.</p>"),
  repeated("equal questions", "", "<h2>Why?</h2><p>So.</p>"),
  repeated("questions without answers", "", "<h2>Why #?</h2>"),
  repeated("questions in wrappers", "", "<div><h2>Why #?</h2></div><p>So.</p>"),
  repeated("questions, each in the wrapper of the last", "", "<div><h2>Why #?</h2>So."),
  nested("a question in nested wrappers", "<div>", "<h2>Why?</h2>", "</div>", "<p>So."),
  nested("questions at the ends of nested wrappers", "<div>", "", "<h2>Why #?</h2></div>"),
  nested("permalinks at the ends of nested wrappers", "<div>", "<h2>Why?</h2>", "<a>¶</a></div>", "<p>So."),
  repeated("hidden questions", "<h2>Why?</h2>", "<div hidden><h2>How?</h2>", "<p>So."),
  repeated("hidden elements", "<div><h2>Why?</h2>", "<p hidden>x</p>", "</div><p>So."),
];

const nesting: HtmlShape[] = [
  repeated("divs", QUESTION, "<div>"),
  repeated("lists", QUESTION, "<ul><li>x"),
  repeated("list items", `${QUESTION}<ul>`, "<li>x"),
  repeated("descriptions", QUESTION, "<dl><dt>x<dd>y"),
  repeated("paragraphs", QUESTION, "<p>x"),
  repeated("paragraphs in buttons", QUESTION, "<p><button>x"),
  repeated("unknown elements", QUESTION, "<x><y>"),
  repeated("elements of different names", QUESTION, "<x#>"),
  repeated("end tags of no element", `${QUESTION}${"<x>".repeat(100)}`, "</b></p></div></y>"),
  repeated("forms", QUESTION, "<form><div></form>"),
  repeated("ruby", `${QUESTION}<ruby>`, "<rb>x<rt>y"),
  repeated("templates", QUESTION, "<template>x"),
  repeated("templates with cells", QUESTION, "<template><td>x</template>"),
  repeated("options", `${QUESTION}<select>`, "<optgroup><option>x"),
  repeated("selects", QUESTION, "<select><option>x<p>"),
  repeated("bodies with attributes", QUESTION, "<body a#=x><html b#=x>"),
  repeated("framesets", QUESTION, "<frameset><frame>"),
];

const formatting: HtmlShape[] = [
  repeated("bold in bold", QUESTION, "<b>x"),
  repeated("bold with attributes", QUESTION, "<b a#>x"),
  repeated("bold around paragraphs", QUESTION, "<b><p>x"),
  repeated("bold in paragraphs", QUESTION, "<p><b a#>x"),
  repeated("links around paragraphs", QUESTION, "<a><p>x</a>"),
  repeated("formatting that is not nested", QUESTION, "<b><i>x</b></i>"),
  repeated("nobr", QUESTION, "<nobr>x"),
  nested("bold around a block", "<b a#>", "<p>x", "</b>"),
  nested("bold around blocks", "<b a#><p>", "x", "</b>"),
  nested("links around blocks with children", "<a><p>x<i>y</i>", "z", "</a></p>"),
  nested("bold before a table", "<table><b a#>", "<div>x", "</b>"),
  repeated("markers in formatting", QUESTION, "<b><object>x</object>"),
];

const tables: HtmlShape[] = [
  repeated("tables in tables", QUESTION, "<table><tr><td>x"),
  repeated("rows", `${QUESTION}<table>`, "<tr><td>x<th>y"),
  repeated("captions and columns", `${QUESTION}<table>`, "<caption>x<col><colgroup>"),
  repeated("text before a table", `${QUESTION}<table>`, "x<tr>"),
  repeated("elements before a table", `${QUESTION}<table>`, "<b>x</b><div>y</div>"),
  repeated("links before a table", `${QUESTION}<table>`, "<a>x"),
  repeated("questions before a table", "<table>", "<h2>Why #?</h2><p>So.</p>"),
  repeated("tables before tables", QUESTION, "<table><div>x"),
];

const foreign: HtmlShape[] = [
  repeated("groups", `${QUESTION}<svg>`, "<g>x"),
  repeated("SVG in SVG", QUESTION, "<svg><title>x"),
  repeated("HTML in SVG", QUESTION, "<svg><foreignObject><p>x"),
  repeated("HTML that ends SVG", QUESTION, "<svg><g><p>x"),
  repeated("MathML", QUESTION, "<math><annotation-xml encoding=text/html><p>x"),
  repeated("CDATA sections", `${QUESTION}<svg>`, "<![CDATA[x]]"),
  repeated("closed CDATA sections", `${QUESTION}<svg>`, "<![CDATA[x]]>"),
];

const tags: HtmlShape[] = [
  repeated("tags that do not end", QUESTION, "<a <a "),
  repeated("quotes that do not end", QUESTION, '<a b="'),
  repeated("attributes", `${QUESTION}<a `, "b#=x ", ">x"),
  repeated("equal attributes", `${QUESTION}<a `, "hidden ", ">x"),
  repeated("attributes of formatting", QUESTION, "<b a# b c d e>x"),
  repeated("slashes", `${QUESTION}<a `, "/ ", ">x"),
  repeated("references in an attribute", `${QUESTION}<a b="`, "&amp&notit", '">x'),
  repeated("a long name", `${QUESTION}<`, "x", ">x"),
  repeated("comments that do not end", QUESTION, "<!--"),
  repeated("dashes in a comment", `${QUESTION}<!--`, "-!"),
  repeated("a row of dashes", `${QUESTION}<!--`, "-"),
  repeated("empty comments", QUESTION, "<!-->"),
  repeated("declarations", QUESTION, "<!x><?y></ z>"),
];

const texts: HtmlShape[] = [
  repeated("references", `${QUESTION}<p>`, "&notit"),
  repeated("a long number", `${QUESTION}<p>&#`, "9"),
  repeated("ampersands", `${QUESTION}<p>`, "&"),
  repeated("less-than signs", `${QUESTION}<p>`, "<"),
  repeated("spaces", QUESTION, " "),
  repeated("spaces and words", QUESTION, "x  \n"),
  repeated("lines in pre", `${QUESTION}<pre>`, "\n x"),
  repeated("zero-width spaces", `${QUESTION}<p>`, "\u200b"),
  repeated("null characters", `${QUESTION}<p>`, "x\0"),
  repeated("carriage returns", `${QUESTION}<p>`, "x\r\r\n"),
  repeated("surrogates", `${QUESTION}<p>`, "\ud800 😀"),
  repeated("line breaks", QUESTION, "x<br>"),
  repeated("scripts", QUESTION, "<script>x</script>"),
  repeated("scripts that do not end", QUESTION, "<script></"),
  repeated("comments in scripts", QUESTION, "<script><!--<script>"),
  repeated("comments in a script", `${QUESTION}<script>`, "<!-- x -->", "</script>"),
  repeated("comments in a script that do not end", `${QUESTION}<script>`, "<!--", "</script>"),
  repeated("text areas", QUESTION, "<textarea>\n&amp</textarea>"),
  repeated("titles that do not end", QUESTION, "<title>&amp</titl"),
  repeated("plain text", QUESTION, "<plaintext>x"),
  repeated("noscript", QUESTION, "<noscript><p>x"),
  repeated("xmp", QUESTION, "<p><xmp>x</xmp>"),
];

const blocks: HtmlShape[] = [
  repeated("nested details", QUESTION, "<details><summary>Why#?</summary>x"),
  repeated("nested summaries", QUESTION, "<details><summary>x"),
  repeated("definitions", QUESTION, "<dt>Why#?<dd>x"),
  repeated("terms without definitions", `${QUESTION}<dl>`, "<dt>Why#?", "<dd>x"),
  repeated("nested definitions", QUESTION, "<dl><dt>Why#?<dd>x"),
  repeated("bold paragraphs", QUESTION, "<p><b>Why#?</b>"),
  repeated("wrapped bold paragraphs", QUESTION, '<div><p><b>Why#?</b><a href="#">¶</a></div>'),
  repeated("nested bold paragraphs", QUESTION, "<button><p><b>Why#?"),
  repeated("titles without panels", QUESTION, '<i class="schema-faq-question">Why#?</i>x'),
  repeated("titles in titles", QUESTION, '<div class="schema-faq-question">Why#?'),
  repeated(
    "panels in panels",
    QUESTION,
    '<i class="divi et_pb_toggle_title">?</i><div class="et_pb_toggle_content">x',
  ),
  repeated("class names", `${QUESTION}<p class="`, "a# ", '">x'),
  repeated("permalinks by their words", "<h2>Why?", '<a href="#">Permalink</a>', "</h2><p>x"),
  repeated("links that repeat a heading", "<h2>Why?", '<a href="#">Why?</a>', "</h2><p>x"),
  repeated("permalinks in permalinks", "<h2>Why?", '<a href="#">Why?<object>', "</h2><p>x"),
  repeated("footnote marks", "<h2>Why?", "<sup>[1]", "</h2><p>x"),
  repeated("copy buttons", QUESTION, "<button>x<object>Copy"),
  repeated("page parts in a heading", "<h2>Why?", "<button>x<object>", "</h2><p>x"),
  repeated("short elements in short elements", QUESTION, "<div><p>Next</p>"),
  repeated("formulas in formulas", QUESTION, '<span class="katex">x', "<p>x"),
  repeated("formulas in MathML", QUESTION, "<math><mi>x<annotation encoding=TeX>"),
  repeated("formulas without text", QUESTION, '<math><annotation encoding="application/x-tex">'),
  repeated("line numbers in line numbers", QUESTION, '<b class="lineno">1<object>'),
  repeated("buttons in titles", QUESTION, "<summary><button>x<object>"),
  repeated("links to the top", QUESTION, '<a href="#top">Back to top</a>'),
  repeated("answers that end with a colon", "", "<h2>Why#?</h2><p>So:</p><h3>x</h3>"),
  repeated("styles", `${QUESTION}<p style="`, "display ; ", '">x'),
  repeated("lists in lists", QUESTION, "<ul><li>x"),
  repeated("tables in cells", QUESTION, "<table><tr><td>x"),
  repeated("sentences", "<h2>", "Ինչո՞ւ։ ", "x</h2><p>x"),
];

const linked: HtmlShape[] = [
  repeated("buttons of panels", "", "<button aria-controls=a#>Why #?</button><p id=a#>So."),
  nested("buttons of one panel", "<b aria-controls=a>Why #?</b>", "<p id=a>", "<i>x</i>"),
  repeated("buttons in buttons", "", "<p><i aria-controls=a>Why #?", "<p id=a>So."),
  nested("panels in panels of buttons", "<b aria-controls=a#>Why #?</b>", "", "<div id=a#>x"),
  repeated(
    "panels that name a button",
    "<button id=b aria-expanded>?</button>",
    "<p aria-labelledby='b c#'>x",
  ),
  repeated("names of a panel", "<button id=b aria-expanded>?</button><p aria-labelledby='", "a# ", "b'>x"),
  repeated("tabs in tablists", "", "<ul role=tablist><li role=tab aria-controls=a#>Why #?<p id=a#>x"),
  repeated("items in items", "", "<p itemscope itemtype=https://schema.org/Question><b itemprop=name>Why #?"),
  repeated(
    "names of a question",
    "<p itemscope itemtype=http://schema.org/Question>",
    "<b itemprop=name>Why #?</b>",
  ),
  repeated(
    "answers of a question",
    "<p itemscope itemtype=http://schema.org/Question><b itemprop=name>Why?</b>",
    "<i itemprop=acceptedAnswer itemscope><b itemprop=text>x",
  ),
  repeated("properties", "<p itemscope itemtype=http://schema.org/Question><b itemprop='", "a# ", "name'>x?"),
];

/** Nested, repeated or unclosed inputs for each part of the HTML grammar and of the FAQ rules. */
export const HOSTILE_HTML: readonly HtmlShape[] = [
  ...inHeadings,
  ...afterHeadings,
  ...nesting,
  ...formatting,
  ...tables,
  ...foreign,
  ...tags,
  ...texts,
  ...blocks,
  ...linked,
];
