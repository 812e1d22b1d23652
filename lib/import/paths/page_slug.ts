import { toSlug } from "../../content/mod.ts";
import { lastSegment, toPostSlug } from "../values/post_fields.ts";
import type { PagePath } from "./page_path.ts";

/** Source of a slug that the front matter does not name. */
export type SlugSource = "name" | "path" | "title";

/** Fields from which a slug is derived. */
export interface SlugFields {
  /** The field `slug` of the front matter. */
  slug: string | undefined;
  /** The address of the page in the front matter, which can be a pattern of Jekyll. */
  permalink: string | undefined;
  title: string | undefined;
  date: string | undefined;
  page: PagePath;
  /** The page's address by the configuration of its site. */
  siteAddress?: string | undefined;
}

/** Options of {@link pageSlug}. */
export interface SlugOptions {
  slugFrom?: SlugSource | undefined;
  /** Jekyll's `permalink` in `_config.yml`. */
  permalink?: string | undefined;
}

/** Names of Jekyll's permalink styles, which all end with the file's name. */
const styles: ReadonlySet<string> = new Set(["date", "pretty", "ordinal", "weekdate", "none"]);

/**
 * Returns the slug of a post: `slug` of the front matter, or else the last part of its address, or else the name of its file.
 * With `path` all parts of the address or path are used. With `title` the title replaces the name of the file.
 */
export function pageSlug(
  fields: SlugFields,
  { slugFrom = "name", permalink }: SlugOptions,
): string | undefined {
  const { page, title } = fields;
  const pick = slugFrom === "path" ? wholePath : nameOf;
  const given = fields.slug?.includes("/") ? addressSlug(fields.slug, pick) : undefined;
  const own = given ?? toPostSlug(fields.slug);
  if (own !== undefined) return own;
  const address = addressSlug(fillPattern(fields.permalink, fields), pick);
  if (address !== undefined) return address;
  if (slugFrom === "title" && toSlug(title ?? "") !== "") return toSlug(title ?? "");
  const site = slugFrom === "name" ? siteSlug(fields, permalink) : undefined;
  return site ?? toPostSlug(slugFrom === "path" ? page.path : page.slug);
}

/** Returns the last part of a page's address. Returns undefined for a pattern or the name of a permalink style. */
export function addressEnd(address: string | undefined): string | undefined {
  return partOf(address, lastSegment);
}

/** Returns the slug in the address that the site's configuration gives the page. */
function siteSlug(fields: SlugFields, permalink: string | undefined): string | undefined {
  const { siteAddress } = fields;
  if (siteAddress === undefined) return addressSlug(fillPattern(permalink, fields), nameOf);
  const { pathname } = new URL(siteAddress, "http://site");
  return toPostSlug(nameOf(`http://site${pathname.replace(/\/index\.html?$/, "/")}`));
}

function addressSlug(
  address: string | undefined,
  pick: (url: string) => string | undefined,
): string | undefined {
  return toPostSlug(partOf(address, pick));
}

function partOf(address: string | undefined, pick: (url: string) => string | undefined): string | undefined {
  if (address === undefined || /[:{}]/.test(address) || !/\/|\.html?$/.test(address)) return undefined;
  return pick(`http://site/${address}`.replace(/\/index\.html?$/, ""));
}

/** Returns the last part of an address. A day or month is no name, so the parts before it are added. */
function nameOf(url: string): string | undefined {
  const segments = wholePath(url)?.split("/") ?? [];
  const isDay = /^\d{1,2}$/.test(segments.at(-1) ?? "");
  const start = isDay ? segments.findLastIndex((segment) => !/^\d{1,4}$/.test(segment)) : -1;
  return isDay ? segments.slice(Math.max(0, start)).join("/") : lastSegment(url);
}

function wholePath(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const segments = new URL(url).pathname.split("/").filter((segment) => segment !== "");
  return segments.join("/").replace(/\.(?:html?|php)$/, "") || undefined;
}

/** Fills in a pattern such as `/:year/:title/`. Returns undefined for a style, or if a value is unknown. */
function fillPattern(pattern: string | undefined, { page, title, date }: SlugFields): string | undefined {
  if (pattern === undefined || styles.has(pattern)) return undefined;
  if (!pattern.includes(":")) return pattern;
  const [year = "", month = "", day = ""] = (date ?? "").slice(0, 10).split("-");
  const values: Readonly<Record<string, string>> = {
    title: page.slug,
    name: page.slug,
    basename: page.slug,
    filename: page.slug,
    contentbasename: page.slug,
    slugorfilename: page.slug,
    slugorcontentbasename: page.slug,
    slug: toSlug(page.slug),
    slugified_title: toSlug(title ?? ""),
    year,
    short_year: year.slice(2),
    month,
    i_month: month.replace(/^0/, ""),
    day,
    i_day: day.replace(/^0/, ""),
    path: page.path.split("/").slice(0, -1).join("/"),
    categories: "",
    section: "",
    output_ext: "",
  };
  const filled = pattern.replace(/:([a-z_]{1,40})/g, (whole, name: string) => {
    return Object.hasOwn(values, name) ? (values[name] ?? "") : whole;
  });
  // A category or day alone is no name of a post.
  const last = pattern.split("/").findLast((part) => part !== "") ?? "";
  const isName = /:(?:title|slug|name|basename|filename|contentbasename)/.test(last) || !last.includes(":");
  return isName ? filled : undefined;
}
