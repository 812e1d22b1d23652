import { blockNames } from "../markup/block_names.ts";
import { type HtmlToken, htmlTokens, isLineBreak, textToken } from "../markup/html_tokens.ts";
import type { Steps } from "../../../base/yielding.ts";
import { isBlank, splitSpace } from "../markup/white_space.ts";

const blankLine = /\n[ \t\r\f\v]*\n/g;

/** Sides of a tag on which WordPress removes white space, so that no paragraph begins or ends there. */
type Glue = "before" | "after" | "both" | undefined;

/** Yields the parts of a text between blank lines, and between blocks. Yields undefined between two steps of the work. */
export function* paragraphChunks(html: string): Generator<HtmlToken[] | undefined> {
  const glueOf = glueIn(html);
  const chunks = new Chunks();
  for (const token of htmlTokens(html)) {
    if (token.kind === "text") {
      const steps = chunks.addText(token.text);
      while (steps.next().done !== true) {
        yield undefined;
        yield* chunks.take();
      }
    }
    if (token.kind !== "text" && (!isLineBreak(token) || !chunks.endAtSecondBreak())) {
      const isBlock = token.kind !== "comment" && blockNames.has(token.name);
      chunks.addTag(token, {
        glue: glueOf(token),
        begins: isBlock && !token.isClosing,
        ends: isBlock && (token.isClosing || token.kind === "raw" || token.name === "hr"),
      });
    }
    yield undefined;
    yield* chunks.take();
  }
  chunks.finishAll();
  yield* chunks.take();
}

class Chunks {
  #finished: HtmlToken[][] = [];
  #chunk: HtmlToken[] = [];
  /** White space after the last token of the chunk. A blank line in it ends the chunk. */
  #gap = "";
  #isGlued = false;

  /** Returns the chunks that have ended since the last call. */
  take(): HtmlToken[][] {
    const finished = this.#finished;
    this.#finished = [];
    return finished;
  }

  *addText(text: string): Steps<void> {
    for (let start = 0; start <= text.length;) {
      blankLine.lastIndex = start;
      const found = blankLine.exec(text);
      const part = text.slice(start, found?.index);
      start = found === null ? text.length + 1 : blankLine.lastIndex;
      const [before, content, after] = splitSpace(part);
      this.#addSpace(before);
      if (content !== "") this.#add(textToken(content));
      this.#addSpace(after);
      if (found !== null) this.#end();
      yield;
    }
  }

  addTag(token: HtmlToken, { glue, begins, ends }: { glue: Glue; begins: boolean; ends: boolean }): void {
    if (begins) this.#end();
    if (glue === "before" || glue === "both") this.#gap = "";
    this.#add(token);
    this.#isGlued = glue === "after" || glue === "both";
    if (ends) this.#end();
  }

  /** Ends the chunk if its last token is a line break. Two line breaks end a paragraph. */
  endAtSecondBreak(): boolean {
    const last = this.#chunk.at(-1);
    if (last === undefined || !isLineBreak(last)) return false;
    this.#chunk.pop();
    const before = this.#chunk.at(-1);
    const isSpaced = before?.kind === "text" && isBlank(before.text);
    this.#gap = isSpaced ? (this.#chunk.pop()?.text ?? "") : "";
    this.#end();
    return true;
  }

  finishAll(): void {
    this.#addGap(this.#gap.split("\n", 1)[0] ?? "");
    this.#finish();
  }

  #finish(): void {
    if (this.#chunk.some(({ kind, text }) => kind !== "text" || !isBlank(text)))
      this.#finished.push(this.#chunk);
    this.#chunk = [];
  }

  #end(): void {
    this.#addSpace("\n\n");
  }

  #addSpace(space: string): void {
    if (!this.#isGlued) this.#gap += space;
  }

  #add(token: HtmlToken): void {
    const first = this.#gap.indexOf("\n");
    const last = this.#gap.lastIndexOf("\n");
    if (first === last) this.#addGap(this.#gap);
    else {
      this.#addGap(this.#gap.slice(0, first));
      this.#finish();
      this.#addGap(this.#gap.slice(last + 1));
    }
    this.#gap = "";
    this.#isGlued = false;
    this.#chunk.push(token);
  }

  #addGap(gap: string): void {
    if (gap !== "") this.#chunk.push(textToken(gap));
  }
}

function glueIn(html: string): (token: HtmlToken) => Glue {
  const hasObject = html.includes("</object>");
  const hasSource = html.includes("<source") || html.includes("<track");
  return ({ kind, name, isClosing }) => {
    if (kind !== "tag") return undefined;
    if (name === "option" || name === "figcaption") return outside(isClosing);
    if (hasObject && name === "object") return inside(isClosing);
    if (hasObject && (name === "param" || name === "embed")) return "both";
    if (hasSource && (name === "audio" || name === "video")) return inside(isClosing);
    if (hasSource && (name === "source" || name === "track")) return "both";
    return undefined;
  };
}

function outside(isClosing: boolean): Glue {
  return isClosing ? "after" : "before";
}

function inside(isClosing: boolean): Glue {
  return isClosing ? "before" : "after";
}
