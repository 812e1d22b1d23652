import { longestMarkdown } from "../markdown_error.ts";
import { codeHtml } from "./code_ranges.ts";

/** A text that a variable has. */
interface HeldText {
  text: string;
  /** Shows the text where it is defined, because no output shows it. */
  keep: (shown: string) => void;
  isShown: boolean;
}

const output = /^([A-Za-z_]\w{0,100})\s{0,9}((?:\|[^|]{0,200}){0,10})$/;

/** The texts that tags such as `set` and `capture` put into variables, until outputs show them. */
export class LiquidTexts {
  readonly #texts = new Map<string, HeldText>();
  /** Bounds the characters that outputs can repeat. */
  #length = 0;

  set(name: string, text: string, keep: (shown: string) => void): void {
    this.#keep(name);
    this.#texts.set(name, { text, keep, isShown: false });
  }

  /** Returns the text that an output shows, or undefined if its variable is unknown. */
  show(content: string): string | undefined {
    const [, name = "", filters = ""] = output.exec(content) ?? [];
    const held = this.#texts.get(name);
    if (held === undefined) return undefined;
    this.#length += held.text.length;
    if (this.#length > longestMarkdown) return undefined;
    held.isShown = true;
    return toText(held.text, name + filters);
  }

  /** Shows the texts that no output has shown, where they are defined. */
  keepUnshown(): void {
    for (const name of this.#texts.keys()) this.#keep(name);
  }

  #keep(name: string): void {
    const held = this.#texts.get(name);
    if (held?.isShown === false) held.keep(toText(held.text, name));
  }
}

/** Returns code as a block: names of variables and filters tell it from text. */
function toText(text: string, signs: string): string {
  if (!/code|highlight|snippet/i.test(signs)) return text;
  const [, language = ""] = /highlight\(\s{0,9}["']([^"']{1,50})["']/.exec(signs) ?? [];
  return `\n\n${codeHtml(text, language)}\n\n`;
}
