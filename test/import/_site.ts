import {
  type ConfigFile,
  type GeneratorName,
  type ImportItem,
  type ImportedPost,
  readMarkdown,
  readSiteConfig,
  type Site,
} from "../../lib/import/mod.ts";
import { siteUrl } from "./_import.ts";

/** Returns the site of a generator with files of its configuration. */
export function siteOf(generator: GeneratorName, files: readonly ConfigFile[] = []): Site | undefined {
  return readSiteConfig(files, { generator });
}

/** Reads the file `a.md` of a site. */
export function read(text: string, generator?: GeneratorName, files?: readonly ConfigFile[]): ImportItem[] {
  const site = generator && siteOf(generator, files);
  return [...readMarkdown(text, "a.md", { path: "a.md", siteUrl, now: 0, ...(site && { site }) })];
}

/** Returns the post of the items of a file. */
export function postIn(items: readonly ImportItem[]): ImportedPost {
  const post = items.find((item) => item.kind === "post");
  if (post === undefined) throw new Error("There is no post");
  return post;
}
