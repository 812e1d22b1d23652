import type { JsonSchema } from "../openapi_document.ts";
import { Html, html } from "../../../base/text/html.ts";
import { inline } from "./prose.ts";

/** Renders a short description of a schema's values. */
export function schemaLabel(schema: JsonSchema): Html {
  const { $ref, anyOf, type = "any value", items, format, const: constant, enum: choices } = schema;
  if ($ref !== undefined) return linkTo($ref);
  if (anyOf !== undefined) return joined(anyOf.map(schemaLabel), " or ");
  if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`;
  if (choices !== undefined) {
    const values = choices.map((value) => html`<code>${value}</code>`);
    return html`one of ${joined(values, ", ")}${defaultOf(schema)}`;
  }
  if (items !== undefined) return html`array of ${schemaLabel(items)}`;
  const label = format === undefined ? type : `${type} (${format})`;
  return html`${label}${rangeOf(schema)}${defaultOf(schema)}`;
}

/** Renders the fields of an object with their descriptions. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Html {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { description } = schema;
    const label = required.includes(name) ? schemaLabel(schema) : html`${schemaLabel(schema)}, optional`;
    const details = description === undefined ? "" : html`<dd>${inline(description)}</dd>\n`;
    return html`<dt><code>${name}</code> <span>${label}</span></dt>\n${details}`;
  });
  return html`<dl>\n${fields}</dl>\n`;
}

function linkTo(reference: string): Html {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return html`<a href="#schema-${name}">${name}</a>`;
}

function rangeOf({ minimum, maximum, minLength, maxLength, minItems }: JsonSchema): string {
  if (minItems !== undefined) return `, at least ${minItems}`;
  if (maxLength !== undefined) return `, ${minLength ?? 0} to ${maxLength} characters`;
  if (minLength !== undefined) return ", not empty";
  if (minimum === undefined) return "";
  return maximum === undefined ? `, at least ${minimum}` : `, ${minimum} to ${maximum}`;
}

function defaultOf({ default: value }: JsonSchema): Html {
  return value === undefined ? html`` : html`; default <code>${String(value)}</code>`;
}

function joined(parts: readonly Html[], separator: string): Html {
  return new Html(parts.map(({ text }) => text).join(separator));
}
