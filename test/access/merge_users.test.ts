import { beforeEach, describe, expect, it } from "vitest";
import { type AtomicDriver, createPublicApi, type PublicApi, type User } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { createTwin } from "./create_twin.ts";
import { interruptedDriver } from "./interrupted_driver.ts";
import { recordedHooks } from "./recorded_hooks.ts";

const email = "ada@acme.example";

/** Twins of an older store: "into" is viewer of "acme" and owner of "beta"; "from" is its owner, viewer of "beta" and author of "gamma". */
class Twins {
  readonly storage: AtomicDriver = memoryDriver();
  readonly recorded = recordedHooks();
  readonly api: PublicApi = createPublicApi({ storage: this.storage, hooks: this.recorded.hooks });
  /** Keys of "from", by organization. */
  readonly keys: Record<string, string> = {};
  from!: User;
  into!: User;

  static async open(): Promise<Twins> {
    const twins = new Twins();
    const { api, storage } = twins;
    twins.from = await createTwin(storage, { name: "Ada L.", email });
    twins.into = await createTwin(storage, { name: "Ada", email });
    for (const [slug, fromRole, intoRole] of [
      ["acme", "owner", "viewer"],
      ["beta", "viewer", "owner"],
      ["gamma", "author", undefined],
    ] as const) {
      await api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
      await api.users.addToOrganization(twins.from.id, { organizationSlug: slug, role: fromRole });
      const input = { organizationSlug: slug, userId: twins.from.id, name: "Site" };
      twins.keys[slug] = (await api.apiKeys.generate(input)).key;
      if (intoRole !== undefined) {
        await api.users.addToOrganization(twins.into.id, { organizationSlug: slug, role: intoRole });
      }
    }
    twins.recorded.told.length = 0;
    return twins;
  }

  async statusesOfKeys(): Promise<number[]> {
    return Promise.all(
      Object.entries(this.keys).map(async ([slug, key]) => {
        const url = `http://localhost/api/public/v1/post/${slug}`;
        return (await this.api.fetch(new Request(url, { headers: { "x-api-key": key } }))).status;
      }),
    );
  }

  async rolesIn(slug: string): Promise<string[]> {
    const roles: string[] = [];
    for await (const { userId, role } of this.api.users.listMembers(slug)) roles.push(`${userId} ${role}`);
    return roles;
  }

  /** Expects that "into" has all that "from" had. */
  async expectOne(): Promise<void> {
    const { api, from, into } = this;
    expect(await api.users.get(from.id)).toBeNull();
    expect(await api.users.findByEmail(email)).toEqual([into]);
    const roles = await Promise.all(["acme", "beta", "gamma"].map(async (slug) => this.rolesIn(slug)));
    expect(roles).toEqual([[`${into.id} owner`], [`${into.id} owner`], [`${into.id} author`]]);
    expect(await this.statusesOfKeys()).toEqual([200, 200, 200]);
    for (const slug of Object.keys(this.keys)) {
      for await (const key of api.apiKeys.list(slug)) {
        expect([key.userId, key.revokedAt]).toEqual([into.id, undefined]);
      }
    }
  }
}

describe("two users who are merged", () => {
  let twins: Twins;
  beforeEach(async () => {
    twins = await Twins.open();
  });

  it("are one, with the higher role in each organization and the keys of both", async () => {
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
    await twins.expectOne();
    // The permissions of a key are those of its user, now.
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

  it("keep the limits of their keys, and what was counted for them", async () => {
    const { api, from, into } = twins;
    await twins.statusesOfKeys();
    await api.users.merge({ from: from.id, into: into.id });
    await twins.statusesOfKeys();
    for await (const key of api.apiKeys.list("acme")) expect(key.requestsToday).toBe(2);
  });

  it("leave an audit, and the hooks are told", async () => {
    const { api, from, into, recorded } = twins;
    await api.users.merge({ from: from.id, into: into.id }, { by: into.id });
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
    expect(recorded.told).toEqual([
      ["membershipChanged", { userId: into.id, organizationSlug: "acme", role: "owner" }],
      ["membershipChanged", { userId: from.id, organizationSlug: "acme" }],
      ["membershipChanged", { userId: from.id, organizationSlug: "beta" }],
      ["membershipChanged", { userId: into.id, organizationSlug: "gamma", role: "author" }],
      ["membershipChanged", { userId: from.id, organizationSlug: "gamma" }],
      ["userDeleted", { userId: from.id, mergedInto: into.id }],
    ]);
  });

  it("end the sessions of the one who goes, and no other", async () => {
    const { api, from, into } = twins;
    const sessions = [await api.sessions.startFor(from.id), await api.sessions.startFor(into.id)];
    await api.users.merge({ from: from.id, into: into.id });
    expect(await api.sessions.find(sessions[0]?.token ?? "")).toBeNull();
    expect(await api.sessions.find(sessions[1]?.token ?? "")).toMatchObject({ user: into });
  });

  it("get back nothing that was shut off", async () => {
    const { api, from, into } = twins;
    await api.users.removeFromOrganization(from.id, "beta");
    await api.users.merge({ from: from.id, into: into.id });
    expect(await twins.statusesOfKeys()).toEqual([200, 401, 200]);
  });

  it("are two users that exist and are both active or both disabled", async () => {
    const { api, from, into } = twins;
    const merge = async (ids: { from: string; into: string }): Promise<unknown> => api.users.merge(ids);
    await expect(merge({ from: from.id, into: from.id })).rejects.toThrow(/must be another user/);
    await expect(merge({ from: "nobody", into: into.id })).rejects.toThrow('no user "nobody"');
    await expect(merge({ from: from.id, into: "nobody" })).rejects.toThrow('no user "nobody"');
    await api.users.setStatus(from.id, "disabled");
    await expect(merge({ from: from.id, into: into.id })).rejects.toThrow(
      `must both be active or both disabled: "${from.id}" is disabled, "${into.id}" is active`,
    );
    await api.users.setStatus(into.id, "disabled");
    await merge({ from: from.id, into: into.id });
    await api.users.setStatus(into.id, "active");
    await twins.expectOne();
  });

  it.each([false, true])(
    "are one after the next call when a merge was killed anywhere, and no key fails meanwhile (the last commit is done: %s)",
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
        await twins.api.users.merge(ids).catch((error: Error) => expect(error.name).toBe("NotFoundError"));
        await twins.expectOne();
      }
      expect(interruptions).toBeGreaterThan(25);
    },
  );
});
