import { beforeEach, describe, expect, it } from "vitest";
import type { User } from "../../lib/mod.ts";
import { createTwin } from "../access/create_twin.ts";
import { expectProblem } from "../api/world.ts";
import { type AdminWorld, createCaller, openAdminWorld, sendAdmin } from "./admin_world.ts";

describe("adding a member by email address", () => {
  let world: AdminWorld;
  beforeEach(async () => {
    world = await openAdminWorld();
  });

  const add = async (body: object, key = world.owner.key): Promise<Response> =>
    sendAdmin(world, key, ["POST", "/members", body]);
  const usersOf = async (email: string): Promise<User[]> => world.api.users.findByEmail(email);

  it("makes the user of another organization a member, who keeps their name and stays where they were", async () => {
    const { api, other } = world;
    const response = await add({ email: "EVE@other.example", name: "Someone", role: "author" });
    expect([response.status, await response.json()]).toEqual([
      201,
      {
        userId: other.userId,
        name: "Eve",
        email: "eve@other.example",
        status: "active",
        role: "author",
        isNewUser: false,
      },
    ]);
    expect(await usersOf("eve@other.example")).toHaveLength(1);
    expect(
      (await api.admin.organizationsOf(other.userId)).map(({ organization }) => organization.slug),
    ).toEqual(["acme", "other"]);
    const again = await expectProblem(
      await add({ email: "eve@other.example", role: "viewer" }),
      409,
      "already-exists",
    );
    expect(again.detail).toContain(other.userId);
  });

  it("makes a new user where no user has the address, who needs a name", async () => {
    const nameless = await expectProblem(
      await add({ email: "bob@acme.example", role: "author" }),
      422,
      "invalid-body",
    );
    expect(nameless.errors).toEqual([
      { pointer: "/name", message: "is needed: no user has this email address" },
    ]);
    const response = await add({ email: "bob@acme.example", name: "Bob", role: "author" });
    expect(await response.json()).toMatchObject({ name: "Bob", role: "author", isNewUser: true });
    const second = await add({ name: "Bob", role: "author" });
    expect(await second.json()).toMatchObject({ name: "Bob", isNewUser: true });
    expect(await usersOf("bob@acme.example")).toHaveLength(1);
  });

  it("asks who is meant where several users have the address", async () => {
    const twin = { name: "Eve's twin", email: "eve@other.example" };
    const { id } = await createTwin(world.world.storage, twin);
    const problem = await expectProblem(
      await add({ email: "eve@other.example", role: "author" }),
      422,
      "invalid-body",
    );
    expect(problem.errors?.[0]?.pointer).toBe("/email");
    expect(JSON.stringify(problem)).not.toContain("twin");
    expect(await (await add({ userId: id, role: "author" })).json()).toMatchObject({ isNewUser: false });
  });

  it("tells who may not give the role nothing of the address", async () => {
    const { key } = await createCaller(world.world, "admin");
    const answers = [];
    for (const email of ["eve@other.example", "nobody@other.example"]) {
      answers.push(await (await add({ email, role: "owner" }, key)).text());
    }
    expect(answers[0]).toContain("grant-refused");
    expect(answers[0]).toBe(answers[1]);
  });
});
