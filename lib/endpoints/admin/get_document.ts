import type { AdminHandler } from "./admin_route.ts";

/** `GET /openapi.json`: what the admin API does, for machines. */
export const getDocument: AdminHandler = async (_request, { documentation }) =>
  (await documentation()).adminOpenApi();
