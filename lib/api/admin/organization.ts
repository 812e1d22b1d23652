import { withMergedObjects } from "../../base/input/patch_of.ts";
import { pages, shows } from "./admin_handlers.ts";
import type { AdminRoute } from "./admin_route.ts";

/** The path of the organization of the key. */
export const organizationRoutes: readonly AdminRoute[] = [
  {
    path: "organization",
    GET: shows(async ({ actor, admin }) => admin.organization.get(actor)),
    PATCH: shows(async ({ actor, admin, body }) =>
      admin.organization.update(actor, withMergedObjects(await body())),
    ),
  },
];

/** The path of the changes of keys and members. */
export const auditRoutes: readonly AdminRoute[] = [
  {
    path: "audit",
    hasQuery: ["GET"],
    GET: pages("entries", async ({ actor, admin }, part) => admin.organization.audit(actor, part), "audit"),
  },
];
