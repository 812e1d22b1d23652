import { beforeEach, describe, expect, it } from "vitest";
import type { ListedSession } from "../../lib/mod.ts";
import { encodeKey } from "../../lib/store/mod.ts";
import { allSessions } from "./all_sessions.ts";
import {
  cookieOf,
  type DashboardWorld,
  expectPage,
  handle,
  sessionOf,
  openDashboardWorld,
  origin,
  sendLink,
  type SignedIn,
  signIn,
  visit,
} from "./dashboard_world.ts";

const minute = 60_000;
const hour = 60 * minute;

let world: DashboardWorld;
beforeEach(async () => {
  world = await openDashboardWorld();
});

describe("a sign-in link", () => {
  it("signs in by its form once, and not by being opened", async () => {
    const { token } = await world.api.sessions.createLink(world.owner.userId);
    for (let opened = 0; opened < 2; opened++) {
      const page = await visit(world, `/sign-in?token=${token}`);
      const cookie = "postern_link=1; Path=/dashboard; HttpOnly; SameSite=Lax";
      expect([page.status, page.headers.get("set-cookie")]).toEqual([200, cookie]);
      expect(await page.text()).toContain("sign in as <strong>Ada</strong>");
    }
    const answers = await Promise.all([1, 2, 3].map(() => sendLink(world, token)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["303", "403", "403"]);
    expect((await visit(world, `/sign-in?token=${token}`)).status).toBe(403);
  });

  it("is not used by a browser without cookies, which learns the reason", async () => {
    const { token } = await world.api.sessions.createLink(world.owner.userId);
    for (const cookie of ["", "postern_session=x", "postern_link2=1"]) {
      const refused = await visit(world, "/sign-in", { form: { token }, cookie });
      expect(cookieOf(refused)).toBe("postern_link=1");
      const page = await expectPage(refused, 403, "The link was not used. Allow cookies for this site");
      expect(page).toContain(`name="token" value="${token}"`);
    }
    const unknown = await visit(world, "/sign-in", { form: { token: "x" } });
    await expectPage(unknown, 403, "This sign-in link is not valid");
    expect(await sendLink(world, token)).toMatchObject({ status: 303 });
  });

  it("is valid for 15 minutes by default, and for at most 7 days", async () => {
    const { sessions } = world.api;
    const usual = await sessions.createLink(world.owner.userId);
    const longer = await sessions.createLink(world.owner.userId, { expiresIn: "1h" });
    world.world.clock.advance(15 * minute);
    expect((await sendLink(world, usual.token)).status).toBe(403);
    expect((await sendLink(world, longer.token)).status).toBe(303);
    for (const expiresIn of ["8d", "soon"]) {
      await expect(sessions.createLink(world.owner.userId, { expiresIn })).rejects.toThrow(
        /^Cannot create the sign-in link: \/expiresIn must be a duration .* at most 7d$/,
      );
    }
  });

  it("is for active users only", async () => {
    const { api, owner } = world;
    const { token } = await api.sessions.createLink(owner.userId);
    await api.users.setStatus(owner.userId, "disabled");
    expect((await sendLink(world, token)).status).toBe(403);
    await expect(api.sessions.createLink(owner.userId)).rejects.toMatchObject({ name: "NotFoundError" });
    await expect(api.sessions.createLink("nobody")).rejects.toMatchObject({ name: "NotFoundError" });
  });

  it("works after its client has sent many invalid tokens", async () => {
    const { token } = await world.api.sessions.createLink(world.owner.userId);
    for (const other of ["x", "a".repeat(43)]) {
      for (let attempt = 0; attempt < 20; attempt++) {
        expect((await visit(world, `/sign-in?token=${other}`)).status).toBe(403);
        expect((await sendLink(world, other)).status).toBe(403);
      }
    }
    expect((await visit(world, "/sign-in")).status).toBe(200);
    expect((await sendLink(world, token)).status).toBe(303);
  });
});

describe("a session", () => {
  const isSignedIn = async (cookie: string): Promise<boolean> => {
    const { status, headers } = await visit(world, "/o/acme", { cookie });
    if (status !== 200) expect([status, headers.get("location")]).toEqual([303, "/dashboard/sign-in"]);
    return status === 200;
  };

  it("ends after 12 hours without a request, and after 7 days", async () => {
    const { cookie } = await signIn(world, world.owner.userId);
    const idle = await signIn(world, world.owner.userId);
    for (let passed = 0; passed < 7 * 24; passed += 11) {
      expect(await isSignedIn(cookie)).toBe(true);
      world.world.clock.advance(11 * hour);
    }
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await isSignedIn(idle.cookie)).toBe(false);
    const late = await signIn(world, world.owner.userId);
    world.world.clock.advance(12 * hour);
    expect(await isSignedIn(late.cookie)).toBe(false);
  });

  it("is not extended by a page that polls the usage of keys", async () => {
    const { cookie } = await signIn(world, world.owner.userId);
    const poll = async (): Promise<number> =>
      (await visit(world, "/o/acme/settings/api-keys/usage", { cookie })).status;
    for (let passed = 0; passed < 12; passed++) {
      expect(await poll()).toBe(200);
      world.world.clock.advance(hour);
    }
    expect(await poll()).toBe(303);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it("stores used forms for at least the duration of an OpenID sign-in", async () => {
    world = await openDashboardWorld({}, { sessions: { idleSeconds: 60, absoluteSeconds: 60 } });
    const { sessions } = world.api;
    expect(await sessions.isFirst("attempt")).toBe(true);
    world.world.clock.advance(10 * minute);
    expect(await sessions.isFirst("attempt")).toBe(false);
  });

  it("has the configured lifetime", async () => {
    world = await openDashboardWorld({}, { sessions: { idleSeconds: 600, absoluteSeconds: 900 } });
    const { cookie } = await signIn(world, world.owner.userId);
    world.world.clock.advance(9 * minute);
    expect(await isSignedIn(cookie)).toBe(true);
    world.world.clock.advance(6 * minute);
    expect(await isSignedIn(cookie)).toBe(false);
    await expect(openDashboardWorld({}, { sessions: { idleSeconds: 1 } })).rejects.toThrow(
      "sessions.idleSeconds must be a whole number from 60 to 31536000, and is 1",
    );
  });

  it("ends by signing out, and all sessions of a user end by signing out everywhere", async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => signIn(world, world.owner.userId)));
    const other = await signIn(world, world.viewerId);
    const link = await world.api.sessions.createLink(world.owner.userId);
    if (one === undefined || two === undefined || three === undefined) throw new Error("Cannot sign in");
    const out = await one.send("/sign-out");
    expect(out.headers.get("set-cookie")).toContain("Max-Age=0");
    expect([await isSignedIn(one.cookie), await isSignedIn(two.cookie)]).toEqual([false, true]);
    await two.send("/sign-out-everywhere");
    expect([await isSignedIn(two.cookie), await isSignedIn(three.cookie)]).toEqual([false, false]);
    expect(await isSignedIn(other.cookie)).toBe(true);
    expect((await sendLink(world, link.token)).status).toBe(403);
  });

  it("ends with the user's status, and its pages with the membership", async () => {
    const { cookie } = await signIn(world, world.owner.userId);
    await world.api.users.removeFromOrganization({ userId: world.owner.userId, organizationSlug: "acme" });
    expect((await visit(world, "/o/acme", { cookie })).status).toBe(404);
    await world.api.users.setStatus(world.owner.userId, "disabled");
    expect(await isSignedIn(cookie)).toBe(false);
  });

  it("accepts no form of a user who leaves the organization while it arrives", async () => {
    const { cookie, formToken, userId } = await signIn(world, world.owner.userId);
    const text = { "form-token": formToken, text: "Late" };
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      await world.api.users.removeFromOrganization({ userId, organizationSlug: "acme" });
      controller.enqueue(new TextEncoder().encode(new URLSearchParams(text).toString()));
      controller.close();
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
    const init = { method: "POST", headers, body, duplex: "half" };
    const request = new Request(`${origin}/dashboard/o/acme/knowledge-base`, init);
    expect((await handle(world, request)).status).toBe(404);
  });

  it("is stored as a hash", async () => {
    const { token } = await world.api.sessions.createLink(world.owner.userId);
    const { cookie } = await signIn(world, world.owner.userId);
    const writes = world.world.writes.join("\n");
    expect(writes).toContain('"session!');
    expect(writes).not.toContain(token);
    expect(writes).not.toContain(cookie.split("=")[1]);
  });

  it("has a cookie that scripts and other hosts cannot touch, and that is Secure under https", async () => {
    const { token } = await world.api.sessions.createLink(world.owner.userId);
    const plain = await sendLink(world, token);
    expect(plain.headers.get("set-cookie")).toMatch(
      /^postern_session=\w{43}; Path=\/dashboard; HttpOnly; SameSite=Lax$/,
    );
    const secure = await openDashboardWorld({ origin: "https://cms.example" });
    const link = await secure.api.sessions.createLink(secure.owner.userId);
    const response = await sendLink(secure, link.token);
    expect(response.headers.get("set-cookie")).toMatch(
      /^__Host-postern_session=\w{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    const cookie = cookieOf(response);
    expect((await visit(secure, "/o/acme", { cookie })).status).toBe(200);
    expect((await visit(secure, "/o/acme", { cookie: cookie.replace("__Host-", "") })).status).toBe(303);
    expect((await visit(secure, "/o/acme", { cookie: `${cookie}; ${cookie}` })).status).toBe(303);
  });
});

describe("the list of a user's sessions", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  /** Signs the owner in with a browser. */
  const signInWith = async (agent: string): Promise<SignedIn> => {
    const { token } = await world.api.sessions.createLink(world.owner.userId);
    const response = await sendLink(world, token, { "user-agent": agent });
    return sessionOf(world, world.owner.userId, cookieOf(response));
  };
  const listed = (userId: string): Promise<ListedSession[]> => allSessions(world.api, userId);
  const idsOf = (page: string): string[] =>
    [...page.matchAll(/name="id" value="(\w+)"/g)].map((match) => match[1] ?? "");

  it("has their browsers, sign-in and last use, and ends one of them immediately", async () => {
    const old = await signInWith(firefox);
    world.world.clock.advance(2 * hour);
    const own = await signInWith(
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    );
    const page = await own.page("/sessions");
    expect(page).toMatch(/<strong>Edge on Windows<\/strong> <span class="tag tag-good">this browser<\/span>/);
    expect(page).toMatch(
      /<strong>Firefox on Linux<\/strong>\n<p class="hint">Last used <time [^>]*>2 hours ago</,
    );
    const [id = ""] = idsOf(page);
    expect((await own.send("/sessions/end", { id })).headers.get("location")).toBe(
      "/dashboard/sessions?done=session-ended",
    );
    expect((await visit(world, "/o/acme", { cookie: old.cookie })).status).toBe(303);
    expect((await visit(world, "/o/acme", { cookie: own.cookie })).status).toBe(200);
    expect(idsOf(await own.page("/sessions"))).toEqual([]);
    const again = await own.send("/sessions/end", { id });
    expect(again.headers.get("location")).toMatch(/done=session-ended-already$/);
  });

  it("has no ended sessions, and none of other users", async () => {
    const own = await signInWith(firefox);
    const other = await signIn(world, world.viewerId);
    const [mine] = await listed(world.owner.userId);
    await other.send("/sessions/end", { id: mine?.id ?? "" });
    expect((await visit(world, "/o/acme", { cookie: own.cookie })).status).toBe(200);
    const left = await signInWith(firefox);
    await left.send("/sign-out");
    expect(await listed(world.owner.userId)).toHaveLength(1);
    await own.send("/sign-out-everywhere");
    expect(await listed(world.owner.userId)).toEqual([]);
    await signInWith(firefox);
    world.world.clock.advance(12 * hour);
    expect(await listed(world.owner.userId)).toEqual([]);
  });

  it("has every live session, however many have ended before", async () => {
    const { sessions } = world.api;
    const { userId } = world.owner;
    for (let count = 0; count < 300; count++) await sessions.startFor(userId);
    await sessions.endAll(userId);
    expect(await listed(userId)).toEqual([]);
    const live: string[] = [];
    const start = async (): Promise<void> => {
      const started = await sessions.startFor(userId);
      live.push(sessions.idOf(started?.token ?? ""));
    };
    for (let count = 0; count < 3; count++) await start();
    const own = await signInWith(firefox);
    expect(idsOf(await own.page("/sessions")).toSorted()).toEqual(live.toSorted());
    for (let count = 0; count < 250; count++) await start();
    const [first, second] = [await sessions.listOfUser(userId, { limit: 100 }), await listed(userId)];
    expect([first.sessions.length, second.length]).toEqual([100, 254]);
  });

  it("keeps the name of the browser only, and shows unknown ones", async () => {
    const attack = `"><script>alert(1)</script>`;
    const own = await signInWith(`${attack} Linux ${"x".repeat(5_000)} Firefox/1.0`);
    await signInWith(attack);
    const page = await own.page("/sessions");
    expect(page).toContain("<strong>A browser on Linux</strong>");
    expect(page).toContain("<strong>Unknown browser</strong>");
    expect(page).not.toContain("alert(1)");
    expect(world.world.writes.join("\n")).not.toContain("alert(1)");
    await expect(world.api.sessions.startFor(own.userId, { browser: "x".repeat(101) })).rejects.toThrow(
      "/browser must be 1 to 100 characters",
    );
  });

  it("shows the present session of an older version, and lists it after its next recorded use", async () => {
    const own = await signInWith(firefox);
    const { cookie } = own;
    const token = cookie.split("=")[1] ?? "";
    // Versions without the list wrote no entry.
    const [session] = await listed(own.userId);
    const signedInAt = Date.parse(session?.signedInAt ?? "");
    const key = encodeKey(["listed-session", 0, signedInAt, world.api.sessions.idOf(token)]);
    const { storage } = world.world;
    if (!("atomic" in storage)) return;
    await storage.atomic.commit(`user!${own.userId}`, { deletes: [key] });
    expect(await listed(own.userId)).toEqual([]);
    expect(await own.page("/sessions")).toContain("<strong>Firefox on Linux</strong>");
    world.world.clock.advance(hour);
    await visit(world, "/o/acme", { cookie });
    expect(await listed(own.userId)).toHaveLength(1);
  });
});

describe("a host with its own sign-in", () => {
  const options = (userId: () => string | null): Parameters<typeof openDashboardWorld>[0] => ({
    identify: ({ headers }) => {
      const id = userId();
      return id === null || headers.get("authorization") === null ? null : { id, name: "Ada" };
    },
    signInUrl: "/login",
  });

  it("is queried for every request, and sign-in links do not work", async () => {
    let userId: string | null = null;
    const world = await openDashboardWorld(options(() => userId));
    userId = world.owner.userId;
    const headers = { authorization: "host" };
    const nobody = await visit(world, "/o/acme");
    await expectPage(nobody, 401, 'href="/login"');
    const { token } = await world.api.sessions.createLink(userId);
    expect((await visit(world, "/sign-in", { form: { token } })).status).toBe(401);
    expect((await visit(world, "/o/acme", { headers })).status).toBe(200);
    expect((await visit(world, "/sessions", { headers })).status).toBe(404);
    expect(await (await visit(world, "/o/acme", { headers })).text()).not.toContain("/dashboard/sessions");
    userId = null;
    expect((await visit(world, "/o/acme", { headers })).status).toBe(401);
  });

  it("has forms that are bound to a cookie", async () => {
    let userId = "";
    const world = await openDashboardWorld(options(() => userId));
    userId = world.owner.userId;
    const headers = { authorization: "host" };
    const first = await visit(world, "/o/acme/knowledge-base/new", { headers });
    const cookie = cookieOf(first);
    expect(first.headers.get("set-cookie")).toMatch(
      /^postern_form=\w+; Path=\/dashboard; HttpOnly; SameSite=Lax$/,
    );
    const formToken = /name="form-token" value="(\w+)"/.exec(await first.text())?.[1] ?? "";
    const form = { "form-token": formToken, text: "New" };
    expect((await visit(world, "/o/acme/knowledge-base", { headers, form })).status).toBe(403);
    expect((await visit(world, "/o/acme/knowledge-base", { headers, form, cookie })).status).toBe(303);
    userId = world.viewerId;
    expect((await visit(world, "/o/acme/knowledge-base", { headers, form, cookie })).status).toBe(403);
  });

  it.each<[user: unknown, message: string]>([
    [{ id: 7, name: "Ada" }, "/id must be a string, and is 7"],
    [{ name: "Ada" }, "/id is missing"],
    [{ id: "", name: "Ada" }, "/id must not be empty"],
    [{ id: "ada", name: null }, "/name must be a string, and is null"],
    [{ id: "ada", name: "Ada", organizations: "acme" }, '/organizations must be an array, and is "acme"'],
    [
      { id: "ada", name: "Ada", organizations: ["acme"] },
      '/organizations/0 must be an object, and is "acme"',
    ],
    [{ id: "ada", name: "Ada", organizations: [{ slug: "acme" }] }, "/organizations/0/name is missing"],
    ["ada", 'it must be an object, and is "ada"'],
    [true, "it must be an object, and is true"],
  ])("signs nobody in as %j", async (user, message) => {
    const errors: unknown[] = [];
    const own = await openDashboardWorld(
      { identify: () => user as never },
      { onError: (error) => errors.push(error) },
    );
    expect((await own.dashboard.fetch(new Request(`${origin}/dashboard`))).status).toBe(500);
    expect(String(errors[0])).toContain(`HostValueError: Cannot use the result of identify: ${message}`);
  });

  it("has nobody signed in for undefined", async () => {
    const own = await openDashboardWorld({ identify: () => undefined });
    expect((await own.dashboard.fetch(new Request(`${origin}/dashboard/o/acme`))).status).toBe(401);
  });

  it("can provide the organizations of a user", async () => {
    const { userId } = world.owner;
    const organizations = [{ slug: "acme", name: "The Acme" }];
    const own = await openDashboardWorld({ identify: () => ({ id: userId, name: "Ada", organizations }) });
    const response = await own.dashboard.fetch(new Request(`${origin}/dashboard`));
    expect(response.headers.get("location")).toBe("/dashboard/o/acme");
  });
});

describe("the options of the dashboard", () => {
  it.each([
    [{ basePath: "dashboard" }, "basePath"],
    [{ basePath: "/a/../b" }, "basePath"],
    [{ origin: "https://cms.example/" }, "origin"],
    [{ signInUrl: "/login" }, "signInUrl"],
    [{ signInUrl: "javascript:alert(1)", identify: () => null }, "signInUrl"],
  ])("%j is refused by name", async (options, name) => {
    await expect(openDashboardWorld(options)).rejects.toThrow(`Cannot create the dashboard: ${name} must be`);
  });
});
