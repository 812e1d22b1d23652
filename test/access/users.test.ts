import { beforeEach, describe, expect, it } from "vitest";
import { permissionsOfRole, type Role } from "../../lib/access/mod.ts";
import { AlreadyExistsError, createPublicApi, type Permission, type PublicApi } from "../../lib/mod.ts";
import { encodeKey } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { createTwin } from "./create_twin.ts";
import { allOf } from "../async_items.ts";

describe("users", () => {
  let api: PublicApi;
  beforeEach(async () => {
    api = createPublicApi({ storage: memoryDriver(), clock: new ManualClock() });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  });

  it("are active after their creation", async () => {
    const user = await api.users.create({ name: " Ada ", email: "ada@acme.example" });
    expect(user).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      name: "Ada",
      email: "ada@acme.example",
      status: "active",
      createdAt: "2026-06-15T12:00:00.000Z",
    });
    expect(await api.users.get(user.id)).toEqual(user);
    expect(await api.users.get("nobody")).toBeNull();
  });

  it.each([{ name: "" }, { name: "x".repeat(201) }, { name: "A", email: "ada" }, {}])(
    "cannot be created from %j",
    async (input) => {
      await expect(api.users.create(input as { name: string })).rejects.toMatchObject({
        name: "InvalidInputError",
      });
    },
  );

  it.each(["7", "auth0:5f7c", "a.b_c~d-e", "x".repeat(128)])("take the id %s of the host", async (id) => {
    const user = await api.users.create({ id, name: "Ada" });
    expect(user.id).toBe(id);
    expect(await api.users.get(id)).toEqual(user);
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
    expect(await allOf(api.users.iterateOrganizations(id))).toEqual(["acme"]);
  });

  it.each(["", ".", "..", "a b", "a/b", "a@b", "ä", "x".repeat(129), 7, null])(
    "refuse the id %j of the host",
    async (id) => {
      await expect(api.users.create({ id: id as string, name: "Ada" })).rejects.toMatchObject({
        name: "InvalidInputError",
        fields: [{ pointer: "/id" }],
      });
    },
  );

  it("have different ids, even if they are created concurrently", async () => {
    const create = (name: string): Promise<unknown> => api.users.create({ id: "7", name });
    const results = await Promise.allSettled(["Ada", "Bea", "Cy"].map(create));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { name } = (await api.users.get("7")) ?? {};
    await expect(create("Dee")).rejects.toThrow(
      new AlreadyExistsError(
        'Cannot create the user: "7" is the id of another user. Use that user, or another id',
      ),
    );
    expect((await allOf(api.users.iterate())).map((user) => user.name)).toEqual([name]);
  });

  it("can reuse the id of a failed creation or a deleted user", async () => {
    const storage = memoryDriver();
    api = createPublicApi({ storage });
    const withdrawn = { key: encodeKey(["withdrawn"]), value: { schemaVersion: 1, data: {} } };
    await storage.atomic.commit(encodeKey(["user", "7"]), { sets: [withdrawn] });
    expect((await api.users.create({ id: "7", name: "Ada", email: "ada@acme.example" })).id).toBe("7");
    await api.users.delete("7");
    expect((await api.users.create({ id: "7", name: "Ada", email: "ada@acme.example" })).id).toBe("7");
  });

  it("are found by their email address in any ASCII case, oldest first", async () => {
    const storage = memoryDriver();
    const clock = new ManualClock();
    api = createPublicApi({ storage, clock });
    const ada = await api.users.create({ name: "Ada", email: "K@Acme.example" });
    clock.advance(1000);
    await api.users.create({ name: "Cy", email: "cy@acme.example" });
    await api.users.create({ name: "None" });
    expect(await api.users.findByEmail("k@acme.EXAMPLE")).toEqual([ada]);
    const older = await createTwin(storage, {
      name: "Bea",
      email: "k@acme.example",
      createdAt: "2026-06-15T11:00:00.000Z",
    });
    expect(await api.users.findByEmail("k@acme.EXAMPLE")).toEqual([older, ada]);
    // The Kelvin sign, which is a different letter.
    expect(await api.users.findByEmail("\u212A@acme.example")).toEqual([]);
    expect(await api.users.findByEmail("")).toEqual([]);
  });

  it("join only with a known role and an existing organization", async () => {
    const { id } = await api.users.create({ name: "Ada" });
    const join = (userId: string, organizationSlug: string, role: string): Promise<void> =>
      api.users.addToOrganization(userId, { organizationSlug, role: role as Role });
    await expect(join(id, "acme", "king")).rejects.toThrow(
      /must be one of viewer, author, contributor, writer, editor, admin, owner/,
    );
    await expect(join(id, "acme", "toString")).rejects.toThrow(/must be one of/);
    await expect(join(id, "nobody", "owner")).rejects.toThrow(/"nobody"/);
    await expect(join("nobody", "acme", "owner")).rejects.toThrow(/"nobody"/);
    await expect(api.users.setStatus("nobody", "disabled")).rejects.toThrow(/"nobody"/);
  });

  it("are found only in their organizations", async () => {
    const { id } = await api.users.create({ name: "Ada" });
    const slugs = async (): Promise<string[]> => {
      return allOf(api.users.iterateOrganizations(id));
    };
    await api.organizations.create({ slug: "beta", name: "Beta", siteUrl: "https://beta.example" });
    expect(await slugs()).toEqual([]);
    await api.users.addToOrganization(id, { organizationSlug: "beta", role: "viewer" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "viewer" });
    expect(await slugs()).toEqual(["acme", "beta"]);
    await api.users.removeFromOrganization({ userId: id, organizationSlug: "acme" });
    expect(await slugs()).toEqual(["beta"]);
  });
});

describe("roles", () => {
  it("include the permissions of all lower roles", () => {
    let lower: readonly Permission[] = [];
    for (const [role, more] of [
      ["viewer", ["posts:read"]],
      ["author", ["knowledge:write"]],
      ["contributor", ["posts:write-own", "media:write"]],
      ["writer", ["posts:publish-own"]],
      ["editor", ["posts:write", "knowledge:read"]],
      ["admin", ["keys:manage", "webhooks:manage", "members:manage"]],
      ["owner", []],
    ] as const) {
      const all = [...lower, ...more];
      expect([role, permissionsOfRole[role].toSorted()]).toEqual([role, all.toSorted()]);
      lower = all;
    }
  });
});
