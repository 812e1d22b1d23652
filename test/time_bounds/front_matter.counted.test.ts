import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { HOSTILE_FRONT_MATTER } from "./_hostile_front_matter.ts";
import { describe, expect, it } from "vitest";
import { FrontMatterError, markdownToPost } from "../../lib/import/mod.ts";

/** Reads a post and ignores refusals. Reading and refusing must both take linear time. */
function read(text: string): void {
  try {
    markdownToPost(text, "a", { now: 0 });
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
  }
}

describe.each(Object.entries(HOSTILE_FRONT_MATTER))(
  "front matter in %s is read in linear time with many",
  (_format, shapes) => {
    it.each(shapes)("%s", async (_name, make) => {
      expect(await findSuperlinearGrowth(make, read)).toBeUndefined();
    });
  },
);
