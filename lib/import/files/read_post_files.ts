import type { ImportItem } from "../import_item.ts";
import type { PostFile, SiteFiles } from "./post_file.ts";
import { readPostFile } from "./read_post_file.ts";

/** Files of one site, each with one post. They can be cloned. */
export interface PostFiles {
  files: readonly Omit<PostFile, "siteFiles">[];
  siteFiles?: SiteFiles;
}

/** Characters that are read before other requests run. */
const charactersAtOnce = 16_384;
/** Files that are read before other requests run. */
const filesAtOnce = 16;

/** Reads all items of files with one post each. */
export function readPostFiles(files: PostFiles): ImportItem[] {
  const steps = readPostFilesInSteps(files);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Reads all items of files with one post each, in steps. */
export function* readPostFilesInSteps({ files, siteFiles }: PostFiles): Generator<void, ImportItem[]> {
  const items: ImportItem[] = [];
  let [characters, read] = [0, 0];
  for (const file of files) {
    for (const item of readPostFile({ ...file, ...(siteFiles && { siteFiles }) })) items.push(item);
    characters += file.text.length;
    if (characters < charactersAtOnce && ++read < filesAtOnce) continue;
    [characters, read] = [0, 0];
    yield;
  }
  return items;
}
