import { newElement, newText, type Node as TreeNode } from "../../../lib/publishing/html_to_markdown/mod.ts";
import { inlineMarks } from "./inline_marks.ts";
import { styleOf } from "./parse_clipboard.ts";
import { wordItem, type WordItem, wordLists } from "./word_lists.ts";

/** Elements that are left out with their content: controls, embedded pages, and the data of Word. */
const dropped = new Set(
  "button canvas embed form iframe input link math meta noscript object script select style svg template textarea title xml".split(
    " ",
  ),
);

/** Elements that only carry styles, or whose meaning Markdown does not have. Their content is kept. */
const transparent = new Set(["o:p", "font", "ins", "span", "u"]);

/** Names of the elements for styles of Word's paragraphs. */
const wordBlocks: Readonly<Record<string, string>> = {
  MsoTitle: "h1",
  MsoQuote: "blockquote",
  MsoIntenseQuote: "blockquote",
};

type TreeElement = ReturnType<typeof newElement>;

/** The place of a node. */
interface Place {
  isHeading: boolean;
  isCode: boolean;
}

/** Returns the children of an element without the markup of the program that they come from. */
export function cleanChildren(
  parent: Element,
  place: Place = { isHeading: false, isCode: false },
): TreeNode[] {
  const nodes: TreeNode[] = [];
  let items: WordItem[] = [];
  const endList = (): void => {
    nodes.push(...wordLists(items));
    items = [];
  };
  for (const child of parent.childNodes) {
    const item = child instanceof Element ? wordItem(child, (one) => cleanChildren(one, place)) : undefined;
    if (item !== undefined) items.push(item);
    else if (items.length === 0 || child instanceof Element) {
      endList();
      nodes.push(...cleanNode(child, place));
    }
  }
  endList();
  return nodes;
}

function cleanNode(node: Node, place: Place): TreeNode[] {
  if (node.nodeType === Node.TEXT_NODE) return [newText(node.nodeValue ?? "")];
  if (!(node instanceof Element) || dropped.has(node.localName) || isHidden(node)) return [];
  const style = styleOf(node);
  // Browsers and Word write these spaces where the document has plain ones.
  if (node.className === "Apple-converted-space" || /mso-spacerun/i.test(style)) return [newText(" ")];
  const name = wordBlocks[node.className] ?? node.localName;
  const isHeading = place.isHeading || /^h[1-6]$/.test(name);
  const children = cleanChildren(node, { isHeading, isCode: place.isCode || name === "pre" });
  return place.isCode ? [wrapped(node, name, children)].flat() : marked(node, { name, children, isHeading });
}

/** Adds the marks that an element's style stands for. */
function marked(
  node: Element,
  { name, children, isHeading }: { name: string; children: TreeNode[]; isHeading: boolean },
): TreeNode[] {
  const style = styleOf(node);
  const isInline = transparent.has(name);
  if (
    (name === "b" || name === "strong") &&
    (isHeading || /font-weight:\s*(?:normal|[1-4]00)/i.test(style))
  ) {
    return children;
  }
  if (!isInline) return [wrapped(node, name, children)].flat();
  return inlineMarks(style, isHeading).reduce<TreeNode[]>(
    (inner, mark) => [newElement(mark, {}, inner)],
    children,
  );
}

/** Returns an element with its cleaned children, or only the children. */
function wrapped(node: Element, name: string, children: TreeNode[]): TreeNode | TreeNode[] {
  const attributes = attributesOf(node);
  switch (name) {
    case "a": {
      const href = linkOf(node.getAttribute("href") ?? "");
      return href === undefined ? children : newElement(name, { href }, children);
    }
    case "br":
      return node.className === "Apple-interchange-newline" ? [] : newElement(name, {}, []);
    case "img": {
      const { src = "", alt = "" } = attributes;
      return /^https?:/i.test(src) ? newElement(name, { src, alt: alt.trim() }, []) : [];
    }
    case "p":
      return isBlank(children) ? [] : newElement(name, {}, children);
    case "li":
      return newElement(name, attributes, [...checkboxOf(node), ...withoutOnlyParagraph(children)]);
    case "td":
    case "th":
      return newElement(name, attributes, linesOfCell(children));
    case "table":
      return tableOf(attributes, children);
    case "pre":
      return newElement(name, { class: languageClass(node) }, children);
    default:
      return transparent.has(name) ? children : newElement(name, attributes, children);
  }
}

function attributesOf(node: Element): Record<string, string> {
  const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
  return /^t[dh]$/.test(node.localName) ? { ...attributes, style: styleOf(node) } : attributes;
}

function isHidden(node: Element): boolean {
  const style = styleOf(node);
  return node.getAttribute("aria-hidden") === "true" || /display:\s*none/i.test(style);
}

/** Returns the address of a link. Undefined for places in the document that the text comes from. */
function linkOf(href: string): string | undefined {
  if (!/^(?:https?:|mailto:|tel:|\/)/i.test(href)) return undefined;
  const target = href.startsWith("https://www.google.com/url?") ? new URL(href).searchParams.get("q") : null;
  return target ?? href;
}

function isBlank(nodes: readonly TreeNode[]): boolean {
  return nodes.every((node) => {
    if ("value" in node) return node.value.trim() === "";
    return "childNodes" in node && node.nodeName !== "img" && isBlank(node.childNodes);
  });
}

/** Unwraps the only paragraph of a list item, because Docs writes one in every item. */
function withoutOnlyParagraph(children: TreeNode[]): TreeNode[] {
  if (children.filter(isParagraph).length !== 1) return children;
  return children.flatMap((child): TreeNode[] => (isParagraph(child) ? child.childNodes : [child]));
}

function isParagraph(node: TreeNode): node is TreeElement {
  return node.nodeName === "p";
}

/** Returns the paragraphs of a cell as lines. */
function linesOfCell(children: TreeNode[]): TreeNode[] {
  let count = 0;
  return children.flatMap((child): TreeNode[] => {
    if (!isParagraph(child)) return [child];
    return count++ === 0 ? child.childNodes : [newElement("br", {}, []), ...child.childNodes];
  });
}

/** Returns a task's box for an item of a list with boxes in Docs. */
function checkboxOf(node: Element): TreeNode[] {
  if (node.getAttribute("role") !== "checkbox") return [];
  const checked = node.getAttribute("aria-checked") === "true" ? { checked: "" } : {};
  return [newElement("input", { type: "checkbox", ...checked }, [])];
}

/** Returns a table whose first row is a heading, as Markdown needs it. A table of a single cell is its content. */
function tableOf(attributes: Record<string, string>, children: TreeNode[]): TreeNode | TreeNode[] {
  const table = newElement("table", attributes, children);
  const rows = elementsIn(table, "tr");
  const [first] = rows;
  const cells = first === undefined ? [] : elementsIn(first, "td");
  if (rows.length === 1 && cells.length === 1) return cells.flatMap(({ childNodes }) => childNodes);
  const hasHeading = elementsIn(table, "thead").length > 0 || elementsIn(table, "th").length > 0;
  if (!hasHeading) for (const cell of cells) cell.nodeName = cell.tagName = "th";
  return table;
}

function elementsIn(parent: TreeElement, name: string): TreeElement[] {
  return parent.childNodes.flatMap((child) => {
    if (!("tagName" in child)) return [];
    return [...(child.tagName === name ? [child] : []), ...elementsIn(child, name)];
  });
}

/** Characters of an element's classes in which the language of a block of code is looked for. */
const longestClasses = 1000;

/** Returns the class that names the language of a block of code, which some pages have on the element around it. */
function languageClass(node: Element): string {
  const classes = [node, node.querySelector("code"), node.parentElement].map((one) =>
    (one?.className ?? "").slice(0, longestClasses),
  );
  const [, language] = /\b(?:lang(?:uage)?|highlight-source)-([\w+#-]+)/.exec(classes.join(" ")) ?? [];
  return language === undefined ? "" : `language-${language}`;
}
