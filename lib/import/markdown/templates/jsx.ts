/** A tag of JSX in MDX. */
export interface JsxTag {
  /** Position after the tag. */
  end: number;
  /** Empty for a fragment, `<>`. */
  name: string;
  isComponent: boolean;
  isClosing: boolean;
  isSelfClosing: boolean;
  /** Attributes whose values are strings. */
  attributes: Readonly<Record<string, string>>;
  /** The tag of an element as HTML, without expressions. */
  html: string;
}

const tagName = /<(\/?)([A-Za-z][\w.:-]{0,200})?(?=[\s/>])/y;
const attribute = /\s+([\w:-]+)(?:=("[^"]*"|'[^']*'|(?=\{)))?/y;

/**
 * Reads the tag at a position. Returns undefined if it is text, and `unclosed` if an attribute does not end. After that
 * the text is no valid MDX, so callers must not search further.
 */
export function readJsxTag(text: string, start: number): JsxTag | "unclosed" | undefined {
  tagName.lastIndex = start;
  const [opening, slash, name = ""] = tagName.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  const html = [`<${slash ?? ""}${name}`];
  let position = start + opening.length;
  for (;;) {
    attribute.lastIndex = position;
    const found = attribute.exec(text);
    if (found !== null) {
      const [whole, key = "", value] = found;
      position += whole.length;
      if (value === "") {
        position = endOfExpression(text, position);
        if (position < 0) return "unclosed";
        continue;
      }
      attributes[key] = value?.slice(1, -1) ?? "";
      html.push(` ${key === "className" ? "class" : key}${value === undefined ? "" : `=${value}`}`);
      continue;
    }
    while (/\s/.test(text[position] ?? "")) position++;
    if (text[position] === "{") {
      position = endOfExpression(text, position);
      if (position < 0) return "unclosed";
      continue;
    }
    const isSelfClosing = text[position] === "/";
    if (isSelfClosing) position++;
    if (text[position] !== ">") return undefined;
    const isComponent = name === "" || /^[A-Z]|\./.test(name);
    html.push(isSelfClosing ? " />" : ">");
    const isClosing = slash === "/";
    return {
      end: position + 1,
      name,
      isComponent,
      isClosing,
      isSelfClosing,
      attributes,
      html: html.join(""),
    };
  }
}

/** Returns the position after the expression in braces at a position, or -1 if it does not end. */
export function endOfExpression(text: string, start: number): number {
  let depth = 0;
  let quote = "";
  for (let position = start; position < text.length; position++) {
    const character = text[position] ?? "";
    if (character === "\\") position++;
    else if (quote !== "") {
      if (character === quote || (character === "\n" && quote !== "`")) quote = "";
    } else if (character === "'" && /\w/.test(text[position - 1] ?? "")) continue;
    else if (character === '"' || character === "'" || character === "`") quote = character;
    else if (character === "/" && text[position + 1] === "*") {
      const end = text.indexOf("*/", position + 2);
      if (end < 0) return -1;
      position = end + 1;
    } else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return position + 1;
  }
  return -1;
}
