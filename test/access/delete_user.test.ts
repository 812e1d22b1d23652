import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { createTwin } from "./create_twin.ts";
import { interceptedDriver, interruptedDriver } from "./interrupted_driver.ts";
import { nameOfError } from "./name_of_error.ts";
import { Office } from "./office.ts";

const email = "ada@acme.example";

describe("a deleted user", () => {
  let office: Office;
  beforeEach(async () => {
    office = await Office.open();
  });

  it("loses memberships, keys, sessions and sign-in links, and frees the address", async () => {
    const { api, ada } = office;
    const link = await api.sessions.createLink(ada.id);
    const session = await api.sessions.startFor(ada.id);
    expect(await office.statusesOfKeys()).toEqual([200, 200]);
    await api.users.delete(ada.id, { by: office.bea.id });
    expect(await office.state()).toEqual(office.stateWithoutAda);
    expect(await api.sessions.find(session?.token ?? "")).toBeNull();
    expect(await api.sessions.start(link.token)).toBeNull();
    const next = await api.users.create({ name: "Ada", email });
    expect(await api.users.findByEmail(email)).toEqual([next]);
  });

  it("cannot use an old session after an import restores the user", async () => {
    const { api, ada } = office;
    const session = await api.sessions.startFor(ada.id);
    await api.users.delete(ada.id);
    await createTwin(office.storage, { ...ada, email });
    expect(await api.users.get(ada.id)).toMatchObject({ status: "active" });
    expect(await api.sessions.find(session?.token ?? "")).toBeNull();
  });

  it("is recorded in the audit and emitted to the hooks", async () => {
    const { api, ada, bea, told } = office;
    await api.users.delete(ada.id, { by: bea.id });
    await api.events.settle();
    const ofUser = await api.audit.listOfUser(ada.id);
    expect(ofUser.entries.map(({ action, by }) => `${action} by ${by}`).toSorted()).toEqual([
      `user.deleted by ${bea.id}`,
      `user.status by ${bea.id}`,
    ]);
    const ofOrganization = (await api.audit.list("acme")).entries.filter(({ by }) => by === bea.id);
    expect(ofOrganization.map(({ action }) => action).toSorted()).toEqual(["key.revoked", "member.removed"]);
    const emitted = (type: string): unknown[] => told.filter(([name]) => name === type).map(([, one]) => one);
    expect(emitted("user.changed")).toEqual([
      { userId: ada.id, status: "disabled" },
      { userId: ada.id, status: "deleted" },
    ]);
    expect(emitted("key.revoked")).toHaveLength(2);
    const ofMembers = emitted("member.changed") as { organizationSlug: string; data: object }[];
    const dataOf = (slug: string): object[] =>
      ofMembers.filter(({ organizationSlug }) => organizationSlug === slug).map(({ data }) => data);
    // The membership of an owner ends before the user is disabled.
    expect(dataOf("acme")).toEqual([{ id: ada.id }]);
    expect(dataOf("beta")).toEqual([{ id: ada.id, status: "disabled" }, { id: ada.id }]);
  });

  it("must exist", async () => {
    await expect(office.api.users.delete("nobody")).rejects.toThrow(
      'Cannot delete the user: there is no user "nobody"',
    );
  });

  it.each(["left", "disabled"])("is not the last owner if the other owner has %s", async (how) => {
    const { api, ada, bea } = office;
    if (how === "left") await api.users.removeFromOrganization({ userId: bea.id, organizationSlug: "acme" });
    else await api.users.setStatus(bea.id, "disabled");
    await expect(api.users.delete(ada.id)).rejects.toMatchObject({
      name: "LastOwnerError",
      message: `Cannot delete the user: "${ada.id}" is the last owner of "acme". Make another member an owner, or delete the organization`,
    });
    expect(await office.statusesOfKeys()).toEqual([200, 200]);
    expect(await api.users.get(ada.id)).toMatchObject({ status: "active" });
    await api.organizations.delete("acme");
    await api.users.delete(ada.id);
    expect(await office.namesOfUsers()).toEqual(["Bea"]);
  });

  it.each([false, true])(
    "is gone after a repeated call if the first was killed at any point (its last commit succeeded: %s)",
    async (isLastDone) => {
      let interruptions = 0;
      for (let calls = 0; ; calls++) {
        office = await Office.open();
        const { api, ada } = office;
        const { driver, hasFailed } = interruptedDriver(office.storage, { calls, isLastDone });
        await createPublicApi({ storage: driver })
          .users.delete(ada.id)
          .catch(() => undefined);
        if (!hasFailed()) break;
        interruptions++;
        const user = await api.users.get(ada.id);
        const [acme, beta] = await office.statusesOfKeys();
        expect(beta).toBe(user?.status === "active" ? 200 : 401);
        expect(acme === 200 && beta === 401).toBe(false);
        expect([undefined, "NotFoundError"]).toContain(await nameOfError(api.users.delete(ada.id)));
        expect(await office.state()).toEqual(office.stateWithoutAda);
        // A leftover claim does not reserve the address.
        await api.users.create({ name: "Ada", email });
      }
      expect(interruptions).toBeGreaterThan(20);
    },
  );

  it("is not restored by a status change that started earlier", async () => {
    const { storage, api, ada } = office;
    let isDeleted = false;
    const driver = interceptedDriver(storage, async (run) => {
      const result = await run();
      if (!isDeleted) {
        isDeleted = true;
        await api.users.delete(ada.id);
      }
      return result;
    });
    const late = createPublicApi({ storage: driver }).users.setStatus(ada.id, "disabled");
    await expect(late).rejects.toThrow(/there is no user/);
    expect(await office.state()).toEqual(office.stateWithoutAda);
  });

  it("is one of two owners deleted concurrently, and the other remains", async () => {
    const { api, ada, bea } = office;
    await Promise.allSettled([api.users.delete(ada.id), api.users.delete(bea.id)]);
    const roles = await office.rolesIn("acme");
    expect(roles).toHaveLength(1);
    const [id = ""] = roles[0]?.split(" ") ?? [];
    expect(await api.users.get(id)).toMatchObject({ status: "active" });
  });
});
