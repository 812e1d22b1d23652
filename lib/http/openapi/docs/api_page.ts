import type { OpenApiDocument, OperationObject } from "../openapi_document.ts";
import { bodySection, parameterSection, responseSection } from "./endpoint_sections.ts";
import { layout } from "./layout.ts";
import { type Html, html } from "../../../base/text/html.ts";
import { inline, prose } from "./prose.ts";
import { fieldsOf } from "./schema_label.ts";

interface Endpoint {
  method: string;
  path: string;
  operation: OperationObject;
}

interface Group {
  name: string;
  description: string;
  endpoints: readonly Endpoint[];
}

/** Renders the OpenAPI document as an HTML page. */
export function apiPage(document: OpenApiDocument): string {
  const { info, tags, servers, components } = document;
  const server = servers[0]?.url ?? "";
  const endpoints = endpointsOf(document);
  const groups: Group[] = tags.map((tag) => ({
    ...tag,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const main = [
    ...prose(`${info.summary}\n\n${info.description}`),
    ...groups.map((group) => groupSection(group, server)),
    headerSection(components),
    schemaSection(components),
  ];
  return layout({ title: info.title, server, main, navigation: [navigationOf(groups)] });
}

function endpointsOf({ paths }: OpenApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function linkTo({ operation: { operationId, summary } }: Endpoint): Html {
  return html`<li><a href="#${operationId}">${summary}</a></li>\n`;
}

function navigationOf(groups: readonly Group[]): Html {
  const lists = groups.map(
    ({ name, endpoints }) => html`<li>${name}\n<ul>\n${endpoints.map(linkTo)}</ul></li>\n`,
  );
  return html`<ul>
${lists}<li><a href="#headers">Headers</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>
`;
}

function groupSection({ name, description, endpoints }: Group, server: string): Html {
  const sections = endpoints.map((endpoint) => endpointSection(endpoint, server));
  return html`<h2>${name}</h2>\n${prose(description)}${sections}`;
}

function endpointSection({ method, path, operation }: Endpoint, server: string): Html {
  const { operationId, summary, description, security } = operation;
  const key = security.length === 1 ? "Needs a key." : "Needs no key.";
  return html`<section id="${operationId}">
<h3>${summary}</h3>
<p class="path"><b>${method}</b> <code>${server}${path}</code></p>
${prose(`${description}\n\n${key}`)}${parameterSection(operation)}${bodySection(operation)}${responseSection(operation, server)}</section>
`;
}

function headerSection({ headers }: OpenApiDocument["components"]): Html {
  const entries = Object.entries(headers).map(
    ([name, { description, example }]) =>
      html`<dt id="header-${name}"><code>${name}: ${example}</code></dt>\n<dd>${inline(description)}</dd>\n`,
  );
  return html`<h2 id="headers">Headers</h2>\n<dl>\n${entries}</dl>\n`;
}

function schemaSection({ schemas }: OpenApiDocument["components"]): Html {
  const sections = Object.entries(schemas).map(
    ([name, schema]) => html`<h3 id="schema-${name}">${name}</h3>\n${fieldsOf(schema)}`,
  );
  return html`<h2 id="schemas">Schemas</h2>\n${sections}`;
}
