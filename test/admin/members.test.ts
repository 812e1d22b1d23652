import { beforeEach, describe, expect, it } from "vitest";
import type { Invitation } from "../../lib/mod.ts";
import { expectProblem } from "../api/world.ts";
import { type AdminWorld, createCaller, openAdminWorld, sendAdmin, signedIn } from "./admin_world.ts";

describe("POST /members", () => {
  let world: AdminWorld;
  beforeEach(async () => {
    world = await openAdminWorld();
  });

  const add = async (body: object, key = world.owner.key): Promise<Response> =>
    sendAdmin(world, key, ["POST", "/members", body]);
  const memberships = async (userId: string): Promise<string[]> =>
    (await world.api.admin.organizationsOf(userId)).organizations.map(
      ({ organization }) => organization.slug,
    );
  const pending = async (): Promise<Invitation[]> => {
    const response = await world.send("GET", "/invitations");
    return ((await response.json()) as { invitations: Invitation[] }).invitations;
  };

  it("does not add a user of another organization before that user accepts", async () => {
    const { api, other, owner } = world;
    for (const invitee of [{ email: "EVE@other.example" }, { userId: other.userId }]) {
      const response = await add({ ...invitee, role: "author" });
      const invitation = (await response.json()) as Invitation;
      expect([response.status, invitation]).toEqual([
        201,
        {
          id: invitation.id,
          ...invitee,
          role: "author",
          status: "pending",
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
          by: owner.userId,
          via: owner.keyId,
        },
      ]);
      expect(await memberships(other.userId)).toEqual(["other"]);
      expect((await pending()).map(({ id }) => id)).toContain(invitation.id);
    }
    const [invitation] = await api.invitations.allOfUser(other.userId);
    await api.invitations.accept(other.userId, { organizationSlug: "acme", id: invitation?.id ?? "" });
    expect(await memberships(other.userId)).toEqual(["acme", "other"]);
    const again = await add({ email: "eve@other.example", role: "viewer" });
    expect((await expectProblem(again, 409, "already-exists")).detail).toContain(other.userId);
  });

  it("makes writers of members without a role", async () => {
    const invitees = [{ email: "bob@other.example" }, { userId: world.other.userId }, { name: "CI" }];
    for (const invitee of invitees) {
      const response = await add(invitee);
      expect([response.status, await response.json()]).toMatchObject([201, { role: "writer" }]);
    }
    const email = "cy@other.example";
    expect(await world.api.invitations.create("acme", { email })).toMatchObject({ email, role: "writer" });
  });

  it("reveals nothing about an address: the response is the same if no user has it, and no user is created", async () => {
    const answers: string[] = [];
    for (const email of ["eve@other.example", "bob@other.example"]) {
      const response = await add({ email, name: "Someone", role: "author" });
      const { id, ...rest } = (await response.json()) as Invitation;
      answers.push(JSON.stringify([response.status, rest]).replace(email, "address"));
      expect(id).toMatch(/^[a-z2-7]{16}$/);
    }
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).not.toContain(world.other.userId);
    expect(await world.api.users.findByEmail("bob@other.example")).toEqual([]);
  });

  it("creates a user from a name alone, who is a member immediately and has no address", async () => {
    const response = await add({ name: "Bob", role: "author" });
    const member = (await response.json()) as { userId: string };
    expect([response.status, member]).toEqual([
      201,
      { userId: member.userId, name: "Bob", status: "active", role: "author" },
    ]);
    expect(await memberships(member.userId)).toEqual(["acme"]);
  });

  it("shows where users accept, as the option says", async () => {
    const urlOf = async (invitationsUrl: string): Promise<string | undefined> => {
      world = await openAdminWorld({ invitationsUrl });
      const response = await add({ email: "bob@other.example", role: "author" });
      return ((await response.json()) as { url?: string }).url;
    };
    expect(await urlOf("https://cms.example/dashboard/invitations")).toBe(
      "https://cms.example/dashboard/invitations",
    );
    expect(await urlOf("/dashboard/invitations")).toBe("http://localhost/dashboard/invitations");
    for (const invitationsUrl of ["dashboard", "//evil.example", "javascript:alert(1)", ""]) {
      await expect(openAdminWorld({ invitationsUrl })).rejects.toThrow(
        "Cannot create the API: invitationsUrl must be an http or https URL or a path",
      );
    }
  });

  it("reveals nothing about the address to callers who may not grant the role", async () => {
    const { key } = await createCaller(world.world, "admin");
    const answers = [];
    for (const email of ["eve@other.example", "nobody@other.example"]) {
      answers.push(await (await add({ email, role: "owner" }, key)).text());
    }
    expect(answers[0]).toContain("grant-refused");
    expect(answers[0]).toBe(answers[1]);
  });

  it("and DELETE /invitations/{id} touch no invitation to a role that the caller may not give", async () => {
    const { key } = await createCaller(world.world, "admin");
    const offered = await add({ email: "eve@other.example", role: "owner" });
    const { id } = (await offered.json()) as Invitation;
    await expectProblem(await add({ email: "eve@other.example", role: "viewer" }, key), 403, "grant-refused");
    const revoke = async (by: string): Promise<Response> =>
      sendAdmin(world, by, ["DELETE", `/invitations/${id}`]);
    await expectProblem(await revoke(key), 403, "grant-refused");
    expect((await pending()).find((one) => one.id === id)).toMatchObject({ role: "owner" });
    expect((await revoke(world.owner.key)).status).toBe(204);
    await expectProblem(await revoke(world.owner.key), 404, "not-found");
    expect((await pending()).map((one) => one.id)).toEqual([world.invitationId]);
  });

  it("names each field that is wrong", async () => {
    const bad = await expectProblem(await add({ email: "bob", role: "author" }), 422, "invalid-body");
    expect(bad.errors).toEqual([{ pointer: "/email", message: "must be an email address" }]);
    const neither = await expectProblem(await add({ role: "author" }), 422, "invalid-body");
    expect(neither.detail).toContain("an email address, a userId, or the name of a new user");
  });
});

describe("leaving an organization", () => {
  it("is every member's to do, ends the member's keys, and is in the audit", async () => {
    const world = await openAdminWorld();
    const { api } = world;
    const { userId, key } = await createCaller(world.world, "viewer");
    await api.admin.members.leave(await signedIn(world, userId));
    expect(await api.admin.findActor(userId, "acme")).toBeNull();
    expect((await sendAdmin(world, key, ["GET", "/posts"])).status).toBe(401);
    const { entries } = await api.audit.list("acme");
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "member.removed", subject: userId, by: userId }),
    );
  });

  it("is refused to the last owner, with instructions", async () => {
    const world = await openAdminWorld();
    const owner = await signedIn(world, world.owner.userId);
    await expect(world.api.admin.members.leave(owner)).rejects.toMatchObject({
      name: "LastOwnerError",
      message: `Cannot leave the organization: "${owner.userId}" is the last owner of "acme"; make another member an owner first`,
    });
  });

  it("needs members:manage with a key: a key in a web page ends no membership", async () => {
    const world = await openAdminWorld();
    const { members } = world.api.admin;
    const { userId, key, keyId } = await createCaller(world.world, "viewer");
    const viewer = await signedIn(world, userId);
    const withKey = { ...viewer, apiKey: { id: keyId } };
    await expect(members.leave(withKey)).rejects.toMatchObject({ name: "MissingPermissionError" });
    const removal = await sendAdmin(world, key, ["DELETE", `/members/${userId}`]);
    await expectProblem(removal, 403, "missing-permission");
    const admin = await createCaller(world.world, "admin");
    const response = await sendAdmin(world, admin.key, ["DELETE", `/members/${admin.userId}`]);
    expect(response.status).toBe(204);
  });
});
