import type { FoundAddress } from "./find_addresses.ts";

/** Replaces addresses in HTML. Every other character stays as it is. */
export function rewriteAddresses(
  html: string,
  found: readonly FoundAddress[],
  replacements: ReadonlyMap<string, string>,
): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, address } of found) {
    const replacement = replacements.get(address);
    if (replacement === undefined || start < from) continue;
    parts.push(html.slice(from, start), escapeAddress(replacement));
    from = end;
  }
  return parts.join("") + html.slice(from);
}

/**
 * Escapes an address for a value with any quotes, or without. Normalized addresses do not contain the other
 * special characters.
 */
function escapeAddress(address: string): string {
  return address.replace(/[&'" ]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "'": "%27", '"': "%22", " ": "%20" };
