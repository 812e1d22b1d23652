import * as v from "valibot";
import type { StoredWorkingCopy } from "../../content/mod.ts";
import { markdownDialects } from "../../markdown_dialect.ts";
import { describes } from "../../describes.ts";
import { instantSchema } from "../../fields/instant_schema.ts";
import { listOf } from "./list_of.ts";

type Shown = StoredWorkingCopy & { baseTag: string };

/** A working copy. Its version is the `ETag`. */
export const workingCopySchema: v.GenericSchema<Shown> = describes<Shown>()(
  v.strictObject({
    name: v.pipe(v.string(), v.description("The title.")),
    description: v.exactOptional(v.string()),
    image: v.exactOptional(v.pipe(v.string(), v.description("URL of an image."))),
    author: v.exactOptional(v.pipe(v.string(), v.description("The author's name."))),
    authors: v.exactOptional(v.pipe(listOf(v.string()), v.description("The names of several authors."))),
    tags: v.exactOptional(listOf(v.string())),
    articleSection: v.exactOptional(v.string()),
    inLanguage: v.exactOptional(v.pipe(v.string(), v.description("A BCP 47 language tag."))),
    html: v.exactOptional(v.pipe(v.string(), v.description("The content, if it is edited as HTML."))),
    markdown: v.exactOptional(v.pipe(v.string(), v.description("The content, if it is edited as Markdown."))),
    markdownDialect: v.exactOptional(v.picklist(markdownDialects)),
    baseRevision: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description("The revision of the post that the text started from."),
    ),
    baseTag: v.pipe(v.string(), v.description("The tag of that revision, as in the `ETag` of the post.")),
    at: instantSchema,
    by: v.exactOptional(v.pipe(v.string(), v.description("The id of the user who saved it, if known."))),
    via: v.exactOptional(v.pipe(v.string(), v.description("The id of the key that it was saved with."))),
  }),
);
