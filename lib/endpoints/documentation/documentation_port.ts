import type { Organization } from "../../content/mod.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";

/** The documentation of the APIs. Each response is created on the first request, and cached. */
export interface Documentation {
  openApi(): PreparedResponse;
  adminOpenApi(): PreparedResponse;
  docs(): PreparedResponse;
  problems(): PreparedResponse;
  stylesheet(): PreparedResponse;
  /** Creates the JSON Schema of the posts of an organization. It is not cached. */
  postSchema(organization: Organization): PreparedResponse;
}
