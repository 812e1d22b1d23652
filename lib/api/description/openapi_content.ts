import * as v from "valibot";
import type { Content } from "../../http/openapi/mod.ts";

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
