import { createDashboard } from "../../lib/dashboard/mod.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import type { DashboardWorld } from "./dashboard_world.ts";

/**
 * Opens the dashboard of the organization "acme" and its owner over a store that takes time to answer. Collects the start of each listed
 * range, the keys that are read, and the keys of all records that the store returns.
 */
export async function openCountedApi(): Promise<{
  world: Pick<DashboardWorld, "api" | "dashboard">;
  userId: string;
  lists: string[];
  reads: string[];
  records: string[];
}> {
  const lists: string[] = [];
  const reads: string[] = [];
  const records: string[] = [];
  const { atomic, ...driver } = slowDriver(memoryDriver(), 2);
  const counted = forwardAtomic(atomic, {
    query: undefined,
    list: async (partition, range) => {
      lists.push(range.start ?? "");
      const found = await atomic.list(partition, range);
      records.push(...found.map(({ key }) => key));
      return found;
    },
    getMany: async (addresses) => {
      const keys = addresses.map(({ key }) => key);
      reads.push(...keys);
      records.push(...keys);
      return atomic.getMany(addresses);
    },
  });
  const api = createPublicApi({ storage: { ...driver, atomic: counted } });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  return { world: { api, dashboard: createDashboard(api) }, userId, lists, reads, records };
}
