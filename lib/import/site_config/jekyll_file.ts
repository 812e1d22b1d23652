import type { Data } from "./site.ts";
import { mappingOf, segmentsOf, textOf } from "./config_values.ts";

/** A file of a Jekyll site. */
export interface JekyllFile {
  /** `posts`, `pages`, or the label of a collection. */
  type: string;
  /** Path from the root of the site, without `collections_dir`. */
  path: string;
  /** Path without the folder of the collection and without extension. */
  cleanPath: string;
  /** Folders above `_posts` or `_drafts`, which are categories. */
  categories: string[];
  /** Name without date and extension. */
  name: string;
  /** Name without extension. */
  basename: string;
  extension: string;
}

const dated = /^\d{2,4}-\d{1,2}-\d{1,2}-(.+)$/;
const postFolders: ReadonlySet<string> = new Set(["_posts", "_drafts"]);

/** Returns the labels of a site's collections. They are a list, or the names of a mapping. */
export function collectionsOf(config: Data): ReadonlySet<string> {
  const { collections } = config;
  const labels: unknown[] = Array.isArray(collections) ? collections : Object.keys(mappingOf(collections));
  return new Set(["posts", ...labels.flatMap((label) => textOf(label) ?? [])]);
}

/** Describes a file by its path from the root of the site. */
export function toJekyllFile(
  path: string,
  { collections, collectionsDir }: { collections: ReadonlySet<string>; collectionsDir: string | undefined },
): JekyllFile {
  const all = segmentsOf(path);
  const parts = collectionsDir !== undefined && all[0] === collectionsDir ? all.slice(1) : all;
  const file = parts.at(-1) ?? "";
  const dot = file.lastIndexOf(".");
  const [basename, extension] = dot > 0 ? [file.slice(0, dot), file.slice(dot)] : [file, ""];
  const folders = parts.slice(0, -1);
  const posts = folders.findIndex((folder) => postFolders.has(folder));
  const label = folders[0]?.startsWith("_") ? folders[0].slice(1) : "";
  const type = posts >= 0 ? "posts" : collections.has(label) ? label : "pages";
  const inCollection = type === "pages" ? folders : folders.slice(posts >= 0 ? posts + 1 : 1);
  return {
    type,
    path: parts.join("/"),
    cleanPath: [...inCollection, basename].join("/"),
    categories: posts > 0 ? folders.slice(0, posts) : [],
    name: (type === "pages" ? undefined : dated.exec(basename)?.[1]) ?? basename,
    basename,
    extension: /^\.html?$/i.test(extension) ? extension : ".html",
  };
}
