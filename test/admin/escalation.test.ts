import { beforeEach, describe, expect, it } from "vitest";
import type { GeneratedApiKey, Permission, Role } from "../../lib/mod.ts";
import { expectProblem } from "../api/world.ts";
import {
  type AdminWorld,
  type Caller,
  createCaller,
  openAdminWorld,
  sendAdmin,
  signedIn,
} from "./admin_world.ts";

const keysOnly: readonly Permission[] = ["keys:manage"];

/** Expects that a response refuses to grant more than its sender has. */
async function expectRefusal(response: Response): Promise<void> {
  await expectProblem(response, 403, "grant-refused");
}

describe("a key that manages keys", () => {
  let world: AdminWorld;
  beforeEach(async () => {
    world = await openAdminWorld();
  });

  const generate = async (key: string, input: object): Promise<Response> =>
    sendAdmin(world, key, ["POST", "/api-keys", { name: "Minted", ...input }]);
  const isRolled = async (keyId: string): Promise<boolean> =>
    (await world.api.apiKeys.get({ organizationSlug: "acme", keyId }))?.rolledTo !== undefined;
  const generated = async (key: string, input: object = {}): Promise<GeneratedApiKey> => {
    const response = await generate(key, input);
    expect(response.status).toBe(201);
    return (await response.json()) as GeneratedApiKey;
  };

  it("passes on no permission that it lacks, named or not", async () => {
    const { key, userId } = await createCaller(world.world, "admin", { permissions: keysOnly });
    await expectRefusal(await generate(key, { permissions: ["keys:manage", "posts:write"] }));
    const minted = await generated(key);
    expect(minted).toMatchObject({ userId, organizationSlug: "acme", permissions: keysOnly });
    await expectProblem(await sendAdmin(world, minted.key, ["GET", "/posts"]), 403, "missing-permission");
  });

  it("passes on nothing that its user is given later", async () => {
    const { key, userId } = await createCaller(world.world, "admin", {
      permissions: ["keys:manage", "posts:read"],
    });
    const minted = await generated(key);
    await world.api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    const creation = await sendAdmin(world, minted.key, ["POST", "/posts", { name: "New" }]);
    const { detail } = await expectProblem(creation, 403, "missing-permission");
    expect(detail).toContain("posts:write");
  });

  it("creates no key for another user or organization", async () => {
    for (const [field, value] of [
      ["userId", world.other.userId],
      ["organizationSlug", "other"],
    ] as const) {
      const response = await generate(world.owner.key, { [field]: value });
      const problem = await expectProblem(response, 422, "invalid-body");
      expect(problem.errors).toEqual([{ pointer: `/${field}`, message: "is not a known field" }]);
    }
  });

  it("creates no key that outlives it, also not by rolling itself", async () => {
    const { key, keyId } = await createCaller(world.world, "admin", { expiresIn: "10d" });
    const end = "2026-06-25T12:00:00.000Z";
    world.world.clock.advance(24 * 60 * 60 * 1000);
    await expectRefusal(await generate(key, { expiresIn: "10d" }));
    expect((await generated(key)).expiresAt).toBe(end);
    expect((await generated(key, { expiresIn: "9d" })).expiresAt).toBe(end);
    expect((await generated(key, { expiresIn: "1d" })).expiresAt).toBe("2026-06-17T12:00:00.000Z");
    const roll = ["POST", `/api-keys/${keyId}/roll`] as const;
    await expectRefusal(await sendAdmin(world, key, [...roll, { expiresIn: "10d" }]));
    const rolled = (await (await sendAdmin(world, key, [...roll])).json()) as GeneratedApiKey;
    expect(rolled.expiresAt).toBe(end);
  });

  it("is not rolled by a body that nobody would read", async () => {
    const { key, keyId } = await createCaller(world.world, "admin");
    const send = async (init: RequestInit): Promise<Response> =>
      world.api.fetch(
        new Request(`http://localhost/api/admin/v1/api-keys/${keyId}/roll`, { method: "POST", ...init }),
      );
    const body = new TextEncoder().encode('{"overlap":"0"}');
    await expectProblem(await send({ headers: { "x-api-key": key }, body }), 415, "unsupported-media-type");
    expect(await isRolled(keyId)).toBe(false);
    expect((await send({ headers: { "x-api-key": key }, body: new Uint8Array() })).status).toBe(201);
  });

  it("rolls a key that lives to the end of time as far as a timestamp goes", async () => {
    const { userId, key } = await createCaller(world.world, "admin");
    const expiresAt = "9999-12-31T23:59:59.999Z";
    const { id } = await world.world.createKey({ role: "admin", userId, expiresAt });
    world.world.clock.advance(24 * 60 * 60 * 1000);
    const response = await sendAdmin(world, key, ["POST", `/api-keys/${id}/roll`]);
    expect([response.status, await response.json()]).toMatchObject([201, { expiresAt }]);
  });

  it("does not show the value of another user's key by rolling it", async () => {
    const { key } = await createCaller(world.world, "admin");
    const roll = `/api-keys/${world.owner.keyId}/roll`;
    await expectRefusal(await sendAdmin(world, key, ["POST", roll]));
    const actor = await world.api.admin.findActor((await createCaller(world.world, "admin")).userId, "acme");
    if (actor === null) throw new Error("no actor");
    await expect(world.api.admin.apiKeys.roll({ actor, keyId: world.owner.keyId })).rejects.toMatchObject({
      name: "GrantRefusedError",
    });
    expect((await world.send("GET", "/posts")).status).toBe(200);
  });

  it("does not roll a key of its user that has more permissions", async () => {
    const { keyId, userId } = await createCaller(world.world, "admin");
    const narrow = await world.world.createKey({ role: "admin", userId, permissions: keysOnly });
    const roll = `/api-keys/${keyId}/roll`;
    await expectRefusal(await sendAdmin(world, narrow.key, ["POST", roll]));
    expect(await isRolled(keyId)).toBe(false);
  });

  it("passes on and widens no network in which it does not work", async () => {
    const { userId, keyId } = await createCaller(world.world, "admin");
    const networks = ["203.0.113.0/24"];
    const { key } = await world.world.createKey({ role: "admin", userId, networks });
    const send = async (...request: [string, string, unknown?]): Promise<Response> => {
      const [method, path, body] = request;
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const headers = new Headers({ "x-api-key": key, ...type });
      const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
      return world.api.handler({
        request: new Request(`http://localhost/api/admin/v1${path}`, init),
        ip: "203.0.113.7",
        platform: undefined,
        env: () => undefined,
        passThrough: () => undefined,
        waitUntil: () => undefined,
      });
    };
    const minted = (await (await send("POST", "/api-keys", { name: "Minted" })).json()) as GeneratedApiKey;
    expect(minted).toMatchObject({ networks });
    const narrower = await send("POST", "/api-keys", { name: "Minted", networks: ["203.0.113.7"] });
    expect(await narrower.json()).toMatchObject({ networks: ["203.0.113.7/32"] });
    for (const wider of [[], ["203.0.112.0/23"], ["203.0.113.0/24", "::1"]]) {
      const refusals = [
        await send("POST", "/api-keys", { name: "Minted", networks: wider }),
        await send("PATCH", `/api-keys/${minted.id}`, { networks: wider }),
      ];
      for (const refusal of refusals) await expectRefusal(refusal);
    }
    await expectRefusal(await send("POST", `/api-keys/${keyId}/roll`));
    expect((await send("POST", `/api-keys/${minted.id}/roll`)).status).toBe(201);
  });

  it("passes on no right to read texts that it does not name", async () => {
    const { key, userId } = await createCaller(world.world, "admin");
    await expectProblem(await generate(key, { permissions: ["knowledge:read"] }), 403, "grant-refused");
    const reader = await world.world.createKey({ role: "admin", userId, permissions: ["knowledge:read"] });
    const rolled = await sendAdmin(world, key, ["POST", `/api-keys/${reader.id}/roll`]);
    await expectProblem(rolled, 403, "grant-refused");
    const actor = await signedIn(world, userId);
    const input = { name: "Reader", permissions: ["knowledge:read"] } as const;
    await expect(world.api.admin.apiKeys.generate(actor, input)).resolves.toMatchObject(input);
  });

  it("narrows the networks of every key, and widens them only with all rights of the key", async () => {
    const office = ["203.0.113.0/24", "198.51.100.7/32"];
    const manager = await createCaller(world.world, "admin", { permissions: ["keys:manage", "posts:read"] });
    const admin = await createCaller(world.world, "admin");
    const rows: [role: Role, permissions: Permission[] | undefined, manager: number, admin: number][] = [
      ["viewer", undefined, 200, 200],
      ["editor", undefined, 403, 200],
      ["owner", undefined, 403, 403],
      ["owner", ["posts:read"], 200, 200],
      ["owner", ["posts:read", "posts:write"], 403, 200],
      ["owner", ["members:manage"], 403, 403],
      ["editor", ["knowledge:read"], 403, 403],
    ];
    for (const [role, permissions, ...expected] of rows) {
      const narrowed = permissions === undefined ? {} : { permissions };
      for (const [index, caller] of [manager, admin].entries()) {
        const { id } = await world.world.createKey({ role, networks: office, ...narrowed });
        const change = async (networks: readonly string[]): Promise<number> =>
          (await sendAdmin(world, caller.key, ["PATCH", `/api-keys/${id}`, { networks }])).status;
        const statuses = [await change(["203.0.113.9"]), await change(office), await change([])];
        const status = expected[index];
        expect([role, permissions, index, statuses]).toEqual([
          role,
          permissions,
          index,
          [200, status, status],
        ]);
      }
    }
  });

  it("disables every key, and enables it only with all rights of the key", async () => {
    const manager = await createCaller(world.world, "admin", { permissions: ["keys:manage", "posts:read"] });
    const admin = await createCaller(world.world, "admin");
    for (const [role, ...expected] of [
      ["viewer", 200, 200],
      ["editor", 403, 200],
      ["owner", 403, 403],
    ] as const) {
      for (const [index, caller] of [manager, admin].entries()) {
        const { id } = await world.world.createKey({ role });
        const change = async (isDisabled: boolean): Promise<number> =>
          (await sendAdmin(world, caller.key, ["PATCH", `/api-keys/${id}`, { isDisabled }])).status;
        expect([role, index, await change(true), await change(false)]).toEqual([
          role,
          index,
          200,
          expected[index],
        ]);
      }
    }
  });

  it("gives no key more requests a day than the operator allows the organization or the key", async () => {
    const { key } = await createCaller(world.world, "admin");
    await world.api.organizations.update("acme", { rateLimit: { perDay: 500 } });
    const most = await generated(key, { rateLimit: { perDay: 500 } });
    expect(most).toMatchObject({ rateLimit: { perDay: 500 } });
    await expectRefusal(await generate(key, { rateLimit: { perDay: 501 } }));
    const limit = async (id: string, perDay: number): Promise<Response> =>
      sendAdmin(world, key, ["PATCH", `/api-keys/${id}`, { rateLimit: { perDay } }]);
    await expectRefusal(await limit(most.id, 501));
    const { id } = await world.world.createKey({ rateLimit: { perDay: 9000 } });
    await expectRefusal(await limit(id, 9001));
    expect(await (await limit(id, 8000)).json()).toMatchObject({ rateLimit: { perDay: 8000 } });
    expect((await limit(id, 400)).status).toBe(200);
    await expectRefusal(await limit(id, 501));
  });

  it("is named in the audit log if a key was generated, rolled or revoked with it", async () => {
    const { key, keyId, userId } = await createCaller(world.world, "admin");
    const { id } = await generated(key);
    await sendAdmin(world, key, ["POST", `/api-keys/${id}/roll`]);
    await sendAdmin(world, key, ["POST", `/api-keys/${id}/revoke`]);
    const { entries } = await world.api.audit.list("acme");
    const made = entries.filter(({ subject }) => subject === id);
    expect(made.map(({ action }) => action).toSorted()).toEqual([
      "key.generated",
      "key.revoked",
      "key.rolled",
    ]);
    for (const entry of made) expect(entry).toMatchObject({ by: userId, via: keyId });
  });
});

describe("a user who manages members", () => {
  let world: AdminWorld;
  let admin: Caller;
  beforeEach(async () => {
    world = await openAdminWorld();
    admin = await createCaller(world.world, "admin");
  });

  const send = async (key: string, ...request: [string, string, unknown?]): Promise<Response> =>
    sendAdmin(world, key, request);

  it("can appoint, demote and remove an owner only as an owner", async () => {
    const { owner, viewerId } = world;
    const requests: [string, string, unknown?][] = [
      ["POST", "/members", { name: "Bob", role: "owner" }],
      ["PATCH", `/members/${viewerId}`, { role: "owner" }],
      ["PATCH", `/members/${admin.userId}`, { role: "owner" }],
      ["PATCH", `/members/${owner.userId}`, { role: "viewer" }],
      ["DELETE", `/members/${owner.userId}`],
    ];
    for (const request of requests) {
      await expectRefusal(await send(admin.key, ...request));
    }
    for (const request of requests.slice(0, 2)) {
      expect((await send(owner.key, ...request)).status).toBeLessThan(300);
    }
  });

  it("gives and takes no role with more permissions than the key has", async () => {
    const permissions: Permission[] = ["posts:read", "members:manage"];
    const { key } = await createCaller(world.world, "owner", { permissions });
    await expectRefusal(await send(key, "POST", "/members", { name: "Bob", role: "editor" }));
    const removal = await send(key, "DELETE", `/members/${admin.userId}`);
    await expectRefusal(removal);
    expect((await send(key, "POST", "/members", { name: "Bob", role: "viewer" })).status).toBe(201);
  });

  it("never takes the last owner", async () => {
    const { key, userId } = world.owner;
    await expectProblem(await send(key, "DELETE", `/members/${userId}`), 409, "last-owner");
    await expectProblem(await send(key, "PATCH", `/members/${userId}`, { role: "admin" }), 409, "last-owner");
    const second = await createCaller(world.world, "owner");
    await world.api.users.setStatus(second.userId, "disabled");
    await expectProblem(await send(key, "DELETE", `/members/${userId}`), 409, "last-owner");
    await world.api.users.setStatus(second.userId, "active");
    expect((await send(key, "DELETE", `/members/${userId}`)).status).toBe(204);
    expect((await send(key, "GET", "/posts")).status).toBe(401);
  });

  it("leaves an owner if two remove each other concurrently", async () => {
    for (let round = 0; round < 10; round++) {
      const { api, world: inner, owner } = await openAdminWorld();
      const second = await createCaller(inner, "owner");
      await Promise.all([
        sendAdmin({ api }, owner.key, ["DELETE", `/members/${second.userId}`]),
        sendAdmin({ api }, second.key, ["DELETE", `/members/${owner.userId}`]),
      ]);
      const roles: string[] = [];
      for await (const { role } of api.users.iterateMembers("acme")) roles.push(role);
      expect(roles.filter((role) => role === "owner")).toHaveLength(1);
    }
  });

  it("invites no member, and no user that there is not", async () => {
    const { key } = world.owner;
    const invite = (userId: string, role: string): Promise<Response> =>
      send(key, "POST", "/members", { userId, role });
    await expectProblem(await invite("aaaaaaaaaaaaaaaa", "viewer"), 404, "not-found");
    await expectProblem(await invite(world.viewerId, "admin"), 409, "already-exists");
    expect((await world.api.admin.findActor(world.viewerId, "acme"))?.permissions).toEqual(["posts:read"]);
  });

  it("does not change the limits of the organization's keys", async () => {
    for (const changes of [{ rateLimit: { perDay: 1_000_000 } }, { slug: "x" }, { id: "x" }]) {
      const response = await send(world.owner.key, "PATCH", "/organization", changes);
      const { errors } = await expectProblem(response, 422, "invalid-body");
      expect(errors?.[0]?.message).toBe("is not a known field");
    }
  });
});
