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

/** Rewrites the rules of a style sheet from the allow-list. Returns undefined if it has at-rules, such as imports and fonts. */
export function rewriteStyleSheet(text: string): string | undefined {
  if (text.includes("@")) return undefined;
  const rules = withoutComments(text)
    .split("}")
    .flatMap((part) => {
      const [selector = "", content = "", ...more] = part.split("{");
      const declarations = rewriteDeclarations(content);
      const isKept = more.length === 0 && allowedSelector.test(selector.trim()) && declarations !== "";
      return isKept ? `${selector.trim()}{${declarations}}` : [];
    });
  return rules.join("");
}

function withoutComments(text: string): string {
  const [first = "", ...parts] = text.split("/*");
  return first + parts.map((part) => part.split("*/").slice(1).join("*/")).join("");
}
