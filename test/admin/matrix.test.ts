import { beforeAll, describe, expect, it } from "vitest";
import type { Permission } from "../../lib/mod.ts";
import { permissionsOfRole, type Role, roles } from "../../lib/access/mod.ts";
import { expectProblem } from "../api/world.ts";
import { acts } from "./acts.ts";
import type { Act } from "./needing.ts";
import { type AdminWorld, createCaller, openAdminWorld, sendAdmin, signedIn } from "./admin_world.ts";

/** Returns the writes to the store, except for the counts of the request itself. */
function changesOf(writes: readonly string[]): string[] {
  return writes.filter((write) => !/"key":"(?:requests|burst|insight)!/.test(write));
}

describe.each<Act>(acts)("to $name", ({ needs, alsoNeeds, enough, directly, byHttp }) => {
  // Admins and owners have all permissions, so that only the permission of the action tells the other roles apart.
  const needed = needs === "media:write" || needs.startsWith("posts:") ? [needs, ...alsoNeeds] : [needs];
  const hasAll = (role: Role, wanted: readonly Permission[]): boolean =>
    wanted.every((permission) => permissionsOfRole[role].includes(permission));
  const isGiven = (role: Role): boolean =>
    hasAll(role, needed) || (enough !== undefined && hasAll(role, enough));
  const missing = [...needed, ...(enough ?? [])];
  /** The organizations of all refusals, which change nothing. */
  let world: AdminWorld;
  beforeAll(async () => {
    world = await openAdminWorld();
  });

  it.each(roles.filter(isGiven))("is allowed to the role %s, by HTTP", async (role) => {
    const own = await openAdminWorld();
    const caller = await createCaller(own.world, role);
    const response = await sendAdmin(own, caller.key, byHttp(own, caller));
    expect([response.status, await response.text()]).toEqual([
      expect.toBeOneOf([200, 201, 204]),
      expect.anything(),
    ]);
  });

  it.each(roles.filter(isGiven))("is allowed to the role %s, directly", async (role) => {
    const own = await openAdminWorld();
    const caller = await createCaller(own.world, role);
    const actor = await signedIn(own, caller.userId);
    await expect(directly(own, actor, caller)).resolves.not.toThrow();
  });

  it.each(roles.filter((role) => !isGiven(role)))("is refused to the role %s, in both ways", async (role) => {
    const caller = await createCaller(world.world, role);
    const actor = await signedIn(world, caller.userId);
    await world.world.forgetWrites();
    const response = await sendAdmin(world, caller.key, byHttp(world, caller));
    const { detail } = await expectProblem(response, 403, "missing-permission");
    expect(missing.filter((permission) => detail?.endsWith(`${permission} is missing`))).toHaveLength(1);
    await expect(directly(world, actor, caller)).rejects.toMatchObject({
      name: "MissingPermissionError",
      permission: expect.toBeOneOf(missing),
    });
    expect(changesOf(world.world.writes)).toEqual([]);
  });

  it("is refused to an owner's key that was narrowed to other permissions", async () => {
    const permissions = permissionsOfRole.owner.filter(
      (permission) => permission !== needs && !enough?.includes(permission),
    );
    const caller = await createCaller(world.world, "owner", { permissions });
    await world.world.forgetWrites();
    const response = await sendAdmin(world, caller.key, byHttp(world, caller));
    await expectProblem(response, 403, "missing-permission");
    expect(changesOf(world.world.writes)).toEqual([]);
  });

  it("is refused without a key, to a former member, and to a disabled user", async () => {
    const request = byHttp(world, world.owner);
    const left = await createCaller(world.world, "owner");
    const disabled = await createCaller(world.world, "owner");
    await world.api.users.removeFromOrganization({ userId: left.userId, organizationSlug: "acme" });
    await world.api.users.setStatus(disabled.userId, "disabled");
    await world.world.forgetWrites();
    await expectProblem(await sendAdmin(world, undefined, request), 401, "missing-key");
    await expectProblem(await sendAdmin(world, left.key, request), 401, "inactive-user");
    await expectProblem(await sendAdmin(world, disabled.key, request), 401, "inactive-user");
    for (const { userId } of [left, disabled])
      expect(await world.api.admin.findActor(userId, "acme")).toBeNull();
    expect(changesOf(world.world.writes)).toEqual([]);
  });
});
