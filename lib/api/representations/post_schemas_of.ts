import * as v from "valibot";
import { shownCustomSchema } from "../../content/custom_fields/custom_schemas.ts";
import type { CustomField } from "../../content/mod.ts";
import { shownEntries } from "./post_schema.ts";

/** Returns the schemas of the posts of an organization that defines these fields: `custom` has exactly the fields that a response shows. */
export function postSchemasOf(fields: readonly CustomField[]): Record<"Post" | "PostItem", v.GenericSchema> {
  const { Post: single, PostItem: item } = shownEntries;
  return {
    Post: v.pipe(withCustom(single, shownCustomSchema(fields, "single")), v.description("A single post.")),
    PostItem: v.pipe(withCustom(item, shownCustomSchema(fields, "list")), v.description("A post in a list.")),
  };
}

function withCustom(entries: v.ObjectEntries, custom: v.GenericSchema | undefined): v.GenericSchema {
  const { custom: _open, ...others } = entries;
  return v.strictObject(custom === undefined ? others : { ...entries, custom });
}
