import { wellFormed } from "../../base/text/well_formed.ts";
import type { Data } from "./site.ts";

/** Maximum length of a pattern or path in a configuration. */
const maxTextLength = 2000;

export function isMapping(found: unknown): found is Data {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

/** Returns a mapping, or an empty one for other values. */
export function mappingOf(found: unknown): Data {
  return isMapping(found) ? found : {};
}

/** Returns a text without spaces around it, or undefined for other values, empty texts and too long ones. */
export function textOf(found: unknown): string | undefined {
  const text = typeof found === "number" ? String(found) : typeof found === "string" ? found.trim() : "";
  return text === "" || text.length > maxTextLength ? undefined : text;
}

/** Returns the parts of a path, without empty ones and `.`. */
export function segmentsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

/** Resolves a path against a folder. `..` cannot leave the root: then `isOutside` is true. */
export function resolvePath(folder: string, path: string): { parts: string[]; isOutside: boolean } {
  const parts = segmentsOf(folder);
  let isOutside = false;
  for (const part of segmentsOf(path)) {
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) isOutside = true;
  }
  return { parts, isOutside };
}

/** Encodes a path for a URL. */
export function encodePath(path: string): string {
  return encodeURI(wellFormed(path)).replace(/[?#]/g, encodeURIComponent);
}

/** Joins an origin such as `https://acme.example` and a path. Without an http or https origin it returns the path. */
export function toAddress(origin: string | undefined, path: string): string {
  if (origin === undefined || !/^https?:\/\//i.test(origin) || !URL.canParse(origin)) return path;
  return new URL(origin).origin + path;
}
