import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cookieOf, origin, send, visit } from "./dashboard_world.ts";
import { listenAsProvider, type TestProvider } from "./openid_provider.ts";
import { callbackPath, OpenIdWorld, refusalOf } from "./openid_world.ts";

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

describe("an invited address", () => {
  const invite = { email: "bob@acme.example", name: "Bob", role: "author" } as const;

  it("gets a user at the first sign-in, who is not a member before accepting", async () => {
    const { api } = world.dashboard;
    const { id } = await api.invitations.create("acme", invite);
    provider.accounts.set("bob", { email: "BOB@acme.example", email_verified: true });
    const cookie = cookieOf(await world.signIn("bob"));
    const [bob, ...others] = await api.users.findByEmail("bob@acme.example");
    expect([bob?.name, bob?.email, others]).toEqual(["Bob", "BOB@acme.example", []]);
    const landing = await visit(world.dashboard, "", { cookie });
    expect(landing.headers.get("location")).toBe("/dashboard/invitations");
    expect((await visit(world.dashboard, "/o/acme", { cookie })).status).toBe(404);
    const page = await (await visit(world.dashboard, "/invitations", { cookie })).text();
    const formToken = /name="form-token" value="(\w+)"/.exec(page)?.[1] ?? "";
    const form = { organization: "acme", id };
    const accepted = await send(world.dashboard, { cookie, formToken }, ["/invitations/accept", form]);
    expect(accepted.headers.get("location")).toBe("/dashboard/o/acme?done=joined");
    expect(await world.nameOf(cookie)).toBe("Bob");
  });

  it("gets no user if the provider has not verified it, or the invitation has ended", async () => {
    const { api } = world.dashboard;
    const { id } = await api.invitations.create("acme", invite);
    provider.accounts.set("bob", { email: "bob@acme.example", email_verified: false });
    expect(await refusalOf(await world.signIn("bob"))).toMatch(/has not verified/);
    await api.invitations.revoke({ organizationSlug: "acme", id });
    provider.accounts.set("bob", { email: "bob@acme.example", email_verified: true });
    expect(await refusalOf(await world.signIn("bob"))).toMatch(/Ask an administrator to invite you/);
    expect(await api.users.findByEmail("bob@acme.example")).toEqual([]);
  });

  it("gets no second user if the user with the address is disabled", async () => {
    const { api } = world.dashboard;
    await api.users.setStatus(world.ada.id, "disabled");
    await api.invitations.create("acme", { email: "ada@acme.example", role: "owner" });
    expect(await refusalOf(await world.signIn("ada"))).toMatch(/no active user has it/);
    expect(await api.users.findByEmail("ada@acme.example")).toHaveLength(1);
  });
});
