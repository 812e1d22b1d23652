import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import type { KnowledgeReceipt } from "../../content/mod.ts";
import { schemaOf } from "../../http/mod.ts";

/** The receipt of an added text. */
export const knowledgeReceiptSchema: v.GenericSchema<KnowledgeReceipt> = schemaOf<KnowledgeReceipt>()(
  v.strictObject({
    id: textSchema("Identifies the text."),
    organizationSlug: textSchema("The organization of the key."),
    createdAt: v.pipe(v.string(), v.isoTimestamp()),
    characters: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description("Unicode characters of the text after trimming."),
    ),
  }),
);
