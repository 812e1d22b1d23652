import type { AdminActor } from "../../admin/mod.ts";
import type { Answer } from "../answer.ts";
import type { HttpDeps } from "../http_deps.ts";
import type { RouteMethod } from "../route_methods.ts";

/** What stands before the paths of the admin API. */
export const adminPath = "/api/admin/v1";

/** A request to the admin API whose caller is known. */
export interface AdminRequest {
  request: Request;
  url: URL;
  /** The path's parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** The user of the key, in the key's organization. */
  actor: AdminActor;
}

/** Answers a request to the admin API. */
export type AdminHandler = (request: AdminRequest, deps: HttpDeps) => Promise<Answer>;

/** A path of the admin API and its handlers. */
export type AdminRoute = {
  path: string;
  /** The handler of GET reads query parameters; all others are refused every parameter. Default: false. */
  hasQuery?: true;
} & { [Method in RouteMethod]?: AdminHandler };
