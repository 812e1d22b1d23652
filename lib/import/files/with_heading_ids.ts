import type { GeneratorName } from "../site_config/generators.ts";
import { escapeHtml } from "../markup/escape_html.ts";
import { codeRangesOf, type MarkdownDialect, replaceOutsideOfCode } from "../markdown/mod.ts";

/** A heading on a line of its own, without an id. */
const heading = /(?<=^|\n)(#{1,6}[ \t]{1,9})([^\n]{1,1000}?)([ \t]{0,20})(?=\n|$)/g;

/** Returns the id that a generator gives a heading, by its text without diacritics. */
type ToId = (text: string) => string;

/** The generators whose ids differ from those of their dialect. */
const ids: Readonly<Partial<Record<GeneratorName, ToId>>> = {
  // Hexo takes the HTML of the text, so `&` is `-amp-`.
  hexo: (text) =>
    escapeHtml(text)
      .replaceAll("'", "&#39;")
      .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, "-")
      .replace(/^-|-$/g, ""),
  zola: (text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, ""),
};

/**
 * Returns Markdown with the ids of headings that links of the site lead to, as `{#id}`. They stay when the Markdown is rendered again.
 */
export function withHeadingIds(
  markdown: string,
  { generator, dialect }: { generator: GeneratorName | undefined; dialect: MarkdownDialect },
): string {
  const toId = generator === undefined ? undefined : ids[generator];
  if (toId === undefined) return markdown;
  const counts = new Map<string, number>();
  return replaceOutsideOfCode(markdown, codeRangesOf(markdown, dialect), {
    pattern: heading,
    render: ([, marks = "", text = ""]) => {
      // An id, or a template whose text is unknown.
      if (/[{}]/.test(text)) return undefined;
      const plain = text.replace(/[ \t]#{1,6}$/, "");
      const id = toId(withoutDiacritics(textOf(plain)));
      // Other scripts have ids that need a table of letters.
      if (id === "" || /[^\p{ASCII}]/u.test(id)) return undefined;
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      return `${marks}${plain} {#${count === 0 ? id : `${id}-${count}`}}`;
    },
  });
}

/** Returns the text of a heading without its markup. */
function textOf(source: string): string {
  return source
    .replace(/!?\[([^\][]{0,500})\]\([^()]{0,1000}\)/g, "$1")
    .replace(/<[^<>]{0,1000}>/g, "")
    .replace(/[*`]/g, "")
    .replace(/(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, "")
    .replaceAll("&amp;", "&")
    .trim();
}

function withoutDiacritics(text: string): string {
  return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
}
