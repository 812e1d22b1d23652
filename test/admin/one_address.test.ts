import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { createCaller, openAdminWorld, sendAdmin } from "./admin_world.ts";

it("members who are added with one email address at the same time, by two processes, are one user at most", async () => {
  const admin = await openAdminWorld();
  const { storage, clock } = admin.world;
  const { key } = await createCaller(admin.world, "owner");
  const apis = [admin.api, createPublicApi({ storage, clock, adminApi: true })];
  for (let round = 0; round < 10; round++) {
    const email = `twin.${round}@acme.example`;
    const responses = await Promise.all(
      (["admin", "viewer", "editor", "author"] as const).map(async (role, index) => {
        const api = apis[index % 2] ?? admin.api;
        return sendAdmin({ api }, key, ["POST", "/members", { email, name: "Ada", role }]);
      }),
    );
    const statuses = new Set(responses.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect((await admin.api.users.findByEmail(email)).length).toBeLessThanOrEqual(1);
  }
});
