import { andThen } from "../awaitable.ts";
import type { Answer } from "./answer.ts";
import type { Documentation } from "./documentation.ts";
import type { ApiHandler } from "./http_deps.ts";

/** `GET /api/public/v1/openapi.json`: the OpenAPI document. */
export const getOpenApi: ApiHandler = answering((documentation) => documentation.openApi());

/** `GET /api/public/v1/docs`: the document as a page. */
export const getDocs: ApiHandler = answering((documentation) => documentation.docs());

/** `GET /api/public/v1/docs/problems`: what the types of problems lead to. */
export const getProblemDocs: ApiHandler = answering((documentation) => documentation.problems());

/** `GET /api/public/v1/docs/style.css`: the style of both pages. */
export const getDocsStylesheet: ApiHandler = answering((documentation) => documentation.stylesheet());

/** The documentation is for everyone; only a key that is no good is refused, as it is everywhere. */
function answering(choose: (documentation: Documentation) => Answer): ApiHandler {
  return (request, { documentation }) => andThen(request.admitted(), () => choose(documentation));
}
