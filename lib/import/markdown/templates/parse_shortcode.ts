/** A Hugo shortcode, such as `{{< figure src="a.png" >}}`. */
export interface Shortcode {
  name: string;
  isClosing: boolean;
  /** True for `{{< name />}}`, which has no content. */
  isSelfClosing: boolean;
  positional: string[];
  named: Map<string, string>;
  /** The shortcode without its escape, if it is escaped. */
  escaped?: string;
}

/** One argument: a name and a value, or a value, in double quotes, backticks or without quotes. */
const argument = /(?:([\w-]{1,100})=)?(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`]+))/gs;

/** Parses a shortcode with its delimiters. */
export function parseShortcode(source: string): Shortcode {
  const content = source.slice(3, -3).trim();
  const isSelfClosing = content.endsWith("/");
  const shortcode: Shortcode = {
    name: "",
    isClosing: false,
    isSelfClosing,
    positional: [],
    named: new Map(),
  };
  if (content.startsWith("/*") && content.endsWith("*/")) {
    const inner = source.slice(source.indexOf("/*") + 2, source.lastIndexOf("*/"));
    return { ...shortcode, escaped: `${source.slice(0, 3)}${inner}${source.slice(-3)}` };
  }
  const [head = "", slash, name = ""] = /^(\/)?\s*([^\s/"]*(?:\/[^\s"/]+)*)/.exec(content) ?? [];
  shortcode.name = name;
  shortcode.isClosing = slash !== undefined;
  const rest = content.slice(head.length).replace(/\/$/, "");
  for (const [, key, quoted, raw, plain] of rest.matchAll(argument)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? raw ?? plain ?? "";
    if (key === undefined) shortcode.positional.push(value);
    else shortcode.named.set(key, value);
  }
  return shortcode;
}
