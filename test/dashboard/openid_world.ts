import type { OpenIdConnectOptions } from "../../lib/dashboard/mod.ts";
import type { User } from "../../lib/mod.ts";
import { cookieOf, type DashboardWorld, openDashboardWorld, origin, visit } from "./dashboard_world.ts";
import { client, signInAt, type TestProvider } from "./openid_provider.ts";

/** A browser after the redirect to the provider. */
export interface StartedSignIn {
  cookie: string;
  url: string;
}

export const beginPath = "/sign-in/openid-connect";
export const callbackPath: string = `${beginPath}/callback`;

/** A dashboard whose users sign in with a provider, and a user "Ada" of "acme" with the provider's account `ada`. */
export class OpenIdWorld {
  readonly provider: TestProvider;
  readonly dashboard: DashboardWorld;
  readonly ada: User;

  private constructor(provider: TestProvider, dashboard: DashboardWorld, ada: User) {
    this.provider = provider;
    this.dashboard = dashboard;
    this.ada = ada;
  }

  /** @param clientSecret null for a public client */
  static async open(
    provider: TestProvider,
    clientSecret: string | null = client.secret,
  ): Promise<OpenIdWorld> {
    const openIdConnect: OpenIdConnectOptions = { issuer: provider.issuer, clientId: client.id };
    if (clientSecret !== null) openIdConnect.clientSecret = clientSecret;
    const dashboard = await openDashboardWorld({ openIdConnect });
    // The provider uses the system's clock.
    dashboard.world.clock.time = Date.now();
    const { users } = dashboard.api;
    const ada = await users.create({ name: "Ada", email: "Ada@acme.example" });
    await users.addToOrganization(ada.id, { organizationSlug: "acme", role: "owner" });
    provider.accounts.set("ada", { email: "ada@acme.example", email_verified: true });
    return new OpenIdWorld(provider, dashboard, ada);
  }

  /** Starts a sign-in. @param known cookies that the browser has */
  async begin(known = ""): Promise<StartedSignIn> {
    const response = await visit(this.dashboard, beginPath, { cookie: known });
    return { cookie: cookieOf(response), url: response.headers.get("location") ?? "" };
  }

  /** Opens the URL that the provider redirected back to. */
  async comeBack(url: string, cookie?: string): Promise<Response> {
    if (!url.startsWith(`${origin}/dashboard${callbackPath}?`)) throw new Error(`Cannot come back to ${url}`);
    const path = url.slice(`${origin}/dashboard`.length);
    return visit(this.dashboard, path, cookie === undefined ? {} : { cookie });
  }

  async signIn(name: string): Promise<Response> {
    const { cookie, url } = await this.begin();
    return this.comeBack(await signInAt(url, { name }), cookie);
  }

  /** Returns the name on the page of the user that a cookie signs in. */
  async nameOf(cookie: string): Promise<string | undefined> {
    const page = await (await visit(this.dashboard, "/o/acme", { cookie })).text();
    return /Account: <\/span>([^<]+)</.exec(page)?.[1];
  }
}

/** Returns the reason for a refused sign-in on the page. */
export async function refusalOf(response: Response): Promise<string> {
  const [, why = "nothing"] = /role="alert">([^<]*)</.exec(await response.text()) ?? [];
  const isRefused = response.status === 403 && response.headers.get("set-cookie") === null;
  return isRefused ? why : `not refused: ${response.status}`;
}
