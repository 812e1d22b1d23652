import * as v from "valibot";
import { longestAddress, type RedirectInput } from "../../content/mod.ts";
import { jsonResponse, parseQuery, type QuerySchema } from "../../http/mod.ts";
import { ends, pages } from "./admin_handlers.ts";
import type { AdminRoute } from "./admin_route.ts";

/** The query parameters of the removal of a redirect. */
export const removalParameters: QuerySchema<{ from: string }> = v.object({
  from: v.pipe(
    v.string(),
    v.maxLength(longestAddress, `must be at most ${longestAddress} characters`),
    v.description("The address that redirects."),
    v.examples(["/2016/03/hours.html"]),
  ),
});

/** The path of redirects to posts of every status. */
export const redirectRoutes: readonly AdminRoute[] = [
  {
    path: "redirects",
    hasQuery: ["GET", "DELETE"],
    GET: pages("redirects", async ({ actor, admin }, part) => admin.redirects.list(actor, part)),
    POST: async ({ actor, admin, body }) => {
      const input = (await body()) as RedirectInput;
      const { redirect, isNew } = await admin.redirects.add(actor, input);
      return jsonResponse(redirect, isNew ? 201 : 200);
    },
    DELETE: ends(async ({ url, actor, admin }) => {
      const { from } = parseQuery(removalParameters, url.searchParams);
      return admin.redirects.remove({ actor, from });
    }),
  },
];
