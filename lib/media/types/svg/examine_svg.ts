import { SaxesParser } from "saxes";
import { echoed } from "../../../base/text/echoed.ts";
import type { ExaminedContent } from "../examined_file.ts";
import type { SourceFile } from "../source_file.ts";
import { svgNamespace, SvgRewriter } from "./rewriter.ts";

/** Maximum number of bytes of an SVG picture that is rewritten. Larger pictures are served as downloads. */
const mostBytes = 500_000;
/** Maximum number of elements of an SVG picture. */
const mostElements = 20_000;
/** Maximum nesting of elements in an SVG picture. */
const mostNesting = 100;
/** Maximum number of removed parts that a note names. */
const mostNamed = 5;

/** Number of bytes at the beginning that have the first element. */
const startBytes = 4096;
const startOfSvg =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:[\w.-]+:)?svg[\s>/]/;

/** Returns true if the first element of a file is `svg`. */
export function isSvg(bytes: Uint8Array): boolean {
  return startOfSvg.test(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, startBytes)));
}

/**
 * Rewrites an SVG picture, so that it can be shown at its own address: without scripts, links, HTML and addresses of other files.
 *
 * @throws {UnsupportedFileError} if the picture has entities, or is too complex
 * @throws {DamagedFileError} if the picture is not well-formed XML in UTF-8
 */
export function examineSvg(file: SourceFile): ExaminedContent {
  if (file.length > mostBytes) {
    const most = mostBytes.toLocaleString("en-US");
    const note = `The picture is larger than ${most} bytes, so browsers download it and do not show it.`;
    return { bytes: file.bytes, isInline: false, note };
  }
  const rewriter = rewrite(file);
  if (rewriter.root === undefined) throw file.damaged("its first element is not svg");
  if (rewriter.parts.isTooMuch) throw file.refused("repeats its parts too often. Draw them once");
  const note = noteOf([...rewriter.removed]);
  const size = sizeOf(rewriter.root);
  return { ...size, bytes: new TextEncoder().encode(rewriter.written), ...(note !== undefined && { note }) };
}

function rewrite(file: SourceFile): SvgRewriter {
  const rewriter = new SvgRewriter();
  const parser = new SaxesParser({ xmlns: true });
  let elements = 0;
  let nesting = 0;
  parser.on("error", ({ message }) => {
    throw file.damaged(echoed(message));
  });
  parser.on("doctype", (doctype) => {
    if (doctype.includes("[")) throw file.refused("declares entities. Export it without a document type");
  });
  parser.on("opentag", (tag) => {
    elements++;
    nesting++;
    if (elements > mostElements || nesting > mostNesting) {
      const most = mostElements.toLocaleString("en-US");
      throw file.refused(
        `is too complex; at most ${most} elements and ${mostNesting} levels are allowed. Simplify it`,
      );
    }
    if (elements === 1 && (tag.local !== "svg" || tag.uri !== svgNamespace)) {
      throw file.damaged(`its first element is not svg of ${svgNamespace}`);
    }
    rewriter.open(tag);
  });
  parser.on("closetag", () => {
    nesting--;
    rewriter.close();
  });
  parser.on("text", (text) => rewriter.text(text));
  parser.on("cdata", (text) => rewriter.text(text));
  parser.write(textOf(file)).close();
  return rewriter;
}

function textOf(file: SourceFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  } catch {
    throw file.damaged("its text is not UTF-8");
  }
}

/** Returns the width and height, or those of the view box. Sizes in other units than pixels depend on the page. */
function sizeOf(root: Readonly<Record<string, string>>): { width?: number; height?: number } {
  const [, , ...box] = (root["viewBox"] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const stated = ["width", "height"].map((name) =>
    Number(/^\s*([\d.]+)(?:px)?\s*$/.exec((root[name] ?? "").slice(0, 20))?.[1]),
  );
  const [width = 0, height = 0] = (stated.every(isSize) ? stated : box).map((value) => Math.round(value));
  return isSize(width) && isSize(height) ? { width, height } : {};
}

function isSize(value: number): boolean {
  return value > 0 && value < 1_000_000;
}

function noteOf(removed: readonly string[]): string | undefined {
  if (removed.length === 0) return undefined;
  const named = removed.slice(0, mostNamed).map((name) => `"${echoed(name)}"`);
  const more = removed.length - named.length;
  return `The picture is stored without parts that pictures may not have: ${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`;
}
