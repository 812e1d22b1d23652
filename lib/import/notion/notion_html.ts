import { defaultTreeAdapter, html as namespaces } from "parse5";
import {
  attributeOf,
  elementsWithin,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  textWithin,
} from "../markup/html_tree.ts";
import { maxPageDepth } from "../markup/parse_page.ts";

type Child = HtmlElement["childNodes"][number];

/** Elements of a page that do not belong to its content. */
const excluded: ReadonlySet<string> = new Set([
  "link",
  "nav",
  "noscript",
  "script",
  "style",
  "svg",
  "template",
]);
/** Attributes that stay. */
const keptAttributes: ReadonlySet<string> = new Set(
  "alt checked colspan controls datetime disabled href rowspan src start type".split(" "),
);
const headings = /^h[1-6]$/;
/** Elements that can only be in a paragraph. */
const inline = /^(?:a|b|br|code|del|em|i|img|input|mark|s|span|strong|sub|sup|time|u)$/;

interface Rule {
  applies: (element: HtmlElement) => boolean;
  /** Returns the nodes that replace the element. */
  replace: (element: HtmlElement) => Child[];
}

/** The blocks of Notion that have markup of their own. The first that applies counts. */
const rules: readonly Rule[] = [
  { applies: ({ tagName }) => excluded.has(tagName), replace: () => [] },
  { applies: isEquation, replace: (element) => equationOf(element) },
  { applies: (element) => hasClass(element, "callout"), replace: calloutOf },
  { applies: (element) => hasClass(element, "icon"), replace: () => [] },
  { applies: (element) => hasClass(element, "checkbox"), replace: checkboxOf },
  { applies: (element) => hasClass(element, "bookmark") && element.tagName === "a", replace: bookmarkOf },
  {
    applies: (element) => hasClass(element, "link-to-page"),
    replace: (element) => [made("p", contentOf(element))],
  },
  { applies: isLinkToOwnImage, replace: contentOf },
  { applies: ({ tagName }) => tagName === "span" || tagName === "mark", replace: markedText },
  { applies: ({ tagName }) => tagName === "time", replace: timeOf },
  { applies: ({ tagName }) => tagName === "div", replace: divisionOf },
  { applies: ({ tagName }) => tagName === "p", replace: paragraphOf },
];

/** Replaces Notion's markup within an element by plain HTML: lists, callouts, toggles, check boxes, equations and bookmarks. */
export function cleanNotionHtml(element: HtmlElement): void {
  setChildren(element, contentOf(element));
}

/** Returns the clean nodes within an element. Notion writes each item of a list as a list. */
function contentOf({ childNodes }: HtmlElement): Child[] {
  const found: Child[] = [];
  let last: Child | undefined;
  for (const node of childNodes) {
    for (const child of cleanNode(node)) {
      if (last !== undefined && isSameList(last, child)) append(last, child);
      else {
        found.push(child);
        if (!isBlank(child)) last = child;
      }
    }
  }
  return found;
}

function cleanNode(node: Child): Child[] {
  if (!isElement(node)) return node.nodeName === "#text" ? [node] : [];
  const rule = rules.find(({ applies }) => applies(node));
  if (rule !== undefined) return rule.replace(node);
  const { tagName, attrs } = node;
  const language = /\blanguage-[\w+#.-]{1,50}/.exec(attributeOf(node, "class") ?? "")?.[0].toLowerCase();
  const given = hasClass(node, "toggle") ? "toggle" : language;
  node.attrs = attrs.filter(
    ({ name }) => keptAttributes.has(name) || (name === "id" && headings.test(tagName)),
  );
  if (given !== undefined) node.attrs.push({ name: "class", value: given });
  setChildren(node, contentOf(node));
  return [node];
}

function isEquation(element: HtmlElement): boolean {
  return ["equation", "notion-text-equation-token", "katex-display", "katex"].some((name) =>
    hasClass(element, name),
  );
}

/** Returns the source of an equation, as the export in Markdown has it. */
function equationOf(element: HtmlElement): Child[] {
  const annotation = withinOf(element).find(({ tagName }) => tagName === "annotation");
  const source = textWithin(annotation) ?? textWithin(element);
  if (source === undefined) return [];
  return element.tagName === "figure" ? [made("p", [text(`$$${source}$$`)])] : [text(`$${source}$`)];
}

/** Returns the text of a callout after its icon. */
function calloutOf(element: HtmlElement): Child[] {
  const icon = textWithin(withinOf(element).find((one) => one.tagName === "span" && hasClass(one, "icon")));
  const content = contentOf(element).filter((node) => !isBlank(node));
  const [first] = content;
  if (icon === undefined || first === undefined) return [made("aside", content)];
  if (isElement(first) && first.tagName === "p") setChildren(first, [text(`${icon} `), ...first.childNodes]);
  else content.unshift(made("p", [text(icon)]));
  return [made("aside", content)];
}

function checkboxOf(element: HtmlElement): Child[] {
  const checked = hasClass(element, "checkbox-on") ? [{ name: "checked", value: "" }] : [];
  const attributes = [{ name: "type", value: "checkbox" }, { name: "disabled", value: "" }, ...checked];
  return [defaultTreeAdapter.createElement("input", namespaces.NS.HTML, attributes)];
}

function bookmarkOf(element: HtmlElement): Child[] {
  const inside = withinOf(element);
  const textOf = (name: string): string | undefined => textWithin(inside.find((one) => hasClass(one, name)));
  const { value: href = "" } = element.attrs.find(({ name }) => name === "href") ?? {};
  const link = defaultTreeAdapter.createElement("a", namespaces.NS.HTML, [{ name: "href", value: href }]);
  setChildren(link, [text(textOf("bookmark-title") ?? href)]);
  const description = textOf("bookmark-description");
  return [made("p", description === undefined ? [link] : [link, text(` ${description}`)])];
}

/** True for a link around an image to the image itself. */
function isLinkToOwnImage({ tagName, attrs, childNodes }: HtmlElement): boolean {
  const [only] = childNodes;
  const address = attrs.find(({ name }) => name === "href")?.value;
  return (
    tagName === "a" &&
    childNodes.length === 1 &&
    only !== undefined &&
    isElement(only) &&
    only.tagName === "img" &&
    attributeOf(only, "src") === address
  );
}

/** Returns underlined and highlighted text as elements, and other marked text without them. */
function markedText(element: HtmlElement): Child[] {
  const content = contentOf(element);
  if (/border-bottom:/.test(attributeOf(element, "style") ?? "")) return [made("u", content)];
  const isHighlighted =
    element.tagName === "mark" && /_background\b/.test(attributeOf(element, "class") ?? "");
  return isHighlighted ? [made("mark", content)] : content;
}

/** Returns a date without the sign of a mention. */
function timeOf(element: HtmlElement): Child[] {
  const shown = textWithin(element)?.replace(/^@/, "");
  return shown === undefined ? [] : [text(shown)];
}

/** Returns the content of a division. Text in it is a paragraph. */
function divisionOf(element: HtmlElement): Child[] {
  const content = contentOf(element);
  const isText = content.some((node) => !isBlank(node)) && content.every((node) => isInline(node));
  return isText ? [made("p", content)] : content;
}

/** Notion writes blank lines as paragraphs. */
function paragraphOf(element: HtmlElement): Child[] {
  const content = contentOf(element);
  return content.every(isBlank) ? [] : [made("p", content)];
}

function isInline(node: Child): boolean {
  return !isElement(node) || inline.test(node.tagName);
}

function isSameList(one: Child, other: Child): boolean {
  if (!isElement(one) || !isElement(other) || one.tagName !== other.tagName) return false;
  return /^[ou]l$/.test(one.tagName) && attributeOf(one, "class") === attributeOf(other, "class");
}

function append(list: Child, other: Child): void {
  if (isElement(list) && isElement(other))
    for (const child of other.childNodes) defaultTreeAdapter.appendChild(list, child);
}

function withinOf(element: HtmlElement): HtmlElement[] {
  return elementsWithin(element, maxPageDepth) ?? [];
}

function made(tagName: string, children: readonly Child[]): HtmlElement {
  const element = defaultTreeAdapter.createElement(tagName, namespaces.NS.HTML, []);
  setChildren(element, children);
  return element;
}

function text(value: string): Child {
  return { nodeName: "#text", value, parentNode: null };
}

function setChildren(element: HtmlElement, children: readonly Child[]): void {
  element.childNodes = [];
  for (const child of children) defaultTreeAdapter.appendChild(element, child);
}

function isElement(node: HtmlNode): node is HtmlElement {
  return "tagName" in node;
}

function isBlank(node: Child): boolean {
  return node.nodeName === "#text" && "value" in node && node.value.trim() === "";
}
