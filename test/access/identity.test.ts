import { describe, expect, it } from "vitest";
import type { Identity, Member } from "../../lib/mod.ts";
import { expectProblem, World } from "../api/world.ts";
import { openMemory } from "./storages.ts";

/** A host that keeps its users in a map and records the calls. */
class Host implements Identity {
  readonly members = new Map<string, Member>();
  readonly asked: unknown[] = [];

  async findMember(userId: string, organization: { id: string; slug: string }): Promise<Member | null> {
    this.asked.push([userId, organization]);
    return this.members.get(`${userId}@${organization.slug}`) ?? null;
  }
}

describe("a host's identity", () => {
  it("is queried for every request, so that status, membership and permissions apply immediately", async () => {
    const host = new Host();
    const world = await World.open(openMemory, { identity: host });
    const setMember = (member: Member): unknown => host.members.set("ann@acme", member);
    setMember({ status: "active", permissions: ["posts:read"] });
    const { key } = await world.api.apiKeys.generate({ organizationSlug: "acme", userId: "ann", name: "K" });
    const ask = async (): Promise<Response> => world.get("/post/acme", key);
    expect((await ask()).status).toBe(200);
    setMember({ status: "disabled", permissions: ["posts:read"] });
    await expectProblem(await ask(), 401, "inactive-user");
    setMember({ status: "active", permissions: ["knowledge:write"] });
    await expectProblem(await ask(), 403, "missing-permission");
    setMember({ status: "active", permissions: ["posts:read"] });
    expect((await ask()).status).toBe(200);
    host.members.clear();
    await expectProblem(await ask(), 401, "inactive-user");
    const organization = await world.api.organizations.get("acme");
    const asked = ["ann", { id: organization?.id, slug: "acme" }];
    expect(host.asked).toEqual([asked, asked, asked, asked, asked, asked]);
  });

  it("decides which users may generate a key", async () => {
    const host = new Host();
    const world = await World.open(openMemory, { identity: host });
    const generate = async (): Promise<unknown> =>
      world.api.apiKeys.generate({ organizationSlug: "acme", userId: "ann", name: "K" });
    await expect(generate()).rejects.toThrow(/"ann" is not an active member of "acme"/);
    host.members.set("ann@acme", { status: "disabled", permissions: [] });
    await expect(generate()).rejects.toThrow(/not an active member/);
    host.members.set("ann@other", { status: "active", permissions: [] });
    await expect(generate()).rejects.toThrow(/not an active member/);
  });

  it("is not queried for an invalid key", async () => {
    const host = new Host();
    const world = await World.open(openMemory, { identity: host });
    host.members.set("ann@acme", { status: "active", permissions: ["posts:read"] });
    const input = { organizationSlug: "acme", userId: "ann", name: "K" };
    const { key, id } = await world.api.apiKeys.generate(input);
    await world.revokeKey(id);
    host.asked.length = 0;
    for (const text of [key, "x", undefined]) await world.get("/post/acme", text);
    expect(host.asked).toEqual([]);
  });
});
