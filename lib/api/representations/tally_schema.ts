import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import type { PostTally } from "../../content/mod.ts";
import { schemaOf } from "../../http/mod.ts";
import { nextCursorSchema } from "./post_schema.ts";

/** A page of tags. */
export interface TagList {
  tags: PostTally[];
  /** The cursor of the next page, or null on the last page. */
  nextCursor: string | null;
}

/** A page of authors. */
export interface AuthorList {
  authors: PostTally[];
  /** The cursor of the next page, or null on the last page. */
  nextCursor: string | null;
}

/** A tag or an author, and its number of posts. */
export const postTallySchema: v.GenericSchema<PostTally> = schemaOf<PostTally>()(
  v.strictObject({
    name: textSchema("The tag, or the author's name, exactly as posts show it."),
    postCount: v.pipe(v.number(), v.integer(), v.minValue(1), v.description("Number of published posts.")),
  }),
);

/** A page of tags. */
export const tagListSchema: v.GenericSchema<TagList> = schemaOf<TagList>()(
  v.strictObject({ tags: v.array(postTallySchema), nextCursor: nextCursorSchema }),
);

/** A page of authors. */
export const authorListSchema: v.GenericSchema<AuthorList> = schemaOf<AuthorList>()(
  v.strictObject({ authors: v.array(postTallySchema), nextCursor: nextCursorSchema }),
);
