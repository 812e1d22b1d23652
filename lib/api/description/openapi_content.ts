import * as v from "valibot";
import type { Content, Parameter } from "../../http/openapi/mod.ts";
import { longestPathPart } from "../../base/api_address.ts";
import { longestEntityTags } from "../../http/mod.ts";

/** A parameter of a path. */
export const pathPart: v.GenericSchema<string> = v.pipe(v.string(), v.maxLength(longestPathPart));

/** Path parameter: the slug of a post. */
export const postSlug: Parameter = {
  name: "slug",
  in: "path",
  description: "The slug of the post.",
  schema: pathPart,
  example: "when-we-are-open",
};

/** A list of entity tags in a header. */
export const entityTags: v.GenericSchema<string> = v.pipe(v.string(), v.maxLength(longestEntityTags));

/** A date in a header (RFC 9110, section 5.6.7). Every form has fewer characters. */
export const httpDate: v.GenericSchema<string> = v.pipe(v.string(), v.maxLength(40));

/** Describes a JSON body with its examples. */
export function jsonContent(schema: v.GenericSchema, examples: Content["examples"]): Content {
  return { mediaType: "application/json", schema, examples };
}

/** Describes the response with the OpenAPI document of the API with this title. */
export function openApiContent(title: string): Content {
  return jsonContent(v.looseObject({ openapi: v.string(), info: v.looseObject({ title: v.string() }) }), {
    document: {
      summary: "The start of the document",
      value: { openapi: "3.1.1", info: { title } },
    },
  });
}
