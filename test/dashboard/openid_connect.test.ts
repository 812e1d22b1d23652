import type { ClientAuthMethod, Configuration } from "oidc-provider";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTwin } from "../access/create_twin.ts";
import { cookieOf, openDashboardWorld, origin, send, signIn, visit } from "./dashboard_world.ts";
import {
  client,
  listenAsProvider,
  otherKey,
  repeatTokens,
  signInAt,
  type TestProvider,
} from "./openid_provider.ts";
import { beginPath, callbackPath, OpenIdWorld, refusalOf } from "./openid_world.ts";

const minute = 60_000;

let provider: TestProvider;
let world: OpenIdWorld;

beforeAll(async () => {
  provider = await listenAsProvider();
  provider.start(`${origin}/dashboard${callbackPath}`);
});
afterAll(async () => provider.close());
beforeEach(async () => {
  world = await OpenIdWorld.open(provider);
});
afterEach(() => (provider.instead = () => false));

describe("a user who signs in with an OpenID provider", () => {
  it("is redirected with values bound to this browser, and nothing is stored", async () => {
    const { writes } = world.dashboard.world;
    await world.dashboard.world.api.events.settle();
    const before = writes.length;
    const response = await visit(world.dashboard, `${beginPath}?next=https://evil.example`);
    const url = new URL(response.headers.get("location") ?? "");
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: client.id,
      redirect_uri: "http://localhost/dashboard/sign-in/openid-connect/callback",
      response_type: "code",
      scope: "openid email",
      state: expect.stringMatching(/^[\da-f]{64}$/),
      nonce: expect.stringMatching(/^[\da-f]{64}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const [state, nonce] = [url.searchParams.get("state") ?? "", url.searchParams.get("nonce")];
    expect(state).not.toBe(nonce);
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^postern_openid_[\da-f]{8}=\w+\.[\da-f]{64}; Path=\/dashboard; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    expect(cookie).not.toContain(state);
    const again = await world.begin();
    expect(again.url).not.toContain(state);
    expect(writes).toHaveLength(before);
  });

  it("is signed in as the user with the verified address, in a new session", async () => {
    const forged = `postern_session=${"a".repeat(43)}`;
    const { cookie, url } = await world.begin();
    const back = await signInAt(url, { name: "ada" });
    const response = await world.comeBack(`${back}&next=https://evil.example`, `${cookie}; ${forged}`);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/dashboard"]);
    const session = cookieOf(response);
    expect(session).toMatch(/^postern_session=\w{43}$/);
    expect(session).not.toBe(forged);
    expect(await world.nameOf(session)).toBe("Ada");
    const writes = world.dashboard.world.writes.join("\n");
    for (const secret of [
      session.split("=")[1],
      cookie.split("=")[1],
      new URL(back).searchParams.get("code"),
    ]) {
      expect(writes).not.toContain(secret);
    }
  });

  it("gets a cookie for this host only, under https", async () => {
    const secure = await openDashboardWorld({
      origin: "https://cms.example",
      openIdConnect: { issuer: provider.issuer, clientId: client.id },
    });
    const response = await visit(secure, beginPath);
    expect(response.headers.get("set-cookie")).toMatch(/^__Host-postern_openid_\w+=[^;]+; Path=\/; Secure; /);
    expect(new URL(response.headers.get("location") ?? "").searchParams.get("redirect_uri")).toBe(
      "https://cms.example/dashboard/sign-in/openid-connect/callback",
    );
  });

  it("is signed out here, even if the provider's session continues", async () => {
    const cookie = cookieOf(await world.signIn("ada"));
    const page = await (await visit(world.dashboard, "/o/acme", { cookie })).text();
    const formToken = /name="form-token" value="(\w+)"/.exec(page)?.[1] ?? "";
    const out = await send(world.dashboard, { cookie, formToken }, ["/sign-out", {}]);
    expect(out.headers.get("location")).toBe("/dashboard/sign-in");
    expect(await world.nameOf(cookie)).toBeUndefined();
  });

  it("chooses a user if several users have the address", async () => {
    const { api } = world.dashboard;
    const { storage } = world.dashboard.world;
    const other = await createTwin(storage, { name: "Ada <2>", email: "ada@acme.example" });
    await api.users.addToOrganization(other.id, { organizationSlug: "acme", role: "viewer" });
    await createTwin(storage, { name: "Former", email: "ada@acme.example", status: "disabled" });
    const response = await world.signIn("ada");
    expect([response.status, cookieOf(response)]).toEqual([200, "postern_link=1"]);
    const page = await response.text();
    expect(page.match(/Sign in as [^\n]*/g)?.toSorted()).toEqual([
      "Sign in as Ada &lt;2&gt;</button> Acme</p>",
      "Sign in as Ada</button> Acme</p>",
    ]);
    const [, token = ""] = /value="(\w{43})">\n<p><button type="submit">Sign in as Ada</.exec(page) ?? [];
    const chosen = await visit(world.dashboard, "/sign-in", { form: { token }, cookie: cookieOf(response) });
    expect(await world.nameOf(cookieOf(chosen))).toBe("Ada");
  });
});

describe("a sign-in is refused", () => {
  it("for an address without an active user, and no user is created", async () => {
    const { users } = world.dashboard.api;
    const count = async (): Promise<number> => {
      let found = 0;
      for await (const _user of users.iterate()) found++;
      return found;
    };
    const before = await count();
    const rule = /no active user has it\. Ask an administrator to invite you\.$/;
    provider.accounts.set("eve", { email: "<eve>@evil.example", email_verified: true });
    const unknown = await world.signIn("eve");
    expect(await refusalOf(unknown.clone())).toMatch(rule);
    expect(await unknown.text()).toContain("&lt;eve&gt;@evil.example");
    // A Kelvin sign, which `toLowerCase` converts to a k.
    await users.create({ name: "Kim", email: "kim@acme.example" });
    provider.accounts.set("kim", { email: "\u212Aim@acme.example", email_verified: true });
    expect(await refusalOf(await world.signIn("kim"))).toMatch(rule);
    await users.setStatus(world.ada.id, "disabled");
    expect(await refusalOf(await world.signIn("ada"))).toMatch(rule);
    expect(await count()).toBe(before + 1);
  });

  it.each([
    [
      { email: "ada@acme.example", email_verified: false },
      /has not verified your email address ada@acme\.example\./,
    ],
    [{ email: "ada@acme.example", email_verified: "true" }, /has not verified/],
    [{ email: "ada@acme.example" }, /has not verified/],
    [{ email_verified: true }, /did not send your email address/],
  ])("if the provider returns %j", async (account, why) => {
    provider.accounts.set("ada", account);
    expect(await refusalOf(await world.signIn("ada"))).toMatch(why);
  });

  it("for a response to another sign-in or another browser", async () => {
    const why = /does not belong to a sign-in of this browser/;
    const first = await world.begin();
    const back = await signInAt(first.url, { name: "ada" });
    const second = await world.begin();
    expect(await refusalOf(await world.comeBack(back, second.cookie))).toMatch(why);
    const forged = back.replace(/state=\w+/, `state=${"0".repeat(64)}`);
    expect(await refusalOf(await world.comeBack(forged, first.cookie))).toMatch(why);
    expect(await refusalOf(await world.comeBack(back.replace(/&?state=\w+/, ""), first.cookie))).toMatch(why);
    expect(await refusalOf(await world.comeBack(back.replace(/code=[^&]+/, ""), first.cookie))).toMatch(why);
    expect(
      await refusalOf(await world.comeBack(back.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fx"), first.cookie)),
    ).toMatch(why);
    expect(await refusalOf(await world.comeBack(back))).toMatch(/started in another browser/);
    expect((await world.comeBack(back, first.cookie)).status).toBe(303);
  });

  it("for a code of another sign-in", async () => {
    const own = await world.begin();
    const other = await world.begin();
    const stolen = new URL(await signInAt(other.url, { name: "ada" })).searchParams.get("code") ?? "";
    const back = (await signInAt(own.url, { name: "ada" })).replace(/code=[^&]+/, `code=${stolen}`);
    expect(await refusalOf(await world.comeBack(back, own.cookie))).toMatch(/already used, or took too long/);
  });

  it("for a repeated response, even if the provider accepts a code twice", async () => {
    const { cookie, url } = await world.begin();
    const back = await signInAt(url, { name: "ada" });
    const lax = repeatTokens(provider);
    expect((await world.comeBack(back, cookie)).status).toBe(303);
    expect(await refusalOf(await world.comeBack(back, cookie))).toMatch(
      /^This sign-in was already used\. Start again from the sign-in page\.$/,
    );
    expect(lax.answers).toBe(2);
    provider.instead = () => false;
    expect(await refusalOf(await world.comeBack(back, cookie))).toMatch(/already used, or took too long/);
  });

  it("after 10 minutes", async () => {
    const { clock } = world.dashboard.world;
    const late = await world.begin();
    const back = await signInAt(late.url, { name: "ada" });
    clock.advance(10 * minute);
    expect(await refusalOf(await world.comeBack(back, late.cookie))).toMatch(/longer than 10 minutes/);
    const started = Number.parseInt(/=(\w+)\./.exec(late.cookie)?.[1] ?? "", 36);
    const renewed = late.cookie.replace(/=\w+\./, `=${(started + minute).toString(36)}.`);
    expect(await refusalOf(await world.comeBack(back, renewed))).toMatch(
      /does not belong to a sign-in of this browser/,
    );
  });

  it("if the provider refuses the user, and its text is not shown", async () => {
    const { cookie, url } = await world.begin();
    const back = await signInAt(url, "abort");
    expect(await refusalOf(await world.comeBack(back, cookie))).toMatch(
      /denied access, or you canceled the sign-in there/,
    );
    const hostile = back
      .replace("error=access_denied", `error=${encodeURIComponent("<script>alert(1)</script>")}`)
      .replace(/error_description=[^&]+/, "error_description=Call+555-1234");
    const response = await world.comeBack(hostile, cookie);
    const page = await response.text();
    expect([response.status, page.includes("alert(1)"), page.includes("555-1234")]).toEqual([
      403,
      false,
      false,
    ]);
    const known = back.replace("error=access_denied", "error=server_error");
    expect(await refusalOf(await world.comeBack(known, cookie))).toMatch(
      /did not sign you in \(server_error\)/,
    );
  });

  it("for a response without a sign-in, which never blocks other users", async () => {
    const asked = provider.asked.length;
    for (let refused = 0; refused < 20; refused++) {
      expect((await visit(world.dashboard, `${callbackPath}?code=x`)).status).toBe(403);
    }
    expect(provider.asked.length).toBe(asked);
    expect((await world.signIn("ada")).status).toBe(303);
  });

  it.each(["HEAD", "POST"])("for %s", async (method) => {
    const { cookie, url } = await world.begin();
    const back = await signInAt(url, { name: "ada" });
    const request = new Request(back, { method, headers: { cookie } });
    const response = await world.dashboard.dashboard.fetch(request);
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
    expect((await world.comeBack(back, cookie)).status).toBe(303);
  });
});

describe("an untrusted response of the provider", () => {
  /** Returns the error that the host receives. The response must not reveal it. */
  const failureOf = async (response: Response): Promise<string> => {
    const page = await response.text();
    const { errors } = world.dashboard.world;
    const isReported =
      response.status === 503 &&
      response.headers.get("retry-after") === "30" &&
      response.headers.get("set-cookie") === null &&
      page.includes("use a sign-in link") &&
      errors.length === 1;
    return isReported ? String(errors[0]) : `not reported: ${response.status} ${page}`;
  };

  it("has the nonce of another sign-in", async () => {
    const { cookie, url } = await world.begin();
    const forged = url.replace(/nonce=\w+/, `nonce=${"0".repeat(64)}`);
    const lax = repeatTokens(provider);
    expect(await failureOf(await world.comeBack(await signInAt(forged, { name: "ada" }), cookie))).toMatch(
      /"nonce"/,
    );
    // The host logs this error.
    const [error] = world.dashboard.world.errors as [Error];
    expect(error.cause).toBeUndefined();
    expect(lax.idToken.length).toBeGreaterThan(100);
    expect(`${error.stack}`).not.toContain(lax.idToken);
  });

  it("is signed with a different key", async () => {
    provider.instead = (path, _incoming, outgoing) => {
      if (path !== "/jwks") return false;
      outgoing.setHeader("content-type", "application/json");
      outgoing.end(JSON.stringify({ keys: [otherKey] }));
      return true;
    };
    expect(await failureOf(await world.signIn("ada"))).toMatch(/signature/);
  });

  it("has expired, by the clock of the API", async () => {
    const { cookie, url } = await world.begin();
    const back = await signInAt(url, { name: "ada" });
    world.dashboard.world.clock.advance(5 * minute);
    expect(await failureOf(await world.comeBack(back, cookie))).toMatch(/"exp"/);
  });

  it("rejects this client", async () => {
    world = await OpenIdWorld.open(provider, "wrong");
    expect(await failureOf(await world.signIn("ada"))).toMatch(
      /^OpenIdProviderError: Cannot sign in with http:\S+: the provider responded 401 invalid_client /,
    );
  });
});

describe("a provider", () => {
  it("that does not respond does not affect the rest of the dashboard", async () => {
    provider.instead = (_path, _incoming, outgoing) => {
      outgoing.destroy();
      return true;
    };
    const { cookie } = await signIn(world.dashboard, world.ada.id);
    const failed = await visit(world.dashboard, beginPath);
    expect([failed.status, failed.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(await failed.text()).toContain("Sign-in is not available");
    expect(String(world.dashboard.world.errors[0])).toMatch(
      /^OpenIdProviderError: Cannot sign in with http:\S+: fetch failed$/,
    );
    expect(await world.nameOf(cookie)).toBe("Ada");
    expect((await visit(world.dashboard, "/sign-in")).status).toBe(200);
    expect(cookieOf(await visit(world.dashboard, "/sign-in"))).toBe("");
    provider.instead = () => false;
    expect((await world.signIn("ada")).status).toBe(303);
  });

  it("is discovered once an hour", async () => {
    const discoveries = (): number =>
      provider.asked.filter((one) => one === "GET /.well-known/openid-configuration").length;
    const before = discoveries();
    await world.begin();
    await world.begin();
    expect(discoveries()).toBe(before + 1);
    world.dashboard.world.clock.advance(60 * minute);
    await world.begin();
    expect(discoveries()).toBe(before + 2);
  });

  it.each<[what: string, settings: Configuration, method: ClientAuthMethod]>([
    [
      "takes the secret in the body only",
      { clientAuthMethods: ["client_secret_post"] },
      "client_secret_post",
    ],
    ["has a public client", {}, "none"],
    ["tells the address in the ID token", { conformIdTokenClaims: false }, "client_secret_basic"],
  ])("that %s is accepted", async (_what, settings, method) => {
    const own = await listenAsProvider();
    own.start(`${origin}/dashboard${callbackPath}`, settings, method);
    world = await OpenIdWorld.open(own, method === "none" ? null : client.secret);
    expect((await world.signIn("ada")).headers.get("location")).toBe("/dashboard");
    expect(own.asked.includes("GET /me")).toBe(method !== "client_secret_basic");
    await own.close();
  });
});

describe("the options of the OpenID provider", () => {
  const valid = { issuer: "https://id.example", clientId: "a" };

  it.each([
    [{ issuer: "http://id.example" }, "issuer must be an https URL"],
    [{ issuer: "id.example" }, "issuer must be"],
    [{ issuer: "https://id.example?a=b" }, "issuer must be"],
    [{ clientId: "" }, "clientId must be"],
    [{ clientSecret: " " }, "clientSecret must be"],
    [
      { scopes: "email profile" },
      'scopes must be scopes separated by spaces, including "openid", and is "email profile"',
    ],
    [{ name: "" }, "name must be 1 to 100 characters"],
    [{ name: "x".repeat(101) }, "name must be"],
  ])("%j is refused by name", async (wrong, why) => {
    await expect(openDashboardWorld({ openIdConnect: { ...valid, ...wrong } })).rejects.toThrow(
      `Cannot create the dashboard: openIdConnect.${why}`,
    );
  });

  it("are not for a host that signs users in itself", async () => {
    await expect(openDashboardWorld({ openIdConnect: valid, identify: () => null })).rejects.toThrow(
      "Cannot create the dashboard: openIdConnect must be left out where identify is given",
    );
  });

  it("name the provider on the page, which is otherwise unchanged", async () => {
    const named = await openDashboardWorld({ openIdConnect: { ...valid, name: "<Acme>" } });
    const page = await (await visit(named, "/sign-in")).text();
    expect(page).toContain(
      `<a class="button main-action" href="/dashboard${beginPath}">Sign in with &lt;Acme&gt;</a>`,
    );
    expect(page).toContain("If you are neither, ask an administrator to invite you.");
    const unnamed = await openDashboardWorld({ openIdConnect: valid });
    expect(await (await visit(unnamed, "/sign-in")).text()).toContain("Sign in with id.example");
    const none = await openDashboardWorld();
    expect(await (await visit(none, "/sign-in")).text()).not.toContain("Sign in with");
    expect((await visit(none, beginPath)).headers.get("location")).toBe("/dashboard/sign-in");
  });
});
