/** Number of words of a post. */
export const wordsPerPost = 600;
const vocabulary = 30_000;

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the same numbers from 0 to 1 in each run of the bench. */
export const random: () => number = createRandom(42);
const syllables = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" ");

function nameOf(word: number): string {
  let name = "";
  for (let rest = word + 20; rest > 0; rest = Math.floor(rest / 20)) name += syllables[rest % 20] ?? "";
  return name;
}

/** Returns a word. The word of rank n is drawn about 1/n times as often as the first. */
const draw = (): string => nameOf(Math.floor(vocabulary ** random()) - 1);

/** Returns the words of a post. */
export function textOf(): string[] {
  return Array.from({ length: wordsPerPost }, draw);
}

/** Returns a post of headings and paragraphs. */
export function toHtml(words: readonly string[]): string {
  const parts: string[] = [];
  for (let at = 0; at < words.length; at += 60) {
    if (at % 180 === 0) parts.push(`<h2>${words.slice(at, at + 4).join(" ")}</h2>`);
    parts.push(`<p>${words.slice(at, at + 60).join(" ")}.</p>`);
  }
  return parts.join("\n");
}
