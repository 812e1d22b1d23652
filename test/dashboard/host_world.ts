import { permissions } from "../../lib/access/mod.ts";
import { createDashboard, type Dashboard } from "../../lib/dashboard/mod.ts";
import { type ContentSource, createPublicApi, type PublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

/** The dashboard of a host with its own storage of the organization "acme", its posts and users. Everyone is signed in as "ada". */
export function openHostWorld(
  content: ContentSource,
  options: Partial<PublicApiOptions> = {},
): { api: PublicApi; dashboard: Dashboard } {
  const api = createPublicApi({
    storage: memoryDriver(),
    content,
    ...options,
    identity: { findMember: () => ({ status: "active", permissions }) },
  });
  const user = { id: "ada", name: "Ada", organizations: [{ slug: "acme", name: "Acme" }] };
  return { api, dashboard: createDashboard(api, { identify: () => user }) };
}
