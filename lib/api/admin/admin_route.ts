import type { Admin } from "../actions/admin.ts";
import type { AdminActor } from "../actions/admin_actor.ts";
import type { PreparedResponse, Incoming, RouteMethod } from "../../http/mod.ts";
import type { EndpointDeps } from "../public/endpoint_deps.ts";

/** A request to the admin API by an authenticated caller. */
export interface AdminRequest {
  request: Incoming;
  url: URL;
  /** The path's `{slug}`, decoded. Empty if the path has no slug. */
  slug: string;
  /** The path's `{id}`, decoded. Empty if the path has no id. */
  id: string;
  /** The path's `{number}`, decoded. Empty if the path has no number. */
  number: string;
  /** The user of the key, in the key's organization. */
  actor: AdminActor;
  admin: Admin;
  /** Reads the JSON object of the body. The action validates it. */
  body: () => Promise<object>;
  /** Reads the JSON object of a body that may be missing. */
  optionalBody: () => Promise<object>;
}

/** Responds to a request to the admin API. */
export type AdminHandler = (request: AdminRequest, deps: EndpointDeps) => Promise<PreparedResponse>;

/** A path of the admin API and its handlers. */
export type AdminRoute = {
  path: string;
  /** Methods whose handlers read query parameters. All others refuse every parameter. Default: none. */
  hasQuery?: readonly RouteMethod[];
  /** Methods that write a post. The post, or for a path without `{slug}` the index of the posts, is read with the key. Default: none. */
  readsPost?: readonly RouteMethod[];
  /** Methods that write a knowledge text. The version of the texts is read with the key. Default: none. */
  readsTexts?: readonly RouteMethod[];
} & { [Method in RouteMethod]?: AdminHandler };
