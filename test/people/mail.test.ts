import { describe, expect, it } from "vitest";
import { nameInMail } from "../../lib/api/people/compose_mail.ts";
import { expectPage, signIn, visit } from "../dashboard/dashboard_world.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver as fastMemory } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import {
  addOrganization,
  follow,
  linkIn,
  mailOrigin,
  openPeople,
  openWithMail,
  type PeopleWorld,
  startedBy,
} from "./people_world.ts";

async function ask(world: PeopleWorld, email: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await visit(world, "/sign-in/mail", { form: { email }, headers });
  expect(response.status).toBe(200);
  return response.text();
}

/** Waits for mail that a response does not wait for. */
async function settle(world: PeopleWorld, mails: number): Promise<void> {
  for (let turn = 0; turn < 200 && world.mails.length < mails; turn++)
    await new Promise<void>((resolve) => void setImmediate(resolve));
  // Mail that must not be sent would have been sent by now.
  for (let turn = 0; turn < 50; turn++) await new Promise<void>((resolve) => void setImmediate(resolve));
  expect(world.mails).toHaveLength(mails);
}

describe("a sign-in link by mail", () => {
  it("is sent to a user, signs in once, and gives the same answer for an unknown address", async () => {
    const world = openWithMail();
    await addOrganization(world, "acme");
    await expectPage(await visit(world, "/sign-in"), 200, "Send me a sign-in link");
    const known = await ask(world, " Owner@ACME.example ");
    const unknown = await ask(world, "nobody@acme.example");
    expect(known).toBe(unknown);
    await settle(world, 1);
    const [mail] = world.mails;
    expect(mail).toMatchObject({
      kind: "sign-in-link",
      to: "owner@acme.example",
      subject: "Your sign-in link",
    });
    expect(mail?.text).toContain(`${mailOrigin}/dashboard/sign-in?token=`);
    expect(mail?.html).toContain(`<a href="${mailOrigin}/dashboard/sign-in?token=`);
    const link = linkIn(mail?.text ?? "");
    const owner = await startedBy(world, await follow(world, link), "/o/acme");
    expect((await visit(world, "/o/acme", owner)).status).toBe(200);
    expect((await follow(world, link)).status).toBe(403);
    await ask(world, "owner@acme.example");
    await settle(world, 2);
    world.clock.advance(3_600_000);
    expect((await follow(world, linkIn(world.mails[1]?.text ?? ""))).status).toBe(403);
  });

  it("is sent to the stored address only, whatever the form contains", async () => {
    const world = openWithMail();
    await addOrganization(world, "acme");
    const forms = [
      "owner@acme.example, eve@evil.example",
      "owner@acme.example\nBcc: eve@evil.example",
      "owner@acme.example%0d%0aBcc:eve@evil.example",
      "Owner <owner@acme.example>",
      "owner@acme.example;eve@evil.example",
      // A Cyrillic letter that looks like `a`.
      "owner@\u0430cme.example",
      "\u043ewner@acme.example",
      "owner@acme.example\0",
      "x".repeat(4000),
      "",
    ];
    for (const [index, email] of forms.entries()) {
      // Each comes from another client, so that no limit hides a mail.
      await world.dashboard.handler({
        request: new Request(`${mailOrigin}/dashboard/sign-in/mail`, {
          method: "POST",
          body: new URLSearchParams({ email }),
        }),
        ip: `192.0.2.${index + 10}`,
        platform: undefined,
        env: () => undefined,
        passThrough: () => undefined,
        waitUntil: () => undefined,
      });
    }
    await settle(world, 0);
    expect(world.errors).toEqual([]);
  });

  it("leads to the configured origin, not to that of the request", async () => {
    const world = openWithMail();
    await addOrganization(world, "acme");
    const request = new Request("http://evil.example/dashboard/sign-in/mail", {
      method: "POST",
      headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
      body: new URLSearchParams({ email: "owner@acme.example" }),
    });
    await world.dashboard.fetch(request);
    await settle(world, 1);
    expect(world.mails[0]?.text).not.toContain("evil");
  });

  it("is not offered without mail, or without an origin for its links", async () => {
    const withoutOrigin = openPeople({}, { mail: () => undefined });
    const withoutMail = openPeople({ origin: mailOrigin });
    for (const world of [withoutOrigin, withoutMail]) {
      await addOrganization(world, "acme");
      expect(await (await visit(world, "/sign-in")).text()).not.toContain("Send me");
      expect((await visit(world, "/sign-in/mail", { form: { email: "owner@acme.example" } })).status).toBe(
        404,
      );
    }
  });

  /** Mails an invitation to Nora, and returns its link. */
  async function mailedInvitation(world: PeopleWorld): Promise<string> {
    await addOrganization(world, "acme");
    await world.api.invitations.create("acme", { email: "nora@acme.example", role: "editor" });
    await ask(world, "nora@acme.example");
    await settle(world, 1);
    return linkIn(world.mails[0]?.text ?? "");
  }

  /** Returns the roles of the users with the invited address. */
  async function rolesOfNora({ api }: PeopleWorld): Promise<(string | null)[]> {
    const users = await api.users.findByEmail("nora@acme.example");
    return Promise.all(users.map(({ id: userId }) => api.users.roleIn({ userId, organizationSlug: "acme" })));
  }

  it("makes one member if the form of an invitation is sent to two processes, at any time", async () => {
    for (let turns = 0; turns < 100; turns += 2) {
      const clock = new ManualClock();
      const storage = fastMemory({ clock });
      // The first process waits for the store, and the second overtakes it.
      const world = openWithMail({ clock, storage: slowDriver(storage, 3) });
      const other = openWithMail({ clock, storage });
      const link = await mailedInvitation(world);
      const first = follow(world, link, { name: "Nora" });
      for (let turn = 0; turn < turns; turn++)
        await new Promise<void>((resolve) => void setImmediate(resolve));
      const both = await Promise.all([first, follow(other, link, { name: "Nora" })]);
      expect([turns, both.some(({ status }) => status === 303)]).toEqual([turns, true]);
      expect([turns, await rolesOfNora(world)]).toEqual([turns, ["editor"]]);
    }
  });

  it.each(["before", "after"] as const)(
    "makes one member if the store fails %s it writes the membership",
    async (time) => {
      const clock = new ManualClock();
      const driver = slowDriver(fastMemory({ clock }), 3);
      let isBroken = false;
      const commit = driver.atomic.commit.bind(driver.atomic);
      const broken: typeof commit = async (partition, changes) => {
        const fails = isBroken && changes.deletes?.some((key) => key.startsWith("invitation!")) === true;
        if (fails && time === "before") throw new Error("no connection");
        const result = await commit(partition, changes);
        if (fails) throw new Error("no connection");
        return result;
      };
      const atomic = new Proxy(driver.atomic, {
        get: (target, name) => (name === "commit" ? broken : (Reflect.get(target, name) as unknown)),
      });
      const world = openWithMail({ clock, storage: { ...driver, atomic }, onError: () => undefined });
      const link = await mailedInvitation(world);
      isBroken = true;
      expect((await follow(world, link, { name: "Nora" })).status).toBe(503);
      isBroken = false;
      expect((await follow(world, link, { name: "Nora" })).status).toBe(time === "before" ? 303 : 403);
      expect(await rolesOfNora(world)).toEqual(["editor"]);
    },
  );

  it("goes to an invited person, whose address it proves", async () => {
    const world = openWithMail();
    await addOrganization(world, "acme");
    await world.api.invitations.create("acme", { email: "nora@acme.example", role: "editor" });
    await ask(world, "nora@acme.example");
    await settle(world, 1);
    expect(world.mails[0]).toMatchObject({ kind: "invitation", to: "nora@acme.example" });
    const joined = await follow(world, linkIn(world.mails[0]?.text ?? ""), { name: "Nora" });
    const nora = await startedBy(world, joined, "/o/acme");
    expect((await world.api.users.findByEmail("nora@acme.example")).map(({ name }) => name)).toEqual([
      "Nora",
    ]);
    // The address is proved, so invitations of other organizations count.
    await addOrganization(world, "other");
    await world.api.invitations.create("other", { email: "nora@acme.example", role: "viewer" });
    expect(await nora.page("/invitations")).toContain("<h2>OTHER</h2>");
  });

  it("is not sent to a disabled user", async () => {
    const world = openWithMail();
    await world.api.users.setStatus(await addOrganization(world, "acme"), "disabled");
    await ask(world, "owner@acme.example");
    await settle(world, 0);
    expect(world.errors).toEqual([]);
  });

  it("is limited to 5 mails an hour for an address, and 10 requests for a client", async () => {
    const world = openWithMail();
    await addOrganization(world, "acme");
    for (let request = 0; request < 10; request++) await ask(world, "owner@acme.example");
    await settle(world, 5);
    for (const email of ["owner@acme.example", "nobody@acme.example"]) {
      const refused = await visit(world, "/sign-in/mail", { form: { email } });
      await expectPage(refused, 429, "You have requested too many links");
    }
    world.clock.advance(3_600_000);
    await ask(world, "owner@acme.example");
    await settle(world, 6);
  });

  it("answers before the mail is sent, and reports a failure to the host only", async () => {
    let fail = (_error: Error): void => undefined;
    let hasReached = (): void => undefined;
    const reached = new Promise<void>((resolve) => (hasReached = resolve));
    const mail = (): Promise<void> => {
      hasReached();
      return new Promise<void>((_resolve, reject) => (fail = reject));
    };
    const world = openWithMail({ mail });
    await addOrganization(world, "acme");
    const known = await ask(world, "owner@acme.example");
    await reached;
    fail(new Error("550 mailbox unavailable"));
    for (let turn = 0; turn < 100 && world.errors.length === 0; turn++)
      await new Promise<void>((resolve) => void setImmediate(resolve));
    expect(world.errors.map(String)).toEqual([
      "MailFailedError: Cannot send the mail: 550 mailbox unavailable",
    ]);
    expect(await ask(world, "owner@acme.example")).toBe(known);
  });
});

describe("mail of members", () => {
  it("invites an address, and says so", async () => {
    const world = openWithMail();
    const owner = await signIn(world, await addOrganization(world, "acme"));
    const form = { email: "nora@acme.example", role: "editor", "form-id": "1" };
    const sent = await owner.send("/o/acme/settings/members/invite", form);
    await expectPage(sent, 200, "mailed to <strong>nora@acme.example</strong>");
    expect(world.mails[0]).toMatchObject({
      kind: "invitation",
      to: "nora@acme.example",
      subject: 'Invitation to "ACME"',
    });
    expect(world.mails[0]?.text).toContain('Owner of acme invites you to "ACME" as editor');
    const joined = await follow(world, linkIn(world.mails[0]?.text ?? ""), { name: "Nora" });
    expect(joined.status).toBe(303);
  });

  it("sends a sign-in link to a member of several organizations, which opens all of them", async () => {
    const world = openWithMail();
    const owner = await signIn(world, await addOrganization(world, "acme"));
    const otherId = await addOrganization(world, "other");
    await world.api.users.addToOrganization(otherId, { organizationSlug: "acme", role: "viewer" });
    const path = `/o/acme/settings/members/${otherId}/sign-in-link`;
    const asked = await owner.page(path);
    expect(asked).toContain("Mail it to owner@other.example");
    expect(asked).not.toContain('value="show"');
    const sent = await owner.send(path, { way: "mail" });
    const page = await expectPage(sent, 200, "mailed to <strong>owner@other.example</strong>");
    const link = linkIn(world.mails[0]?.text ?? "");
    expect(page).not.toContain(link);
    const other = await startedBy(world, await follow(world, link), "/o/acme");
    expect((await visit(world, "/o/other", other)).status).toBe(200);
  });

  it("is limited for an address, so that nobody is flooded with invitations", async () => {
    const world = openWithMail();
    const owner = await signIn(world, await addOrganization(world, "acme"));
    const invite = async (email: string, number: number): Promise<Response> =>
      owner.send("/o/acme/settings/members/invite", {
        email,
        role: "viewer",
        "form-id": `${email} ${number}`,
      });
    for (let number = 0; number < 5; number++)
      expect((await invite("victim@example.org", number)).status).toBe(200);
    await expectPage(await invite("VICTIM@example.org", 6), 429, "this address got 5 within an hour");
    expect(world.mails).toHaveLength(5);
  });

  it("shows a failure, and a way without mail", async () => {
    const world = openWithMail({ mail: () => Promise.reject(new Error("no connection to 10.0.0.7")) });
    const owner = await signIn(world, await addOrganization(world, "acme"));
    const form = { email: "nora@acme.example", role: "editor", "form-id": "1" };
    const failed = await owner.send("/o/acme/settings/members/invite", form);
    const page = await expectPage(failed, 502, "The mail could not be sent");
    expect(page).not.toContain("10.0.0.7");
    expect(page).toContain("Show a link");
    expect(world.errors.map(String)).toEqual([expect.stringContaining("10.0.0.7")]);
  });

  it.each([
    ["Ada\r\nBcc: eve@evil.example", "Ada Bcc: eve@ evil. example"],
    ["Click https://evil.example/now", "Click https: / / evil. example/ now"],
    ["www\uff0eevil\u3002example", "www\uff0e evil\u3002 example"],
    ["\u202egnp.evil\u202c", "gnp. evil"],
    ["<script>alert(1)</script>", "<script>alert(1)</ script>"],
    ["\u200b\u2066\u0007 ", ""],
    ["x".repeat(200), `${"x".repeat(79)}…`],
  ])("shows the name %j without a header, a line or a link in it", (name, shown) => {
    expect(nameInMail(name)).toBe(shown);
  });

  it("has one line of subject and escaped HTML, whatever names contain", async () => {
    const world = openWithMail();
    const userId = await addOrganization(world, "acme");
    await world.api.organizations.update("acme", { name: 'A"<b>&\u2028Bcc: x' });
    const owner = await signIn(world, userId);
    await owner.send("/o/acme/settings/members/invite", {
      email: "n@acme.example",
      role: "viewer",
      "form-id": "1",
    });
    const [mail] = world.mails;
    expect(mail?.subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u);
    expect(mail?.html).not.toContain("<b>");
  });
});
