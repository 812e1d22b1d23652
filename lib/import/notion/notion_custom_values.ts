import { type CustomField, kindOf } from "../../content/mod.ts";
import { listOf, plainName } from "./notion_fields.ts";
import { notionDate } from "./notion_date.ts";
import type { NotionProperty } from "./notion_page.ts";

/** Divides properties into values of the organization's fields, by their names, and the rest. Spaces and case do not count. */
export function notionCustomValues(
  properties: readonly NotionProperty[],
  fields: readonly CustomField[],
): { own: Record<string, unknown>; rest: NotionProperty[] } {
  const byName = new Map(
    fields.flatMap((field) =>
      [field.name, ...(field.earlierNames ?? [])].map((name) => [plainName(name), field] as const),
    ),
  );
  const own: Record<string, unknown> = {};
  const rest: NotionProperty[] = [];
  for (const property of properties) {
    const field = byName.get(plainName(property.name));
    if (field === undefined) rest.push(property);
    else if (property.text !== "") own[field.name] ??= valueOf(property, kindOf(field).name);
  }
  return { own, rest };
}

function valueOf(property: NotionProperty, kind: string): unknown {
  if (kind === "texts") return listOf(property);
  return kind === "date" || kind === "instant" ? (notionDate(property.text) ?? property.text) : property.text;
}
