import { newElement, type Node as TreeNode } from "../../../lib/publishing/html_to_markdown/mod.ts";
import { styleOf } from "./parse_clipboard.ts";

/** A paragraph that Word shows as an item of a list. */
export interface WordItem {
  level: number;
  /** Number of an item in an ordered list. Undefined for bullets. */
  number: number | undefined;
  children: TreeNode[];
}

/** Reads a paragraph with the style `mso-list`, without its bullet or number. Returns undefined for other elements. */
export function wordItem(element: Element, clean: (element: Element) => TreeNode[]): WordItem | undefined {
  const [, level] = /mso-list:\s*l\d+\s+level(\d)/i.exec(styleOf(element)) ?? [];
  if (level === undefined) return undefined;
  const marker = element.querySelector(
    '[data-style*="mso-list:Ignore" i], [data-style*="mso-list: Ignore" i]',
  );
  const text = marker?.textContent.trim() ?? "";
  marker?.remove();
  const [, digits] = /^(\d{1,9})[.)]?/.exec(text) ?? [];
  const isOrdered = digits !== undefined || /^[a-z]{1,4}[.)]/i.test(text);
  return {
    level: Number(level),
    number: isOrdered ? Number(digits ?? 1) : undefined,
    children: clean(element),
  };
}

/** Returns items as lists. Items of a deeper level belong to the item before them. */
export function wordLists(items: readonly WordItem[]): TreeNode[] {
  const lists: ReturnType<typeof newElement>[] = [];
  for (let index = 0; index < items.length;) {
    const item = items[index++];
    if (item === undefined) break;
    const { level, number, children } = item;
    const start = index;
    while ((items[index]?.level ?? 0) > level) index++;
    const entry = newElement("li", {}, [...children, ...wordLists(items.slice(start, index))]);
    const name = number === undefined ? "ul" : "ol";
    const last = lists.at(-1);
    if (last?.tagName === name) last.childNodes.push(entry);
    else lists.push(newElement(name, number === undefined ? {} : { start: String(number) }, [entry]));
  }
  return lists;
}
