import { parse as parseToml, TomlError } from "smol-toml";
import { type Document, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { yamlDepth } from "./yaml_depth.ts";

/** Maximum length of front matter in characters, because parsing YAML takes more than linear time. */
const maxFrontMatterLength = 65_536;

/** Maximum nesting of YAML, because its parser is recursive. */
const maxYamlDepth = 64;

/** The front matter of a text file, and the text after it. */
export interface FrontMatter {
  data: Record<string, unknown>;
  body: string;
}

/** The front matter of a file is invalid. */
export class FrontMatterError extends Error {
  override name = "FrontMatterError";
  /** Line number in the file, starting at 1. */
  readonly line: number;

  constructor(reason: string, line: number, cause?: unknown) {
    super(`Cannot read the front matter: ${reason}`, { cause });
    this.line = line;
  }
}

type Parse = (text: string) => unknown;

const fences: Readonly<Record<string, Parse>> = { "---": readYaml, "+++": readToml };

/**
 * Splits a text into its front matter and the rest. YAML is between lines of `---`, and TOML is between lines of `+++`.
 * JSON is an object at the beginning of the text that ends with a line `}`.
 *
 * @throws {FrontMatterError} if the front matter does not end, cannot be parsed, or is not a mapping
 */
export function splitFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const fence = lines[0]?.trimEnd() ?? "";
  const parse = Object.hasOwn(fences, fence) ? fences[fence] : undefined;
  if (parse !== undefined) return splitFenced(lines, fence, parse);
  return fence === "{" ? splitJson(lines) : { data: {}, body: text };
}

function splitFenced(lines: readonly string[], fence: string, parse: Parse): FrontMatter {
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence);
  if (end < 0) throw new FrontMatterError(`its closing ${fence} is missing`, 1);
  const text = lines.slice(1, end).join("\n");
  checkLength(text);
  return { data: toMapping(parse(text)), body: lines.slice(end + 1).join("\n") };
}

function splitJson(lines: readonly string[]): FrontMatter {
  const end = lines.findIndex((line) => line.trimEnd() === "}");
  if (end < 0) throw new FrontMatterError("its closing } is missing", 1);
  const text = lines.slice(0, end + 1).join("\n");
  checkLength(text);
  try {
    const data = toMapping(JSON.parse(text));
    return { data, body: lines.slice(end + 1).join("\n") };
  } catch (cause) {
    throw new FrontMatterError(reasonOf(cause), 1, cause);
  }
}

function checkLength({ length }: string): void {
  if (length <= maxFrontMatterLength) return;
  const reason = `it is ${length} characters long, but at most ${maxFrontMatterLength} are allowed`;
  throw new FrontMatterError(reason, 1);
}

function readYaml(text: string): unknown {
  if (yamlDepth(text) > maxYamlDepth) {
    throw new FrontMatterError(`it is nested more than ${maxYamlDepth} levels deep`, 1);
  }
  const lineCounter = new LineCounter();
  // The parser's own check for unique keys takes quadratic time.
  const options = { lineCounter, prettyErrors: false, stringKeys: true, uniqueKeys: false };
  const document = parseDocument(text, options);
  const [error] = document.errors;
  if (error === undefined) {
    checkUniqueKeys(document, lineCounter);
    return toPlain(document);
  }
  throw new FrontMatterError(reasonOf(error), lineCounter.linePos(error.pos[0]).line + 1, error);
}

function checkUniqueKeys(document: Document, lineCounter: LineCounter): void {
  visit(document, {
    Map(_key, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          const { line } = lineCounter.linePos(key.range?.[0] ?? 0);
          throw new FrontMatterError(`the name ${JSON.stringify(key.value)} occurs twice`, line + 1);
        }
        seen.add(key.value);
      }
    },
  });
}

/** Converts a document to plain values. Refuses aliases that expand to over 100 others, which can produce gigabytes. */
function toPlain(document: Document): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new FrontMatterError(reasonOf(cause), 2, cause);
  }
}

function readToml(text: string): unknown {
  try {
    return parseToml(text);
  } catch (cause) {
    const line = cause instanceof TomlError ? cause.line + 1 : 1;
    throw new FrontMatterError(reasonOf(cause), line, cause);
  }
}

function toMapping(data: unknown): Record<string, unknown> {
  if (data === null || data === undefined) return {};
  if (typeof data !== "object" || Array.isArray(data)) {
    throw new FrontMatterError("it must be a mapping of names to values", 2);
  }
  return data as Record<string, unknown>;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
