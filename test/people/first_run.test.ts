import { describe, expect, it } from "vitest";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { createPublicApi } from "../../lib/mod.ts";
import { expectPage, visit } from "../dashboard/dashboard_world.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";
import { openPeople, type PeopleWorld, startedBy } from "./people_world.ts";

const input = { organization: "Åkers Böcker", siteUrl: "", name: "Ada", email: "ada@acme.example" };

async function codeOf({ api }: Pick<PeopleWorld, "api">): Promise<string> {
  return (await (await api.people()).firstRun.createCode())?.code ?? "";
}

async function send(world: PeopleWorld, fields: Partial<typeof input> & { code: string }): Promise<Response> {
  return visit(world, "/first-run", { form: { ...input, ...fields } });
}

describe("the dashboard over an empty store", () => {
  it("makes the organization and its owner with the code, who is signed in", async () => {
    const world = openPeople();
    for (const path of ["", "/o/acme/posts"])
      expect((await visit(world, path)).headers.get("location")).toBe("/dashboard/first-run");
    await expectPage(await visit(world, "/sign-in"), 200, 'href="/dashboard/first-run"');
    const code = await codeOf(world);
    await expectPage(await visit(world, `/first-run?code=${code}`), 200, `value="${code}"`);
    // Spaces and case do not count, because people type the code.
    const done = await send(world, { code: ` ${code.toUpperCase().replaceAll("-", " ")} ` });
    expect(done.headers.get("location")).toBe("/dashboard/o/akers-bocker");
    const ada = await startedBy(world, done, "/o/akers-bocker");
    expect(await ada.page("/o/akers-bocker/settings/membership")).toContain("<dt>Role</dt><dd>owner</dd>");
    const organization = await world.api.organizations.get("akers-bocker");
    expect(organization).toMatchObject({ name: input.organization, siteUrl: "http://localhost" });
    // The first owner is an operator, who may make further organizations.
    expect(await ada.page("/organizations")).toContain("/dashboard/organizations/new");
    expect(await codeOf(world)).toBe("");
    expect(await (await visit(world, "/sign-in")).text()).not.toContain("first-run");
    expect((await visit(world, "/first-run")).headers.get("location")).toBe("/dashboard/sign-in");
    await expectPage(await send(world, { code }), 409, "was set up in the meantime");
  });

  it("keeps the code and the entries of a form with faults", async () => {
    const world = openPeople();
    const code = await codeOf(world);
    const faults: [Partial<typeof input>, string][] = [
      [{ organization: "" }, "The organization must not be empty"],
      [{ email: "ada" }, "The email must be an email address"],
      [{ email: "ada@acme.example\r\nBcc: all@acme.example" }, "The email must be an email address"],
      [{ siteUrl: "javascript:alert(1)" }, "must be an absolute http or https URL"],
      [{ name: "x".repeat(201) }, "The name must be at most 200 characters"],
    ];
    for (const [fields, message] of faults) {
      const page = await expectPage(await send(world, { code, ...fields }), 422, message);
      expect(page).toContain(`value="${code}"`);
    }
    expect((await send(world, { code })).status).toBe(303);
  });

  it("lets one of two browsers win", async () => {
    const world = openPeople();
    const code = await codeOf(world);
    const both = await Promise.all([
      send(world, { code, email: "one@acme.example" }),
      send(world, { code, email: "two@acme.example" }),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([303, 409]));
    const organizations: string[] = [];
    for await (const { slug } of world.api.organizations.iterate()) organizations.push(slug);
    const users: string[] = [];
    for await (const { email = "" } of world.api.users.iterate()) users.push(email);
    expect([organizations, users]).toEqual([["akers-bocker"], [expect.stringMatching(/^(?:one|two)@/)]]);
  });

  it("refuses the code of an earlier process, an expired code, and no code", async () => {
    const world = openPeople();
    await expectPage(await send(world, { code: "" }), 403, "This is not the code");
    const first = await codeOf(world);
    const second = await codeOf(world);
    await expectPage(await send(world, { code: first }), 403, "the code that the server printed last");
    world.clock.advance(86_400_000);
    await expectPage(await send(world, { code: second }), 403, "or it has expired");
    await expectPage(await visit(world, "/first-run"), 200, "This server has no code yet");
  });

  it("limits the guesses of all processes together", async () => {
    const world = openPeople();
    const { storage, clock } = { storage: memoryDriver({ clock: world.clock }), clock: world.clock };
    const worlds = [1, 2].map(() => {
      const api = createPublicApi({ storage, clock });
      return { ...world, api, dashboard: createDashboard(api) };
    });
    const [one, other] = worlds as [PeopleWorld, PeopleWorld];
    const code = await codeOf(one);
    const guesses = Array.from({ length: 12 }, () => [one, other]).flat();
    const answers = await Promise.all(guesses.map((place) => send(place, { code: "aaaa-bbbb-cccc-dddd" })));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(20);
    // The right code is refused, too: otherwise the limit would not slow guesses down.
    await expectPage(await send(other, { code }), 429, "Wait ten minutes");
    clock.advance(600_000);
    expect((await send(other, { code })).status).toBe(303);
  });

  it.each([
    ["a minute ago", 60_000],
    ["before the clock was moved back", -3_600_000],
  ])("continues after a run that was interrupted %s", async (_name, time) => {
    const clock = new ManualClock();
    const driver = memoryDriver({ clock });
    let isBroken = true;
    const commit = driver.atomic.commit.bind(driver.atomic);
    const atomic = new Proxy(driver.atomic, {
      get: (target, name) =>
        name === "commit"
          ? (partition: string, changes: Parameters<typeof commit>[1]) => {
              if (isBroken && partition.startsWith("org!")) throw new Error("the process ends here");
              return commit(partition, changes);
            }
          : (Reflect.get(target, name) as unknown),
    });
    const api = createPublicApi({ storage: { ...driver, atomic }, clock, onError: () => undefined });
    const world = { ...openPeople(), api, dashboard: createDashboard(api), clock };
    expect((await send(world, { code: await codeOf(world) })).status).toBe(503);
    isBroken = false;
    // Another process could still be in the middle of it.
    expect(await codeOf(world)).toBe("");
    clock.advance(time);
    expect((await send(world, { code: await codeOf(world) })).status).toBe(303);
    const users: string[] = [];
    for await (const { email = "" } of api.users.iterate()) users.push(email);
    expect(users).toEqual([input.email]);
  });

  it("is not offered over a store with a user, an organization, or posts of the host", async () => {
    const withUser = openPeople();
    await withUser.api.users.create({ name: "Ada" });
    const withOrganization = openPeople();
    await withOrganization.api.organizations.create({
      slug: "acme",
      name: "A",
      siteUrl: "https://acme.example",
    });
    const content = {
      findOrganization: () => null,
      getPost: () => null,
      listPosts: async () => ({ posts: [], next: null }),
    };
    const ofHost = openPeople({}, { content });
    const withUsersOfHost = openPeople({}, { identity: { findMember: () => null } });
    for (const world of [withUser, withOrganization, ofHost, withUsersOfHost]) {
      expect(await codeOf(world)).toBe("");
      expect((await visit(world, "")).headers.get("location")).toBe("/dashboard/sign-in");
      expect((await send(world, { code: "aaaa-bbbb-cccc-dddd" })).status).toBe(409);
    }
  });

  it("is not offered while the store cannot be read", async () => {
    const clock = new ManualClock();
    const driver = memoryDriver({ clock });
    const atomic = new Proxy(driver.atomic, {
      get: (target, name) =>
        name === "list" || name === "getMany"
          ? () => Promise.reject(new Error("no connection"))
          : (Reflect.get(target, name) as unknown),
    });
    const api = createPublicApi({ storage: { ...driver, atomic }, clock, onError: () => undefined });
    const world = { ...openPeople(), api, dashboard: createDashboard(api) };
    expect((await visit(world, "")).headers.get("location")).toBe("/dashboard/sign-in");
    expect((await send(world, { code: "aaaa" })).status).toBe(503);
  });

  it("refuses a form of another site", async () => {
    const world = openPeople();
    const code = await codeOf(world);
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await visit(world, "/first-run", { form: { ...input, code }, headers })).status).toBe(403);
  });
});
