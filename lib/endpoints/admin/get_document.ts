import type { AdminHandler } from "./admin_route.ts";

/** `GET /openapi.json`: the OpenAPI document of the admin API. */
export const getDocument: AdminHandler = async (_request, { documentation }) =>
  (await documentation()).adminOpenApi();
