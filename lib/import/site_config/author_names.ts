import { FrontMatterError, readData, withLowerCaseNames } from "../front_matter/front_matter.ts";
import { isMapping, resolvePath, textOf } from "./config_values.ts";
import { generators } from "./generators.ts";
import type { AuthorNames, SiteNote, SiteSummary } from "./site.ts";

const nameFields = ["name", "display_name", "displayname", "full_name", "fullname"];
/** Fields of a list of authors that posts refer to. */
const keyFields = ["key", "id", "short_name", "username", "slug"];

/** True for the path of a list of a site's authors. */
export function isAuthorList(path: string): boolean {
  return /(?:^|\/)\.?authors\.(?:ya?ml|toml|json)$/.test(path);
}

/** Returns the paths from the root of a site at which its list of authors can be. */
export function authorListPaths({ generator, contentFolders }: SiteSummary): string[] {
  const names = generator === undefined ? [] : (generators[generator].authors ?? []);
  const paths = ["", ...contentFolders].flatMap((folder) =>
    names.map((name) => resolvePath(folder, name).parts.join("/")),
  );
  return [...new Set(paths)];
}

/** Reads lists of authors. Of several authors with a key, the first counts. A list that cannot be read is named. */
export function readAuthorLists(files: readonly { path: string; text: string }[]): {
  authors: AuthorNames;
  notes: SiteNote[];
} {
  const authors = new Map<string, string>();
  const notes: SiteNote[] = [];
  for (const { path, text } of files) {
    try {
      for (const [key, name] of namesIn(dataOf(path, text))) if (!authors.has(key)) authors.set(key, name);
    } catch (error) {
      if (!(error instanceof FrontMatterError)) throw error;
      const reason = `the list of authors cannot be read, so their keys are their names: ${error.reason}`;
      notes.push({ category: "site-configuration", text: reason, path });
    }
  }
  return { authors, notes };
}

function dataOf(path: string, text: string): Record<string, unknown> {
  const extension = path.split(".").at(-1) ?? "";
  const plain = text.replace(/^\ufeff/, "").trimStart();
  // A configuration is a mapping, so a list becomes a value of one.
  const isList = /^(?:---\s+)?(?:-\s|\[)/.test(plain) && extension !== "toml";
  if (!isList) return readData(text, extension);
  const list = plain.replace(/^---\s+/, "");
  return readData(list.startsWith("[") ? `{"authors":${list}}` : `authors:\n${list}`, extension);
}

function namesIn(data: Readonly<Record<string, unknown>>): (readonly [key: string, name: string])[] {
  const { authors } = data;
  if (Array.isArray(authors))
    return (authors as unknown[]).filter(isMapping).flatMap((author) =>
      [...keyFields, "name"].flatMap((field) => {
        const [key, name] = [textOf(author[field]), nameOf(author)];
        return key === undefined || name === undefined ? [] : [[key, name] as const];
      }),
    );
  // Material for MkDocs has the authors in a mapping with this name.
  const own = isMapping(authors) && nameOf(authors) === undefined ? authors : data;
  return Object.entries(own).flatMap(([key, author]) => {
    const name = isMapping(author) ? nameOf(author) : textOf(author);
    return name === undefined ? [] : [[key, name] as const];
  });
}

function nameOf(author: Readonly<Record<string, unknown>>): string | undefined {
  const values = withLowerCaseNames(author);
  return nameFields.map((field) => textOf(values[field])).find((name) => name !== undefined);
}
