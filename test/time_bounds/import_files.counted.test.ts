import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { describe, expect, it } from "vitest";
import {
  ImportError,
  type ImportItem,
  type ImportSource,
  readFeed,
  readGhost,
  readSubstack,
  readWordPress,
  type ReadOptions,
} from "../../lib/import/mod.ts";
import { siteUrl, sourceOf } from "../import/_import.ts";
import {
  HOSTILE_ATOM,
  HOSTILE_EDITORS,
  HOSTILE_GHOST,
  HOSTILE_RSS,
  HOSTILE_SUBSTACK,
  HOSTILE_WORDPRESS,
} from "./_hostile_import_files.ts";
import { allOf } from "../async_items.ts";

const options = { siteUrl };

/** Reads all posts of a file and ignores refusals. Reading and refusing must both take linear time. */
async function read(items: AsyncIterable<ImportItem>): Promise<void> {
  try {
    await allOf(items);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
}

function readSubstackList(source: ImportSource, readOptions: ReadOptions): AsyncIterable<ImportItem> {
  return readSubstack(source, readOptions, async () => "<p>x</p>");
}

describe.each([
  ["a WordPress export", HOSTILE_WORDPRESS, readWordPress],
  ["an RSS feed", HOSTILE_RSS, readFeed],
  ["an Atom feed", HOSTILE_ATOM, readFeed],
  ["a Ghost export", HOSTILE_GHOST, readGhost],
  ["a Ghost export with content of its editors", HOSTILE_EDITORS, readGhost],
  ["a Substack export", HOSTILE_SUBSTACK, readSubstackList],
] as const)("%s is read in linear time with many", (_format, shapes, reader) => {
  it.each(shapes)("%s", async (_name, make) => {
    expect(
      await findSuperlinearGrowth(make, (text) => read(reader(sourceOf(text, 65_536), options))),
    ).toBeUndefined();
  });
});
