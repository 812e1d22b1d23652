import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { environmentOf } from "../environment.ts";
import type { MarkdownDialect } from "../../../content/mod.ts";
import type { DialectFeatures } from "../dialect_features.ts";
import { withoutKramdownComments } from "./kramdown.ts";

const longestAttributes = 300;

/** Adds ids of headings: written as `{#id}`, or created from the heading's text. */
export function addHeadingIds(
  parser: MarkdownIt,
  { hasHeadingAttributes, hasHeadingIds }: DialectFeatures,
): void {
  if (hasHeadingAttributes) parser.core.ruler.before("inline", "heading_attributes", takeAttributes);
  if (hasHeadingIds) parser.core.ruler.push("heading_ids", setIds);
}

/** Removes `{#id .class}`, `{: #id}` and `{/* #id *\/}`, also without `#`, from the ends of headings, and keeps the id and the class `no-faq`. */
function takeAttributes(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    const heading = state.tokens[index - 1];
    if (token.type !== "inline" || heading?.type !== "heading_open" || !token.content.endsWith("}")) return;
    const start = token.content.lastIndexOf("{");
    const attributes = token.content.slice(start + 1, -1);
    if (start < 0 || attributes.length > longestAttributes) return;
    const [, comment] = /^\/\*\s*([\w-]+)\s*\*\/$/.exec(attributes) ?? [];
    if (comment === undefined && !/^(?::|\/\*)?\s*[#.][\w.#:=" \t*/-]+$/.test(attributes)) return;
    const [, id = comment] = /#([\w:.-]+)/.exec(attributes) ?? [];
    if (id !== undefined) heading.attrSet("id", id);
    // Other classes belong to the style sheet of another site.
    if (/\.no-faq(?![\w-])/.test(attributes)) heading.attrSet("class", "no-faq");
    token.content = token.content.slice(0, start).trimEnd();
  });
}

function setIds(state: StateCore): void {
  const { dialect } = environmentOf(state);
  // Python-Markdown gives a number to an empty id, as to one that is taken.
  const known = new Map<string, number>(dialect === "mkdocs" ? [["", 0]] : []);
  state.tokens.forEach((token, index) => {
    if (token.type !== "heading_open") return;
    const given = token.attrGet("id");
    const inline = state.tokens[index + 1];
    if (given !== null) known.set(String(given), 0);
    else if (inline !== undefined)
      token.attrSet(
        "id",
        uniqueId(toId(textOf(inline, dialect), dialect), known, dialect === "mkdocs" ? "_" : "-"),
      );
  });
}

/** Returns the id, with a number if an earlier heading has it. */
function uniqueId(id: string, known: Map<string, number>, separator: "-" | "_"): string {
  const count = known.get(id);
  if (count === undefined) {
    known.set(id, 0);
    return id;
  }
  let next = count + 1;
  while (known.has(`${id}${separator}${next}`)) next++;
  known.set(id, next);
  known.set(`${id}${separator}${next}`, 0);
  return `${id}${separator}${next}`;
}

/** Converts a heading's text to an id. */
function toId(text: string, dialect: MarkdownDialect): string {
  if (dialect === "mkdocs") return mkdocsId(text);
  if (dialect === "vitepress") return vitepressId(text);
  const id = headingId(text);
  if (id !== "") return id;
  return dialect === "hugo" ? "heading" : "section";
}

/** Converts a heading's text to an id as GitHub does. */
export function headingId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} \t-]/gu, "")
    .replace(/[ \t]/g, "-");
}

/** Converts a heading's text as Python-Markdown does. A text without ASCII letters has an empty id, which gets a number. */
function mkdocsId(text: string): string {
  // oxlint-disable-next-line no-control-regex -- Python-Markdown keeps only ASCII
  const ascii = text.normalize("NFKD").replace(/[^\u0000-\u007f]/g, "");
  return ascii
    .replace(/[^\w\s-]/g, "")
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, "-");
}

function vitepressId(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .split(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'\u201c\u201d\u2018\u2019<>,.?/]/)
    .filter((part) => part !== "")
    .join("-")
    .replace(/^(\d)/, "_$1")
    .toLowerCase();
}

/** Returns the text of a heading. kramdown uses the source of the heading. */
function textOf({ content, children }: Token, dialect: MarkdownDialect): string {
  if (dialect === "kramdown") return withoutKramdownComments(content);
  const texts = (children ?? []).map((child) =>
    child.type === "text" || child.type === "code_inline" || child.type === "text_special"
      ? child.content
      : child.type === "image"
        ? child.content
        : child.type.endsWith("break")
          ? " "
          : "",
  );
  return texts.join("");
}
