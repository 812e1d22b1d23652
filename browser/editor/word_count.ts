/** Marks of Markdown and HTML that are no words: tags, addresses of links, and fences. */
const marks = /<[^<>]*>|\]\([^()]*\)|^```.*$|https?:\/\/\S+/gm;

/** Returns the number of words and characters, such as "842 words · 4,100 characters". Languages without spaces have words, too. */
export function countText(text: string, language: string): string {
  const plain = text.replace(marks, " ");
  const words = [...segmenterOf(language).segment(plain)].filter(
    ({ isWordLike }) => isWordLike === true,
  ).length;
  const characters = Array.from(text).length;
  const format = new Intl.NumberFormat("en-US");
  return `${format.format(words)} ${words === 1 ? "word" : "words"} · ${format.format(characters)} ${characters === 1 ? "character" : "characters"}`;
}

function segmenterOf(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language || "en", { granularity: "word" });
  } catch {
    // The language field is not a language tag yet.
    return new Intl.Segmenter("en", { granularity: "word" });
  }
}
