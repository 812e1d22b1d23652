import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { expectProblem, type OpenStorage, World } from "./world.ts";
import { allOf } from "../async_items.ts";

const path = "/post/acme";

/** The key with another character at one place. */
const withOtherCharacter = (key: string, index: number): string =>
  key.slice(0, index) + (key[index] === "a" ? "b" : "a") + key.slice(index + 1);

/** Keys: what is kept of them, and which are let in. */
export function describeKeys(openStorage: OpenStorage): void {
  const world = World.forEachTest(openStorage);

  const listKeys = async (): Promise<Record<string, unknown>[]> => {
    return (await allOf(world.api.apiKeys.iterate("acme"))).map((key) => ({ ...key }));
  };

  it("generates a valid key, shows it once, and stores only its hash", async () => {
    const { key, ...shown } = await world.createKey({ name: "Site" });
    expect(key).toMatch(/^postern_[a-z2-7]{16}_[0-9A-Za-z]{49}$/);
    expect(shown).toEqual({
      id: key.split("_")[1],
      userId: expect.stringMatching(/^[a-z2-7]{16}$/),
      organizationId: expect.stringMatching(/^[a-z2-7]{16}$/),
      organizationSlug: "acme",
      name: "Site",
      start: key.slice(0, 12),
      createdAt: "2026-06-15T12:00:00.000Z",
    });
    expect((await world.get(path, key)).status).toBe(200);
    expect(await listKeys()).toEqual([{ ...shown, requestsToday: 1, lastUsedOn: "2026-06-15" }]);
    const secret = key.split("_")[2] ?? "";
    const written = world.writes.join("\n");
    expect(written).toContain(shown.id);
    expect(written).not.toContain(key);
    expect(written).not.toContain(secret.slice(0, 43));
    expect(JSON.stringify(await listKeys())).not.toMatch(/[0-9a-f]{64}/);
  });

  it.each([
    [{ expiresIn: "45m" }, 45 * 60_000],
    [{ expiresIn: "30d" }, 30 * 86_400_000],
    [{ expiresIn: "PT1H30M" }, 90 * 60_000],
    [{ expiresAt: "2026-06-15T12:00:01Z" }, 1000],
  ])("refuses a key starting at the millisecond of its expiry: %j", async (expiry, milliseconds) => {
    const { key, expiresAt } = await world.createKey(expiry);
    expect(expiresAt).toBe(new Date(world.clock.now() + milliseconds).toISOString());
    world.clock.advance(milliseconds - 1);
    expect((await world.get(path, key)).status).toBe(200);
    world.clock.advance(1);
    await expectProblem(await world.get(path, key), 401, "expired-key");
  });

  it("accepts a key without an expiry forever", async () => {
    const { key } = await world.createKey();
    world.clock.advance(100 * 365 * 86_400_000);
    expect((await world.get(path, key)).status).toBe(200);
  });

  it.each([
    [{ expiresIn: "soon" }],
    [{ expiresIn: "0d" }],
    [{ expiresIn: "P104000000D" }],
    [{ expiresAt: "2026-06-15T12:00:00Z" }],
    [{ expiresAt: "2020-01-01" }],
    [{ expiresAt: "nonsense" }],
    [{ expiresIn: "1d", expiresAt: "2027-01-01" }],
    [{ name: " " }],
    [{ permissions: ["everything"] as never[] }],
  ])("refuses to generate a key with %j", async (input) => {
    await expect(world.createKey(input)).rejects.toMatchObject({ name: "InvalidInputError" });
    expect(await listKeys()).toEqual([]);
  });

  it("refuses to generate a key for a user who is not an active member", async () => {
    const { id } = await world.api.users.create({ name: "Eve" });
    const generate = (): Promise<unknown> =>
      world.api.apiKeys.generate({ organizationSlug: "acme", userId: id, name: "K" });
    await expect(generate()).rejects.toThrow(/not an active member/);
    await world.api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
    await world.api.users.setStatus(id, "disabled");
    await expect(generate()).rejects.toThrow(/not an active member/);
  });

  it("refuses a revoked key immediately, even if another API on the same storage cached it", async () => {
    const { key, id } = await world.createKey();
    const other = createPublicApi({ storage: world.storage, clock: world.clock });
    const request = (): Request =>
      new Request(`http://localhost/api/public/v1${path}`, { headers: { "x-api-key": key } });
    expect((await world.get(path, key)).status).toBe(200);
    expect((await other.fetch(request())).status).toBe(200);
    const revoked = await world.revokeKey(id);
    expect(revoked.revokedAt).toBe("2026-06-15T12:00:00.000Z");
    await expectProblem(await world.get(path, key), 401, "revoked-key");
    await expectProblem(await other.fetch(request()), 401, "revoked-key");
    world.clock.advance(1000);
    expect(await world.revokeKey(id)).toEqual(revoked);
    expect(await listKeys()).toEqual([expect.objectContaining({ revokedAt: revoked.revokedAt })]);
  });

  it("revokes a key of its own organization only", async () => {
    await world.createOther();
    const { key, id } = await world.createKey();
    await expect(world.api.apiKeys.revoke({ organizationSlug: "b", keyId: id })).rejects.toThrow(
      /has no key/,
    );
    await expect(world.revokeKey("nothing")).rejects.toThrow(/has no key/);
    expect((await world.get(path, key)).status).toBe(200);
  });

  it("returns the same response for an unknown key and a wrong secret, without details", async () => {
    const { key, id } = await world.createKey();
    const other = await world.createKey({ organizationSlug: "acme" });
    const { formatApiKey, parseApiKey } = await import("../../lib/access/api_keys/api_key_text.ts");
    const secretOf = (text: string): string => parseApiKey("postern", text)?.secret ?? "";
    const quotaId = id.slice(0, 12);
    const wrong = formatApiKey("postern", { keyId: id, quotaId, secret: secretOf(other.key) });
    const unknown = formatApiKey("postern", { keyId: "a".repeat(16), quotaId, secret: secretOf(key) });
    const answers = async (): Promise<unknown[]> =>
      Promise.all(
        [wrong, unknown].map(async (text) => {
          const response = await world.get(path, text);
          return [...response.headers, await expectProblem(response, 401, "invalid-key")];
        }),
      );
    const [one, two] = await answers();
    expect(one).toEqual(two);
    await world.get(path, key);
    await world.revokeKey(id);
    expect(await answers()).toEqual([one, one]);
    expect(JSON.stringify(one)).not.toContain('["ratelimit');
  });

  it("returns the same response for every malformed key, without reading the storage", async () => {
    const { key } = await world.createKey();
    await world.forgetWrites();
    const malformed = [
      "",
      "x",
      key.slice(0, -1),
      `${key}a`,
      key.toUpperCase(),
      key.replace("postern", "pastern"),
      `Bearer ${key}`,
      ...[8, 24, 25, 40, key.length - 1].map((index) => withOtherCharacter(key, index)),
      `${key}, ${key}`,
      "\u00ff".repeat(key.length),
      "a".repeat(10_000),
    ];
    const problems = new Set<string>();
    for (const text of malformed) {
      problems.add(JSON.stringify(await expectProblem(await world.get(path, text), 401, "invalid-key")));
    }
    expect(problems.size).toBe(1);
    expect(world.writes).toEqual([]);
  });

  it("refuses a key that is sent twice", async () => {
    const { key } = await world.createKey();
    const headers = new Headers([
      ["x-api-key", key],
      ["x-api-key", key],
    ]);
    const request = new Request(`http://localhost/api/public/v1${path}`, { headers });
    const problem = await expectProblem(await world.api.fetch(request), 401, "invalid-key");
    expect(problem.detail).toContain("in one header");
  });

  it("ignores keys in the query string and in Authorization", async () => {
    const { key } = await world.createKey();
    await world.reopen({ readAccess: "key" });
    await expectProblem(await world.get(`${path}?x-api-key=${key}&key=${key}`), 401, "missing-key");
    const headers = { authorization: `Bearer ${key}` };
    const problem = await expectProblem(await world.send("GET", path, { headers }), 401, "missing-key");
    expect(problem.detail).toContain("x-api-key");
  });

  it("refuses the keys of a disabled user, until the user is active again", async () => {
    const { key, userId } = await world.createKey();
    await world.api.users.setStatus(userId, "disabled");
    await expectProblem(await world.get(path, key), 401, "inactive-user");
    await world.api.users.setStatus(userId, "active");
    expect((await world.get(path, key)).status).toBe(200);
  });

  it("refuses the keys of a former member, in that organization only", async () => {
    await world.createOther();
    const { key, userId } = await world.createKey();
    const other = await world.createKey({ userId, organizationSlug: "b" });
    await world.api.users.removeFromOrganization({ userId, organizationSlug: "acme" });
    await expectProblem(await world.get(path, key), 401, "inactive-user");
    expect((await world.get("/post/b", other.key)).status).toBe(200);
  });

  it("returns 403 for another organization, even if it does not exist", async () => {
    await world.createOther();
    await world.api.posts.create("b", { name: "Secret" });
    const { key } = await world.createKey();
    const problems: unknown[] = [];
    for (const foreign of ["/post/b", "/post/b/secret", "/post/b/sitemap", "/sitemap/b"]) {
      for (const target of [foreign, foreign.replace("/b", "/nobody"), foreign.replace("/b", "/%2e%2E%2f")]) {
        problems.push(await expectProblem(await world.get(target, key), 403, "wrong-organization"));
      }
    }
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1);
  });
}
