import { toSlug } from "../../content/mod.ts";
import { type ConfigObject, valueIn } from "./config_literals.ts";
import { segmentsOf, textOf } from "./config_values.ts";
import { datePartsOf } from "./date_parts.ts";
import { blogAddress, docAddress } from "./docusaurus_address.ts";
import type { GeneratorName } from "./generators.ts";
import { joinPath, type RoutedPage } from "./routed_page.ts";

/** A folder of content, and the path of the addresses of its files. */
export interface ContentFolder {
  /** Path from the root of the site. */
  path: string;
  /** Path before the addresses. Default: none. */
  base?: string;
  kind?: "blog" | "docs";
}

/** The routing rules of a generator. */
export interface Routes {
  /** Returns the path before all addresses, such as `/docs/`. */
  base?: (config: readonly ConfigObject[]) => unknown;
  /** Returns the URL of the site. */
  url?: (config: readonly ConfigObject[]) => unknown;
  /** Returns the folders of content that the configuration names. */
  content?: (config: readonly ConfigObject[], versions: readonly string[]) => ContentFolder[];
  /** Returns the address of a page below the addresses of its folder, or undefined if it is unknown. */
  addressOf: (page: RoutedPage, folder: ContentFolder, config: readonly ConfigObject[]) => string | undefined;
}

/** Forms of addresses: `/a/`, `/a.html` and `/a`. */
type Form = "folder" | "file" | "bare";

function address({ folders, name }: RoutedPage, form: Form, indexes = /^index$/): string {
  const folder = joinPath(folders);
  if (indexes.test(name)) return folder === "/" ? "/" : `${folder}/`;
  const path = joinPath([...folders, name]);
  return form === "folder" ? `${path}/` : form === "file" ? `${path}.html` : path;
}

function folderIn(config: readonly ConfigObject[], key: string, object?: string): ContentFolder[] {
  const path = textOf(valueIn(config, key, object));
  return path === undefined ? [] : [{ path }];
}

const html: Routes = { addressOf: (page) => address(page, "file") };
const datedName = /^\d{4}-\d{1,2}-\d{1,2}(?:T[\d:]{1,9}Z?)?[-_](.+)$/;

/** Returns a page without the date at the beginning of its name. */
function undated(page: RoutedPage): RoutedPage {
  return { ...page, name: datedName.exec(page.name)?.[1] ?? page.name };
}

const docusaurus: Routes = {
  // Functions of a configuration also have such names, for addresses of a repository.
  base: (config) =>
    config.map(({ values }) => values.get("baseUrl")).find((base) => String(base).startsWith("/")),
  url: (config) => valueIn(config, "url"),
  content: (config, [latest, ...older]) => {
    const docs = { path: "docs", base: "docs", kind: "docs" as const };
    const own = folderOf(config, docs);
    const all: ContentFolder[] = [own, folderOf(config, { path: "blog", base: "blog", kind: "blog" })];
    for (const { name, values } of config) {
      const path = values.get("path");
      const isOther =
        typeof path === "string" && values.has("routeBasePath") && !/^(?:docs|blog)$/.test(name);
      if (isOther) all.push({ path, base: String(values.get("routeBasePath")), kind: "docs" });
    }
    if (latest === undefined) return [...all, { path: "src/pages" }];
    const { base = docs.base } = own;
    all[0] = { ...own, base: `${base}/next` };
    const versions = [latest, ...older].map((version) => ({
      ...docs,
      path: `versioned_docs/version-${version}`,
      base: version === latest ? base : `${base}/${version}`,
    }));
    return [...all, ...versions, { path: "src/pages" }];
  },
  addressOf: (page, { kind }, config) => {
    const own =
      kind === "docs" ? docAddress(page) : kind === "blog" ? blogAddress(page) : address(page, "bare");
    const path = own === "/" ? "/" : own.replace(/\/$/, "");
    return valueIn(config, "trailingSlash") === true && !path.endsWith("/") ? `${path}/` : path;
  },
};

/** Returns a folder with the path and address that the configuration of its plugin names. */
function folderOf(config: readonly ConfigObject[], folder: ContentFolder & { kind: string }): ContentFolder {
  const path = textOf(valueIn(config, "path", folder.kind)) ?? folder.path;
  const base = valueIn(config, "routeBasePath", folder.kind);
  return { ...folder, path, ...(typeof base === "string" && { base }) };
}

/** The routing rules of the generators whose configuration is only scanned for literal values. */
export const routes: Readonly<Record<Exclude<GeneratorName, "jekyll" | "hugo">, Routes>> = {
  docusaurus,
  vitepress: {
    base: (config) => valueIn(config, "base"),
    content: (config) => folderIn(config, "srcDir"),
    addressOf: (page, _folder, config) => {
      const isClean = valueIn(config, "cleanUrls") === true;
      return address(page, isClean ? "bare" : "file", /^(?:index|README)$/);
    },
  },
  mkdocs: {
    base: (config) => pathOfUrl(valueIn(config, "site_url")),
    url: (config) => valueIn(config, "site_url"),
    content: (config) => folderIn(config, "docs_dir"),
    addressOf: (page, _folder, config) => {
      const isFile = valueIn(config, "use_directory_urls") === false;
      const path = address(page, isFile ? "file" : "folder", /^(?:index|README)$/);
      return isFile && path.endsWith("/") ? `${path}index.html` : path;
    },
  },
  eleventy: {
    base: (config) => valueIn(config, "pathPrefix"),
    content: (config) => folderIn(config, "input"),
    addressOf: (page) => {
      const own = textOf(page.data["permalink"]);
      // Other permalinks are templates.
      if (own !== undefined)
        return /[{}]/.test(own) ? undefined : joinPath([own.replace(/^\/|index\.html$/g, "")]);
      const plain = undated(page);
      // A file with the name of its folder is the page of the folder.
      const isIndex = plain.name === plain.folders.at(-1);
      return address(isIndex ? { ...plain, name: "index" } : plain, "folder");
    },
  },
  astro: {
    base: (config) => valueIn(config, "base"),
    url: (config) => valueIn(config, "site"),
    addressOf: (page, _folder, config) => {
      const slug = textOf(page.data["slug"]);
      const path = slug === undefined ? address(page, "folder") : `${joinPath(segmentsOf(slug))}/`;
      return valueIn(config, "trailingSlash") === "never" && path !== "/" ? path.slice(0, -1) : path;
    },
  },
  gatsby: {
    base: (config) => valueIn(config, "pathPrefix"),
    url: (config) => valueIn(config, "siteUrl"),
    addressOf: (page) => address(page, "folder"),
  },
  mdbook: {
    base: (config) => valueIn(config, "site-url"),
    content: (config) => folderIn(config, "src"),
    addressOf: (page) => address(page, "file", /^(?:index|README)$/i),
  },
  pelican: {
    base: (config) => pathOfUrl(valueIn(config, "SITEURL")),
    url: (config) => valueIn(config, "SITEURL"),
    content: (config) => folderIn(config, "PATH"),
    addressOf: ({ folders, data, title }) => {
      const slug = textOf(data["slug"]) ?? toSlug(title);
      return slug === "" ? undefined : joinPath([folders[0] === "pages" ? "pages" : "", `${slug}.html`]);
    },
  },
  nikola: {
    base: (config) => pathOfUrl(valueIn(config, "SITE_URL")),
    url: (config) => valueIn(config, "SITE_URL"),
    addressOf: (page, { path }) => {
      const name = textOf(page.data["slug"]) ?? page.name;
      return address({ ...page, folders: [path, ...page.folders], name }, "folder");
    },
  },
  sphinx: html,
  hexo: {
    base: (config) => valueIn(config, "root"),
    url: (config) => valueIn(config, "url"),
    addressOf: (page, { path }, config) =>
      path.endsWith("_posts") ? hexoPost(withoutNamedDate(page, config), config) : address(page, "file"),
  },
  zola: {
    base: (config) => pathOfUrl(valueIn(config, "base_url")),
    url: (config) => valueIn(config, "base_url"),
    addressOf: (page) => {
      const path = textOf(page.data["path"]);
      if (path !== undefined) return `${joinPath(segmentsOf(path))}/`;
      const slug = textOf(page.data["slug"]);
      const isFolder = page.name === "index";
      const folders = isFolder ? page.folders.slice(0, -1) : page.folders;
      const { name } = undated({ ...page, name: (isFolder ? page.folders.at(-1) : page.name) ?? "" });
      return `${joinPath([...folders, slug ?? toSlug(name)])}/`;
    },
  },
};

/** Returns a post without the date in its name, if the configuration says that names have one. */
function withoutNamedDate(page: RoutedPage, config: readonly ConfigObject[]): RoutedPage {
  return textOf(valueIn(config, "new_post_name"))?.includes(":year") === true ? undated(page) : page;
}

const hexoDefault = ":year/:month/:day/:title/";

/** Fills in the pattern of Hexo's posts. Returns undefined if it needs an unknown value. */
function hexoPost(
  { folders, name, data, date }: RoutedPage,
  config: readonly ConfigObject[],
): string | undefined {
  const own = textOf(data["permalink"]);
  if (own !== undefined) return joinPath(own.split("/"));
  const parts = date === undefined ? undefined : datePartsOf({ written: data["date"], date });
  const values: Readonly<Record<string, string | undefined>> = {
    year: parts?.year,
    month: parts?.month,
    i_month: parts && String(Number(parts.month)),
    day: parts?.day,
    i_day: parts && String(Number(parts.day)),
    title: [...folders, textOf(data["slug"]) ?? name].join("/"),
    name,
    post_title: toSlug(textOf(data["title"]) ?? name),
    category: hexoCategory(data["categories"] ?? data["category"]),
  };
  let isKnown = true;
  const pattern = textOf(valueIn(config, "permalink")) ?? hexoDefault;
  const filled = pattern.replace(/:([a-z_]{1,40})/g, (_whole, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined) isKnown = false;
    return value ?? "";
  });
  return isKnown ? filled.replace(/^(?!\/)/, "/").replace(/\/{2,}/g, "/") : undefined;
}

/** Returns the path of nested categories. A post without category is `uncategorized`. */
function hexoCategory(found: unknown): string {
  const list: unknown[] = Array.isArray(found) ? found : [found];
  const nested: unknown[] = Array.isArray(list[0]) ? list[0] : list;
  const names = nested.flatMap((one) => textOf(one) ?? []);
  return names.length === 0 ? "uncategorized" : names.join("/");
}

function pathOfUrl(found: unknown): string | undefined {
  const url = textOf(found);
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname : undefined;
}
