import { serialize } from "parse5";
import { attributeOf, elementsWithin, hasClass, type HtmlElement, textWithin } from "../markup/html_tree.ts";
import { maxPageDepth, parsePage } from "../markup/parse_page.ts";
import { cleanNotionHtml } from "./notion_html.ts";
import type { NotionPage, NotionProperty } from "./notion_page.ts";

/** The reason why a file is no post. */
interface NoPage {
  category: string;
  reason: string;
  isLoss: boolean;
}

/** Reads a page of the export "HTML". */
export function readHtmlPage(text: string): NotionPage | NoPage {
  const document = parsePage(text);
  const elements = document && elementsWithin(document, maxPageDepth);
  if (elements === undefined) {
    const reason = `its elements are nested more than ${maxPageDepth} levels deep`;
    return { category: "nesting", reason, isLoss: true };
  }
  const named = (name: string): HtmlElement | undefined => elements.find((one) => hasClass(one, name));
  const body = named("page-body");
  if (body === undefined) return { category: "page", reason: "it is no page of Notion", isLoss: false };
  const table = named("properties");
  const rows = table === undefined ? [] : (elementsWithin(table, maxPageDepth) ?? []);
  const cover = named("page-cover-image");
  const isDatabase = named("collection-content") !== undefined;
  cleanNotionHtml(body);
  if (isDatabase && !body.childNodes.some((node) => "tagName" in node && node.tagName !== "table")) {
    const reason = "it is a database, whose rows are pages of their own";
    return { category: "database", reason, isLoss: false };
  }
  return {
    title: textWithin(named("page-title")) ?? textWithin(elements.find(({ tagName }) => tagName === "title")),
    description: textWithin(named("page-description")),
    image: attributeOf(cover, "src"),
    properties: rows.filter((row) => hasClass(row, "property-row")).map(propertyOf),
    body: serialize(body).trim(),
    bodyLine: 1,
  };
}

/** Elements with a single value of a property. */
const itemClasses = ["selected-value", "user"];

function propertyOf(row: HtmlElement): NotionProperty {
  const inside = elementsWithin(row, maxPageDepth) ?? [];
  const cell = inside.find(({ tagName }) => tagName === "td");
  const kind = /\bproperty-row-(\w{1,50})/.exec(attributeOf(row, "class") ?? "")?.[1];
  const items = inside.filter((one) => itemClasses.some((name) => hasClass(one, name)));
  const links = kind === "file" || kind === "relation" ? inside.filter(({ tagName }) => tagName === "a") : [];
  return {
    name: textWithin(inside.find(({ tagName }) => tagName === "th")) ?? "",
    kind,
    text: valueOf(cell, kind),
    items: [...items, ...links].flatMap((one) => textWithin(one) ?? []),
  };
}

function valueOf(cell: HtmlElement | undefined, kind: string | undefined): string {
  const inside = cell === undefined ? [] : (elementsWithin(cell, maxPageDepth) ?? []);
  const box = inside.find((one) => hasClass(one, "checkbox"));
  if (box !== undefined) return hasClass(box, "checkbox-on") ? "Yes" : "No";
  const text = textWithin(cell) ?? "";
  const time = inside.find(({ tagName }) => tagName === "time");
  const link = inside.find(({ tagName }) => tagName === "a");
  const value = attributeOf(time, "datetime") ?? (kind === "file" ? attributeOf(link, "href") : undefined);
  return value ?? text;
}
