import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import { markdownDialects, postFields, type StoredWorkingCopy } from "../../content/mod.ts";
import { schemaOf } from "../../http/mod.ts";
import { entriesOf } from "../../base/fields/entries_of.ts";
import { instantSchema } from "../../base/fields/instant_schema.ts";

type Shown = StoredWorkingCopy & { baseTag: string };

/** A working copy. Its version is the `ETag`. */
export const workingCopySchema: v.GenericSchema<Shown> = schemaOf<Shown>()(
  v.strictObject({
    ...entriesOf(postFields, "copy", "shown"),
    html: v.exactOptional(textSchema("The content, if it is edited as HTML.")),
    markdown: v.exactOptional(textSchema("The content, if it is edited as Markdown.")),
    markdownDialect: v.exactOptional(v.picklist(markdownDialects)),
    baseRevision: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description("The revision of the post that the text started from."),
    ),
    baseTag: textSchema("The tag of that revision, as in the `ETag` of the post."),
    at: instantSchema,
    by: v.exactOptional(textSchema("The id of the user who saved it, if known.")),
    via: v.exactOptional(textSchema("The id of the key that it was saved with.")),
  }),
);
