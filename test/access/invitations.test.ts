import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allOf } from "../async_items.ts";
import type { AdminActor, Invitation, PublicApi, Role } from "../../lib/mod.ts";
import { World } from "../api/world.ts";
import { recordedHooks, type ToldHook } from "./recorded_hooks.ts";
import { storages } from "./storages.ts";

const day = 86_400_000;

describe.each(storages)("an invitation, on %s", (_name, open) => {
  let world: World;
  let api: PublicApi;
  let told: ToldHook[];
  let ada = "";
  let eve = "";
  beforeEach(async () => {
    const recorded = recordedHooks();
    world = await World.open(open, { hooks: recorded.hooks });
    ({ api } = world);
    ({ id: ada } = await api.users.create({ name: "Ada", email: "ada@acme.example" }));
    ({ id: eve } = await api.users.create({ name: "Eve", email: "eve@other.example" }));
    await api.users.addToOrganization(ada, { organizationSlug: "acme", role: "owner" });
    await api.events.settle();
    ({ told } = recorded);
    told.length = 0;
  });
  afterEach(() => world.close());

  const invite = async (email = "Eve@other.example", role: Role = "author"): Promise<Invitation> =>
    api.invitations.create("acme", { email, role }, { by: ada, via: "key" });
  const actor = async (): Promise<AdminActor> => {
    const found = await api.admin.findActor(ada, "acme");
    if (found === null) throw new Error("Ada is not a member");
    return found;
  };
  const roleOf = async (userId: string): Promise<string | undefined> => {
    for await (const member of api.users.iterateMembers("acme"))
      if (member.userId === userId) return member.role;
    return undefined;
  };
  const notFound = { name: "NotFoundError", message: expect.stringContaining("it is not pending for you") };

  it("makes the user with the address a member once it is accepted, and the audit has both users", async () => {
    const { id, expiresAt } = await invite();
    expect(Date.parse(expiresAt) - world.clock.now()).toBe(7 * day);
    expect([await roleOf(eve), (await api.admin.organizationsOf(eve)).organizations]).toEqual([
      undefined,
      [],
    ]);
    expect(await api.invitations.allOfUser(eve)).toMatchObject([
      { id, organizationSlug: "acme", role: "author" },
    ]);
    expect(await api.invitations.accept(eve, { organizationSlug: "acme", id })).toEqual({
      userId: eve,
      role: "author",
    });
    expect([await roleOf(eve), await api.invitations.allOfUser(eve)]).toEqual(["author", []]);
    expect(await allOf(api.invitations.iterate("acme"))).toEqual([]);
    const { entries } = await api.audit.list("acme");
    const subject = "Eve@other.example";
    expect(entries.filter(({ subject: of }) => of !== ada)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: "invitation.created",
          subject,
          by: ada,
          via: "key",
          detail: "author",
        }),
        expect.objectContaining({ action: "invitation.accepted", subject, by: eve, detail: "author" }),
        expect.objectContaining({
          action: "member.set",
          subject: eve,
          by: ada,
          via: "key",
          detail: "author",
        }),
      ]),
    );
    const event = { id, role: "author", email: subject, by: ada };
    await api.events.settle();
    expect(told).toMatchObject([
      ["invitation.changed", { organizationSlug: "acme", data: { ...event, status: "pending" } }],
      ["invitation.changed", { organizationSlug: "acme", data: { ...event, status: "accepted" } }],
      ["member.changed", { organizationSlug: "acme", data: { id: eve, role: "author" } }],
    ]);
  });

  it("can be accepted or declined only by its active user", async () => {
    const { id } = await invite();
    const { id: mallory } = await api.users.create({ name: "Mallory", email: "mallory@other.example" });
    const { id: nameless } = await api.users.create({ name: "Nameless" });
    for (const userId of [mallory, nameless, ada, "nobody"]) {
      await expect(api.invitations.accept(userId, { organizationSlug: "acme", id })).rejects.toMatchObject(
        notFound,
      );
      await expect(api.invitations.decline(userId, { organizationSlug: "acme", id })).rejects.toMatchObject(
        notFound,
      );
      expect(await api.invitations.allOfUser(userId)).toEqual([]);
    }
    await api.users.setStatus(eve, "disabled");
    await expect(api.invitations.accept(eve, { organizationSlug: "acme", id })).rejects.toMatchObject(
      notFound,
    );
    expect(await roleOf(eve)).toBeUndefined();
  });

  it("is the same if no user has the address, and reads no user by the address", async () => {
    const [known, unknown] = [await invite("eve@other.example"), await invite("nobody@other.example")];
    const shapeOf = ({ id: _id, email: _email, ...rest }: Invitation): object => rest;
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
    const { id: late } = await api.users.create({ name: "Late", email: "NOBODY@other.example" });
    expect(await api.invitations.allOfUser(late)).toMatchObject([{ id: unknown.id }]);
  });

  it("can be for a user without an address, by id", async () => {
    const { id: userId } = await api.users.create({ name: "Nameless" });
    const { id } = await api.invitations.create("acme", { userId, role: "viewer" });
    await api.invitations.accept(userId, { organizationSlug: "acme", id });
    expect(await roleOf(userId)).toBe("viewer");
    await expect(api.invitations.create("acme", { userId: "nobody", role: "viewer" })).rejects.toThrow(
      'Cannot invite the user: there is no user "nobody"',
    );
  });

  it("is replaced by the next invitation of the same address, and its old form accepts nothing", async () => {
    const first = await invite();
    const second = await invite("eve@OTHER.example", "viewer");
    expect((await allOf(api.invitations.iterate("acme"))).map(({ id }) => id)).toEqual([second.id]);
    await expect(
      api.invitations.accept(eve, { organizationSlug: "acme", id: first.id }),
    ).rejects.toMatchObject(notFound);
    await api.invitations.accept(eve, { organizationSlug: "acme", id: second.id });
    expect(await roleOf(eve)).toBe("viewer");
  });

  it("ends when it is declined, revoked or expires", async () => {
    const declined = await invite();
    await api.invitations.decline(eve, { organizationSlug: "acme", id: declined.id });
    const revoked = await invite();
    await api.invitations.revoke({ organizationSlug: "acme", id: revoked.id }, { by: ada });
    const expired = await invite();
    world.clock.advance(7 * day);
    for (const { id } of [declined, revoked, expired]) {
      await expect(api.invitations.accept(eve, { organizationSlug: "acme", id })).rejects.toMatchObject(
        notFound,
      );
      await expect(api.invitations.revoke({ organizationSlug: "acme", id })).rejects.toThrow(
        `Cannot revoke the invitation: "acme" has no pending invitation "${id}"`,
      );
    }
    expect([await allOf(api.invitations.iterate("acme")), await api.invitations.allOfUser(eve)]).toEqual([
      [],
      [],
    ]);
    const { entries } = await api.audit.list("acme");
    const ends = entries.filter(({ action }) => /declined|revoked/.test(action));
    expect(new Set(ends.map(({ action, by }) => `${action} by ${by}`))).toEqual(
      new Set([`invitation.declined by ${eve}`, `invitation.revoked by ${ada}`]),
    );
  });

  it("is either accepted or revoked if both happen concurrently", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await invite();
      const [accepted, revoked] = await Promise.allSettled([
        api.invitations.accept(eve, { organizationSlug: "acme", id }),
        api.invitations.revoke({ organizationSlug: "acme", id }),
      ]);
      expect([accepted.status, revoked.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await roleOf(eve)).toBe(accepted.status === "fulfilled" ? "author" : undefined);
      await api.users.removeFromOrganization({ userId: eve, organizationSlug: "acme" });
    }
  });

  it("does not change the role of an existing member", async () => {
    const { id } = await invite();
    await api.users.addToOrganization(eve, { organizationSlug: "acme", role: "viewer" });
    expect(await api.invitations.allOfUser(eve)).toEqual([]);
    await expect(api.invitations.accept(eve, { organizationSlug: "acme", id })).rejects.toMatchObject({
      name: "AlreadyExistsError",
    });
    expect(await roleOf(eve)).toBe("viewer");
  });

  it.each([
    [{ email: "eve", role: "viewer" }, "/email must be an email address"],
    [{ email: "eve@other.example", role: "king" }, "/role must be one of"],
    [{ email: "eve@other.example", role: "viewer", expiresIn: "31d" }, "/expiresIn must be a duration"],
    [{ email: "eve@other.example", role: "viewer", expiresIn: "soon" }, "/expiresIn must be a duration"],
    [{ email: "eve@other.example", userId: "a", role: "viewer" }, "/email is not a known field"],
  ])("is refused with %j", async (input, why) => {
    await expect(api.invitations.create("acme", input as never)).rejects.toThrow(why);
    await expect(
      api.invitations.create("nowhere", { email: "eve@other.example", role: "viewer" }),
    ).rejects.toThrow('there is no organization "nowhere"');
  });

  it("is one of the same invitee, if several are written at the same time", async () => {
    const roles: Role[] = ["viewer", "author", "editor"];
    const invited = await Promise.all(
      Array.from({ length: 24 }, (_, index) => invite(undefined, roles[index % 3])),
    );
    const [pending, ...others] = (await api.admin.members.listInvitations(await actor())).invitations;
    expect(others).toEqual([]);
    expect(invited).toContainEqual(pending);
    expect(await api.invitations.allOfUser(eve)).toMatchObject([{ id: pending?.id }]);
  });

  it("does not refuse another invitee's that is written at the same time", async () => {
    const addresses = Array.from({ length: 24 }, (_, index) => `e${index}@other.example`);
    await Promise.all(addresses.map((email) => invite(email)));
    const { invitations } = await api.admin.members.listInvitations(await actor());
    expect(new Set(invitations.map(({ email }) => email))).toEqual(new Set(addresses));
    const revoked = invitations.map(({ id }) => api.invitations.revoke({ organizationSlug: "acme", id }));
    await Promise.all(revoked);
    expect(await api.admin.members.listInvitations(await actor())).toEqual({ invitations: [], next: null });
  });

  it("is deleted with its organization, and a new organization with the slug has no invitations", async () => {
    await invite();
    await api.organizations.delete("acme");
    expect([
      await api.invitations.allOfUser(eve),
      await api.invitations.findByEmail("eve@other.example"),
    ]).toEqual([[], null]);
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    expect([await allOf(api.invitations.iterate("acme")), await api.invitations.allOfUser(eve)]).toEqual([
      [],
      [],
    ]);
  });
});
