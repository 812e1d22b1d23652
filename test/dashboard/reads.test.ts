import { expect, it } from "vitest";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type Organization } from "../../lib/mod.ts";
import { permissions } from "../../lib/access/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { hostOrganization } from "../host_organization.ts";
import { signIn, visit } from "./dashboard_world.ts";

it("looks once for each organization of a user, and for who the user is there", async () => {
  const slugs = ["acme", "bar", "foo"];
  const asked: string[] = [];
  const api = createPublicApi({
    storage: memoryDriver(),
    content: {
      findOrganization: async (slug): Promise<Organization> => {
        asked.push(`organization ${slug}`);
        return { ...hostOrganization, slug, id: slug };
      },
      getPost: async () => null,
      listPosts: async () => ({ posts: [], next: null }),
    },
    identity: {
      findMember: (_userId, { slug }) => {
        asked.push(`member ${slug}`);
        return { status: "active", permissions };
      },
    },
  });
  const { id } = await api.users.create({ name: "Ada" });
  for (const organizationSlug of slugs)
    await api.users.addToOrganization(id, { organizationSlug, role: "owner" });
  const world = { api, dashboard: createDashboard(api) };
  const visitor = await signIn(world, id);
  asked.length = 0;
  expect((await visit(world, "/o/bar/settings/api-keys/usage", visitor)).status).toBe(200);
  expect(asked.toSorted()).toEqual(
    slugs.flatMap((slug) => [`member ${slug}`, `organization ${slug}`]).toSorted(),
  );
});
