import { createDashboard } from "../../lib/dashboard/mod.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import type { DashboardWorld } from "./dashboard_world.ts";

/** Opens the dashboard of the organization "acme" and its owner, and collects the start of each listed range, and the keys that are read. */
export async function openCountedApi(): Promise<{
  world: Pick<DashboardWorld, "api" | "dashboard">;
  userId: string;
  lists: string[];
  reads: string[];
}> {
  const lists: string[] = [];
  const reads: string[] = [];
  const { atomic, ...driver } = memoryDriver();
  const counted = forwardAtomic(atomic, {
    list: (partition, range) => {
      lists.push(range.start ?? "");
      return atomic.list(partition, range);
    },
    getMany: (addresses) => {
      reads.push(...addresses.map(({ key }) => key));
      return atomic.getMany(addresses);
    },
  });
  const api = createPublicApi({ storage: { ...driver, atomic: counted } });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  return { world: { api, dashboard: createDashboard(api) }, userId, lists, reads };
}
