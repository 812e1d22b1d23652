/** A costly shape of Markdown: a name, and a function that creates a text of about the given length in characters. */
export type MarkdownShape = readonly [name: string, make: (characters: number) => string];

function fill(characters: number, unit: string): string {
  return unit.repeat(Math.max(1, Math.floor(characters / unit.length)));
}

function repeated(name: string, unit: string, start = "", end = ""): MarkdownShape {
  return [name, (characters) => start + fill(characters, unit) + end];
}

/** Returns a shape of lines that become longer, up to the total number of characters. */
function growing(name: string, line: (index: number) => string): MarkdownShape {
  return [
    name,
    (characters) => {
      const lines: string[] = [];
      for (let length = 0; length < characters; length += (lines.at(-1)?.length ?? 0) + 1)
        lines.push(line(lines.length));
      return lines.join("\n");
    },
  ];
}

function numbered(name: string, line: (index: number) => string): MarkdownShape {
  return [name, (characters) => Array.from({ length: characters / 8 }, (_, index) => line(index)).join("\n")];
}

/** Shapes for each part of CommonMark's grammar, and for tables. */
export const HOSTILE_MARKDOWN: readonly MarkdownShape[] = [
  repeated("open images in brackets", "![["),
  repeated("open brackets", "["),
  repeated("open images", "!["),
  repeated("closing brackets", "]"),
  repeated("links without end", "[a]("),
  repeated("links without end, in angle brackets", "[a](<"),
  repeated("links with an escape at the end", "[a](b\\"),
  repeated("links with a percent sign", "[a](%"),
  repeated("links with an open title", '[a](b "'),
  repeated("links", "[a](b)"),
  repeated("destinations without text", "](a)"),
  repeated("escaped brackets", "[\\]"),
  repeated("backslashes", "\\"),
  ["links in links", (characters) => `${fill(characters / 5, "[")}a${fill((characters * 4) / 5, "](b)")}`],
  ["images in images", (characters) => `${fill(characters / 3, "![")}a${fill((characters * 2) / 3, "](b)")}`],
  repeated("definitions", "[a]: b\n"),
  numbered("distinct definitions", (index) => `[a${index}]: b`),
  repeated("definitions without end", "[a\n"),
  repeated("definitions without destination", "[a]:\n"),
  repeated("definitions with an open title", '[a]: b "'),
  repeated("opening emphasis", "*a "),
  repeated("mixed emphasis", "*a**b "),
  repeated("closing emphasis", "a*"),
  repeated("underscores", "_a "),
  ["a long run of stars", (characters) => `${fill(characters / 2, "*")}a${fill(characters / 2, "*")}`],
  repeated("struck texts", "~~a"),
  growing("runs of backticks", (index) => "`".repeat(index)),
  repeated("code that does not end", "`a``b"),
  repeated("open elements", "<b>"),
  repeated("elements without end", "<b x"),
  repeated("angle brackets", "<"),
  repeated("open addresses", "<http://a"),
  repeated("open comments", "<!--"),
  repeated("open sections", "<![CDATA["),
  repeated("open instructions", "<?"),
  repeated("attributes", "b='c' ", "<a "),
  repeated("open attributes", "<a b='"),
  repeated("blocks of HTML", "<div>\n"),
  repeated("entities", "&amp;"),
  repeated("open entities", "&a"),
  repeated("quotations", "> "),
  growing("ever deeper quotations", (index) => `${">".repeat(index)}a`),
  repeated("lists", "- "),
  repeated("numbered lists", "1. "),
  growing("ever deeper lists", (index) => `${" ".repeat(2 * index)}* a`),
  repeated("lists in quotations", "> - "),
  repeated("lists behind tabs", "\t- a\n"),
  repeated("rows of a table", "|x|\n", "|a|\n|-|\n"),
  ["columns of a table", (characters) => `${fill(characters / 2, "|a")}\n${fill(characters / 2, "|-")}\n`],
  repeated("headings", "# a\n"),
  repeated("an underlined heading of many lines", "a\n", "", "=="),
  repeated("rules", "* * *\n"),
  repeated("fences", "```\n"),
  repeated("hard line breaks", "a  \n"),
  repeated("spaces", " "),
  repeated("footnote references", "[^a] ", "[^a]: b\n\n"),
  repeated("footnote references without end", "[^a"),
  numbered("distinct footnotes", (index) => `[^${index}]\n\n[^${index}]: b\n`),
  repeated("nested footnotes", "[^a]: "),
  repeated("definitions of a term", "a\n: b\n"),
  repeated("terms without a definition", "a\n", "", "\n: b"),
  repeated("nested definitions", ": ", "a\n"),
  repeated("tasks", "- [ ] a\n"),
  repeated("alerts", "> [!NOTE]\n> a\n\n"),
  repeated("open containers", ":::note\n"),
  repeated("containers", ":::note\na\n:::\n"),
  repeated("colons", ":"),
  repeated("bare addresses", "https://a.example/b "),
  repeated("bare addresses with parentheses", ")", "https://a.example/("),
  repeated("schemes of addresses", "http://"),
  repeated("at signs", "a@"),
  repeated("email addresses", "a@b.example "),
  repeated("parts of an email address", "a.", "@"),
  repeated("equal headings", "# a\n"),
  repeated("ids of headings", "# a {#b}\n"),
  repeated("open braces in a heading", "{#", "# "),
];

/** Shapes for the templates of site generators, and for kramdown. */
export const HOSTILE_TEMPLATES: readonly MarkdownShape[] = [
  repeated("open tags", "{% a "),
  repeated("tags", "{% a %}"),
  repeated("open outputs", "{{ a "),
  repeated("open braces", "{"),
  repeated("raw texts without end", "{% raw %}"),
  repeated("raw texts", "{% raw %}a{% endraw %}"),
  repeated("highlights without end", "{% highlight a %}\n"),
  repeated("open shortcodes", "{{< a "),
  repeated("shortcodes", "{{< a >}}"),
  repeated("shortcodes of code without end", "{{< highlight a >}}"),
  repeated("closing shortcodes", "{{< /a >}}"),
  repeated("shortcodes with open quotes", '{{< a " >}}'),
  repeated("arguments", "b=c ", "{{< a ", ">}}"),
  repeated("open expressions", "{a "),
  repeated("expressions", "{a}"),
  repeated("open strings in expressions", "{'`"),
  repeated("open components", "<A>\n"),
  repeated("components without end", "<A b"),
  repeated("components with open attributes", '<A b="'),
  repeated("components with open expressions", "<A b={"),
  growing("ever deeper components", (index) => `${" ".repeat(index)}<A>`),
  repeated("imports", "import a\n\n"),
  repeated("attribute lists", "a\n{: .b}\n"),
  repeated("open attribute lists", "*a*{: "),
  repeated("open comments of kramdown", "{::comment}\n"),
  repeated("open elements of kramdown", "<div>\n\n"),
  repeated("elements of kramdown", "<div>\n\n</div>\n"),
  repeated("elements with Markdown", '<div markdown="1">\n'),
  repeated("rows of a plain table", "| a | b |\n"),
  repeated("tables of contents", "* a\n{:toc}\n"),
  repeated("items with empty lines", "* a\n\n"),
  growing("runs of backticks", (index) => "`".repeat(index)),
  repeated("fences", "```\n"),
  repeated("admonitions of MkDocs", '!!! note "a"\n'),
  growing("ever deeper admonitions of MkDocs", (index) => `${" ".repeat(index)}!!! note\n`),
  repeated("tabs of MkDocs", '=== "a"\n\n    b\n'),
  repeated("open attributes of MkDocs", ":material-a:{ a"),
  repeated("open keys and marks of MkDocs", "++a+b ==c "),
  repeated("open interpolations", "{{ a "),
  repeated("scripts without end", "<script>\n"),
  repeated("includes", "<<< a\n<!--@include: b\n"),
  repeated("components with long attributes", "<A b "),
];
