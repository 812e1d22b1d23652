import { countWords, type CountWords } from "../content/mod.ts";
import type { TextWork } from "./text_work.ts";

/** Returns a function that counts the words of a post. The worker counts long posts. */
export function wordCounter(textWork: TextWork): CountWords {
  return (html) =>
    textWork.run({
      name: "countWords",
      input: html,
      length: html.length,
      inline: () => countWords(html),
    });
}
