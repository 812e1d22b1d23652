import * as v from "valibot";
import type { Content } from "../../http/openapi/mod.ts";

/** Describes the response with the OpenAPI document of the API with this title. */
export function openApiContent(title: string): Content {
  return {
    mediaType: "application/json",
    schema: v.looseObject({ openapi: v.string(), info: v.looseObject({ title: v.string() }) }),
    examples: {
      document: {
        summary: "The start of the document",
        value: { openapi: "3.1.1", info: { title } },
      },
    },
  };
}
