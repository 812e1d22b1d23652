import { attribute, descendants, elementName, type Node, textContent, visibleChildren } from "./tree.ts";

/** Elements that are written as HTML, which cannot contain references. */
const withoutReferences = new Set("dl figure pre table".split(" "));

/**
 * Returns the section of footnotes at the end of a text, as Postern renders it. Returns undefined if `[^1]` cannot express it,
 * because a reference is in HTML or the numbers are not in order.
 */
export function footnotesOf(root: Node): Node | undefined {
  const section = visibleChildren(root).findLast((node) => elementName(node) !== undefined);
  if (section === undefined || elementName(section) !== "section") return undefined;
  if (attribute(section, "class") !== "footnotes") return undefined;
  const numbers = [...descendants(section)].flatMap((node) => noteNumber(node) ?? []);
  const references = [...descendants(root)].flatMap((node) => referenceNumber(node) ?? []);
  const writable = [...descendants(root, withoutReferences)].flatMap((node) => referenceNumber(node) ?? []);
  const isInOrder =
    [...new Set(references)].join() === numbers.join() && references.length === writable.length;
  return isInOrder && numbers.length > 0 && numbers.every((number, index) => number === String(index + 1))
    ? section
    : undefined;
}

/** Returns the number of a list item with a footnote. */
export function noteNumber(item: Node): string | undefined {
  return elementName(item) === "li" ? /^fn-(\d{1,6})$/.exec(attribute(item, "id") ?? "")?.[1] : undefined;
}

/** Returns the number of the footnote that a `sup` element refers to. */
export function referenceNumber(sup: Node): string | undefined {
  if (elementName(sup) !== "sup") return undefined;
  const [link, ...others] = visibleChildren(sup);
  if (link === undefined || others.length > 0 || !attribute(link, "id")?.startsWith("fnref-"))
    return undefined;
  const [, number] = /#fn-(\d{1,6})$/.exec(attribute(link, "href") ?? "") ?? [];
  return number === textContent(link) ? number : undefined;
}

/** True for the link from a footnote to its reference. */
export function isBackLink(link: Node): boolean {
  return (
    elementName(link) === "a" &&
    /#fnref-[\d-]+$/.test(attribute(link, "href") ?? "") &&
    textContent(link) === "↩"
  );
}
