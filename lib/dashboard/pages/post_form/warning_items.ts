import type { PostPreview } from "../../../api/mod.ts";
import { fieldWords } from "../../form/field_words.ts";
import { html, type Html } from "../../../base/text/html.ts";

/** Renders the warnings about the structured data of a post as items of a list, in the words of the forms. */
export function warningItems(warnings: PostPreview["warnings"]): Html[] {
  return warnings.map(
    ({ pointer, message }) =>
      html`<li class="warn"><span class="hidden">Warning: </span>${wordsOf(pointer)} <span class="hint">${message.replace("datePublished", "the date of publication").replace("set publishedAt to", "set")}</span></li>\n`,
  );
}

const propertyWords: Readonly<Record<string, string>> = {
  author: "Author",
  dateModified: "Date of the change",
  datePublished: "Date of publication",
  faqPage: "FAQ page",
  headline: "Title",
};

function wordsOf(pointer: string): string {
  const name = pointer.split("/").at(-1) ?? "";
  const words = propertyWords[name] ?? fieldWords(name);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
