import type { MarkdownDialect } from "../../content/mod.ts";
import { codeRangesOf, parseShortcode, replaceOutsideOfCode } from "../markdown/mod.ts";

/** Scheme of the addresses that stand for the name or file of a page, until the addresses of all posts are known. */
export const pageScheme = "page:";

const baseVariable = String.raw`(?:\{\{-?\s{0,5}site\.(?:baseurl|url)\s{0,5}-?\}\}){1,2}`;
const tag = String.raw`\{%-?\s{0,5}(link|post_url|post_path|post_link|url_for|full_url_for)\s{1,5}([^%\n]{1,500}?)\s{0,5}-?%\}`;
const output = String.raw`\{\{-?\s{0,5}(?:"([^"\n{}]{1,500})"|'([^'\n{}]{1,500})')\s{0,5}\|\s{0,5}(?:relative_url|absolute_url|url)\b[^}\n]{0,100}\}\}`;
const liquid = new RegExp(`(?:${baseVariable})?(?:${tag}|${output})|${baseVariable}(?=/)`, "g");
const shortcode = /\{\{[<%]\s{0,5}(?:rel)?ref\s{1,5}[^\n]{1,500}?\s{0,5}[>%]\}\}/g;
/** A link by a page's name: `[[Name]]`, `[[Name#Part|text]]`. Numbers and conditions of shells are no names. */
const wiki =
  /(?<![[\\!])\[\[(?=[^[\]\n|#]{0,200}[\p{L}])(?![\s-])([^[\]\n|]{1,200})(?:\|([^[\]\n|]{1,200}))?\]\](?![[(:])/gu;

/** Options of {@link withPageReferences}. */
interface ReferenceOptions {
  dialect: MarkdownDialect;
  /** True if `[[Name]]` is a link. */
  hasWikiLinks: boolean;
}

/**
 * Replaces references to pages by addresses that begin with `page:`, outside of code: `{% link %}`, `{% post_url %}`, `ref` and `relref`, and
 * `[[Name]]`. Line breaks stay.
 */
export function withPageReferences(markdown: string, { dialect, hasWikiLinks }: ReferenceOptions): string {
  const isLiquid = (dialect === "liquid" || dialect === "kramdown") && /\{[{%]/.test(markdown);
  let text = markdown;
  if (isLiquid)
    text = replaceOutsideOfCode(text, codeRangesOf(text, "mdx"), { pattern: liquid, render: fromLiquid });
  if (dialect === "hugo" && text.includes("ref"))
    text = replaceOutsideOfCode(text, codeRangesOf(text, dialect), {
      pattern: shortcode,
      render: fromShortcode,
    });
  if (hasWikiLinks && text.includes("[["))
    text = replaceOutsideOfCode(text, codeRangesOf(text, dialect), { pattern: wiki, render: fromWiki });
  return text;
}

function fromLiquid(match: RegExpExecArray): string {
  const [source, name, rest = "", quoted, single] = match;
  const parts = [...rest.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((found) => found.slice(1).join(""));
  const [first = "", ...others] = parts;
  // Jekyll's paths can contain spaces, and Hexo adds a title.
  if (name === "post_link") return `[${others.join(" ") || first}](${toReference(first)})`;
  // Hexo's tags for other links name the text first.
  const address = parts.findIndex((part) => /^https?:\/\/[^()]*$/.test(part));
  if (name === "link" && address > 0) return `[${parts.slice(0, address).join(" ")}](${parts[address]})`;
  if (name === "url_for" || name === "full_url_for") return `[${first}](${toPath(others[0] ?? "")})`;
  if (name !== undefined && !isAddress(match)) return source;
  return name === undefined ? (quoted ?? single ?? "") : toReference(rest.replace(/^["']|["']$/g, ""));
}

/** Returns true if a match is the address of a link. Elsewhere, the renderer shows a page's name. */
function isAddress({ input, index }: RegExpExecArray): boolean {
  return /[("'<=]\s{0,5}$|\]:\s{0,5}$/.test(input.slice(Math.max(0, index - 10), index));
}

function fromShortcode(match: RegExpExecArray): string {
  const [source] = match;
  if (!isAddress(match)) return source;
  const { positional, named, escaped } = parseShortcode(source);
  const target = positional[0] ?? named.get("path");
  return escaped !== undefined || target === undefined ? source : toReference(target);
}

function fromWiki([, target = "", text]: RegExpExecArray): string {
  const [page = "", ...heading] = target.split("#");
  const id = heading
    .join("#")
    .trim()
    .toLowerCase()
    .split(/\s/)
    .filter((part) => part !== "")
    .join("-");
  return `[${text ?? target}](${toReference(id === "" ? page : `${page}#${id}`)})`;
}

/** Returns a path from the root of the site. */
function toPath(target: string): string {
  return toDestination(target).replace(/^(?!\/|https?:)/, "/");
}

/** Returns the address that stands for the page with a path or name. */
export function toReference(target: string): string {
  return pageScheme + toDestination(target);
}

/** Encodes a path as the destination of a Markdown link, which a parenthesis would end. */
export function toDestination(path: string): string {
  return encodeURI(path).replaceAll("(", "%28").replaceAll(")", "%29");
}
