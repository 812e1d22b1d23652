/** A text as it is compared without regard to case, and to forms of the same characters. */
export function normalized(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
