import { FrontMatterError, readFrontMatter, withLowerCaseNames } from "../front_matter/front_matter.ts";
import { isSet } from "../front_matter/fields/front_matter_audience.ts";
import { matchesGlob } from "./excluded/glob.ts";
import { isMapping, mappingOf, segmentsOf, textOf } from "./config_values.ts";
import type { Data } from "./site.ts";

/** A page for which values of list pages are looked up. */
export interface ListedPage {
  /** Path from the root of the site. */
  path: string;
  /** Path of the page below the content, such as `/posts/hello`. */
  logicalPath: string;
  /** Default: the language is unknown. */
  language?: string | undefined;
}

/** Values for all pages below a folder, or for those that match a target. */
interface Cascade {
  target: Data;
  values: Data;
}

interface ListPage {
  folder: string[];
  language: string | undefined;
  isDraft: boolean;
  /** Time at which Hugo removes the list page, and with it the pages below. Undefined if it does not. */
  expiry: unknown;
  cascades: Cascade[];
}

const listName = /^_index(?:\.([\w-]{1,50}))?\.(?:md|markdown|html)$/;
/** True for the path of a list page of Hugo or Zola. */
export function isListPage(path: string): boolean {
  return listName.test(path.split("/").at(-1) ?? "");
}

/** The list pages of a Hugo or Zola site, whose front matter is also about the pages below them. */
export class ListPages {
  /** The nearest pages come first. */
  readonly #pages: ListPage[];

  /** @param cascade the cascade of the site's configuration */
  constructor(files: readonly { path: string; text: string }[], cascade?: unknown) {
    const cascades = cascadesOf(cascade);
    const root: ListPage = { folder: [], language: undefined, isDraft: false, expiry: undefined, cascades };
    this.#pages = [...files.flatMap(toListPage), root].toSorted(
      (one, other) => other.folder.length - one.folder.length,
    );
  }

  /** Returns front matter with the values of the list pages above the page. Pages below a draft are drafts. */
  withInherited(page: ListedPage, own: Data): Data {
    const parts = segmentsOf(page.path);
    const above = this.#pages.filter(
      ({ folder, language }) =>
        folder.every((part, at) => parts[at] === part) &&
        (language === undefined || page.language === undefined || language === page.language),
    );
    let inherited: Data = {};
    for (const { cascades, expiry } of above) {
      if (expiry !== undefined) inherited = merged({ expirydate: expiry }, inherited);
      for (const { target, values } of cascades) {
        if (isTarget(target, page)) inherited = merged(values, inherited);
      }
    }
    const all = merged(inherited, own);
    return above.some(({ isDraft }) => isDraft) ? { ...withLowerCaseNames(all), draft: true } : all;
  }
}

function toListPage({ path, text }: { path: string; text: string }): ListPage[] {
  const parts = segmentsOf(path);
  const [, language] = listName.exec(parts.at(-1) ?? "") ?? [];
  try {
    const data = withLowerCaseNames(readFrontMatter(text).data);
    const cascades = cascadesOf(data["cascade"]);
    // A cascade is also about its own page.
    const isDraft = [
      data,
      ...cascades.filter(({ target }) => Object.keys(target).length === 0).map(({ values }) => values),
    ].some(({ draft }) => isSet(draft));
    const expiry = data["expirydate"] ?? data["unpublishdate"];
    const folder = parts.slice(0, -1);
    return [{ folder, language: language?.toLowerCase(), isDraft, expiry, cascades }];
  } catch (error) {
    // The list page itself is reported as a file that cannot be read.
    if (error instanceof FrontMatterError) return [];
    throw error;
  }
}

function cascadesOf(found: unknown): Cascade[] {
  const all: unknown[] = Array.isArray(found) ? found : [found];
  return all.filter(isMapping).map((one) => {
    const { target, _target, ...values } = withLowerCaseNames(one);
    return { target: withLowerCaseNames(mappingOf(target ?? _target)), values };
  });
}

/** Returns values with those that take precedence, also within the mapping `params`. */
function merged(values: Data, first: Data): Data {
  const params = { ...mappingOf(values["params"]), ...mappingOf(first["params"]) };
  return { ...values, ...first, ...(Object.keys(params).length > 0 && { params }) };
}

function isTarget({ path, kind, lang, environment }: Data, { logicalPath, language }: ListedPage): boolean {
  return (
    matches(textOf(path), logicalPath) &&
    matches(textOf(kind), "page") &&
    matches(textOf(environment), "production") &&
    (language === undefined || matches(textOf(lang), language))
  );
}

function matches(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || matchesGlob(pattern.toLowerCase(), text.toLowerCase());
}
