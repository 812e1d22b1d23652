import type { JsonSchema } from "../openapi_document.ts";
import { html, Html } from "./html.ts";

/** What a value may be, in a few words. */
export function schemaLabel(schema: JsonSchema): Html {
  const { $ref, anyOf, type, items, format, const: constant } = schema;
  if (typeof $ref === "string") return referenceTo($ref);
  if (Array.isArray(anyOf)) return joined((anyOf as JsonSchema[]).map(schemaLabel), " or ");
  if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`;
  if (Array.isArray(schema["enum"])) {
    const values = (schema["enum"] as unknown[]).map((value) => html`<code>${String(value)}</code>`);
    return html`one of ${joined(values, ", ")}${defaultOf(schema)}`;
  }
  if (type === "array") return html`array of ${schemaLabel(items as JsonSchema)}`;
  const kind = typeof format === "string" ? `${String(type)} (${format})` : String(type ?? "any");
  return html`${kind}${rangeOf(schema)}${defaultOf(schema)}`;
}

/** The fields of an object, with what is said of each. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Html {
  const names = required as readonly string[];
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, schema]) =>
      html`<dt>
          <code>${name}</code> <span>${schemaLabel(schema)}${names.includes(name) ? "" : ", optional"}</span>
        </dt>
        <dd>${"description" in schema ? String(schema["description"]).replaceAll("`", "") : ""}</dd> `,
  );
  return html`<dl>${fields}</dl> `;
}

function referenceTo(reference: string): Html {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return html`<a href="#schema-${name}">${name}</a>`;
}

function rangeOf({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  if (minimum !== undefined)
    return maximum === undefined
      ? `, at least ${String(minimum)}`
      : `, ${String(minimum)} to ${String(maximum)}`;
  if (maxLength !== undefined) return `, ${String(minLength ?? 0)} to ${String(maxLength)} characters`;
  return minLength === undefined ? "" : ", not empty";
}

function defaultOf({ default: value }: JsonSchema): Html {
  return value === undefined ? html`` : html`; default <code>${String(value)}</code>`;
}

function joined(parts: readonly Html[], separator: string): Html {
  return new Html(parts.map(({ text }) => text).join(separator));
}
