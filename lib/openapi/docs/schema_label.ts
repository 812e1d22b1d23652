import type { JsonSchema } from "../openapi_document.ts";
import { Markup, markup } from "./markup.ts";
import { inline } from "./prose.ts";

/** What a value may be, in a few words. */
export function schemaLabel(schema: JsonSchema): Markup {
  const { $ref, anyOf, type = "any value", items, format, const: constant, enum: choices } = schema;
  if ($ref !== undefined) return linkTo($ref);
  if (anyOf !== undefined) return joined(anyOf.map(schemaLabel), " or ");
  if (constant !== undefined) return markup`<code>${JSON.stringify(constant)}</code>`;
  if (choices !== undefined) {
    const values = choices.map((value) => markup`<code>${value}</code>`);
    return markup`one of ${joined(values, ", ")}${defaultOf(schema)}`;
  }
  if (items !== undefined) return markup`array of ${schemaLabel(items)}`;
  const label = format === undefined ? type : `${type} (${format})`;
  return markup`${label}${rangeOf(schema)}${defaultOf(schema)}`;
}

/** The fields of an object, with what is said of each. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Markup {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { description } = schema;
    const label = required.includes(name) ? schemaLabel(schema) : markup`${schemaLabel(schema)}, optional`;
    const said = description === undefined ? "" : markup`<dd>${inline(description)}</dd>\n`;
    return markup`<dt><code>${name}</code> <span>${label}</span></dt>\n${said}`;
  });
  return markup`<dl>\n${fields}</dl>\n`;
}

function linkTo(reference: string): Markup {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return markup`<a href="#schema-${name}">${name}</a>`;
}

function rangeOf({ minimum, maximum, minLength, maxLength, minItems }: JsonSchema): string {
  if (minItems !== undefined) return `, at least ${minItems}`;
  if (maxLength !== undefined) return `, ${minLength ?? 0} to ${maxLength} characters`;
  if (minLength !== undefined) return ", not empty";
  if (minimum === undefined) return "";
  return maximum === undefined ? `, at least ${minimum}` : `, ${minimum} to ${maximum}`;
}

function defaultOf({ default: value }: JsonSchema): Markup {
  return value === undefined ? markup`` : markup`; default <code>${String(value)}</code>`;
}

function joined(parts: readonly Markup[], separator: string): Markup {
  return new Markup(parts.map(({ text }) => text).join(separator));
}
