import { type ArticleProperties, articleProperties, postProperties } from "../../publishing/mod.ts";
import type { CustomField, CustomFieldType, CustomValues } from "./custom_field.ts";

/** Class whose properties a definition can name. */
const prefix = "Article.";

/** Types of schema.org that the values of a type have. Other types have no place in structured data. */
const typesOf: Readonly<Partial<Record<CustomFieldType, readonly string[]>>> = {
  text: ["Text", "Duration"],
  number: ["Number", "Integer"],
  boolean: ["Boolean"],
  date: ["Date"],
  dateTime: ["DateTime"],
  url: ["URL"],
  choice: ["Text", "Duration"],
  list: ["Text"],
};

/** A duration in the form of ISO 8601, such as `PT10M`. */
const duration =
  /^P(?=.)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?)$/;

/** Lists the fields that cannot have the property of their `schemaOrg`, by index, with the reasons. */
export function schemaOrgProblems(fields: readonly CustomField[]): [index: number, reason: string][] {
  const properties = fields.map(({ schemaOrg }) => schemaOrg);
  return fields.flatMap((field, index): [number, string][] => {
    const first = properties.indexOf(field.schemaOrg);
    const isRepeated = field.schemaOrg !== undefined && first < index;
    const reason =
      schemaOrgProblem(field) ?? (isRepeated ? `is a property of field ${first + 1}` : undefined);
    return reason === undefined ? [] : [[index, reason]];
  });
}

/** Returns the reason why a field cannot have the property of `schemaOrg`, or undefined. */
function schemaOrgProblem({ type, shown, schemaOrg }: CustomField): string | undefined {
  if (schemaOrg === undefined) return undefined;
  const property = propertyOf(schemaOrg);
  if (postProperties.includes(property)) return "is a property that describes the post itself";
  const accepted = acceptedTypes(property);
  if (accepted.length === 0) {
    return "must be Article. and a property of schema.org's Article with a text, number, date, URL, true or false, such as Article.timeRequired";
  }
  if (matching(property, type).length === 0) {
    const types = Object.keys(typesOf).filter((one) => matching(property, one as CustomFieldType).length > 0);
    return `has values of ${accepted.join(" or ")}: the type must be ${types.join(" or ")}`;
  }
  return shown === "admin" ? "is only for fields that public responses show" : undefined;
}

/** Returns the structured data of a post's values. A value that does not fit its property is left out, such as a duration in words. */
export function articleValues(
  fields: readonly CustomField[] = [],
  values: CustomValues = {},
): ArticleProperties {
  const found = fields.flatMap(({ name, type, schemaOrg }): [string, unknown][] => {
    if (schemaOrg === undefined || !Object.hasOwn(values, name)) return [];
    const property = propertyOf(schemaOrg);
    const { [name]: value } = values;
    return isValueOf(matching(property, type), value) ? [[property, value]] : [];
  });
  return Object.fromEntries(found);
}

/** Returns the property that `schemaOrg` of a definition names, or an empty text. */
export function propertyOf(schemaOrg: string): string {
  return schemaOrg.startsWith(prefix) ? schemaOrg.slice(prefix.length) : "";
}

/** Returns the types of schema.org that a property has. Empty if it is unknown. */
function acceptedTypes(property: string): string[] {
  if (!Object.hasOwn(articleProperties, property)) return [];
  return articleProperties[property as keyof ArticleProperties].split(" ");
}

/** Returns the types of schema.org that both a property and the values of a field have. */
function matching(property: string, type: CustomFieldType): string[] {
  return acceptedTypes(property).filter((one) => typesOf[type]?.includes(one) === true);
}

function isValueOf(types: readonly string[], value: unknown): boolean {
  return types.some((type) => {
    if (type === "Integer") return Number.isInteger(value);
    if (type === "Duration") return typeof value === "string" && duration.test(value);
    return !Array.isArray(value) || value.length > 0;
  });
}
