import { beforeEach, describe, expect, it } from "vitest";
import { cookieOf, expectPage, signIn, type SignedIn, visit } from "../dashboard/dashboard_world.ts";
import { addOrganization, follow, linkIn, openPeople, type PeopleWorld, startedBy } from "./people_world.ts";

describe("a sign-in link that an owner makes", () => {
  let world: PeopleWorld;
  let owner: SignedIn;
  let bobId = "";
  beforeEach(async () => {
    world = openPeople();
    owner = await signIn(world, await addOrganization(world, "acme"));
    await addOrganization(world, "other");
    ({ id: bobId } = await world.api.users.create({ name: "Bob", email: "bob@acme.example" }));
    await world.api.users.addToOrganization(bobId, { organizationSlug: "acme", role: "admin" });
  });
  const page = (userId: string): string => `/o/acme/settings/members/${userId}/sign-in-link`;
  const show = async (visitor: SignedIn, userId: string): Promise<Response> =>
    visitor.send(page(userId), { way: "show" });

  it("signs the member in once, within a day, to this organization only", async () => {
    expect(await owner.page("/o/acme/settings/members")).toContain(page(bobId));
    expect(await owner.page(page(bobId))).toContain("Show a link");
    const link = linkIn(await (await show(owner, bobId)).text());
    // Mail scanners and previews open links.
    await expectPage(await visit(world, link), 200, "sign in as <strong>Bob</strong>");
    const bob = await startedBy(world, await follow(world, link), "/o/acme");
    expect((await follow(world, link)).status).toBe(403);
    // The owner could have used the link, so it does not open the later organizations of Bob.
    await world.api.users.addToOrganization(bobId, { organizationSlug: "other", role: "owner" });
    await world.api.invitations.create("other", { email: "bob@acme.example", role: "admin" });
    expect((await visit(world, "", bob)).headers.get("location")).toBe("/dashboard/o/acme");
    for (const path of ["/o/other", "/o/other/posts", "/invitations", "/organizations/new"])
      expect([path, (await visit(world, path, bob)).status]).toEqual([path, 404]);
    expect(await bob.page("/organizations")).not.toContain("OTHER");
    expect(await bob.page("/o/acme")).not.toContain("OTHER");
    const late = linkIn(await (await show(owner, await anotherMember())).text());
    world.clock.advance(86_400_000);
    expect((await follow(world, late)).status).toBe(403);
  });

  async function anotherMember(): Promise<string> {
    const { id } = await world.api.users.create({ name: "Cleo" });
    await world.api.users.addToOrganization(id, { organizationSlug: "acme", role: "viewer" });
    return id;
  }

  it("also confines the session in the first request of another process", async () => {
    await world.api.users.addToOrganization(bobId, { organizationSlug: "other", role: "owner" });
    const { token } = await world.api.sessions.createLink(bobId, { organizationSlug: "acme" });
    const cookie = cookieOf(await follow(world, `/sign-in?token=${token}`));
    // The second request finds the user of the session without a read.
    for (let request = 0; request < 3; request++)
      expect((await visit(world, "/o/other", { cookie })).status).toBe(404);
  });

  it.each([
    [
      "is in another organization",
      (): Promise<void> =>
        world.api.users.addToOrganization(bobId, { organizationSlug: "other", role: "viewer" }),
    ],
    ["is an operator", async (): Promise<void> => (await world.api.people()).setOperator(bobId, true)],
    [
      "has signed in with an OpenID provider",
      async (): Promise<void> => (await world.api.people()).noteOpenId({ id: bobId }),
    ],
  ])("is not shown for a member who %s", async (_reason, change) => {
    await change();
    const asked = await owner.page(page(bobId));
    expect(asked).toContain("You cannot see a link of this member");
    expect(asked).toContain("postern user sign-in-link");
    expect(asked).not.toContain('value="show"');
    await expectPage(await show(owner, bobId), 403, "Cannot show the sign-in link");
  });

  it("is for owners: an admin could become an owner by it", async () => {
    const admin = await signIn(world, bobId);
    expect(await admin.page("/o/acme/settings/members")).not.toContain("sign-in-link");
    expect((await visit(world, page(owner.userId), admin)).status).toBe(403);
    expect((await show(admin, owner.userId)).status).toBe(403);
    expect((await show(admin, bobId)).status).toBe(403);
    const { id: viewerId } = await world.api.users.create({ name: "Vic" });
    await world.api.users.addToOrganization(viewerId, { organizationSlug: "acme", role: "viewer" });
    const viewer = await signIn(world, viewerId);
    expect((await show(viewer, bobId)).status).toBe(403);
  });

  it("is not made for a disabled user, or a user of another organization", async () => {
    const [stranger] = await world.api.users.findByEmail("owner@other.example");
    expect((await show(owner, stranger?.id ?? "")).status).toBe(404);
    await world.api.users.setStatus(bobId, "disabled");
    expect((await show(owner, bobId)).status).toBe(404);
  });

  it("is in the audit log", async () => {
    await show(owner, bobId);
    const { entries } = await world.api.audit.list("acme", { kind: "member" });
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "member.sign-in-link", by: owner.userId, subject: bobId }),
    );
    expect(await owner.page("/o/acme/settings/audit")).toContain("made a sign-in link for");
  });
});

describe("a link of an invitation", () => {
  let world: PeopleWorld;
  let owner: SignedIn;
  beforeEach(async () => {
    world = openPeople();
    owner = await signIn(world, await addOrganization(world, "acme"));
    await addOrganization(world, "other");
  });
  let sent = 0;
  const invite = async (email: string, role = "editor"): Promise<string> => {
    const form = { email, role, "form-id": `${email} ${++sent}` };
    return linkIn(await (await owner.send("/o/acme/settings/members/invite", form)).text());
  };

  it("makes the invited person a member and signs in, once", async () => {
    const link = await invite("nora@acme.example");
    const shown = await expectPage(await visit(world, link), 200, "<strong>editor</strong>");
    expect(shown).toContain("ACME");
    const [one, other] = await Promise.all([
      follow(world, link, { name: "Nora" }),
      follow(world, link, { name: "Eve" }),
    ]);
    expect(new Set([one.status, other.status])).toEqual(new Set([303, 403]));
    const joined = one.status === 303 ? one : other;
    expect(joined.headers.get("location")).toBe("/dashboard/o/acme?done=joined");
    const nora = await startedBy(world, joined, "/o/acme");
    expect(await nora.page("/o/acme/settings/membership")).toContain("<dd>editor</dd>");
    const { members } = await world.api.admin.members.list({ ...(await actor()) });
    expect(members.map(({ name }) => name)).toHaveLength(2);
    await expectPage(await visit(world, link), 403, "This invitation link is not valid");
  });

  async function actor(): Promise<Parameters<PeopleWorld["api"]["admin"]["members"]["list"]>[0]> {
    const found = await world.api.admin.findActor(owner.userId, "acme");
    if (found === null) throw new Error("The owner is a member");
    return found;
  }

  it("does not give the address of the invitation to whoever has the link", async () => {
    // The owner of "acme" invites the owner of "other", and opens the link.
    const link = await invite("owner@other.example");
    const thief = await startedBy(world, await follow(world, link, { name: "Not the owner" }), "/o/acme");
    expect((await visit(world, "/o/other", thief)).status).toBe(404);
    const users = await world.api.users.findByEmail("owner@other.example");
    expect(users.map(({ name }) => name)).toEqual(["Owner of other"]);
    // Neither does the address of somebody who is no user yet.
    const early = await invite("later@other.example");
    await follow(world, early, { name: "Early" });
    expect(await world.api.users.findByEmail("later@other.example")).toEqual([]);
    await world.api.invitations.create("other", { email: "later@other.example", role: "owner" });
    await expectPage(await visit(world, "/invitations", thief), 404, "opens a single organization");
  });

  it("ends with its invitation", async () => {
    const link = await invite("nora@acme.example");
    const again = await invite("nora@acme.example");
    await expectPage(await follow(world, link, { name: "Nora" }), 403, "not valid");
    const { invitations } = await world.api.invitations.list("acme");
    await owner.send(`/o/acme/settings/invitations/${invitations[0]?.id ?? ""}/revoke`);
    await expectPage(await follow(world, again, { name: "Nora" }), 403, "not valid");
    const late = await invite("late@acme.example");
    world.clock.advance(8 * 86_400_000);
    await expectPage(await visit(world, late), 403, "not valid");
  });

  it("needs a name, and a browser that keeps cookies", async () => {
    const link = await invite("nora@acme.example");
    await expectPage(await follow(world, link, { name: " " }), 422, "Your name must not be empty");
    const token = link.split("?token=")[1] ?? "";
    const withoutCookie = await visit(world, "/join", { form: { token, name: "Nora" } });
    await expectPage(withoutCookie, 403, "Allow cookies for this site");
    expect((await follow(world, link, { name: "Nora" })).status).toBe(303);
  });

  it.each(["", "x", "0".repeat(43), "../../etc", "%00"])("is refused with the token %j", async (token) => {
    expect((await visit(world, `/join?token=${token}`)).status).toBe(403);
    expect((await visit(world, "/join", { form: { token, name: "Nora" } })).status).toBe(403);
  });

  it("gives no role that its maker may not grant", async () => {
    const { id } = await world.api.users.create({ name: "Admin" });
    await world.api.users.addToOrganization(id, { organizationSlug: "acme", role: "admin" });
    const admin = await signIn(world, id);
    const invitation = await world.api.invitations.create("acme", {
      email: "chief@acme.example",
      role: "owner",
    });
    const path = `/o/acme/settings/invitations/${invitation.id}/link`;
    expect((await admin.send(path, { way: "show" })).status).toBe(403);
    expect((await owner.send(path, { way: "show" })).status).toBe(200);
    const viewerId = (await world.api.users.create({ name: "Vic" })).id;
    await world.api.users.addToOrganization(viewerId, { organizationSlug: "acme", role: "viewer" });
    const viewer = await signIn(world, viewerId);
    expect((await visit(world, path, viewer)).status).toBe(403);
    expect((await viewer.send(path, { way: "show" })).status).toBe(403);
  });
});

describe("new organizations in the dashboard", () => {
  const form = { name: "Second", siteUrl: "https://second.example" };

  it("are for operators", async () => {
    const world = openPeople();
    const userId = await addOrganization(world, "acme");
    const owner = await signIn(world, userId);
    expect(await owner.page("/organizations")).not.toContain("New organization");
    expect((await owner.send("/organizations/new", form)).status).toBe(404);
    await (await world.api.people()).setOperator(userId, true);
    expect(await owner.page("/organizations")).toContain("New organization");
    await expectPage(
      await owner.send("/organizations/new", { ...form, slug: "Not a slug" }),
      422,
      "lowercase",
    );
    await expectPage(await owner.send("/organizations/new", { ...form, slug: "acme" }), 409, "already taken");
    const made = await owner.send("/organizations/new", form);
    expect(made.headers.get("location")).toBe("/dashboard/o/second");
    expect(await owner.page("/o/second/settings/membership")).toContain("<dd>owner</dd>");
    const again = await owner.send("/organizations/new", form);
    expect(again.headers.get("location")).toBe("/dashboard/o/second-2");
    await (await world.api.people()).setOperator(userId, false);
    expect((await owner.send("/organizations/new", form)).status).toBe(404);
  });

  it("are for every user with `allowNewOrganizations`, at most 5 a day", async () => {
    const world = openPeople({ allowNewOrganizations: true });
    const { id } = await world.api.users.create({ name: "Ada" });
    const ada = await signIn(world, id, "/organizations/new");
    await expectPage(await visit(world, "", ada), 200, "New organization");
    for (let mistake = 0; mistake < 6; mistake++)
      expect((await ada.send("/organizations/new", { ...form, slug: "Not a slug" })).status).toBe(422);
    for (let made = 0; made < 5; made++)
      expect((await ada.send("/organizations/new", form)).status).toBe(303);
    await expectPage(await ada.send("/organizations/new", form), 429, "Try again tomorrow");
    world.clock.advance(86_400_000);
    const next = await signIn(world, id, "/organizations/new");
    expect((await next.send("/organizations/new", form)).status).toBe(303);
  });
});
