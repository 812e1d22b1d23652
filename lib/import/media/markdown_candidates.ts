import type { Steps } from "../../base/yielding.ts";
import type { AddressSpan } from "../../publishing/mod.ts";

/** A place in Markdown that may be an address. */
export interface MarkdownCandidate extends AddressSpan {
  address: string;
}

/** Addresses are found by their first characters. */
const prefixLength = 8;
const maxComparisons = 5_000_000;
const comparisonsPerStep = 1000;
const maxCandidates = 20_000;

const inAddress = /[\p{L}\p{N}_%./~-]/u;
const siteVariable = /\{\{-?\s{0,5}site\.(?:baseurl|url)\s{0,5}-?\}\}$/;

/**
 * Finds the places in Markdown that are spelled like one of the addresses, longest first. Some may be text or code.
 *
 * @returns undefined if it takes too many comparisons
 */
export function* markdownCandidates(
  markdown: string,
  addresses: Iterable<string>,
): Steps<MarkdownCandidate[] | undefined> {
  const spellings = bySpelling(addresses);
  const lengths = [...new Set([...spellings.keys()].map(({ length }) => length))];
  const found: MarkdownCandidate[] = [];
  let comparisons = 0;
  for (let at = 0; at < markdown.length; at++) {
    if (at > 0 && inAddress.test(markdown.charAt(at - 1)) && inAddress.test(markdown.charAt(at))) {
      if (at % comparisonsPerStep === 0) yield;
      continue;
    }
    const near = lengths.flatMap((length) => spellings.get(markdown.slice(at, at + length)) ?? []);
    comparisons += near.length + 1;
    if (comparisons > maxComparisons) return undefined;
    if (comparisons % comparisonsPerStep < near.length + 1) yield;
    const match = near
      .toSorted((one, other) => other.text.length - one.text.length)
      .find(({ text }) => markdown.startsWith(text, at) && isEnd(markdown, at + text.length));
    if (match === undefined) continue;
    found.push({ start: startOf(markdown, at), end: at + match.text.length, address: match.address });
    if (found.length > maxCandidates) return undefined;
    at += match.text.length - 1;
  }
  return found;
}

/** Returns the spellings of addresses in Markdown, by their first characters. */
function bySpelling(addresses: Iterable<string>): Map<string, { text: string; address: string }[]> {
  const spellings = new Map<string, { text: string; address: string }[]>();
  for (const address of addresses) {
    const texts = [address, decodeAddress(address)];
    for (const text of new Set([...texts, ...texts.map((one) => one.replaceAll("&", "&amp;"))])) {
      const prefix = text.slice(0, prefixLength);
      spellings.set(prefix, [...(spellings.get(prefix) ?? []), { text, address }]);
    }
  }
  return spellings;
}

/** Markdown may contain the characters that HTML has as percent escapes. */
function decodeAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function isEnd(markdown: string, at: number): boolean {
  return at >= markdown.length || !/[\p{L}\p{N}_%/~?=&-]/u.test(markdown.charAt(at));
}

/** Jekyll's variables before an address belong to it. */
function startOf(markdown: string, at: number): number {
  let start = at;
  for (;;) {
    const [variable] = siteVariable.exec(markdown.slice(Math.max(0, start - 40), start)) ?? [];
    if (variable === undefined) return start;
    start -= variable.length;
  }
}
