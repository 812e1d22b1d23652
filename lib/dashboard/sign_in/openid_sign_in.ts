import type { User } from "../../access/mod.ts";
import { AlreadyExistsError } from "../../base/errors.ts";
import { type PreparedResponse, ProblemError } from "../../http/mod.ts";
import { pageResponse, seeOther } from "../frame/answers.ts";
import { browserName } from "./browser_name.ts";
import { cookiePlaceOf, linkCookie, readAttemptCookies, setCookie } from "./cookies.ts";
import { submitButton } from "../design/components.ts";
import { html } from "../../base/text/html.ts";
import { plainPage } from "../frame/layout.ts";
import { originOf } from "../origin_of.ts";
import { randomHex } from "../random_hex.ts";
import { returnPathOf } from "./return_path.ts";
import { SignInRefusedError } from "./sign_in_refused_error.ts";
import type { DashboardDeps } from "../visit.ts";
import type { ResolvedOpenIdConnectOptions } from "./openid_connect_options.ts";
import {
  OpenIdProvider,
  attemptCookie,
  attemptSeconds,
  readAttempt,
  type SignInAttempt,
} from "./openid_provider.ts";

/** Page that redirects the browser to the provider. */
export const beginPage = "sign-in/openid-connect";

/** Page for the provider's redirect back: the redirect URI. */
const callbackPage = `${beginPage}/callback`;

/** Maximum number of attempts of a browser that can still end. More cookies could exceed a server's limit for headers. */
const mostAttempts = 10;

/** Maximum number of users to choose from, if several have the same address. */
const mostChoices = 10;

/** Maximum number of organizations that are named beside a user. */
const mostNamed = 10;

/**
 * Signs users in with an OpenID provider, by the email address that the provider has verified. Without a user, a pending invitation of
 * the address creates one, who becomes a member by accepting it.
 */
export class OpenIdSignIn {
  readonly #deps: DashboardDeps;
  readonly #provider: OpenIdProvider;

  constructor(deps: DashboardDeps, options: ResolvedOpenIdConnectOptions) {
    this.#deps = deps;
    this.#provider = new OpenIdProvider(options, deps.api.options.clock);
  }

  hasPage(page: string): boolean {
    return page === beginPage || page === callbackPage;
  }

  /**
   * @throws {SignInRefusedError} if the user may not sign in
   * @throws {OpenIdProviderError} if the provider fails
   */
  async answer(page: string, request: Request): Promise<PreparedResponse> {
    // The response of the provider works once, so HEAD must not use it up.
    if (request.method !== "GET") {
      throw new ProblemError("method-not-allowed", "This page supports GET", { headers: { allow: "GET" } });
    }
    return page === beginPage ? this.#begin(request) : this.#finish(request);
  }

  async #begin(request: Request): Promise<PreparedResponse> {
    const { clock } = this.#deps.api.options;
    const value = attemptCookie(clock.now(), randomHex(this.#deps, 32));
    const attempt = readAttempt(value, clock.now()) as SignInAttempt;
    const url = await this.#provider.authorizationUrl(attempt, this.#redirectUri(request));
    const place = cookiePlaceOf(request, this.#deps);
    // Each attempt has a cookie of its own, so that two tabs can sign in. A browser that starts many gets the oldest replaced.
    const known = readAttemptCookies(request, place).toSorted((one, other) =>
      one.value < other.value ? -1 : 1,
    );
    const replaced = known.length < mostAttempts ? undefined : known[0];
    const name = replaced?.name ?? (`postern_openid_${randomHex(this.#deps, 4)}` as const);
    return seeOther(url, { "set-cookie": `${setCookie(name, value, place)}; Max-Age=${attemptSeconds}` });
  }

  async #finish(request: Request): Promise<PreparedResponse> {
    const { sessions, options } = this.#deps.api;
    const answer = new URL(request.url).searchParams;
    const attempts = readAttemptCookies(request, cookiePlaceOf(request, this.#deps)).flatMap(
      ({ value }) => readAttempt(value, options.clock.now()) ?? [],
    );
    const attempt = attempts.find(({ state }) => state === answer.get("state")) ?? attempts[0];
    if (attempt === undefined) {
      throw new SignInRefusedError(
        `The sign-in took longer than ${attemptSeconds / 60} minutes, was started in another browser, or this browser keeps no cookies. Start again from the sign-in page.`,
      );
    }
    const email = await this.#provider.addressOf(answer, attempt, this.#redirectUri(request));
    // Providers must accept a code only once. This check also covers providers that accept a leaked code again.
    if (!(await sessions.isFirst(attempt.id))) {
      throw new SignInRefusedError("This sign-in was already used. Start again from the sign-in page.");
    }
    const found = await this.#deps.api.users.findByEmail(email);
    const users = found.filter(({ status }) => status === "active").slice(0, mostChoices);
    if (users.length > 1) return this.#askWhich(request, users, email);
    const user = found.length === 0 ? await this.#createInvited(email) : users[0];
    return this.#signIn(request, user, email);
  }

  /** Creates the user of an invited address. The inviter cannot, since nobody may get a session for another person's address. */
  async #createInvited(email: string): Promise<User | undefined> {
    const { invitations, users } = this.#deps.api;
    const invitation = await invitations.findByEmail(email);
    if (invitation === null) return undefined;
    try {
      return await users.create({ name: invitation.name ?? email, email });
    } catch (error) {
      // A concurrent sign-in has already created the user.
      if (error instanceof AlreadyExistsError) return (await users.findByEmail(email))[0];
      throw error;
    }
  }

  async #signIn(request: Request, user: User | undefined, email: string): Promise<PreparedResponse> {
    const { sessions } = this.#deps.api;
    const facts = { browser: browserName(request) };
    if (user !== undefined) await (await this.#deps.api.people()).noteOpenId(user);
    const session = user === undefined ? null : await sessions.startFor(user.id, facts);
    if (session === null) {
      throw new SignInRefusedError(
        `You cannot sign in with the email address ${email}: no active user has it. Ask an administrator to invite you.`,
      );
    }
    const cookie = setCookie("postern_session", session.token, cookiePlaceOf(request, this.#deps));
    return seeOther(returnPathOf(request, this.#deps), { "set-cookie": cookie });
  }

  /** Shows a choice of users with the same address, which a host can create. Each choice is a sign-in link. */
  async #askWhich(request: Request, users: readonly User[], email: string): Promise<PreparedResponse> {
    const { api, options } = this.#deps;
    const linkHeaders = { "set-cookie": linkCookie(cookiePlaceOf(request, this.#deps)) };
    const people = await api.people();
    for (const user of users) await people.noteOpenId(user);
    const choices = users.map(async ({ id, name }) => {
      const [link, { organizations, next }] = await Promise.all([
        api.sessions.createLink(id),
        api.admin.organizationsOf(id, { limit: mostNamed }),
      ]);
      const names = organizations.map(({ organization }) => organization.name);
      const where = [...names, ...(next === null ? [] : ["others"])].join(", ") || "no organization";
      return html`<form method="post" action="${options.basePath}/sign-in">
<input type="hidden" name="token" value="${link.token}">
<p>${submitButton(html`Sign in as ${name}`)} ${where}</p>
</form>`;
    });
    const body = html`<p>Several users here have the email address ${email}.</p>
${await Promise.all(choices)}`;
    return pageResponse(plainPage(options.basePath, { title: "Choose a user", body }), 200, linkHeaders);
  }

  #redirectUri(request: Request): string {
    return `${originOf(request, this.#deps)}${this.#deps.options.basePath}/${callbackPage}`;
  }
}
