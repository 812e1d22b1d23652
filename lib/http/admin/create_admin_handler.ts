import type { HattipHandler } from "@hattip/core";
import { responseClassOf, toResponse } from "../answer.ts";
import type { HttpDeps } from "../http_deps.ts";
import { createMatcher, unknownPath } from "../match_route.ts";
import { createPassOn } from "../pass_on.ts";
import { isBelow, pathOf } from "../path.ts";
import { refusalOf } from "../request_target.ts";
import { adminPath } from "./admin_route.ts";
import { adminRoutes } from "./admin_routes.ts";
import { answerAdmin } from "./answer_admin.ts";

/** Creates the handler of the admin API. It passes on every path that has no route. */
export function createAdminHandler(deps: HttpDeps): HattipHandler {
  const { basePath } = deps.options;
  const find = createMatcher({ basePath, root: adminPath }, adminRoutes);
  const passOn = createPassOn(deps);
  return (context) => {
    const path = pathOf(context.request.url);
    const match = find(path);
    if (match === undefined) {
      if (!isBelow(path, basePath + adminPath)) return passOn(context);
      // A path that is refused for its form is no host's to answer.
      if (refusalOf(path) === undefined) context.passThrough();
    }
    const Class = responseClassOf(context);
    return answerAdmin(match ?? unknownPath(path), context, deps).then((answered) =>
      toResponse(answered, Class),
    );
  };
}
