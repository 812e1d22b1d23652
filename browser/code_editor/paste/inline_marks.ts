/** Declarations that stand for an element. */
const forms: readonly (readonly [name: string, declaration: RegExp])[] = [
  ["code", /^\s*font-family:.*(?:courier|consolas|menlo|monaco|\bmono)/is],
  ["sup", /^\s*vertical-align:\s*super/i],
  ["sub", /^\s*vertical-align:\s*sub\b/i],
  ["del", /^\s*text-decoration(?:-line)?:.*line-through/is],
  ["em", /^\s*font-style:\s*italic/i],
  ["strong", /^\s*font-weight:\s*(?:bold|[6-9]00)/i],
];

/** Returns the names of the elements that a style stands for, the innermost first. Headings are bold without a mark. */
export function inlineMarks(style: string, isHeading: boolean): string[] {
  if (style === "") return [];
  const declarations = style.split(";");
  return forms
    .filter(([name, form]) => declarations.some((one) => form.test(one)) && !(isHeading && name === "strong"))
    .map(([name]) => name);
}
