import type { User } from "../../access/mod.ts";
import { AlreadyExistsError } from "../../errors.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";
import { ProblemError } from "../../problems/mod.ts";
import { pageAnswer, seeOther } from "../answers.ts";
import { cookiePlaceOf, readCookie, setCookie } from "../cookies.ts";
import { html } from "../../html.ts";
import { plainPage } from "../layout.ts";
import { originOf } from "../origin_of.ts";
import { randomHex } from "../random_hex.ts";
import { SignInRefusedError } from "../sign_in_refused_error.ts";
import type { DashboardDeps } from "../visit.ts";
import type { ResolvedOpenIdConnectOptions } from "./openid_connect_options.ts";
import { OpenIdProvider } from "./openid_provider.ts";
import { attemptCookie, attemptSeconds, readAttempt, type SignInAttempt } from "./sign_in_attempt.ts";

/** The page that sends a browser to the provider. */
export const beginPage = "sign-in/openid-connect";

/** The page that the provider sends the browser back to: the redirect URI. */
const callbackPage = `${beginPage}/callback`;

/** How many users of one address there is a choice of. */
const mostChoices = 10;

/**
 * Signs users in by an OpenID provider, by the address that the provider has verified. A user is created only where an invitation of the
 * address is pending, and becomes a member by accepting it.
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
   * @throws {SignInRefusedError} when the user is not to be signed in
   * @throws {OpenIdProviderError} when the provider does not do its part
   */
  async answer(page: string, request: Request): Promise<PreparedResponse> {
    // HEAD must not use up what works once.
    if (request.method !== "GET") {
      throw new ProblemError("method-not-allowed", "The page answers GET", { headers: { allow: "GET" } });
    }
    return page === beginPage ? this.#begin(request) : this.#finish(request);
  }

  async #begin(request: Request): Promise<PreparedResponse> {
    const { clock } = this.#deps.api.options;
    const value = attemptCookie(clock.now(), randomHex(this.#deps, 32));
    const attempt = readAttempt(value, clock.now()) as SignInAttempt;
    const url = await this.#provider.authorizationUrl(attempt, this.#redirectUri(request));
    const cookie = setCookie("postern_openid", value, cookiePlaceOf(request, this.#deps));
    return seeOther(url, { "set-cookie": `${cookie}; Max-Age=${attemptSeconds}` });
  }

  async #finish(request: Request): Promise<PreparedResponse> {
    const { sessions, options } = this.#deps.api;
    const value = readCookie(request, "postern_openid", cookiePlaceOf(request, this.#deps)) ?? "";
    const attempt = readAttempt(value, options.clock.now());
    if (attempt === undefined) {
      throw new SignInRefusedError(
        `The sign-in took longer than ${attemptSeconds / 60} minutes, or was begun in another browser. Begin it anew.`,
      );
    }
    const answer = new URL(request.url).searchParams;
    const email = await this.#provider.addressOf(answer, attempt, this.#redirectUri(request));
    // Providers take a code once, as they must; should one not, an answer that was seen by others is no good all the same.
    if (!(await sessions.isFirst(attempt.id))) {
      throw new SignInRefusedError("The sign-in was used before. Begin it anew.");
    }
    const found = await this.#deps.api.users.findByEmail(email);
    const users = found.filter(({ status }) => status === "active").slice(0, mostChoices);
    if (users.length > 1) return this.#askWhich(users, email);
    const user = found.length === 0 ? await this.#createInvited(email) : users[0];
    return this.#signIn(request, user, email);
  }

  /** A new user of an invited address. The inviter could not create it: nobody may have a session of another person's address. */
  async #createInvited(email: string): Promise<User | undefined> {
    const { invitations, users } = this.#deps.api;
    const invitation = await invitations.findByEmail(email);
    if (invitation === null) return undefined;
    try {
      return await users.create({ name: invitation.name ?? email, email });
    } catch (error) {
      // Another sign-in of this address was faster.
      if (error instanceof AlreadyExistsError) return (await users.findByEmail(email))[0];
      throw error;
    }
  }

  async #signIn(request: Request, user: User | undefined, email: string): Promise<PreparedResponse> {
    const session = user === undefined ? null : await this.#deps.api.sessions.startFor(user.id);
    if (session === null) {
      throw new SignInRefusedError(
        `You cannot sign in with the email address ${email}: no active user has it. Ask an administrator to invite you.`,
      );
    }
    const cookie = setCookie("postern_session", session.token, cookiePlaceOf(request, this.#deps));
    return seeOther(this.#deps.options.basePath, { "set-cookie": cookie });
  }

  /** The host can make several users of one address. Each choice is a sign-in link. */
  async #askWhich(users: readonly User[], email: string): Promise<PreparedResponse> {
    const { api, options } = this.#deps;
    const choices = users.map(async ({ id, name }) => {
      const [link, organizations] = await Promise.all([
        api.sessions.createLink(id),
        api.admin.organizationsOf(id),
      ]);
      const where =
        organizations.map(({ organization }) => organization.name).join(", ") || "no organization";
      return html`<form method="post" action="${options.basePath}/sign-in">
<input type="hidden" name="token" value="${link.token}">
<p><button type="submit">Sign in as ${name}</button> ${where}</p>
</form>`;
    });
    const body = html`<p>Several users here have the email address ${email}.</p>
${await Promise.all(choices)}`;
    return pageAnswer(plainPage(options.basePath, { title: "Choose a user", body }));
  }

  #redirectUri(request: Request): string {
    return `${originOf(request, this.#deps)}${this.#deps.options.basePath}/${callbackPage}`;
  }
}
