import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { timestampPattern } from "../timestamp.ts";
import type { JsonSchema } from "./openapi_document.ts";
import type { AnySchema, DescribedSchemas, Side } from "./schemas_of.ts";

/** Actions without a counterpart in JSON Schema; the description states their rule. */
const ignoreActions = ["check", "includes", "raw_transform", "readonly", "transform", "trim"];

/**
 * Turns schemas into JSON Schema; those that have a name become references to it. All of a side are converted together, because each call of
 * `toJsonSchema` converts every named schema again: one call per schema held the event loop for up to a second.
 */
export class SchemaConverter {
  readonly #definitions: Readonly<Record<string, v.GenericSchema>>;
  readonly #converted: Record<Side, ReadonlyMap<AnySchema, JsonSchema>>;
  #components: Record<string, JsonSchema> = {};

  constructor(definitions: Readonly<Record<string, v.GenericSchema>>, schemas: DescribedSchemas) {
    this.#definitions = definitions;
    this.#converted = {
      output: this.#convertAll(schemas.output, "output"),
      input: this.#convertAll(schemas.input, "input"),
    };
  }

  /** The schemas that have a name. */
  components(): Record<string, JsonSchema> {
    return this.#components;
  }

  /**
   * The JSON Schema of one of the described schemas.
   *
   * @throws {Error} when the schema was not described
   */
  convert(schema: AnySchema, side: Side = "input"): JsonSchema {
    const converted = this.#converted[side].get(schema);
    if (converted === undefined) throw new Error("Cannot describe the API: schemasOf leaves a schema out");
    return converted;
  }

  #convertAll(schemas: readonly AnySchema[], typeMode: Side): Map<AnySchema, JsonSchema> {
    const distinct = [...new Set(schemas)];
    const { prefixItems = [], $defs = {} } = toJsonSchema(v.tuple(distinct as v.GenericSchema[]), {
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
    }) as { prefixItems?: JsonSchema[]; $defs?: Record<string, JsonSchema> };
    this.#components = $defs;
    return new Map(distinct.map((schema, index) => [schema, prefixItems[index] ?? {}]));
  }
}
