import * as v from "valibot";
import type { Content } from "../../openapi/mod.ts";

/** An OpenAPI document as the answer of an endpoint, of the API of this title. */
export function openApiContent(title: string): Content {
  return {
    mediaType: "application/json",
    schema: v.looseObject({ openapi: v.string(), info: v.looseObject({ title: v.string() }) }),
    examples: {
      document: {
        summary: "The beginning of the document",
        value: { openapi: "3.1.1", info: { title } },
      },
    },
  };
}
