import * as fc from "fast-check";
import type { JsonSchema } from "../../lib/http/openapi/openapi_document.ts";

/** Generators for patterns that `fc.stringMatching` does not support, by a part of the pattern. */
const byPattern: readonly [part: string, arbitrary: fc.Arbitrary<string>][] = [
  [String.raw`sitemap$`, fc.stringMatching(/^[a-z0-9äß][a-z0-9._é-]{0,30}$/)],
  ["-[xX]", fc.stringMatching(/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?(?:-x-[a-z]{1,8})?$/)],
  [
    String.raw`-02-29`,
    fc.oneof(
      isoTimes(),
      isoTimes().map((text) => text.slice(0, 10)),
    ),
  ],
  [String.raw`[mhd]`, fc.stringMatching(/^(?:[1-9]\d{0,2}[mhdw]|P[1-9]\d{0,2}D|PT[1-9]\d{0,3}[HMS])$/)],
  [String.raw`[Tt][Pp]`, fc.webUrl()],
  [String.raw`^\/(?!\/)`, fc.stringMatching(/^\/[a-z0-9._{}-]{0,20}\/?\{slug\}[a-z0-9./]{0,9}$/)],
];

function isoTimes(): fc.Arbitrary<string> {
  const range = { min: new Date("1971-01-01"), max: new Date("2200-01-01"), noInvalidDate: true };
  return fc.date(range).map((date) => date.toISOString());
}

/** Generates values that a schema of the document describes. The caller filters rules that the generator cannot express. */
export function schemaArbitrary(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): fc.Arbitrary<unknown> {
  const { $ref, anyOf, enum: choices } = schema;
  const inside = (one: JsonSchema): fc.Arbitrary<unknown> => schemaArbitrary(one, components);
  if ($ref !== undefined) return inside(components[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {});
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(inside));
  if (choices !== undefined) return fc.constantFrom(...choices);
  if (schema.const !== undefined) return fc.constant(schema.const);
  return byType(schema, inside);
}

function byType(
  schema: JsonSchema,
  inside: (one: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const { type, minimum = -1e9, maximum = 1e9, items = {}, minItems = 0 } = schema;
  if (type === "string") return stringArbitrary(schema);
  if (type === "integer") return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) });
  if (type === "number") return fc.integer({ min: Math.max(0, minimum), max: Math.min(maximum, 4e12) });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "array") return fc.array(inside(items), { minLength: minItems, maxLength: minItems + 3 });
  return objectArbitrary(schema, inside);
}

function objectArbitrary(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  inside: (one: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  if (typeof additionalProperties === "object" && Object.keys(properties).length === 0) {
    const tags = fc.constantFrom("de", "fr-CH", "pt-BR", "zh-Hant-TW");
    return fc.dictionary(tags, inside(additionalProperties), { maxKeys: 3 });
  }
  const fields = Object.entries(properties).map(([name, one]) => [name, inside(one)]);
  const model = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  return fc.record(model, { requiredKeys: required });
}

function stringArbitrary({
  pattern,
  format,
  minLength = 0,
  maxLength = 200,
}: JsonSchema): fc.Arbitrary<string> {
  const known = byPattern.find(([part]) => pattern?.includes(part));
  if (known !== undefined) return known[1];
  if (format === "uri") return fc.webUrl();
  if (format === "email") return fc.stringMatching(/^[a-z0-9]{1,20}@[a-z0-9]{1,20}\.(?:com|example)$/);
  if (pattern !== undefined && pattern !== String.raw`\S`) return fc.stringMatching(new RegExp(pattern, "u"));
  return fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: "grapheme" });
}
