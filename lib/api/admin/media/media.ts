import { onFirstUse } from "../../../base/first_use.ts";
import type { AdminHandler, AdminRoute } from "../admin_route.ts";

// Most hosts store no files.
const load = onFirstUse(() => import("./media_handlers.ts"));

type HandlerName = "listMedia" | "uploadMedia" | "getMedia" | "updateMedia" | "deleteMedia" | "listMediaUses";

/** Returns a handler that loads its code on the first request. */
function loaded(name: HandlerName): AdminHandler {
  return async (request, deps) => (await load())[name](request, deps);
}

/** The paths of files. */
export const mediaRoutes: readonly AdminRoute[] = [
  { path: "media", hasQuery: ["GET", "POST"], GET: loaded("listMedia"), POST: loaded("uploadMedia") },
  {
    path: "media/{id}",
    hasQuery: ["DELETE"],
    GET: loaded("getMedia"),
    PATCH: loaded("updateMedia"),
    DELETE: loaded("deleteMedia"),
  },
  { path: "media/{id}/uses", GET: loaded("listMediaUses") },
];
