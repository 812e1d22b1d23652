import { composeYaml, type ComposedYaml } from "./compose_yaml.ts";
import { FrontMatterError } from "./front_matter_error.ts";
import { indentContinuations } from "./indent_continuations.ts";
import { type DuplicateKey, plainValues } from "./plain_values.ts";

/** Indicators and properties at the start of a YAML line that can open a level: `- `, `? `, `: `, `&a `, `!t `. */
const lineStart = /[ \t]*(?:[-?:](?=[ \t]|$)|[&!]\S{0,200}(?=[ \t]|$))/y;

/**
 * Returns an upper bound of the nesting of a YAML text, without parsing it. Counts indentation levels, compact levels on a
 * line, and open brackets. Brackets in quoted text count too, so unclosed brackets there increase the bound.
 */
function yamlDepth(text: string): number {
  return Math.max(blockDepth(text), bracketDepth(text));
}

function blockDepth(text: string): number {
  const columns: number[] = [];
  let deepest = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const indent = line.length - line.trimStart().length;
    while (columns.length > 0 && (columns.at(-1) ?? 0) >= indent) columns.pop();
    columns.push(indent);
    lineStart.lastIndex = 0;
    let compact = 0;
    while (lineStart.test(line)) compact++;
    deepest = Math.max(deepest, columns.length + compact);
  }
  return deepest;
}

function bracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Maximum nesting of YAML, because its parser is recursive. */
const maxDepth = 64;

/** Maximum length in characters of a text whose continuation lines are indented. */
const maxIndentedLength = 262_144;

/**
 * Reads YAML as Ruby's Psych and js-yaml do: quoted texts need no indentation, and the last of several equal names wins.
 * Texts such as `yes` and `2026-11-21` stay texts.
 *
 * @throws {FrontMatterError} with the line of the error
 */
export function readYaml(text: string): { data: unknown; duplicates: DuplicateKey[] } {
  if (yamlDepth(text) > maxDepth) {
    throw new FrontMatterError(`it is nested more than ${maxDepth} levels deep`, 1);
  }
  return plainValues(composeTolerantly(text));
}

function composeTolerantly(text: string): ComposedYaml {
  try {
    return compose(text);
  } catch (error) {
    const indented =
      error instanceof FrontMatterError ? indentContinuations(text, maxIndentedLength) : undefined;
    if (indented === undefined || indented === text) throw error;
    return compose(indented);
  }
}

function compose(text: string): ComposedYaml {
  try {
    return composeYaml(text);
  } catch (error) {
    // The depth above does not count pairs in flow lists, such as `[a: [b: c]]`.
    if (!(error instanceof RangeError)) throw error;
    throw new FrontMatterError(`it is nested more than ${maxDepth} levels deep`, 1, error);
  }
}
