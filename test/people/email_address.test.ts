import { describe, expect, it } from "vitest";
import { AlreadyExistsError } from "../../lib/base/errors.ts";
import { expectPage, sendLink, sessionOf, cookieOf, type SignedIn } from "../dashboard/dashboard_world.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { memoryDriver } from "../slow_memory.ts";
import { addOrganization, linkIn, openPeople, openWithMail, type PeopleWorld } from "./people_world.ts";

const page = "/email-address";
const email = "nora@acme.example";

/** Creates a member of "acme" without an address, and signs the member in. */
async function openMember(
  world: PeopleWorld,
  { only, name = "Nora" }: { only?: "acme"; name?: string } = {},
): Promise<SignedIn> {
  const { users, sessions } = world.api;
  const { id } = await users.create({ name });
  await users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
  const { token } = await sessions.createLink(id, only === undefined ? {} : { organizationSlug: only });
  return sessionOf(world, id, cookieOf(await sendLink(world, token)), "/sessions");
}

/** Opens a world with mail, an organization and a member without an address. */
async function openMailing(): Promise<{ world: PeopleWorld; nora: SignedIn }> {
  const world = openWithMail();
  await addOrganization(world, "acme");
  return { world, nora: await openMember(world) };
}

/** Requests a proof, and returns the link of its mail. */
async function request({ world, nora }: { world: PeopleWorld; nora: SignedIn }, to = email): Promise<string> {
  await expectPage(await nora.send(page, { email: to }), 200, `on its way to <strong>${to}</strong>`);
  return linkIn(world.mails.at(-1)?.text ?? "");
}

const tokenOf = (link: string): string => link.split("?token=")[1] ?? "";

describe("a user without an address", () => {
  it("adds one by a mail to it", async () => {
    const opened = await openMailing();
    const { world, nora } = opened;
    await addOrganization(world, "other");
    await world.api.invitations.create("other", { email, role: "viewer" });
    expect(await nora.page("/o/acme")).toContain("Add your email address");
    const link = await request(opened);
    expect(world.mails[0]).toMatchObject({ kind: "address-proof", to: email });
    expect(await nora.page(link)).toContain(`Use <strong>${email}</strong> as the address of your account`);
    expect(await world.api.users.findByEmail(email)).toEqual([]);
    const added = await nora.send(page, { token: tokenOf(link) });
    expect([added.status, added.headers.get("location")]).toEqual([
      303,
      "/dashboard/email-address?done=address-added",
    ]);
    expect(await nora.page(`${page}?done=address-added`)).toContain(
      `The address of your account is <strong>${email}`,
    );
    expect(await world.api.users.findByEmail(email)).toMatchObject([{ id: nora.userId, email }]);
    expect(await nora.page("/o/acme")).not.toContain("Add your email address");
    expect(await nora.page("/invitations")).toContain("OTHER");
    const { entries } = await world.api.audit.listOfUser(nora.userId);
    expect(entries.map(({ action, by }) => [action, by])).toEqual([["user.address", nora.userId]]);
    await expectPage(await nora.send(page, { token: tokenOf(link) }), 403, "This link is not valid");
    await expectPage(await nora.send(page, { email: "b@acme.example" }), 409, `has the address ${email}`);
  });

  it("is found by the address among the members", async () => {
    const opened = await openMailing();
    await opened.nora.send(page, { token: tokenOf(await request(opened)) });
    const owner = await openMember(opened.world);
    await opened.world.api.users.addToOrganization(owner.userId, { organizationSlug: "acme", role: "owner" });
    expect(await owner.page("/o/acme/settings/members?search=nora@acme.example")).toContain(email);
  });

  it("cannot add one in a session of one organization, whose link an owner could use", async () => {
    const world = openWithMail();
    await addOrganization(world, "acme");
    const nora = await openMember(world, { only: "acme" });
    expect(await nora.page("/o/acme")).not.toContain("Add your email address");
    expect(await nora.page(page)).toContain("opens one organization");
    await expectPage(
      await nora.send(page, { email }),
      403,
      "the link that signed you in opens one organization",
    );
    expect(world.mails).toEqual([]);
  });

  it("reads that the server has no mail", async () => {
    const world = openPeople();
    await addOrganization(world, "acme");
    const nora = await openMember(world);
    expect(await nora.page(page)).toContain("This server cannot send mail to prove one");
    await expectPage(await nora.send(page, { email }), 409, "This server cannot mail links");
  });

  it.each(["", "nora", "nora@acme.example, eve@evil.example", "nora@acme.example\r\nBcc: eve@evil.example"])(
    "cannot add %j",
    async (text) => {
      const { world, nora } = await openMailing();
      await expectPage(await nora.send(page, { email: text }), 422, "must be an email address");
      expect(world.mails).toEqual([]);
    },
  );

  it("learns of another user with the address only from its mail", async () => {
    const opened = await openMailing();
    const link = await request(opened, "owner@acme.example");
    const refused = await opened.nora.send(page, { token: tokenOf(link) });
    await expectPage(refused, 409, "Another user of this server has this address");
    expect(await opened.world.api.users.get(opened.nora.userId)).not.toHaveProperty("email");
  });

  it.each<[what: string, act: (opened: Awaited<ReturnType<typeof openMailing>>, link: string) => unknown]>([
    ["an hour", ({ world }) => world.clock.advance(3_600_000)],
    ["a newer link", async (opened) => request(opened, "b@acme.example")],
    [
      "a use of the address by a new user",
      async ({ world }) => world.api.users.create({ name: "New", email }),
    ],
  ])("cannot use a link after %s", async (_what, act) => {
    const opened = await openMailing();
    const link = await request(opened);
    await act(opened, link);
    const refused = await opened.nora.send(page, { token: tokenOf(link) });
    expect([403, 409]).toContain(refused.status);
    expect(await opened.world.api.users.get(opened.nora.userId)).not.toHaveProperty("email");
  });

  it("cannot use the link of another user", async () => {
    const opened = await openMailing();
    const link = await request(opened);
    const eve = await openMember(opened.world, { name: "Eve" });
    expect(await eve.page(link)).toContain("This link is not valid for your account");
    await expectPage(await eve.send(page, { token: tokenOf(link) }), 403, "This link is not valid");
    expect(await opened.world.api.users.findByEmail(email)).toEqual([]);
  });

  it("mails 10 proofs a day, and 5 an hour to an address", async () => {
    const { world, nora } = await openMailing();
    const statuses: number[] = [];
    for (let number = 0; number < 6; number++) statuses.push((await nora.send(page, { email })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    for (let number = 0; number < 4; number++) await nora.send(page, { email: `n${number}@acme.example` });
    await expectPage(await nora.send(page, { email: "last@acme.example" }), 429, "you sent 10 within a day");
    expect(world.mails.length).toBe(9);
  });

  it("reads that a mail failed, and the host gets the reason", async () => {
    const world = openWithMail({ mail: () => Promise.reject(new Error("no connection to 10.0.0.7")) });
    await addOrganization(world, "acme");
    const nora = await openMember(world);
    await expectPage(await nora.send(page, { email }), 502, "The mail could not be sent");
    expect(world.errors.map(String)).toEqual([expect.stringContaining("10.0.0.7")]);
  });
});

describe("an address that two users want at the same time", () => {
  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

  /** Opens a world whose writes of a user's record take some ticks of the event loop longer. */
  function openSlowUser(turns: number): { world: PeopleWorld; slow: (userId: string) => void } {
    const driver = memoryDriver();
    let partition = "";
    const atomic = forwardAtomic(driver.atomic, {
      commit: async (...args) => {
        const isSlow = args[0] === partition && args[1].sets?.some(({ key }) => key === "user") === true;
        for (let count = isSlow ? 0 : turns; count < turns; count++) await turn();
        return driver.atomic.commit(...args);
      },
    });
    const world = openPeople({}, { storage: { ...driver, atomic } });
    return { world, slow: (userId) => void (partition = `user!${userId}`) };
  }

  it.each<[what: string, other: (world: PeopleWorld, userId: string) => Promise<unknown>]>([
    ["another user adds it", async ({ api }, userId) => api.users.addEmail(userId, email)],
    ["a new user gets it", async ({ api }) => api.users.create({ name: "New", email })],
  ])("has one owner, if %s", async (_what, other) => {
    for (let turns = 0; turns < 40; turns++) {
      const { world, slow } = openSlowUser(turns);
      const [one, two] = await Promise.all([
        world.api.users.create({ name: "One" }),
        world.api.users.create({ name: "Two" }),
      ]);
      slow(one.id);
      const first = world.api.users.addEmail(one.id, email);
      first.catch(() => undefined);
      for (let count = 0; count < turns / 2; count++) await turn();
      const results = await Promise.allSettled([first, other(world, two.id)]);
      const refused = results.flatMap((result) =>
        result.status === "rejected" ? [result.reason as Error] : [],
      );
      expect([turns, refused.length, refused[0]]).toEqual([turns, 1, expect.any(AlreadyExistsError)]);
      const users = [];
      for await (const user of world.api.users.iterate()) if (user.email !== undefined) users.push(user);
      expect([turns, users.length]).toEqual([turns, 1]);
      expect(await world.api.users.findByEmail(email)).toEqual(users);
    }
  });

  it("stays free for others if its user was deleted meanwhile", async () => {
    const world = openPeople();
    const { id } = await world.api.users.create({ name: "One" });
    const adding = world.api.users.addEmail(id, email).catch(() => undefined);
    await world.api.users.delete(id);
    await adding;
    await world.api.users.create({ name: "Two", email });
    expect((await world.api.users.findByEmail(email)).map(({ name }) => name)).toEqual(["Two"]);
  });
});
