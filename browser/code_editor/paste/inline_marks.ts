/** Styles that stand for an element. */
const styles: readonly (readonly [name: string, style: RegExp])[] = [
  ["code", /font-family:[^;]*(?:courier|consolas|menlo|monaco|\bmono)/i],
  ["sup", /vertical-align:\s*super/i],
  ["sub", /vertical-align:\s*sub\b/i],
  ["del", /text-decoration(?:-line)?:[^;]*line-through/i],
  ["em", /font-style:\s*italic/i],
  ["strong", /font-weight:\s*(?:bold|[6-9]00)/i],
];

/** Returns the names of the elements that a style stands for, the innermost first. Headings are bold without a mark. */
export function inlineMarks(style: string, isHeading: boolean): string[] {
  if (style === "") return [];
  return styles
    .filter(([name, form]) => form.test(style) && !(isHeading && name === "strong"))
    .map(([name]) => name);
}
