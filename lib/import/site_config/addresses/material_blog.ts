import { FrontMatterError, readData } from "../../front_matter/front_matter.ts";
import type { ConfigObject } from "../config_literals.ts";
import { isMapping, mappingOf, textOf } from "../config_values.ts";
import { babelDate, datePartsOf } from "../date_parts.ts";
import { type ContentFolder, joinPath, type RoutedPage } from "../routed_page.ts";

/** Returns the plugins of an `mkdocs.yml` as objects with their literal values, or none if it cannot be parsed. */
export function mkdocsPlugins(text: string): ConfigObject[] {
  try {
    const { plugins } = readData(text, "yml");
    const all: unknown[] = Array.isArray(plugins) ? plugins : [plugins];
    return all.flatMap((plugin) =>
      typeof plugin === "string"
        ? [toObject(plugin, {})]
        : Object.entries(mappingOf(plugin)).map(entryToObject),
    );
  } catch (error) {
    if (error instanceof FrontMatterError) return [];
    throw error;
  }
}

function entryToObject([name, values]: [string, unknown]): ConfigObject {
  return toObject(name, isMapping(values) ? values : {});
}

function toObject(name: string, values: Readonly<Record<string, unknown>>): ConfigObject {
  const literals = Object.entries(values).flatMap(([key, value]): [string, string | boolean][] =>
    typeof value === "boolean" || typeof value === "string" ? [[key, value]] : [],
  );
  return { name, values: new Map(literals), computed: new Set() };
}

/** Returns the folders of posts of the blogs of Material for MkDocs. */
export function materialBlogs(config: readonly ConfigObject[], docs: string): ContentFolder[] {
  const blogs = config.filter(({ name }) => /^(?:material\/)?blog$/.test(name));
  return blogs.map(({ values }) => {
    const base = textOf(values.get("blog_dir")) ?? "blog";
    const posts = (textOf(values.get("post_dir")) ?? "{blog}/posts").replaceAll("{blog}", base);
    return { path: `${docs}/${posts}`, base, kind: "blog", values };
  });
}

/** Returns the path of a blog post without its ending, or undefined if a value is unknown. */
export function materialAddress(
  { name, data, title, date }: RoutedPage,
  { values }: ContentFolder,
): string | undefined {
  const parts = date === undefined ? undefined : datePartsOf({ written: data["date"], date });
  const dateFormat = textOf(values?.get("post_url_date_format")) ?? "yyyy/MM/dd";
  const { categories } = data;
  const [category] = Array.isArray(categories) ? (categories as unknown[]) : [];
  const known: Readonly<Record<string, string | undefined>> = {
    date: parts && babelDate(dateFormat, parts),
    slug: textOf(data["slug"]) ?? toSlug(title),
    file: name,
    categories: toSlug(textOf(category) ?? ""),
  };
  const format = textOf(values?.get("post_url_format")) ?? "{date}/{slug}";
  let isKnown = true;
  const filled = format.replace(/\{(\w{1,20})\}/g, (_whole, key: string) => {
    const value = Object.hasOwn(known, key) ? known[key] : undefined;
    if (value === undefined) isKnown = false;
    return value ?? "";
  });
  return isKnown ? joinPath(filled.split("/")) : undefined;
}

/** Returns the slug of a title by the default of pymdownx, which also keeps hyphens beside each other. */
function toSlug(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}
