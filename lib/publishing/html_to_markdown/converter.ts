import { BLOCK_ELEMENTS, HEADINGS } from "../../faq/reading.ts";
import { runStepsSync } from "../../base/yielding.ts";
import { isLinkable, isShowable, writeTarget } from "./addresses.ts";
import { BlockStack } from "./block_stack.ts";
import type { Block, Leaf } from "./blocks.ts";
import { languageOf, writeFence } from "./code.ts";
import { escapeText } from "./escape_text.ts";
import { isBackLink, noteNumber, referenceNumber } from "./footnotes.ts";
import { InlineRun, linkMark } from "./inline_run.ts";
import {
  attribute,
  descendants,
  elementName,
  type Node,
  textContent,
  textData,
  visibleChildren,
} from "./tree.ts";
import { writeAttributes, writeHtml } from "./write_html.ts";
import { writeInline } from "./write_inline.ts";
import { writeTable } from "./write_table.ts";
import { markOf, mediaElements } from "./written_elements.ts";

/** Returned for an element whose children are not read, or the function that is called after them. */
type Entered = "done" | (() => void);

/** Called after the children of an element that adds nothing itself. */
const nothing = (): void => undefined;

interface Frame {
  children: readonly Node[];
  index: number;
  leave: () => void;
}

/** Elements without a meaning in code, such as those for its colors. */
const codeWrappers = new Set("code font samp span tt".split(" "));

/** Classes of the alerts that GFM has. */
const alertClass = /^admonition (note|tip|important|warning|caution)$/;

/** Elements that are written as Markdown, also in a figure. */
const figureBlocks = new Set("blockquote details dl figure h1 h2 h3 h4 h5 h6 ol pre table ul".split(" "));

/** Converts nodes to blocks of Markdown. Uses an explicit stack, because hostile trees would overflow recursion. */
export class Converter {
  readonly #blocks = new BlockStack();
  readonly #run = new InlineRun();
  readonly #place: "paragraph" | "cell";
  /** Level of the heading around the present content, or 0. */
  #level = 0;
  /** The mark of the next paragraph, which begins an item of a task list. */
  #task = "";
  /** Summaries and titles that are written with their parents. */
  readonly #written = new Set<Node>();

  /** The section of footnotes that are written as `[^1]`. */
  readonly #footnotes: Node | undefined;
  #isInFootnotes = false;

  constructor(place: "paragraph" | "cell", footnotes?: Node) {
    this.#place = place;
    this.#footnotes = footnotes;
  }

  /** Converts the children of a node, and yields after every 1,000 nodes. */
  *convert(node: Node): Generator<void, readonly Block[]> {
    const stack: Frame[] = [{ children: visibleChildren(node), index: 0, leave: () => this.#endBlock() }];
    let count = 0;
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      if (++count % 1000 === 0) yield;
      const next = frame.children[frame.index++];
      if (next === undefined) {
        frame.leave();
        stack.pop();
        continue;
      }
      const data = textData(next);
      if (data !== undefined) this.#run.text(data);
      else {
        const leave = this.#enter(next, elementName(next) ?? "");
        if (leave !== "done") stack.push({ children: visibleChildren(next), index: 0, leave });
      }
    }
    return this.#blocks.blocks;
  }

  #enter(element: Node, name: string): Entered {
    if (this.#footnotes !== undefined) {
      const entered = this.#enterFootnote(element, name);
      if (entered !== undefined) return entered;
    }
    if (mediaElements.has(name)) return this.#addHtml(element);
    const inline = this.#enterInline(element, name);
    if (inline !== undefined) return inline;
    if (!BLOCK_ELEMENTS.has(name)) return nothing;
    this.#endBlock();
    return this.#written.has(element) ? "done" : this.#enterBlock(element, name);
  }

  /** Reads the section of footnotes and the references to it. */
  #enterFootnote(element: Node, name: string): Entered | undefined {
    if (element === this.#footnotes) {
      this.#endBlock();
      this.#isInFootnotes = true;
      return nothing;
    }
    const reference = referenceNumber(element);
    if (reference !== undefined) {
      this.#run.add({ type: "atom", text: `[^${reference}]` });
      return "done";
    }
    if (!this.#isInFootnotes) return undefined;
    if (isBackLink(element) || HEADINGS.has(name)) return "done";
    const label = noteNumber(element);
    if (label !== undefined) return this.#closing(this.#blocks.open({ type: "note", label, blocks: [] }));
    const isList = name === "ol" && visibleChildren(element).some((item) => noteNumber(item) !== undefined);
    return isList ? nothing : undefined;
  }

  #enterInline(element: Node, name: string): Entered | undefined {
    const run = this.#run;
    switch (name) {
      case "br":
        run.lineBreak();
        return "done";
      case "img":
        this.#addImage(element);
        return "done";
      case "input":
        return this.#addCheckbox(element);
      case "wbr":
        run.add({ type: "atom", text: "<wbr>" });
        return "done";
      case "a":
        return this.#openLink(element);
      case "code":
      case "tt":
        return this.#addCode(element);
      default: {
        const mark = markOf(name, (tag) => writeAttributes(element, tag));
        return mark === undefined ? undefined : run.open(mark) ? () => run.close() : nothing;
      }
    }
  }

  #enterBlock(element: Node, name: string): Entered {
    switch (name) {
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        return this.#enterHeading(Number(name.charAt(1)));
      case "p":
        this.#blocks.noteParagraph();
        return () => this.#endBlock();
      case "blockquote":
        return this.#closing(this.#blocks.open({ type: "quote", blocks: [] }));
      case "ul":
      case "menu":
      case "dir":
      case "ol": {
        const start = name === "ol" ? startOf(element) : undefined;
        return this.#closing(this.#blocks.open({ type: "list", start, isLoose: false, items: [] }));
      }
      case "li":
        return this.#closing(this.#blocks.openItem());
      case "hr":
        this.#blocks.add({ type: "rule", markdown: "___" });
        return "done";
      case "pre":
      case "listing":
      case "xmp":
      case "plaintext":
        return this.#addPre(element, name);
      case "table":
        return this.#addTable(element);
      case "dl":
        return this.#addHtml(element);
      case "figure":
        return isCaptioned(element) ? this.#addHtml(element) : () => this.#endBlock();
      case "details":
        return this.#openDetails(element);
      case "aside":
        return this.#openAside(element);
      default:
        return () => this.#endBlock();
    }
  }

  /** Ends a block and the container that was opened for it. */
  #closing(isOpen: boolean): () => void {
    return () => {
      this.#endBlock();
      this.#task = "";
      if (isOpen) this.#blocks.close();
    };
  }

  #enterHeading(level: number): () => void {
    const before = this.#level;
    this.#level = level;
    return () => {
      this.#endBlock();
      this.#level = before;
    };
  }

  /** Writes the inline content so far as a block. */
  #endBlock(): void {
    const parts = this.#run.take();
    if (parts.length === 0) return;
    if (this.#level === 0) this.#add("paragraph", this.#task + writeInline(parts, this.#place));
    else this.#add("heading", `${"#".repeat(this.#level)} ${writeInline(parts, "heading")}`);
    this.#task = "";
  }

  #add(type: Leaf["type"], markdown: string): void {
    this.#blocks.add({ type, markdown });
  }

  #addHtml(element: Node): "done" {
    this.#endBlock();
    const html = writeHtml(element);
    if (html !== "") this.#add("html", html);
    return "done";
  }

  #addImage(element: Node): void {
    const src = attribute(element, "src") ?? "";
    if (src.trim() === "") return;
    if (!isShowable(src)) return this.#run.add({ type: "atom", text: writeHtml(element) });
    const place = {
      isLineStart: false,
      isInLink: true,
      isLinkStart: true,
      isBeforeLink: false,
      isHeadingEnd: false,
    };
    const alt = escapeText((attribute(element, "alt") ?? "").replace(/\s+/g, " ").trim(), place);
    this.#run.add({ type: "atom", text: `![${alt}]${writeTarget(src, attribute(element, "title"))}` });
  }

  #addCheckbox(element: Node): "done" {
    const isCheckbox = attribute(element, "type")?.toLowerCase() === "checkbox";
    if (isCheckbox && this.#blocks.isItemStart && this.#run.isEmpty)
      this.#task = attribute(element, "checked") === undefined ? "[ ] " : "[x] ";
    return "done";
  }

  #openLink(element: Node): () => void {
    const href = attribute(element, "href");
    if (href === undefined || !isLinkable(href)) return nothing;
    return this.#run.open(linkMark(href, attribute(element, "title"))) ? () => this.#run.close() : nothing;
  }

  /** Adds a code span. Code with markup in it is written as HTML. Code in code is read once, as part of the outer code. */
  #addCode(element: Node): Entered {
    const run = this.#run;
    if (run.isIn("code") || !run.open({ name: "code", pairs: [["<code>", "</code>"]] })) return nothing;
    for (const node of descendants(element)) {
      if (!codeWrappers.has(elementName(node) ?? "code")) return () => run.close();
    }
    run.close();
    const code = textContent(element);
    if (code.trim() === "") run.text(code);
    else run.add({ type: "code", code });
    return "done";
  }

  #addPre(element: Node, name: string): "done" {
    const hasMarkup = [...descendants(element)].some((node) => hasMeaning(elementName(node) ?? ""));
    if (hasMarkup && name === "pre") this.#add("html", writeHtml(element));
    else {
      const classes = [element, ...visibleChildren(element)].map((node) => attribute(node, "class") ?? "");
      this.#add("fence", writeFence(textContent(element), languageOf(classes.join(" "))));
    }
    return "done";
  }

  #addTable(element: Node): "done" {
    const table = writeTable(element, writeCell);
    this.#add(table === undefined ? "html" : "table", table ?? writeHtml(element));
    return "done";
  }

  #openDetails(element: Node): Entered {
    const summary = visibleChildren(element).find((child) => elementName(child) === "summary");
    if (summary !== undefined) this.#written.add(summary);
    return this.#openHtml(element, "details", summary === undefined ? "" : `\n${writeHtml(summary)}`);
  }

  /** Opens an alert that GFM has, or any other `aside`. */
  #openAside(element: Node): Entered {
    const title = visibleChildren(element).find((child) => elementName(child) !== undefined);
    const [, kind = ""] = alertClass.exec(attribute(element, "class") ?? "") ?? [];
    const isTitle = title !== undefined && attribute(title, "class") === "admonition-title";
    if (kind === "" || !isTitle || textContent(title).toLowerCase() !== kind)
      return this.#openHtml(element, "aside", "");
    this.#written.add(title);
    return this.#closing(this.#blocks.open({ type: "quote", alert: `[!${kind.toUpperCase()}]`, blocks: [] }));
  }

  /** Writes the tags of an element around its content, which is Markdown. */
  #openHtml(element: Node, name: string, content: string): () => void {
    this.#add("html", `<${name}${writeAttributes(element, name)}>${content}`);
    return () => {
      this.#endBlock();
      this.#add("html", `</${name}>`);
    };
  }
}

function writeCell(cell: Node): string | undefined {
  const [block, ...others] = runStepsSync(new Converter("cell").convert(cell));
  if (block === undefined) return "";
  return block.type === "paragraph" && others.length === 0 ? block.markdown : undefined;
}

/** True for inline elements that a block of code cannot contain. Others only color the code. */
function hasMeaning(name: string): boolean {
  return name === "a" || name === "img" || (markOf(name, () => "") !== undefined && !codeWrappers.has(name));
}

/** Returns the number of the first item, if Markdown can express it. */
function startOf(list: Node): number {
  const start = Number(attribute(list, "start") ?? 1);
  return Number.isInteger(start) && start >= 0 && start < 100_000_000 ? start : 1;
}

/** True for a figure with a caption that contains nothing that Markdown has blocks for. */
function isCaptioned(figure: Node): boolean {
  const names = [...descendants(figure, figureBlocks)].map((node) => elementName(node) ?? "");
  return names.includes("figcaption") && !names.some((name) => figureBlocks.has(name));
}
