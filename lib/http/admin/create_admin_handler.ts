import type { AdapterRequestContext } from "@hattip/core";
import type { Awaitable } from "../../awaitable.ts";
import { acceptLightRequests } from "../../light_request.ts";
import { responseClassOf, toResponse } from "../answer.ts";
import type { ComposableHandler } from "../composable_handler.ts";
import type { HttpDeps } from "../http_deps.ts";
import { createMatcher, type Match, unknownPath } from "../match_route.ts";
import { createPassOn, passOnBelowRoot } from "../pass_on.ts";
import { isBelow, pathOf } from "../path.ts";
import { type AdminRoute, adminPath } from "./admin_route.ts";
import { adminRoutes } from "./admin_routes.ts";
import { answerAdmin } from "./answer_admin.ts";

/** Creates the handler of the admin API. It passes on every path that has no route. */
export function createAdminHandler(deps: HttpDeps): ComposableHandler {
  const { basePath } = deps.options;
  const find = createMatcher({ basePath, root: adminPath }, adminRoutes);
  const passOn = createPassOn(deps);
  const handler = (context: AdapterRequestContext): Awaitable<Response | undefined> => {
    const path = pathOf(context.request.url);
    const match = find(path);
    if (match !== undefined) return answer(match, context);
    if (!isBelow(path, basePath + adminPath)) return passOn(context);
    return passOnBelowRoot(context, () => answer(unknownPath(path), context));
  };
  return acceptLightRequests(handler as ComposableHandler);

  async function answer(match: Match<AdminRoute>, context: AdapterRequestContext): Promise<Response> {
    return toResponse(await answerAdmin(match, context, deps), responseClassOf(context));
  }
}
