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

/** Joins the parts of a path. Empty parts are left out. */
export function joinPath(parts: readonly string[]): string {
  return `/${parts.filter((part) => part !== "").join("/")}`;
}
