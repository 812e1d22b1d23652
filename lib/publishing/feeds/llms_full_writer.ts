import { inline, llmsTitle } from "./to_llms_txt.ts";

/** A page of the site. */
export interface LlmsPage {
  /** Plain text. */
  title: string;
  /** Absolute URL. */
  url: string;
  /** The content in Markdown. */
  markdown: string;
}

const encoder = new TextEncoder();

/**
 * Writes the content of a site for language models (`llms-full.txt` of https://llmstxt.org): its name, its description, and its pages in
 * Markdown. It contains only whole pages.
 */
export class LlmsFullWriter {
  readonly #parts: string[];
  #left: number;

  /** @param mostBytes maximum size of the file in bytes, in UTF-8 */
  constructor(site: { title: string; description: string | undefined }, mostBytes: number) {
    const title = llmsTitle(site);
    this.#parts = [title];
    this.#left = mostBytes - lengthOf(title);
  }

  /** Adds a page, unless the file would become too large. Returns true if the page was added. */
  add({ title, url, markdown }: LlmsPage): boolean {
    const body = markdown.trim();
    const part = `\n# ${inline(title)}\n\nSource: <${url}>\n${body === "" ? "" : `\n${body}\n`}`;
    const length = lengthOf(part);
    if (length > this.#left) return false;
    this.#parts.push(part);
    this.#left -= length;
    return true;
  }

  toString(): string {
    return this.#parts.join("");
  }
}

function lengthOf(text: string): number {
  return encoder.encode(text).length;
}
