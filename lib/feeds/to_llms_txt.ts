/** What an llms.txt is written from. */
export interface LlmsTxt {
  /** Plain text, like all fields but `url`: the name of the site. */
  title: string;
  /** What the site is about. */
  description?: string;
  /** In the order of the file. */
  sections: readonly LlmsTxtSection[];
}

/** The links of one section. */
export interface LlmsTxtSection {
  name: string;
  links: readonly LlmsTxtLink[];
}

/** A link of a section. */
export interface LlmsTxtLink {
  title: string;
  /** Absolute URL, or a reference that is relative to the file's own URL. */
  url: string;
  /** What is to be found there. */
  note?: string;
}

/**
 * Writes an overview of a site for language models, in Markdown (https://llmstxt.org): the name, a summary, and under each section's
 * heading its links.
 *
 * @example
 * ```ts
 * import { toLlmsTxt } from "postern/feeds";
 *
 * toLlmsTxt({
 *   title: "Acme",
 *   sections: [{ name: "Guides", links: [{ title: "Fish [fresh]", url: "https://acme.example/blog/fish", note: "How to fry" }] }],
 * });
 * // "# Acme\n\n## Guides\n\n- [Fish \\[fresh\\]](https://acme.example/blog/fish): How to fry\n"
 * ```
 */
export function toLlmsTxt({ title, description, sections }: LlmsTxt): string {
  return [`# ${inline(title)}\n`, ...(description === undefined ? [] : [`> ${inline(description)}\n`])]
    .concat(sections.map(toSection))
    .join("\n");
}

function toSection({ name, links }: LlmsTxtSection): string {
  return `## ${inline(name)}\n\n${links.map(toLink).join("")}`;
}

function toLink({ title, url, note }: LlmsTxtLink): string {
  return `- [${inline(title)}](${destination(url)})${note === undefined ? "" : `: ${inline(note)}`}\n`;
}

/** Text on one line in which nothing is markup, nor begins a list (CommonMark, section 2.4 "Backslash escapes"). */
function inline(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>&~#|]/g, String.raw`\$&`)
    .replace(/^(\d*)([-+.)])/, String.raw`$1\$2`);
}

/** Parentheses would end the link, and `\` would be an escape. */
function destination(url: string): string {
  return url.replace(/[()\\<>\s]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
