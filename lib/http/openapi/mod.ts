/**
 * Creates an OpenAPI 3.1 document and HTML pages from the schemas of an API. Independent of any endpoint.
 *
 * @module
 */
export type {
  ApiDescription,
  BodyDescription,
  Content,
  Example,
  HeaderDescription,
  Operation,
  Parameter,
  ResponseDescription,
} from "./api_description.ts";
export { apiPage } from "./docs/api_page.ts";
export { problemsPage } from "./docs/problems_page.ts";
export { stylesheet } from "./docs/stylesheet.ts";
export type { JsonSchema, OpenApiDocument } from "./openapi_document.ts";
export { toOpenApi, toSchemaDocument } from "./to_openapi.ts";
