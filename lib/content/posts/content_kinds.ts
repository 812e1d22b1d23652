import * as v from "valibot";
import type { Kind } from "../../base/fields/kind.ts";
import { string } from "../../base/fields/moved_values.ts";
import { isPostSlug, longestSlug, slugPattern, slugRule } from "./slug.ts";
import { webUrlInput } from "./web_url.ts";

/** The slug of a post. */
export const slug: Kind<string> = {
  name: "slug",
  input: v.pipe(
    string,
    v.metadata({ pattern: slugPattern, maxLength: longestSlug }),
    v.check(isPostSlug, slugRule),
  ),
  shown: v.string(),
  moved: v.pipe(string, v.check(isPostSlug, slugRule)),
};

/** An absolute http or https URL. */
export const url: Kind<string> = {
  name: "url",
  input: webUrlInput,
  shown: v.string(),
  moved: v.pipe(string, v.url("must be an absolute URL")),
};
