import { SaxesParser } from "saxes";
import { ImportError } from "../import_error.ts";
import type { ImportSource, Place } from "../import_item.ts";

/** An element of an XML file. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
  /** Line where the element begins, starting at 1. */
  line: number;
}

/** Selects the elements of a file that are read. */
export interface XmlRecordOptions {
  /** Element names from the root, separated by slashes: `rss/channel/item`. */
  paths: ReadonlySet<string>;
  /** Names of the elements to keep within a record. Undefined keeps all. */
  kept?: ReadonlySet<string>;
}

/** Maximum length of a record, and of a text or tag outside of records, in characters. They are kept in memory. */
const maxLength = 16_000_000;

/** Maximum number of elements of a record and of attributes of an element. More would hold the event loop. */
const maxElements = 100_000;
const maxAttributes = 1000;

/** Maximum nesting of elements. The functions below are recursive. */
const maxDepth = 500;

/** Characters that XML 1.0 forbids but real exports contain. */
// oxlint-disable-next-line no-control-regex -- these are the characters meant
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/**
 * Reads an XML file of any length and yields the elements at the given paths with their content. Only one element is in
 * memory at a time.
 *
 * @throws {ImportError} if the file is not well-formed, or exceeds a limit: 500 levels of elements, and 16,000,000 characters
 *   and 100,000 elements in a record
 */
export async function* xmlRecords(
  source: ImportSource,
  options: XmlRecordOptions,
): AsyncGenerator<XmlElement> {
  const found: XmlElement[] = [];
  const { parser, checkLength } = recordParser(source.file, options, (record) => found.push(record));
  for await (const chunk of source.read()) {
    parser.write(chunk.replace(forbidden, ""));
    checkLength();
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
}

/** Returns the text of an element and its descendants. */
export function textIn(element: XmlElement | undefined): string {
  if (element === undefined) return "";
  return element.children.map((child) => (typeof child === "string" ? child : textIn(child))).join("");
}

/** Returns the first child element with a name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return childrenOf(element, name)[0];
}

/** Returns the child elements with a name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== "string" && child.name === name,
  );
}

/** Returns the trimmed text of the first child element with a name, or undefined if it is missing or empty. */
export function childText(element: XmlElement, name: string): string | undefined {
  return textIn(childOf(element, name)).trim() || undefined;
}

function recordParser(
  file: string,
  { paths, kept }: XmlRecordOptions,
  onRecord: (record: XmlElement) => void,
): { parser: SaxesParser<{ xmlns: false }>; checkLength: () => void } {
  const parser = new SaxesParser({ xmlns: false });
  const path: string[] = [];
  const deepest = Math.max(...[...paths].map((one) => one.split("/").length));
  /** The open elements, starting with the record. */
  const open: XmlElement[] = [];
  let ignoredDepth = 0;
  /** Number of elements of the open record. */
  let elements = 0;
  /** Position of the last tag or text outside of records, or of the open record. */
  let start = 0;
  const here = (): Place => ({ file, line: parser.line, column: parser.columnIndex + 1 });
  parser.on("error", (error) => {
    throw new ImportError(here(), error.message.replace(/^[\d:]+\s*/, "").replace(/\.$/, ""), error);
  });
  parser.on("opentag", ({ name, attributes }) => {
    path.push(name);
    if (path.length > maxDepth)
      throw new ImportError(here(), `its elements are nested more than ${maxDepth} levels deep`);
    if (open.length === 0) start = parser.position;
    const parent = open.at(-1);
    const isRecord = parent === undefined && path.length <= deepest && paths.has(path.join("/"));
    if (ignoredDepth > 0 || (parent === undefined && !isRecord)) {
      if (parent !== undefined) ignoredDepth++;
      return;
    }
    if (parent !== undefined && kept !== undefined && !kept.has(name)) {
      ignoredDepth = 1;
      return;
    }
    const element: XmlElement = { name, attributes, children: [], line: parser.line };
    elements = parent === undefined ? 1 : elements + 1;
    if (elements > maxElements)
      throw new ImportError(here(), `a record has more than ${maxElements.toLocaleString("en")} elements`);
    if (Object.keys(attributes).length > maxAttributes)
      throw new ImportError(
        here(),
        `an element has more than ${maxAttributes.toLocaleString("en")} attributes`,
      );
    parent?.children.push(element);
    open.push(element);
  });
  const addText = (text: string): void => {
    if (open.length === 0) start = parser.position;
    if (ignoredDepth === 0) open.at(-1)?.children.push(text);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    path.pop();
    if (open.length === 0) start = parser.position;
    if (ignoredDepth > 0) {
      ignoredDepth--;
      return;
    }
    const element = open.pop();
    if (element !== undefined && open.length === 0) onRecord(element);
  });
  const checkLength = (): void => {
    if (parser.position - start <= maxLength) return;
    const [record] = open;
    const place = record === undefined ? here() : { file, line: record.line };
    const part = record === undefined ? "a text or tag" : `an element ${record.name.slice(0, 50)}`;
    throw new ImportError(place, `${part} is longer than ${maxLength.toLocaleString("en")} characters`);
  };
  return { parser, checkLength };
}
