import {
  attribute,
  descendants,
  elementName,
  type Node,
  textContent,
  textData,
  visibleChildren,
} from "../../lib/publishing/html_to_markdown/tree.ts";
import { parse5Adapter } from "../../lib/faq/tree/parse5_adapter.ts";
import { parseInBody } from "../../lib/faq/tree/parse5_tree.ts";
import { writeText } from "../../lib/faq/text/text.ts";
import { TextSink } from "../../lib/faq/text/text_sink.ts";
import { renderMarkdown } from "../../lib/import/markdown/mod.ts";

/** The parts of HTML that its Markdown must keep. */
export interface ReadersView {
  /** The text by rule 2 of the extraction. */
  text: string;
  /** The code, with its white space. */
  code: string[];
  /** The rows of tables: the text and the span of each cell. */
  rows: string[];
  /** The outline of elements, and the marks around each text. */
  structure: string[];
}

/** Returns the view of a reader of HTML. */
export function readersView(html: string): ReadersView {
  const root = parseInBody(html);
  return { text: readersText(root), code: codeOf(root), rows: rowsOf(root), structure: structureOf(root) };
}

function readersText(root: Node): string {
  const sink = new TextSink();
  writeText(parse5Adapter, parse5Adapter.childNodes(root), sink, { throughHeadings: true });
  return sink.take();
}

/** Renders Markdown as the editor does. */
export function render(markdown: string): string {
  return renderMarkdown(markdown, { dialect: "editor" }).html;
}

const synonyms: Readonly<Record<string, string>> = {
  i: "em",
  b: "strong",
  s: "del",
  strike: "del",
  tt: "code",
};
const codeElements = new Set(["pre", "code"]);

function nameOf(node: Node): string {
  const name = elementName(node) ?? "";
  return synonyms[name] ?? name;
}

function codeOf(root: Node): string[] {
  return [...descendants(root, codeElements)].flatMap((node) => {
    if (nameOf(node) === "pre") return [textContent(node).replace(/\n$/, "")];
    const code = textContent(node)
      .replace(/[ \t\r\n\f]+/g, " ")
      .trim();
    return nameOf(node) === "code" && code !== "" ? [code] : [];
  });
}

function rowsOf(root: Node): string[] {
  return [...descendants(root)].flatMap((row) => {
    if (elementName(row) !== "tr") return [];
    const cells = visibleChildren(row).filter((cell) => elementName(cell) !== undefined);
    return [cells.map((cell) => `${nameOf(cell)}${spanOf(cell)} ${textOf(cell)}`).join(" | ")];
  });
}

function spanOf(cell: Node): string {
  return ["colspan", "rowspan"].map((name) => `/${attribute(cell, name) ?? "1"}`).join("");
}

function textOf(node: Node): string {
  return textContent(node).replace(/\s+/g, " ").trim();
}

const blocks = new Set(
  "aside blockquote dd details dl dt h1 h2 h3 h4 h5 h6 hr li ol pre summary table td th tr ul".split(" "),
);
const marks = new Set("a code del em ins kbd mark q rp rt ruby samp strong sub sup u var".split(" "));
const mayBeEmpty = new Set("blockquote h1 h2 h3 h4 h5 h6 ol ul".split(" "));
/** Elements that separate texts, but are no part of the structure: Markdown has paragraphs where HTML has others. */
const separators = new Set("article br div figcaption figure main p section".split(" "));

function structureOf(root: Node): string[] {
  const lines: string[] = [];
  /** The marks around the last text, or undefined after the start or the end of a block. */
  let previous: string | undefined;
  const add = (line: string): void => {
    lines.push(line);
    previous = undefined;
  };
  /** Ends a block. A list, a quotation or a heading without content is not shown. */
  const addEnd = (name: string): void => {
    const isEmpty = mayBeEmpty.has(name) && lines.at(-1)?.startsWith(`<${name}`) === true;
    if (isEmpty) lines.pop();
    else lines.push(`</${name}>`);
    previous = undefined;
  };
  const addText = (text: string, around: ReadonlySet<string>): void => {
    const shown = text.replace(/\s+/g, " ");
    const key = [...around].toSorted().join(" ");
    if (shown === " " && previous === undefined) return;
    if (shown === " " || previous === key) lines[lines.length - 1] += shown;
    else lines.push(`${key}: ${shown}`);
    if (shown !== " ") previous = key;
  };
  const walk = (node: Node, around: ReadonlySet<string>): void => {
    for (const child of visibleChildren(node)) {
      const name = nameOf(child);
      const data = textData(child);
      if (data !== undefined) addText(data, around);
      else if (name === "img")
        add(
          `img ${normalized(attribute(child, "src"))} ${(attribute(child, "alt") ?? "").replace(/\s+/g, " ")}`,
        );
      else {
        if (separators.has(name)) addText(" ", around);
        if (blocks.has(name)) add(`<${name}${name === "ol" ? ` ${attribute(child, "start") ?? "1"}` : ""}>`);
        const href = name === "a" ? attribute(child, "href") : undefined;
        const mark =
          name === "pre"
            ? "code"
            : name === "a"
              ? href === undefined
                ? ""
                : `a(${normalized(href)})`
              : name;
        walk(child, marks.has(name) || name === "pre" ? new Set([...around, mark]) : around);
        if (blocks.has(name)) addEnd(name);
        if (separators.has(name)) addText(" ", around);
      }
    }
  };
  walk(root, new Set());
  return lines.map((line) => line.replace(/ +/g, " ").trim()).filter((line) => line !== "");
}

/** Percent-encodes an address as the parser of Markdown does. */
function normalized(address = ""): string {
  return encodeURI(address.trim()).replace(/%25(?=[\da-f]{2})/gi, "%");
}
