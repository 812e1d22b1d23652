/** Beginnings of permalink texts and labels. */
const PHRASES = [
  "permalink",
  "permanent link",
  "link to this",
  "link to the",
  "link to heading",
  "link to section",
  "direct link to",
  "copy link",
  "anchor",
  "section titled",
  "navigate to",
];

/** Returns true if a link's text or label identifies it as a permalink. */
export function isPermalinkLabel(text: string): boolean {
  const start = text.slice(0, 30).trim().toLowerCase();
  return PHRASES.some((phrase) => start.startsWith(phrase));
}
