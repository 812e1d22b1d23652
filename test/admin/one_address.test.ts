import { expect, it } from "vitest";
import { allOf } from "../async_items.ts";
import { type AtomicDriver, createPublicApi } from "../../lib/mod.ts";
import { recordingDriver } from "../access/recording_driver.ts";
import { createCaller, openAdminWorld, sendAdmin } from "./admin_world.ts";

it("invitations of one email address at the same time, by two processes, are one invitation and no user", async () => {
  const admin = await openAdminWorld();
  const { clock } = admin.world;
  const { driver } = recordingDriver(admin.world.storage as AtomicDriver);
  const { key } = await createCaller(admin.world, "owner");
  const apis = [1, 2].map(() => createPublicApi({ storage: driver, clock, adminApi: true }));
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
    const pending = (await allOf(admin.api.invitations.iterate("acme"))).filter((one) => one.email === email);
    expect(pending).toHaveLength(1);
    expect(await admin.api.users.findByEmail(email)).toEqual([]);
  }
});
