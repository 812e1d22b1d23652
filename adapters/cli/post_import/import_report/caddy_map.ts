import { decodedPath, queryOf, type Redirect, withoutVariables, type WrittenMap } from "./redirect.ts";

/** Writes redirects as `map` and `redir` directives of Caddy. A path is compared in its decoded form. */
export function toCaddyMap(redirects: readonly Redirect[]): WrittenMap {
  const missing: WrittenMap["missing"] = [];
  const paths = new Map<string, string>();
  const queries = new Map<string, string>();
  for (const redirect of redirects) {
    const path = decodedPath(redirect.from);
    const query = queryOf(redirect.from);
    const key = path === undefined ? undefined : quoted(path + query);
    const map = query === "" ? paths : queries;
    const reason =
      path === undefined
        ? "Caddy reads its configuration as UTF-8, but the path is not"
        : key === undefined
          ? "a Caddyfile has no escape for its braces, or for a backtick beside a backslash"
          : undefined;
    if (reason !== undefined) missing.push({ ...redirect, reason });
    if (key === undefined) continue;
    const known = map.get(key);
    const to = `\`${withoutVariables(redirect.to)}\``;
    if (known === undefined) map.set(key, to);
    else if (known !== to) missing.push({ ...redirect, reason: `Caddy takes it for another address` });
  }
  const text = [
    "# Import this file in the site block",
    ...block("path", "{path}", paths),
    ...block("query", "{path}?{query}", queries),
    "",
  ].join("\n");
  return { text, missing };
}

function block(name: string, source: string, map: ReadonlyMap<string, string>): string[] {
  if (map.size === 0) return [];
  const result = `{postern_${name}_redirect}`;
  return [
    `map ${source} ${result} {`,
    ...[...map].map(([from, to]) => `\t${from} ${to}`),
    "\tdefault none",
    "}",
    `@postern_${name}_redirect not vars ${result} none`,
    `redir @postern_${name}_redirect ${result} permanent`,
  ];
}

/** Returns a quoted text, or undefined if a Caddyfile cannot express it. Braces can be variables anywhere. */
function quoted(text: string): string | undefined {
  if (/[{}]/.test(text)) return undefined;
  if (!text.includes("`")) return `\`${text}\``;
  return text.includes("\\") ? undefined : `"${text.replaceAll('"', '\\"')}"`;
}
