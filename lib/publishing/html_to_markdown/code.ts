/** Writes a code span. Line feeds are spaces in it. */
export function writeCodeSpan(code: string): string {
  const text = code.replace(/[\n\r]/g, " ");
  const fence = "`".repeat(shortestAbsentRun(text));
  const isPadded = /^`|`$/.test(text) || /^ .* $/.test(text);
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Writes a block of code. */
export function writeFence(code: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  const text = code.replace(/\n$/, "");
  return `${fence}${language}\n${text}${text === "" && code === "" ? "" : "\n"}${fence}`;
}

/** Returns the language of a class such as `language-js`. */
export function languageOf(classes: string): string {
  const [, language = ""] = /(?:^|\s)lang(?:uage)?-([^\s`~\\&{]+)/.exec(classes) ?? [];
  return language;
}

function longestRun(text: string): number {
  return Math.max(0, ...runsOf(text));
}

function shortestAbsentRun(text: string): number {
  const runs = new Set(runsOf(text));
  let length = 1;
  while (runs.has(length)) length++;
  return length;
}

function runsOf(text: string): number[] {
  return [...new Set(text.match(/`+/g))].map(({ length }) => length);
}
