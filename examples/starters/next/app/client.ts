import { createClient } from "postern/client";
import { api } from "../content_api.ts";

/** Reads the public API for the pages, without a network. */
export const client = createClient({
  baseUrl: "http://localhost:3000",
  organizationSlug: "acme",
  fetch: api.fetch,
});
