import { parse } from "yaml";

/** A text file's front matter, and the text below it. */
export interface FrontMatter {
  data: Record<string, unknown>;
  body: string;
}

/** The front matter of a file is not what it should be. */
export class FrontMatterError extends Error {
  override name = "FrontMatterError";
}

/**
 * Splits a text into its YAML front matter, between lines of `---`, and the rest.
 *
 * @throws {FrontMatterError} when the front matter does not end, is not YAML, or no mapping
 */
export function splitFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  if (lines[0]?.trimEnd() !== "---") return { data: {}, body: text };
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (end < 0) throw new FrontMatterError("Cannot read the front matter: its closing --- is missing");
  return { data: parseMapping(lines.slice(1, end).join("\n")), body: lines.slice(end + 1).join("\n") };
}

function parseMapping(yaml: string): Record<string, unknown> {
  let data: unknown;
  try {
    data = parse(yaml);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n", 1)[0] : String(cause);
    throw new FrontMatterError(`Cannot read the front matter: ${reason}`, { cause });
  }
  if (data === null) return {};
  if (typeof data !== "object" || Array.isArray(data)) {
    throw new FrontMatterError("Cannot read the front matter: it must be a mapping of names to values");
  }
  return data as Record<string, unknown>;
}
