import { decodedPath, queryOf, type Redirect, withoutVariables, type WrittenMap } from "./redirect.ts";

/** Number of entries, and bytes of an entry, that the default sizes of nginx's hash tables certainly hold. */
const defaultEntries = 500;
const defaultEntryLength = 32;

/**
 * Writes redirects as `map` blocks of nginx. A path is compared in its decoded form and without regard to case, because
 * nginx does both.
 */
export function toNginxMap(redirects: readonly Redirect[]): WrittenMap {
  const missing: WrittenMap["missing"] = [];
  const paths = new Map<string, string>();
  const queries = new Map<string, string>();
  for (const redirect of redirects) {
    const path = decodedPath(redirect.from);
    const query = queryOf(redirect.from);
    if (path === undefined) {
      missing.push({ ...redirect, reason: "nginx reads its configuration as UTF-8, but the path is not" });
      continue;
    }
    // nginx merges slashes before it compares.
    const key = lowerCase(path.replace(/\/{2,}/g, "/") + query);
    const map = query === "" ? paths : queries;
    const known = map.get(key);
    if (known === undefined) map.set(key, redirect.to);
    else if (known !== redirect.to) {
      missing.push({ ...redirect, reason: `nginx takes it for the address that redirects to ${known}` });
    }
  }
  return { text: [...header(paths, queries), ...blocks(paths, queries), ""].join("\n"), missing };
}

function header(...maps: readonly ReadonlyMap<string, string>[]): string[] {
  const keys = maps.flatMap((map) => [...map.keys()]);
  const lines = [
    "# Include this file in the http block, and add to the server block:",
    "#   if ($postern_redirect) { return 301 $postern_redirect; }",
  ];
  const encoder = new TextEncoder();
  const longest = keys.reduce((length, key) => Math.max(length, encoder.encode(key).length), 0);
  const isLarge = keys.length > defaultEntries;
  if (longest > defaultEntryLength || isLarge) {
    lines.push(
      "# nginx refuses a size that is set twice. Remove these lines if the http block has larger sizes.",
      `map_hash_bucket_size ${powerOfTwo(longest + 32)};`,
      `map_hash_max_size ${powerOfTwo(Math.max(2048, keys.length * 4))};`,
    );
  }
  return lines;
}

function blocks(paths: ReadonlyMap<string, string>, queries: ReadonlyMap<string, string>): string[] {
  const lines = (map: ReadonlyMap<string, string>): string[] =>
    [...map].map(([from, to]) => `  ${quoted(from)} ${quoted(withoutVariables(to))};`);
  if (queries.size === 0) return ["map $uri $postern_redirect {", ...lines(paths), "}"];
  return [
    "map $uri $postern_path_redirect {",
    ...lines(paths),
    "}",
    "map $uri?$args $postern_redirect {",
    "  default $postern_path_redirect;",
    ...lines(queries),
    "}",
  ];
}

function powerOfTwo(size: number): number {
  return 2 ** Math.ceil(Math.log2(size));
}

/** nginx compares ASCII letters without regard to case. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** nginx knows only these escapes in a quoted text. A `$` in the first part of a line is no variable. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}
