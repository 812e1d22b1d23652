import type { Data } from "./site.ts";
import type { JekyllFile } from "./jekyll_file.ts";
import { isMapping, mappingOf, segmentsOf, textOf } from "./config_values.ts";

/** Maximum number of entries that are read. */
const maxEntries = 1000;

/** Names of types in older versions of Jekyll. */
const olderTypes: Readonly<Record<string, string>> = { post: "posts", page: "pages", draft: "drafts" };

/** Values for the front matter of some files. */
interface Entry {
  path: string;
  type: string | undefined;
  values: Data;
}

/** The setting `defaults` of a Jekyll site. */
export class JekyllDefaults {
  /** The most specific entries come last. */
  readonly #entries: Entry[];

  constructor(found: unknown) {
    const given: unknown[] = Array.isArray(found) ? found.slice(0, maxEntries) : [];
    this.#entries = given
      .flatMap(toEntry)
      .toSorted(
        (one, other) =>
          one.path.length - other.path.length ||
          Number(one.type !== undefined) - Number(other.type !== undefined),
      );
  }

  /** Returns the defaults for a file. */
  valuesFor({ path, type }: JekyllFile): Data {
    const values = this.#entries
      .filter((entry) => (entry.type === undefined || entry.type === type) && isInScope(path, entry.path))
      .map((entry) => entry.values);
    return Object.assign({}, ...values) as Data;
  }
}

function toEntry(found: unknown): Entry[] {
  const { scope, values } = mappingOf(found);
  if (!isMapping(values)) return [];
  const { path, type } = mappingOf(scope);
  const given = textOf(type);
  const current = given !== undefined && Object.hasOwn(olderTypes, given) ? olderTypes[given] : given;
  return [{ path: (textOf(path) ?? "").replace(/^\//, ""), type: current, values }];
}

/** True if a path begins with a scope. A scope can contain `*` for any part of a name. */
function isInScope(path: string, scope: string): boolean {
  return scope.includes("*") ? isBelow(path, scope) : path.startsWith(scope);
}

/** True if the folders and files of a path begin with those of a pattern. `*` is any part of a name. */
export function isBelow(path: string, scope: string): boolean {
  const parts = segmentsOf(path);
  return segmentsOf(scope).every((pattern, index) => matches(parts[index], pattern));
}

function matches(name: string | undefined, pattern: string): boolean {
  if (name === undefined) return false;
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
