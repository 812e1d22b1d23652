import type { Endpoint, PreparedResponse } from "../../http/mod.ts";
import type { EndpointDeps } from "../public/endpoint_deps.ts";
import type { Documentation } from "./documentation_port.ts";

type DocumentationEndpoint = (deps: EndpointDeps) => Endpoint;

/** `GET /api/public/v1/openapi.json`: the OpenAPI document. */
export const getOpenApi: DocumentationEndpoint = show((documentation) => documentation.openApi());

/** `GET /api/public/v1/docs`: the document as a page. */
export const getDocs: DocumentationEndpoint = show((documentation) => documentation.docs());

/** `GET /api/public/v1/docs/problems`: the descriptions of problem types. */
export const getProblemDocs: DocumentationEndpoint = show((documentation) => documentation.problems());

/** `GET /api/public/v1/docs/style.css`: the style sheet of both pages. */
export const getDocsStylesheet: DocumentationEndpoint = show((documentation) => documentation.stylesheet());

/** Creates an endpoint of the documentation, which needs no key and never changes while the process runs. */
function show(choose: (documentation: Documentation) => PreparedResponse): DocumentationEndpoint {
  return ({ documentation }) => {
    const plan = { questions: [], respond: async () => choose(await documentation()) };
    return () => plan;
  };
}
