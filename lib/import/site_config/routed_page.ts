import type { ConfigObject } from "./config_literals.ts";
import type { Data } from "./site.ts";

/** A file of content, for the routing rules of its generator. */
export interface RoutedPage {
  /** Folders below the folder of content. */
  folders: readonly string[];
  /** The file's name without extension. */
  name: string;
  data: Data;
  title: string;
  /** RFC 3339. Undefined if the page has no date. */
  date: string | undefined;
}

/** A folder of content, and the path of the addresses of its files. */
export interface ContentFolder {
  /** Path from the root of the site. */
  path: string;
  /** Path before the addresses. Default: none. */
  base?: string;
  kind?: "blog" | "docs";
  /** Values of the plugin of a blog. Default: those of the configuration. */
  values?: ConfigObject["values"];
}

/** Joins the parts of a path. Empty parts are left out. */
export function joinPath(parts: readonly string[]): string {
  return `/${parts.filter((part) => part !== "").join("/")}`;
}
