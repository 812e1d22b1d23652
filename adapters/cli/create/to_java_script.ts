/**
 * Converts a text of `examples/starters` from TypeScript to JavaScript. It removes the forms of types that these files use: interfaces, imports of
 * types, and annotations by one name.
 */
export function toJavaScript(text: string): string {
  return text
    .replaceAll(/^import type .*\n+/gm, "")
    .replaceAll(/^interface [^]*?^\}\n+/gm, "")
    .replaceAll(/: [A-Z]\w*(?=[,);])/g, "")
    .replaceAll("--import tsx ", "")
    .replaceAll(/\.tsx?(?=["\s]|$)/g, ".js");
}
