import { splitUnquoted } from "./quality_values.ts";

/** A media type (RFC 9110, section 8.3.1). */
export interface MediaType {
  /** Type and subtype in lower case: `application/json`. Empty if the header is missing. */
  name: string;
  /** Values by name in lower case, without quotation marks. The first of several values counts. */
  parameters: ReadonlyMap<string, string>;
  /** True if the charset is UTF-8, which is also the default. */
  isUtf8: boolean;
}

/** Name, quoted value and plain value of a parameter. */
const parameterForm = /^\s*([^\s="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))\s*$/;

/** Labels of UTF-8 in use. */
const utf8: ReadonlySet<string> = new Set(["utf-8", "utf8"]);

/** Parses a `Content-Type` header. */
export function readMediaType(header: string | null): MediaType {
  const [name = "", ...rest] = splitUnquoted(header ?? "", ";");
  const parameters = new Map<string, string>();
  for (const text of rest) {
    const [, parameter, quoted, plain = ""] = parameterForm.exec(text) ?? [];
    const key = parameter?.toLowerCase();
    if (key === undefined || parameters.has(key)) continue;
    parameters.set(key, quoted?.replaceAll(/\\(.)/g, "$1") ?? plain);
  }
  const charset = parameters.get("charset") ?? "utf-8";
  return { name: name.trim().toLowerCase(), parameters, isUtf8: utf8.has(charset.toLowerCase()) };
}
