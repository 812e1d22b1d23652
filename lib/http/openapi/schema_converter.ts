import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { longestTimestamp, timestampPattern } from "../../base/time/timestamp.ts";
import type { JsonSchema } from "./openapi_document.ts";
import type { AnySchema, DescribedSchemas, Side } from "./schemas_of.ts";

/** Actions without an equivalent in JSON Schema. The description states their rule. */
const ignoreActions = [
  "check",
  "finite",
  "includes",
  "raw_check",
  "raw_transform",
  "readonly",
  "transform",
  "trim",
];

/**
 * Converts schemas to JSON Schema. Named schemas become references. Each call of `toJsonSchema` converts every named schema again
 * and blocks the event loop meanwhile. So all schemas of a side are converted in a single call.
 */
export class SchemaConverter {
  readonly #definitions: Readonly<Record<string, v.GenericSchema>>;
  readonly #converted: Record<Side, ReadonlyMap<AnySchema, JsonSchema>>;
  readonly #root: string;
  #components: Record<string, JsonSchema> = {};

  /** @param root start of references to named schemas */
  constructor(
    definitions: Readonly<Record<string, v.GenericSchema>>,
    schemas: DescribedSchemas,
    root = "#/components/schemas/",
  ) {
    this.#definitions = definitions;
    this.#root = root;
    this.#converted = {
      output: this.#convertAll(schemas.output, "output"),
      input: this.#convertAll(schemas.input, "input"),
    };
  }

  /** Returns the named schemas. */
  components(): Record<string, JsonSchema> {
    return this.#components;
  }

  /**
   * Returns the JSON Schema of a described schema.
   *
   * @throws {Error} if `schemasOf` did not list the schema
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
      // JSON has no `Date`, so `JSON.stringify` writes a string.
      overrideSchema: ({ valibotSchema }) =>
        valibotSchema.type === "date"
          ? { type: "string", format: "date-time", pattern: timestampPattern, maxLength: longestTimestamp }
          : undefined,
      definitions: this.#definitions,
      overrideRef: ({ referenceId }) => `${this.#root}${referenceId}`,
    }) as { prefixItems?: JsonSchema[]; $defs?: Record<string, JsonSchema> };
    this.#components = $defs;
    return new Map(distinct.map((schema, index) => [schema, prefixItems[index] ?? {}]));
  }
}
