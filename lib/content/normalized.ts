/** Returns the form of a text for comparisons that ignore case and character variants (NFKC). */
export function normalized(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
