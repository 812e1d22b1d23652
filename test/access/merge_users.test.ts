import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { interruptedDriver } from "./interrupted_driver.ts";
import { nameOfError } from "./name_of_error.ts";
import { Twins } from "./twins.ts";

const email = "ada@acme.example";

describe("two merged users", () => {
  let twins: Twins;
  beforeEach(async () => {
    twins = await Twins.open();
  });

  it("become one user with the higher role in each organization and all keys", async () => {
    const { api, from, into } = twins;
    const merge = await api.users.merge({ from: from.id, into: into.id }, { by: into.id });
    expect(merge).toEqual({
      user: into,
      memberships: [
        { organizationSlug: "acme", role: "owner" },
        { organizationSlug: "beta", role: "owner" },
        { organizationSlug: "gamma", role: "author" },
      ],
      movedKeys: 3,
    });
    expect(await twins.state()).toEqual(twins.stateOfOne);
    // A key has the current permissions of its user.
    const knowledge = await api.fetch(
      new Request("http://localhost/api/public/v1/knowledge-base", {
        method: "POST",
        headers: { "x-api-key": twins.keys["beta"] ?? "", "content-type": "application/json" },
        body: JSON.stringify({ text: "Twins." }),
      }),
    );
    expect(knowledge.status).toBe(201);
    await expect(api.users.create({ name: "Ada", email })).rejects.toThrow(into.id);
  });

  it("keep the limits and counts of their keys", async () => {
    const { api, from, into } = twins;
    await twins.statusesOfKeys();
    await api.users.merge({ from: from.id, into: into.id });
    await twins.statusesOfKeys();
    for await (const key of api.apiKeys.iterate("acme")) expect(key.requestsToday).toBe(2);
  });

  it("are recorded in the audit and emitted to the hooks", async () => {
    const { api, from, into, told } = twins;
    await api.users.merge({ from: from.id, into: into.id }, { by: into.id });
    await api.events.settle();
    const entries = (await api.audit.list("acme")).entries.filter(({ by }) => by === into.id);
    expect(entries.map(({ action, subject, detail }) => [action, subject, detail])).toEqual(
      expect.arrayContaining([
        ["member.set", into.id, "owner"],
        ["key.moved", expect.stringMatching(/^[a-z2-7]{16}$/), into.id],
        ["member.removed", from.id, into.id],
      ]),
    );
    expect((await api.audit.listOfUser(from.id)).entries).toMatchObject([
      { action: "user.deleted", subject: from.id, by: into.id, detail: into.id },
    ]);
    expect(told.filter(([name]) => name === "member.changed").map(([, event]) => event)).toMatchObject([
      { organizationSlug: "acme", data: { id: into.id, role: "owner" } },
      { organizationSlug: "acme", data: { id: from.id } },
      { organizationSlug: "beta", data: { id: from.id } },
      { organizationSlug: "gamma", data: { id: into.id, role: "author" } },
      { organizationSlug: "gamma", data: { id: from.id } },
    ]);
    const ofUser = told.filter(([name]) => name !== "member.changed");
    expect(ofUser).toEqual([["user.changed", { userId: from.id, status: "deleted", mergedInto: into.id }]]);
  });

  it("end the sessions of the deleted user only", async () => {
    const { api, from, into } = twins;
    const sessions = [await api.sessions.startFor(from.id), await api.sessions.startFor(into.id)];
    await api.users.merge({ from: from.id, into: into.id });
    expect(await api.sessions.find(sessions[0]?.token ?? "")).toBeNull();
    expect(await api.sessions.find(sessions[1]?.token ?? "")).toMatchObject({ user: into });
  });

  it("do not regain revoked keys or ended memberships", async () => {
    const { api, from, into } = twins;
    await api.users.removeFromOrganization({ userId: from.id, organizationSlug: "beta" });
    await api.users.merge({ from: from.id, into: into.id });
    expect(await twins.statusesOfKeys()).toEqual([200, 401, 200]);
  });

  it("must be two existing users, both active or both disabled", async () => {
    const { api, from, into } = twins;
    const merge = async (ids: { from: string; into: string }): Promise<unknown> => api.users.merge(ids);
    await expect(merge({ from: from.id, into: from.id })).rejects.toThrow(/must not be the same user/);
    await expect(merge({ from: "nobody", into: into.id })).rejects.toThrow('no user "nobody"');
    await expect(merge({ from: from.id, into: "nobody" })).rejects.toThrow('no user "nobody"');
    await api.users.setStatus(from.id, "disabled");
    await expect(merge({ from: from.id, into: into.id })).rejects.toThrow(
      `must both be active or both disabled: "${from.id}" is disabled, "${into.id}" is active`,
    );
    await api.users.setStatus(into.id, "disabled");
    await merge({ from: from.id, into: into.id });
    await api.users.setStatus(into.id, "active");
    expect(await twins.state()).toEqual(twins.stateOfOne);
  });

  it.each([false, true])(
    "are merged by a repeated call if the first was killed at any point, and no key fails meanwhile (its last commit succeeded: %s)",
    async (isLastDone) => {
      let interruptions = 0;
      for (let calls = 0; ; calls++) {
        twins = await Twins.open();
        const ids = { from: twins.from.id, into: twins.into.id };
        const { driver, hasFailed } = interruptedDriver(twins.storage, { calls, isLastDone });
        await createPublicApi({ storage: driver })
          .users.merge(ids)
          .catch(() => undefined);
        if (!hasFailed()) break;
        interruptions++;
        expect(await twins.statusesOfKeys()).toEqual([200, 200, 200]);
        expect([undefined, "NotFoundError"]).toContain(await nameOfError(twins.api.users.merge(ids)));
        expect(await twins.state()).toEqual(twins.stateOfOne);
      }
      expect(interruptions).toBeGreaterThan(25);
    },
  );
});
