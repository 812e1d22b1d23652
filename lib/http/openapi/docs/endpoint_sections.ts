import type { MediaTypeObject, OperationObject, ResponseObject } from "../openapi_document.ts";
import { type Html, html } from "../../../base/text/html.ts";
import { inline, prose } from "./prose.ts";
import { schemaLabel } from "./schema_label.ts";

type Contents = Record<string, MediaTypeObject>;

/** Renders the parameters of the path, the query string and headers. */
export function parameterSection({ parameters = [] }: OperationObject): Html {
  if (parameters.length === 0) return html``;
  const entries = parameters.map(
    ({ name, in: place, required, schema, description }) =>
      html`<dt><code>${name}</code> <span>${place}, ${schemaLabel(schema)}${required && place === "query" && ", required"}</span></dt>\n<dd>${inline(description)}</dd>\n`,
  );
  return html`<h4>Parameters</h4>\n<dl>\n${entries}</dl>\n`;
}

/** Renders the description of the request body. */
export function bodySection({ requestBody }: OperationObject): Html {
  if (requestBody === undefined) return html``;
  return html`<h4>Body</h4>\n${prose(requestBody.description)}${examplesOf(requestBody.content)}`;
}

/** Renders the responses. */
export function responseSection({ responses }: OperationObject, server: string): Html {
  const entries = Object.entries(responses).map(
    ([status, response]) =>
      html`<dt><b>${status}</b></dt>\n<dd>${isProblem(response) ? problemLinks(response, server) : successDetails(response)}</dd>\n`,
  );
  return html`<h4>Responses</h4>\n<dl>\n${entries}</dl>\n`;
}

function isProblem({ content = {} }: ResponseObject): boolean {
  return "application/problem+json" in content;
}

function problemLinks({ content = {} }: ResponseObject, server: string): Html[] {
  const codes = Object.values(content).flatMap(({ examples }) => Object.keys(examples));
  return codes.map((code) => html`<a href="${server}/docs/problems#${code}">${code}</a> `);
}

function successDetails({ description, headers, content = {} }: ResponseObject): Html {
  const bodies = Object.entries(content).map(
    ([mediaType, { schema }]) => html` <code>${mediaType}</code>: ${schemaLabel(schema)}.`,
  );
  if (bodies.length === 0) return html`${inline(description)}`;
  return html`${inline(description)}${bodies} <small>Headers: ${Object.keys(headers).join(", ")}</small>${examplesOf(content)}`;
}

function examplesOf(content: Contents): Html[] {
  const examples = Object.values(content).flatMap((one) => Object.values(one.examples));
  return examples.flatMap((example) => {
    if (!("value" in example)) return [];
    const { summary, value } = example;
    const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
    return html`\n<details><summary>${summary}</summary><pre tabindex="0">${text}</pre></details>\n`;
  });
}
