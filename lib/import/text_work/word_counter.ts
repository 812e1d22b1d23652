import { countWords, type CountWords, countWordSteps } from "../../content/mod.ts";
import type { TextWorks } from "./text_work.ts";

/** Returns a function that counts the words of a post. The worker counts long posts. */
export function wordCounter(textWork: TextWorks): CountWords {
  return (html, organizationSlug) =>
    textWork.of(organizationSlug).run({
      name: "countWords",
      input: html,
      length: html.length,
      inline: () => countWords(html),
      steps: () => countWordSteps(html),
    });
}
