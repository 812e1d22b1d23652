/** Content of an llms.txt. */
export interface LlmsTxt {
  /** The name of the site. Plain text, like all fields except `url`. */
  title: string;
  /** Description of the site. */
  description?: string;
  /** Sections in the order of the file. */
  sections: readonly LlmsTxtSection[];
}

/** A section and its links. */
export interface LlmsTxtSection {
  name: string;
  links: readonly LlmsTxtLink[];
}

/** A link of a section. */
export interface LlmsTxtLink {
  title: string;
  /** Absolute URL, or a reference relative to the file's URL. */
  url: string;
  /** Description of the linked page. */
  note?: string;
}

/**
 * Writes an overview of a site for language models in Markdown (https://llmstxt.org): the name, a summary, and the links of each
 * section.
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
  return [llmsTitle({ title, description }), ...sections.map(toSection)].join("\n");
}

/** Writes the name of a site and its description, if known. */
export function llmsTitle({
  title,
  description,
}: {
  title: string;
  description: string | undefined;
}): string {
  const heading = `# ${inline(title)}\n`;
  return description === undefined ? heading : `${heading}\n> ${inline(description)}\n`;
}

function toSection({ name, links }: LlmsTxtSection): string {
  return `## ${inline(name)}\n\n${links.map(toLink).join("")}`;
}

function toLink({ title, url, note }: LlmsTxtLink): string {
  return `- [${inline(title)}](${destination(url)})${note === undefined ? "" : `: ${inline(note)}`}\n`;
}

/** Escapes a text for one line, so that nothing in it is markup or starts a list (CommonMark, section 2.4 "Backslash escapes"). */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>&~#|]/g, String.raw`\$&`)
    .replace(/^(\d*)([-+.)])/, String.raw`$1\$2`);
}

/** Escapes a URL, because parentheses would end the link and `\` would start an escape. */
function destination(url: string): string {
  return url.replace(/[()\\<>\s]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
