import { allowedProperties, isAllowedValue } from "./allowed_parts.ts";

const declaration = /^([a-z-]+)\s*:(.*)$/s;
const allowedSelector = /^[\w\s.#,>*:+~-]{1,1000}$/;

/** Rewrites declarations, such as `fill: red; stroke: url(#a)`, from the allow-list. */
export function rewriteDeclarations(text: string): string {
  return withoutComments(text)
    .split(";")
    .flatMap((part) => {
      const [, name = "", value = ""] = declaration.exec(part.trim()) ?? [];
      return allowedProperties.has(name) && isAllowedValue(value) ? `${name}:${value.trim()}` : [];
    })
    .join(";");
}

/** A rule of a style sheet. */
export interface StyleRule {
  selector: string;
  declarations: string;
}

/** Rewrites the rules of a style sheet from the allow-list. Returns undefined if it has at-rules, such as imports and fonts. */
export function rewriteStyleSheet(text: string): StyleRule[] | undefined {
  if (text.includes("@")) return undefined;
  return withoutComments(text)
    .split("}")
    .flatMap((part) => {
      const [start = "", content = "", ...more] = part.split("{");
      const [selector, declarations] = [start.trim(), rewriteDeclarations(content)];
      const isKept = more.length === 0 && allowedSelector.test(selector) && declarations !== "";
      return isKept ? { selector, declarations } : [];
    });
}

function withoutComments(text: string): string {
  const [first = "", ...parts] = text.split("/*");
  return first + parts.map((part) => part.split("*/").slice(1).join("*/")).join("");
}
