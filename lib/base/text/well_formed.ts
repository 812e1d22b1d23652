/** A half of a surrogate pair without its other half. UTF-8 cannot represent it. */
const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;

/** A lone surrogate as `JSON.stringify` escapes it, or an escaped backslash, which can stand before the same characters. */
const escapedSurrogates = /\\\\|\\ud[89a-f][0-9a-f]{2}/g;

/** Maximum number of names in a path that is returned. */
const longestPath = 100;

/** A value of a document, and the value that contains it. */
interface Place {
  value: unknown;
  name: string;
  parent: Place | undefined;
}

/** Returns a text with U+FFFD in place of each lone surrogate. */
export function wellFormed(text: string): string {
  return text.replace(loneSurrogates, "\ufffd");
}

/** Returns at most `longest` UTF-16 units of a text, without half of a surrogate pair at the end. */
export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
}

/** Converts a value to JSON without lone surrogates, which many parsers refuse (RFC 7493, section 2.1). */
export function toJson(value: object | string | number | boolean, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  if (!json.includes(String.raw`\ud`)) return json;
  return json.replace(escapedSurrogates, (found) => (found.length === 2 ? found : "\ufffd"));
}

/**
 * Returns the names that lead to a text or a name with a lone surrogate, or undefined if a value has none. It does not recurse, because JSON
 * can be nested deeply.
 */
export function findLoneSurrogate(document: unknown): readonly string[] | undefined {
  const places: Place[] = [{ value: document, name: "", parent: undefined }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, name } = place;
    if (loneSurrogate.test(name) || (typeof value === "string" && loneSurrogate.test(value)))
      return pathTo(place);
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries(value))
      places.push({ value: member, name: key, parent: place });
  }
  return undefined;
}

function pathTo(found: Place): string[] {
  const names: string[] = [];
  for (let place: Place = found; place.parent !== undefined; place = place.parent) names.push(place.name);
  return names.toReversed().slice(0, longestPath);
}
