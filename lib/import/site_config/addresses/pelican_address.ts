import { toSlug } from "../../../content/mod.ts";
import { type ConfigObject, valueIn } from "../config_literals.ts";
import { textOf } from "../config_values.ts";
import { datePartsOf, strftime } from "../date_parts.ts";
import { joinPath, type RoutedPage } from "../routed_page.ts";

/** Returns the address of an article or page of Pelican: its `url`, or else the pattern of the configuration. */
export function pelicanAddress(
  { folders, data, title, date }: RoutedPage,
  config: readonly ConfigObject[],
): string | undefined {
  const [first = ""] = folders;
  const isPage = first === "pages";
  const pattern = textOf(valueIn(config, isPage ? "PAGE_URL" : "ARTICLE_URL"));
  const parts = date === undefined ? undefined : datePartsOf({ written: data["date"], date });
  const { category, authors } = data;
  const known: Readonly<Record<string, (format: string) => string | undefined>> = {
    slug: () => textOf(data["slug"]) ?? toSlug(title),
    lang: () => textOf(data["lang"]) ?? textOf(valueIn(config, "DEFAULT_LANG")) ?? "en",
    // The default category is the folder.
    category: () => toSlug(firstText(category) ?? first) || "misc",
    author: () => toSlug(firstText(data["author"]) ?? firstText(authors) ?? "") || undefined,
    date: (format) => parts && strftime(format || "%Y-%m-%d", parts),
  };
  let isKnown = true;
  const filled = (textOf(data["url"]) ?? pattern ?? (isPage ? "pages/{slug}.html" : "{slug}.html")).replace(
    /\{(\w{1,20})(?::([^{}]{0,100}))?\}/g,
    (_whole, key: string, format = "") => {
      const value = Object.hasOwn(known, key) ? known[key]?.(format) : undefined;
      if (!value) isKnown = false;
      return value ?? "";
    },
  );
  return isKnown ? joinPath(filled.replace(/^\/+|(?<=\/)index\.html$/g, "").split(/\/(?!$)/)) : undefined;
}

function firstText(found: unknown): string | undefined {
  return textOf(Array.isArray(found) ? (found as unknown[])[0] : found);
}
