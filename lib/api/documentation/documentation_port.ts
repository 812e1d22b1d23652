import type { CustomField, Organization } from "../../content/mod.ts";
import type { PreparedResponse } from "../../http/mod.ts";

/** The documentation of the APIs. A response without a parameter is created on the first request, and cached. */
export interface Documentation {
  openApi(): PreparedResponse;
  /** Creates the document of the admin API for an organization that defines these fields. Without fields, `custom` has any names. */
  adminOpenApi(postFields?: readonly CustomField[]): PreparedResponse;
  docs(): PreparedResponse;
  problems(): PreparedResponse;
  stylesheet(): PreparedResponse;
  /** Creates the JSON Schema of the posts of an organization. */
  postSchema(organization: Organization): PreparedResponse;
}
