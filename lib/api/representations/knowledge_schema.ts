import * as v from "valibot";
import { textSchema } from "../../base/fields/text_schema.ts";
import type { KnowledgeEntry, KnowledgeReceipt } from "../../content/mod.ts";
import { given } from "../../base/given.ts";
import { schemaOf } from "../../http/mod.ts";
import type { KnowledgeText } from "./search_schema.ts";

/** Returns the fields of a text that the public API shows. */
export function toKnowledgeText(entry: KnowledgeEntry): KnowledgeText {
  const { id, text, title, source, tags, createdAt, updatedAt } = entry;
  return { id, text, ...given({ title, source, tags }), createdAt, ...given({ updatedAt }) };
}

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
