import { type ClientOptions, createClient } from "../client/mod.ts";

/** The functions of Zod 3 or 4 that {@link posternSchema} calls. Pass `z` of `astro/zod`. `Any` is the type of its schemas. */
export interface ZodFunctions<Any> {
  any(): Any;
  array: unknown;
  boolean: unknown;
  literal: unknown;
  null: unknown;
  number: unknown;
  object: unknown;
  string: unknown;
  union: unknown;
  unknown: unknown;
}

interface ZodSchema {
  optional(): ZodSchema;
}

/** The same functions with the types of their calls. */
interface Zod {
  any(): ZodSchema;
  array(item: ZodSchema): ZodSchema;
  boolean(): ZodSchema;
  literal(value: unknown): ZodSchema;
  null(): ZodSchema;
  number(): ZodSchema;
  object(fields: Record<string, ZodSchema>): ZodSchema;
  string(): ZodSchema;
  union(schemas: ZodSchema[]): ZodSchema;
  unknown(): ZodSchema;
}

/** The parts of a JSON Schema that the API writes. */
interface JsonSchema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** Maximum number of schemas inside each other. Schemas below allow everything. */
const deepest = 20;

/**
 * Creates a Zod schema of the entries of {@link posternLoader} from the JSON Schema of the organization's posts. Its `custom` has the fields that
 * the organization defines, so Astro gives entries their types.
 *
 * @param options the options of `createClient`
 * @param z the functions of Zod, from `astro/zod`
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {PosternError} if the schema cannot be read
 */
export async function posternSchema<Any>(options: ClientOptions, z: ZodFunctions<Any>): Promise<Any> {
  const { data } = await createClient(options).getSchema();
  const schemas = data.$defs as Readonly<Record<string, JsonSchema>>;
  const { properties: { html: _html, ...properties } = {}, ...post } = schemas["Post"] ?? {};
  return toZod({ ...post, properties }, { z: z as unknown as Zod, schemas, depth: 0 }) as Any;
}

/** The functions of Zod, the named schemas, and the number of schemas around a schema. */
interface Place {
  z: Zod;
  schemas: Readonly<Record<string, JsonSchema>>;
  depth: number;
}

function toZod(schema: JsonSchema, place: Place): ZodSchema {
  const { $ref, anyOf, enum: choices, type, items = {}, properties = {}, required = [] } = schema;
  const { z, schemas, depth } = place;
  const inside = (one: JsonSchema): ZodSchema => toZod(one, { ...place, depth: depth + 1 });
  if (depth > deepest) return z.any();
  if ($ref !== undefined) return inside(schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {});
  if ("const" in schema) return z.literal(schema.const);
  if (choices !== undefined)
    return unionOf(
      choices.map((choice) => z.literal(choice)),
      z,
    );
  if (anyOf !== undefined) return unionOf(anyOf.map(inside), z);
  if (type === "array") return z.array(inside(items));
  if (type === "object") {
    const fields = Object.entries(properties).map(([name, one]) => [
      name,
      required.includes(name) ? inside(one) : inside(one).optional(),
    ]);
    return z.object(Object.fromEntries(fields) as Record<string, ZodSchema>);
  }
  if (type === "integer") return z.number();
  return type === "string" || type === "number" || type === "boolean" || type === "null"
    ? z[type]()
    : z.unknown();
}

/** Zod's unions have at least two schemas. */
function unionOf(schemas: ZodSchema[], z: Zod): ZodSchema {
  return schemas.length < 2 ? (schemas[0] ?? z.any()) : z.union(schemas);
}
