import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Elements that are compared. Others, such as `div`, only group them. */
const blocks: ReadonlySet<string> = new Set(
  "h1 h2 h3 h4 h5 h6 p pre blockquote ul ol li table tr td th dl dt dd hr img details iframe".split(" "),
);
const ignored: ReadonlySet<string> = new Set(["script", "style", "template"]);

const typographic: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/<<\s?|\s?>>/g, '"'],
  [/\s?"\s?/g, '"'],
  [/…/g, "..."],
  [/—/g, "---"],
  [/–/g, "--"],
  [/↩\ufe0e?/g, ""],
  [/[\s\u00a0]+/g, " "],
];

/**
 * Returns the blocks of HTML in their order, each with its text: `p:Hello`. White space, typographic quotes, dashes and
 * ellipses are normalized.
 */
export function blocksOf(html: string): string[] {
  const found: { name: string; text: string }[] = [];
  const open: { name: string; text: string }[] = [];
  const addText = (text: string): void => {
    const inner = open.at(-1);
    if (inner !== undefined) inner.text += text;
    else if (text.trim() !== "") found.push({ name: "text", text });
  };
  const walk = (node: Node): void => {
    if (node.nodeName === "#text") return addText((node as DefaultTreeAdapterTypes.TextNode).value);
    if (!("tagName" in node) || ignored.has(node.tagName)) return;
    const { tagName, childNodes } = node;
    if (tagName === "br") addText(" ");
    const isBlock = blocks.has(tagName);
    if (isBlock) {
      const block = { name: tagName, text: "" };
      found.push(block);
      open.push(block);
    }
    childNodes.forEach(walk);
    if (isBlock) open.pop();
  };
  parseFragment(html, { scriptingEnabled: false }).childNodes.forEach(walk);
  return found
    .map(({ name, text }) => `${name}:${normalize(text)}`)
    .filter((block) => block !== "p:" && block !== "h2:Footnotes");
}

function normalize(text: string): string {
  return typographic.reduce((result, [pattern, to]) => result.replace(pattern, to), text).trim();
}
