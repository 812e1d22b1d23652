import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema, InferInput, InferOutput } from "valibot";
import { validated } from "../../base/input/validate.ts";

/** Rules that JSON Schema cannot express. The schema's own validation applies them. */
const ignoreActions = ["check", "readonly", "transform"];

/** Adds the JSON Schema of a schema, which clients see, in the form that the SDK expects. */
export function toToolSchema<Schema extends GenericSchema>(
  schema: Schema,
): StandardSchemaWithJSON<InferInput<Schema>, InferOutput<Schema>> {
  const convert = (typeMode: "input" | "output") => (): Record<string, unknown> => ({
    ...toJsonSchema(schema, { target: "draft-2020-12", typeMode, ignoreActions }),
  });
  const standard = schema["~standard"];
  const jsonSchema = { input: convert("input"), output: convert("output") };
  const validate = (value: unknown): ReturnType<(typeof standard)["validate"]> => {
    const validation = validated<InferOutput<Schema>>(schema, value);
    if (validation.isValid) return { value: validation.output };
    return {
      issues: validation.fields.map(({ pointer, message }) => ({
        message,
        path: pointer.split("/").slice(1),
      })),
    };
  };
  return { "~standard": { ...standard, validate, jsonSchema } };
}
