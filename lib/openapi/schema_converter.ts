import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { timestampPattern } from "../timestamp.ts";
import type { JsonSchema } from "./openapi_document.ts";

/** Which side of a schema is described: what comes in, or what becomes of it. */
type Side = "input" | "output";

type AnySchema = v.ObjectEntries[string];

/** What a validation does beyond JSON Schema; its rule is said in the description. */
const ignoreActions = ["check", "includes", "raw_transform", "readonly", "transform", "trim"];

/** Turns schemas into JSON Schema; those that have a name become references to it. */
export class SchemaConverter {
  readonly #definitions: Record<string, v.GenericSchema>;

  constructor(definitions: Readonly<Record<string, v.GenericSchema>>) {
    this.#definitions = definitions;
  }

  /** The schemas that have a name. */
  components(): Record<string, JsonSchema> {
    const first = Object.values(this.#definitions)[0];
    return first === undefined ? {} : (this.#convert(first, "input").$defs ?? {});
  }

  convert(schema: AnySchema, side: Side = "input"): JsonSchema {
    const { $schema: _schema, $defs: _defs, ...json } = this.#convert(schema, side);
    return json;
  }

  #convert(schema: AnySchema, typeMode: Side): JsonSchema {
    return toJsonSchema(schema, {
      target: "draft-2020-12",
      typeMode,
      ignoreActions,
      // JSON has no form for a `Date`: it is the text that `JSON.stringify` writes.
      overrideSchema: ({ valibotSchema }) =>
        valibotSchema.type === "date"
          ? { type: "string", format: "date-time", pattern: timestampPattern }
          : undefined,
      definitions: this.#definitions,
      overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    }) as JsonSchema;
  }
}
