import type {
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "../openapi_document.ts";
import { html, type Html } from "./html.ts";
import { layout } from "./layout.ts";
import { inline, prose } from "./prose.ts";
import { fieldsOf, schemaLabel } from "./schema_label.ts";

interface Endpoint {
  method: string;
  path: string;
  operation: OperationObject;
}

/** The OpenAPI document as a page for people. */
export function apiPage(document: OpenApiDocument): string {
  const { info, tags, servers, components } = document;
  const server = servers[0]?.url ?? "";
  const endpoints = endpointsOf(document);
  const groups = tags.map((tag) => ({
    ...tag,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const sections = groups.map(
    ({ name, description, endpoints: ofTag }) =>
      html`<h2>${name}</h2>
        ${prose(description)}${ofTag.map((endpoint) => endpointSection(endpoint, server))}`,
  );
  const main = [
    ...prose(info.summary),
    ...prose(info.description),
    ...sections,
    headerSection(components),
    schemaSection(components),
  ];
  return layout({ title: info.title, server, main, navigation: navigationOf(groups) });
}

function endpointsOf({ paths }: OpenApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function navigationOf(groups: readonly { name: string; endpoints: Endpoint[] }[]): Html[] {
  const links = groups.map(
    ({ name, endpoints }) =>
      html`<li>
        ${name}
        <ul>
          ${endpoints.map(
            ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
          )}
        </ul>
      </li> `,
  );
  return [
    html`<ul>
      ${links}
      <li><a href="#headers">Headers</a></li>
      <li><a href="#schemas">Schemas</a></li>
    </ul> `,
  ];
}

function endpointSection({ method, path, operation }: Endpoint, server: string): Html {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const key = security.length === 1 ? "Needs a key." : "Needs no key.";
  return html`<section id="${operationId}">
    <h3>${summary}</h3>
    <p class="path"><b>${method}</b> <code>${server}${path}</code></p>
    ${prose(`${description}\n\n${key}`)}${parameterList(parameters)}${
      requestBody === undefined
        ? ""
        : html`<h4>Body</h4>
            ${prose(requestBody.description)}${examplesOf(requestBody.content)}`
    }
    <h4>Answers</h4>
    <dl>${Object.entries(responses).map(([status, response]) => responseEntry(status, response, server))}</dl>
  </section> `;
}

function parameterList(parameters: readonly ParameterObject[]): Html {
  if (parameters.length === 0) return html``;
  const entries = parameters.map(
    ({ name, in: place, schema, description }) =>
      html`<dt><code>${name}</code> <span>${place}, ${schemaLabel(schema)}</span></dt>
        <dd>${inline(description)}</dd> `,
  );
  return html`<h4>Parameters</h4>
    <dl>${entries}</dl> `;
}

function responseEntry(status: string, response: ResponseObject, server: string): Html {
  const { headers, content = {} } = response;
  const isProblem = "application/problem+json" in content;
  const said = isProblem
    ? problemLinks(content, server)
    : [...inline(response.description), ...bodyOf(content)];
  const names = Object.keys(headers).map((name) => html` <a href="#header-${name}">${name}</a>`);
  return html`<dt><b>${status}</b></dt>
    <dd>${said}<small>Headers:${names}</small>${isProblem ? "" : examplesOf(content)}</dd> `;
}

function problemLinks(content: Record<string, MediaTypeObject>, server: string): Html[] {
  const codes = Object.values(content).flatMap(({ examples }) => Object.keys(examples));
  return [
    html`${codes.map((code) => html`<a href="${server}/docs/problems#${code}"><code>${code}</code></a> `)}<br />`,
  ];
}

function bodyOf(content: Record<string, MediaTypeObject>): Html[] {
  return Object.entries(content).map(
    ([mediaType, { schema }]) => html` <code>${mediaType}</code>: ${schemaLabel(schema)}<br />`,
  );
}

function examplesOf(content: Record<string, MediaTypeObject>): Html[] {
  return Object.values(content)
    .flatMap(({ examples }) => Object.values(examples))
    .flatMap((example) => ("value" in example ? [example] : []))
    .map(({ summary, value }) => {
      const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
      return html`<details>
        <summary>${summary}</summary>
        <pre tabindex="0">${text}</pre>
      </details> `;
    });
}

function headerSection({ headers }: OpenApiDocument["components"]): Html {
  const entries = Object.entries(headers).map(
    ([name, { description, example }]) =>
      html`<dt id="header-${name}"><code>${name}: ${example}</code></dt>
        <dd>${inline(description)}</dd> `,
  );
  return html`<h2 id="headers">Headers</h2>
    <dl>${entries}</dl> `;
}

function schemaSection({ schemas }: OpenApiDocument["components"]): Html {
  const sections = Object.entries(schemas).map(
    ([name, schema]) =>
      html`<h3 id="schema-${name}">${name}</h3>
        ${fieldsOf(schema)}`,
  );
  return html`<h2 id="schemas">Schemas</h2>
    ${sections}`;
}
