import { expect, it, vi } from "vitest";
import type { AdminActor } from "../../lib/mod.ts";

vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "content");
const { memoryDriver } = await import("../../storage-drivers/memory.ts");
const { createPublicApi } = await import("../../lib/mod.ts");
const { permissions } = await import("../../lib/access/mod.ts");
const { slowDriver } = await import("../../lib/store/testing/mod.ts");
const { respondOrPass } = await import("../../adapters/serving/respond_or_pass.ts");

it.each([
  ["no waitUntil", undefined],
  ["a waitUntil that does not wait", (): void => undefined],
])("on Lambda, an adapter with %s has the counts before the response", async (_name, waitUntil) => {
  const storage = slowDriver(memoryDriver(), 6);
  const api = createPublicApi({ storage });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  const actor: AdminActor = { userId, organizationSlug: "acme", permissions };
  const request = new Request("http://localhost/api/public/v1/post/acme");
  const facts = {
    request,
    ip: "192.0.2.7",
    platform: undefined,
    env: () => undefined,
    ...(waitUntil && { waitUntil }),
  };
  expect((await respondOrPass(api, facts, undefined)).status).toBe(200);
  // Another instance sees only the records in the store.
  const { days } = await createPublicApi({ storage }).admin.insight.daily(actor);
  const counts = days.flatMap(({ requests }) => Object.values(requests));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
});
