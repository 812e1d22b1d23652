import * as v from "valibot";
import { type NewMember, roleInput } from "../actions/member_actions.ts";
import { validate } from "../../base/input/validate.ts";
import { jsonResponse, parseQuery, type QuerySchema } from "../../http/mod.ts";
import { ends, pages, shows } from "./admin_handlers.ts";
import type { AdminRoute } from "./admin_route.ts";
import { pageOf, pageParameters, searchParameter } from "./page_query.ts";

/** The query parameters of the list of members. */
export const membersParameters: QuerySchema<{ limit: number; cursor?: string; search?: string }> = v.object({
  ...pageParameters,
  search: searchParameter(
    "Only members with these words: each begins a word of the name, the id or the email address, or the role. " +
      "Case and accents are ignored.",
  ),
});

/** The paths of members and invitations. */
export const memberRoutes: readonly AdminRoute[] = [
  {
    path: "members",
    hasQuery: ["GET"],
    GET: async ({ url, actor, request }, deps) => {
      const { cursor, limit, ...query } = parseQuery(membersParameters, url.searchParams);
      const list = query.search === undefined ? "members" : "found-members";
      return pageOf({ field: "members", list, cursor, limit }, { request, deps }, async (part) =>
        deps.admin.members.list(actor, { ...query, ...part }),
      );
    },
    POST: async ({ actor, admin, body, url }, { options: { invitationsUrl } }) => {
      const added = await admin.members.add(actor, (await body()) as NewMember);
      if (added.status !== "pending" || invitationsUrl === undefined) return jsonResponse(added, 201);
      return jsonResponse({ ...added, url: new URL(invitationsUrl, url).href }, 201);
    },
  },
  {
    path: "members/{id}",
    GET: shows(async ({ actor, id: userId, admin }) => admin.members.get({ actor, userId })),
    PATCH: shows(async ({ actor, admin, id: userId, body }) => {
      const { role } = validate(roleInput, await body(), "Cannot change the member's role");
      return admin.members.changeRole({ actor, userId }, role);
    }),
    DELETE: ends(async ({ actor, id: userId, admin }) => admin.members.remove({ actor, userId })),
  },
  {
    path: "members/{id}/records",
    hasQuery: ["GET"],
    GET: pages(
      "records",
      async ({ actor, id: userId, admin }, part) => admin.members.listRecords({ actor, userId }, part),
      "member-records",
    ),
  },
  {
    path: "invitations",
    hasQuery: ["GET"],
    GET: pages("invitations", async ({ actor, admin }, part) => admin.members.listInvitations(actor, part)),
  },
  {
    path: "invitations/{id}",
    DELETE: ends(async ({ actor, id, admin }) => admin.members.revokeInvitation({ actor, id })),
  },
];
