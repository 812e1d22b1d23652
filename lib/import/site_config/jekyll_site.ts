import { toLanguage } from "../values/post_fields.ts";
import { encodePath, mappingOf, segmentsOf, textOf, toAddress } from "./config_values.ts";
import { type DateParts, datePartsOf } from "./date_parts.ts";
import { isBelow, JekyllDefaults } from "./jekyll_defaults.ts";
import { collectionsOf, type JekyllFile, toJekyllFile } from "./jekyll_file.ts";
import type { Data, Site, SitePage } from "./site.ts";

/** Patterns of the permalink styles for posts. */
const styles: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title:output_ext",
  pretty: "/:categories/:year/:month/:day/:title/",
  ordinal: "/:categories/:year/:y_day/:title:output_ext",
  weekdate: "/:categories/:year/W:week/:short_day/:title:output_ext",
  none: "/:categories/:title:output_ext",
};

/** A Jekyll site with its `_config.yml`. */
export class JekyllSite implements Site {
  readonly generator = "jekyll";
  readonly contentFolders: readonly string[] = [""];
  readonly basePath: string;
  readonly defaultLanguage: string | undefined;
  readonly #config: Data;
  readonly #folder: string;
  readonly #defaults: JekyllDefaults;
  readonly #collections: ReadonlySet<string>;
  readonly #style: string;

  /** @param folder path of the imported folder from the root of the site, or an empty text */
  constructor(config: Data, folder: string) {
    this.#config = config;
    this.#folder = folder;
    this.#defaults = new JekyllDefaults(config["defaults"]);
    this.#collections = collectionsOf(config);
    this.#style = textOf(config["permalink"]) ?? "date";
    const base = segmentsOf(textOf(config["baseurl"]) ?? "").join("/");
    this.basePath = base === "" ? "" : `/${base}`;
    this.defaultLanguage = toLanguage(config["lang"] ?? config["locale"] ?? config["language"]);
  }

  isExcluded(path: string): boolean {
    const destination = textOf(this.#config["destination"]) ?? "_site";
    const [first] = segmentsOf(`${this.#folder}/${path}`);
    return first === destination.replace(/^\.\/|\/$/g, "");
  }

  /** Jekyll leaves out excluded files, files and folders whose names begin with `_`, and collections without output. */
  restrictionOf(path: string): string | undefined {
    const { type, path: ownPath } = this.#fileOf(path);
    const parts = segmentsOf(ownPath);
    const excluded: unknown = this.#config["exclude"];
    const patterns = Array.isArray(excluded)
      ? (excluded as unknown[]).flatMap((one) => textOf(one) ?? [])
      : [];
    if (patterns.some((pattern) => isBelow(ownPath, pattern)))
      return "is excluded in the site's configuration";
    if (type === "posts") return undefined;
    const names = type === "pages" ? parts : parts.slice(-1);
    if (names.some((name) => name.startsWith("_"))) return "has a path with a name that begins with _";
    if (type === "pages") return undefined;
    const { output } = mappingOf(mappingOf(this.#config["collections"])[type]);
    return output === true ? undefined : "is in a collection without output";
  }

  withDefaults(path: string, data: Data): Data {
    const values = this.#defaults.valuesFor(this.#fileOf(path));
    const categories = [values, data].map(categoriesOf);
    const merged = { ...values, ...data };
    const hasBoth = categories.every((list) => list.length > 0);
    return hasBoth ? { ...merged, categories: [...new Set(categories.flat())] } : merged;
  }

  languageOf(): undefined {
    return undefined;
  }

  addressOf({ path, data, date }: SitePage): string | undefined {
    const file = this.#fileOf(path);
    const parts = date === undefined ? undefined : this.#datePartsOf(data["date"], date);
    const address = fill(this.#patternFor(file, data), { file, data, parts });
    if (address === undefined) return undefined;
    const clean = `/${address}`.replaceAll("..", "/").replace(/\/{2,}/g, "/");
    return toAddress(textOf(this.#config["url"]), encodePath(this.basePath + clean));
  }

  #fileOf(path: string): JekyllFile {
    const collections = this.#collections;
    const collectionsDir = textOf(this.#config["collections_dir"]);
    return toJekyllFile(`${this.#folder}/${path}`, { collections, collectionsDir });
  }

  #datePartsOf(written: unknown, date: string): DateParts {
    return datePartsOf({ written, date, timeZone: textOf(this.#config["timezone"]) });
  }

  #patternFor({ type, basename }: JekyllFile, data: Data): string {
    const own = textOf(data["permalink"]);
    if (own !== undefined) return type === "posts" ? toPattern(own) : own;
    const collection = mappingOf(mappingOf(this.#config["collections"])[type]);
    const permalink = textOf(collection["permalink"]);
    if (type === "posts") return toPattern(permalink ?? this.#style);
    if (permalink !== undefined) return permalink;
    if (type !== "pages") return `/:collection/:path${this.#ending()}`;
    return basename === "index" ? "/:folder/" : `/:path${this.#ending()}`;
  }

  /** Returns the end of the addresses of pages, which follows the style of posts. */
  #ending(): string {
    // Jekyll adds no extension to other pages with this style.
    if (this.#style === "weekdate") return "";
    const pattern = toPattern(this.#style);
    return pattern.endsWith("/") ? "/" : pattern.endsWith(":output_ext") ? ":output_ext" : "";
  }
}

function toPattern(permalink: string): string {
  return Object.hasOwn(styles, permalink) ? (styles[permalink] ?? permalink) : permalink;
}

interface Filling {
  file: JekyllFile;
  data: Data;
  parts: DateParts | undefined;
}

/** Fills in a pattern. Returns undefined if it needs an unknown value. */
function fill(pattern: string, { file, data, parts }: Filling): string | undefined {
  let isKnown = true;
  const slug = textOf(data["slug"]) ?? file.name;
  const values: Readonly<Record<string, () => string | undefined>> = {
    collection: () => file.type,
    path: () => file.cleanPath,
    folder: () => file.cleanPath.split("/").slice(0, -1).join("/"),
    basename: () => file.basename,
    name: () => slugify(file.basename),
    title: () => slug.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, "-").replace(/^-|-$/g, ""),
    slug: () => slugify(slug),
    categories: () => categoriesIn(file, data).join("/"),
    slugified_categories: () => categoriesIn(file, data).map(slugify).join("/"),
    output_ext: () => file.extension,
    year: () => parts?.year,
    month: () => parts?.month,
    day: () => parts?.day,
    hour: () => parts?.hour,
    minute: () => parts?.minute,
    second: () => parts?.second,
    i_month: () => parts && String(Number(parts.month)),
    i_day: () => parts && String(Number(parts.day)),
    short_year: () => parts?.year.slice(2),
    short_month: () => parts?.monthName.slice(0, 3),
    long_month: () => parts?.monthName,
    short_day: () => parts?.weekdayName.slice(0, 3),
    long_day: () => parts?.weekdayName,
    y_day: () => parts?.yearDay,
    week: () => parts?.week,
    w_year: () => parts?.weekYear,
    w_day: () => parts && String(parts.weekday || 7),
  };
  const filled = pattern.replace(/:([a-z_]{1,40})/g, (_whole, name: string) => {
    const rest = name.endsWith("_") && !Object.hasOwn(values, name) ? "_" : "";
    const key = rest === "" ? name : name.slice(0, -1);
    const value = Object.hasOwn(values, key) ? values[key]?.() : undefined;
    if (value === undefined) isKnown = false;
    return `${value ?? ""}${rest}`;
  });
  return isKnown ? filled : undefined;
}

function slugify(text: string): string {
  return text
    .replace(/[^\p{M}\p{L}\p{Nd}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
}

/** Returns the categories in an address: those of the folders, then those of the front matter. */
function categoriesIn({ categories }: JekyllFile, data: Data): string[] {
  return [...new Set([...categories, ...categoriesOf(data)].map((category) => category.toLowerCase()))];
}

/** Reads the categories of front matter: a list, or words. */
function categoriesOf(data: Data): string[] {
  return [data["categories"], data["category"]].flatMap((found, index): string[] => {
    if (Array.isArray(found)) return (found as unknown[]).flatMap((value) => textOf(value) ?? []);
    const text = textOf(found);
    if (text === undefined) return [];
    return index === 0 ? text.split(/\s+/) : [text];
  });
}
