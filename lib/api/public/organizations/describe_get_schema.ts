import * as v from "valibot";
import { readOperation, type DescribeOperation } from "../../description/read_operation.ts";

/** Media type of a JSON Schema (draft 2020-12, section 14.1). */
export const schemaType = "application/schema+json";

/** Describes `GET /schema/{organizationSlug}`. */
export const describeGetSchema: DescribeOperation = readOperation({
  operationId: "getSchema",
  path: "/schema/{organizationSlug}",
  tag: "Organizations",
  summary: "Get the schema of the posts",
  description:
    "Returns a JSON Schema (draft 2020-12) of the organization's posts without a selection of fields. `$defs/PostItem` is a post in a list, " +
    "`$defs/Post` a single post. `custom` has the fields that the organization defines, as far as the response shows them. " +
    "Only fields with a default are in `required`, because posts can be older than a field.",
  needsKey: "for-reading",
  responseDescription: "The schema.",
  headers: ["Last-Modified"],
  content: {
    mediaType: schemaType,
    // The root also has `$ref`. Tools would resolve it in this document.
    schema: v.looseObject({
      $schema: v.string(),
      $defs: v.record(v.string(), v.record(v.string(), v.unknown())),
    }),
    examples: {
      schema: {
        summary: "A part of the schema of an organization with a field",
        value: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          $defs: {
            PostItem: { type: "object" },
            Post: {
              type: "object",
              properties: {
                custom: {
                  type: "object",
                  properties: { rating: { type: "number", title: "Rating" } },
                  required: [],
                  additionalProperties: false,
                },
              },
            },
          },
        },
      },
    },
  },
  problems: ["invalid-parameter"],
});
