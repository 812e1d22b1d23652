import { beforeEach, describe, expect, it } from "vitest";
import {
  type DashboardWorld,
  expectPage,
  openAs,
  openDashboardWorld,
  send,
  type SignedIn,
  signIn,
  signInAs,
  visit,
} from "./dashboard_world.ts";

async function landingOf(world: DashboardWorld, visitor: SignedIn): Promise<string | null> {
  return (await visit(world, "", visitor)).headers.get("location");
}

describe("the dashboard of an invited user", () => {
  let world: DashboardWorld;
  let eve: SignedIn;
  let id = "";
  beforeEach(async () => {
    world = await openDashboardWorld();
    eve = await signIn(world, world.other.userId, "/o/other");
    const options = { by: world.owner.userId };
    ({ id } = await world.api.invitations.create(
      "acme",
      { email: "eve@other.example", role: "author" },
      options,
    ));
  });

  const answer = async (
    act: "accept" | "decline",
    visitor = eve,
    fields = { organization: "acme", id },
  ): Promise<Response> => send(world, visitor, [`/invitations/${act}`, fields]);

  it("stays in the same organization until the invitation is accepted, and sees a notice", async () => {
    expect(await landingOf(world, eve)).toBe("/dashboard/o/other");
    expect((await visit(world, "/o/acme", eve)).status).toBe(404);
    const own = await eve.page("/o/other");
    expect(own).toContain('<a href="/dashboard/invitations">1 invitation</a>');
    const page = await eve.page("/invitations");
    expect(page).toContain("<h2>Acme</h2>");
    expect(page).toContain("Ada invites you as <strong>author</strong>");
    expect((await answer("accept")).headers.get("location")).toBe("/dashboard/o/acme?done=joined");
    const joined = await visit(world, "/o/acme?done=joined", eve);
    await expectPage(joined, 200, "You accepted the invitation");
    expect((await answer("accept")).status).toBe(404);
  });

  it("does not show a declined invitation", async () => {
    expect((await answer("decline")).headers.get("location")).toBe("/dashboard/invitations");
    expect(await eve.page("/invitations")).toContain("No invitation is pending for you");
    expect((await answer("accept")).status).toBe(404);
    expect(await eve.page("/o/other")).not.toContain("/dashboard/invitations");
  });

  it("refuses a form of another site, session or user", async () => {
    const form = { "form-token": eve.formToken, organization: "acme", id };
    const headers = { "sec-fetch-site": "cross-site" };
    const forged = await visit(world, "/invitations/accept", { cookie: eve.cookie, form, headers });
    expect(forged.status).toBe(403);
    expect((await answer("accept", { ...eve, formToken: "x" })).status).toBe(403);
    expect((await visit(world, "/invitations/accept", { form })).status).toBe(401);
    const owner = await signInAs(world, "owner");
    expect((await answer("accept", owner)).status).toBe(404);
    expect((await visit(world, "/invitations/accept", eve)).status).toBe(404);
    expect(await world.api.admin.findActor(eve.userId, "acme")).toBeNull();
  });

  it("opens with the invitations if the user has no membership", async () => {
    const { id: userId } = await world.api.users.create({ name: "Guest", email: "Guest@acme.example" });
    const guest = await signIn(world, userId, "/invitations");
    expect(await landingOf(world, guest)).toBe("/dashboard/invitations");
    await answer("decline", guest, { organization: "acme", id: world.invitationId });
    expect(await guest.page("")).toContain("You are not a member of an organization yet");
  });

  it("is behind the sign-in", async () => {
    const response = await visit(world, "/invitations");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/dashboard/sign-in"]);
  });
});

describe("the last opened organization", () => {
  it("opens first after the user joins others, also in the next session", async () => {
    const world = await openDashboardWorld();
    const { api, other } = world;
    const eve = await signIn(world, other.userId, "/o/other");
    await api.users.addToOrganization(other.userId, { organizationSlug: "acme", role: "viewer" });
    expect(await landingOf(world, eve)).toBe("/dashboard/o/other");
    await visit(world, "/o/acme", eve);
    expect(await landingOf(world, eve)).toBe("/dashboard/o/acme");
    const next = await signIn(world, other.userId, "");
    expect(await landingOf(world, next)).toBe("/dashboard/o/acme");
    const switcher = await next.page("/o/other");
    expect(switcher.indexOf("/dashboard/o/acme")).toBeLessThan(switcher.lastIndexOf("/dashboard/o/other"));
    await api.users.removeFromOrganization({ userId: other.userId, organizationSlug: "other" });
    expect(await landingOf(world, next)).toBe("/dashboard/o/acme");
  });

  it("is written only when it changes", async () => {
    const world = await openDashboardWorld();
    const eve = await signIn(world, world.other.userId, "/o/other");
    // The first list of the members writes their index.
    await visit(world, "/o/other/settings/members", eve);
    await world.world.forgetWrites();
    for (const path of ["/o/other", "/o/other/posts", "/o/other/settings/members"])
      await visit(world, path, eve);
    expect(world.world.writes).toEqual([]);
  });
});

describe("leaving an organization", () => {
  it("ends the membership of a user who leaves, and redirects their dashboard", async () => {
    const { world, visitor } = await openAs("viewer");
    await world.api.users.addToOrganization(visitor.userId, { organizationSlug: "other", role: "viewer" });
    const page = await visitor.page("/o/acme/settings/membership");
    expect(page).toContain("<dt>Role</dt><dd>viewer</dd>");
    const asked = await visitor.page("/o/acme/settings/membership/leave");
    expect(asked).toContain("Your membership of <strong>Acme</strong> ends");
    const left = await visitor.send("/o/acme/settings/membership/leave");
    expect(left.headers.get("location")).toBe("/dashboard");
    expect(await landingOf(world, visitor)).toBe("/dashboard/o/other");
    expect((await visit(world, "/o/acme", visitor)).status).toBe(404);
  });

  it("is refused to the last owner", async () => {
    const world = await openDashboardWorld();
    const owner = await signIn(world, world.owner.userId);
    const refused = await owner.send("/o/acme/settings/membership/leave");
    await expectPage(refused, 409, "make another member an owner first");
  });
});
