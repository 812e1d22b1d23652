/** What the text or label of a permalink begins with. */
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

/** Whether a text or label says that its link is a permalink. */
export function saysPermalink(text: string): boolean {
  const start = text.slice(0, 30).trim().toLowerCase();
  return PHRASES.some((phrase) => start.startsWith(phrase));
}
