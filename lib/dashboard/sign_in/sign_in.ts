import { message, linkButton, submitButton } from "../design/components.ts";
import { type PreparedResponse, ProblemError } from "../../http/mod.ts";
import { pageResponse, seeOther } from "../frame/answers.ts";
import { checkUser } from "./check_user.ts";
import { browserName } from "./browser_name.ts";
import {
  clearCookie,
  type CookiePlace,
  cookiePlaceOf,
  linkCookie,
  readCookie,
  setCookie,
  withoutCookies,
} from "./cookies.ts";
import { formLimits, readForm, textOf } from "../form/read_form.ts";
import { html, type Html } from "../../base/text/html.ts";
import { plainPage } from "../frame/layout.ts";
import type { Client } from "./client.ts";
import { answerFirstRun, firstRunPage, isFirstRun } from "./first_run_page.ts";
import { answerJoin } from "./join_page.ts";
import { canMailLinks, joinPage } from "./link_addresses.ts";
import { MailForm, mailPage } from "./mail_form.ts";
import { beginPage, OpenIdSignIn } from "./openid_sign_in.ts";
import { returnCookie, returnPathOf } from "./return_path.ts";
import { randomHex } from "../random_hex.ts";
import { SignInRefusedError } from "./sign_in_refused_error.ts";
import type { DashboardDeps, Visitor } from "../visit.ts";

/** Pages of visitors who are not signed in, without those of an OpenID provider. */
const pages: ReadonlySet<string> = new Set(["sign-in", mailPage, joinPage, firstRunPage]);

const secretForm = /^[0-9A-Za-z]{32,64}$/;

/** Finds the signed-in user of a request, and signs users in and out. */
export class SignIn {
  readonly #deps: DashboardDeps;
  readonly #openId: OpenIdSignIn | undefined;
  readonly #mailForm: MailForm;

  constructor(deps: DashboardDeps) {
    this.#deps = deps;
    const { openIdConnect } = deps.options;
    this.#openId = openIdConnect && new OpenIdSignIn(deps, openIdConnect);
    this.#mailForm = new MailForm(deps);
  }

  /** True if a page is for visitors who are not signed in yet. */
  hasPage(page: string): boolean {
    return pages.has(page) || this.#openId?.hasPage(page) === true;
  }

  /**
   * Returns the signed-in user of a request, or null if nobody is signed in.
   *
   * @param options.isUse true if the user caused the request, which extends the session. Default: true.
   */
  async find(request: Request, options: { isUse?: boolean } = {}): Promise<Visitor | null> {
    const { api } = this.#deps;
    const { identify } = this.#deps.options;
    const place = cookiePlaceOf(request, this.#deps);
    if (identify !== undefined) {
      const user = checkUser(await identify(request));
      return user && { user, ...this.#formSecret(request, user.id, place) };
    }
    const secret = readCookie(request, "postern_session", place);
    const session = secret === undefined ? null : await api.sessions.find(secret, options);
    return secret === undefined || session === null
      ? null
      : { user: session.user, stored: session.user, secret, only: session.organizationSlug };
  }

  /** Returns the id of the user whose session a request names, if it is known without a read. Only {@link SignIn.find} verifies the session. */
  knownUserOf(request: Request): string | undefined {
    if (this.#deps.options.identify !== undefined) return undefined;
    const secret = readCookie(request, "postern_session", cookiePlaceOf(request, this.#deps));
    return secret === undefined ? undefined : this.#deps.api.sessions.knownUserOf(secret);
  }

  /** Responds to visitors who are not signed in. The sign-in leads back to the page. */
  async refuse(request: Request): Promise<PreparedResponse> {
    const { basePath, identify, signInUrl } = this.#deps.options;
    if (identify === undefined && request.method !== "POST") {
      if (await isFirstRun(this.#deps)) return seeOther(`${basePath}/${firstRunPage}`);
      const cookie = returnCookie(request, this.#deps);
      return seeOther(`${basePath}/sign-in`, cookie === undefined ? {} : { "set-cookie": cookie });
    }
    const body =
      signInUrl === undefined
        ? html`<p>${identify === undefined ? html`Your session has ended. <a href="${basePath}/sign-in">Sign in again</a>` : "You are not signed in"}.</p>`
        : html`<p><a href="${signInUrl}">Sign in</a> to see this page.</p>`;
    return pageResponse(plainPage(basePath, { title: "Sign in", body }), 401);
  }

  /**
   * Serves a page for visitors who are not signed in yet. Refusals are not counted, because a token of 256 bits cannot be guessed.
   * With a limit per IP address, a page of another site could lock out everyone behind a shared address.
   */
  async answer(page: string, request: Request, client: Client): Promise<PreparedResponse> {
    if (this.#deps.options.identify !== undefined) return this.refuse(request);
    try {
      if (this.#openId?.hasPage(page) === true) return await this.#openId.answer(page, request);
      return await this.#answerOwn(page, request, client);
    } catch (error) {
      if (!(error instanceof SignInRefusedError)) throw error;
      return this.#page(
        html`${message("problem", error.message, "alert")}
<p><a href="${this.#deps.options.basePath}/sign-in">Go to the sign-in page</a></p>`,
        403,
      );
    }
  }

  async #answerOwn(page: string, request: Request, client: Client): Promise<PreparedResponse> {
    if (page === firstRunPage) return answerFirstRun(request, this.#deps);
    if (page === joinPage) return answerJoin(request, this.#deps, await this.find(request, { isUse: false }));
    if (page !== mailPage) return this.#answerLink(request);
    if (request.method === "POST" && canMailLinks(this.#deps)) return this.#mailForm.answer(request, client);
    throw new ProblemError("path-not-found", "This page does not exist");
  }

  /** Ends the session of a visitor, or all of them. */
  async end(
    request: Request,
    { user, secret }: Visitor,
    page: "sign-out" | "sign-out-everywhere",
  ): Promise<PreparedResponse> {
    const { api, options } = this.#deps;
    if (request.method !== "POST" || options.identify !== undefined) {
      throw new ProblemError("path-not-found", "This page does not exist");
    }
    await (page === "sign-out" ? api.sessions.end(secret) : api.sessions.endAll(user.id));
    const cookie = clearCookie("postern_session", cookiePlaceOf(request, this.#deps));
    return seeOther(`${options.basePath}/sign-in`, { "set-cookie": cookie });
  }

  /** Serves the page of a sign-in link, and its form. Opening the link signs nobody in, because mail scanners open links too. */
  async #answerLink(request: Request): Promise<PreparedResponse> {
    const { api } = this.#deps;
    if (request.method !== "POST") return this.#show(request);
    const form = await readForm(request, { bodyBytes: formLimits.signInBytes });
    const place = cookiePlaceOf(request, this.#deps);
    if (readCookie(request, "postern_link", place) === undefined) {
      return this.#showLink(request, textOf(form, "token"), withoutCookies);
    }
    const session = await api.sessions.start(textOf(form, "token"), { browser: browserName(request) });
    if (session === null) throw invalidLink();
    const cookie = setCookie("postern_session", session.token, place);
    return seeOther(returnPathOf(request, this.#deps), { "set-cookie": cookie });
  }

  async #show(request: Request): Promise<PreparedResponse> {
    const token = new URL(request.url).searchParams.get("token");
    if (token !== null) return this.#showLink(request, token);
    const isSignedIn = (await this.find(request)) !== null;
    return isSignedIn ? seeOther(returnPathOf(request, this.#deps)) : this.#showWays();
  }

  /** Shows the form of a sign-in link, with the reason why it was not used. */
  async #showLink(request: Request, token: string, reason?: string): Promise<PreparedResponse> {
    const { api, options } = this.#deps;
    const user = await api.sessions.findLink(token);
    if (user === null) throw invalidLink();
    const body = html`${reason === undefined ? "" : message("problem", reason, "alert")}
<p>You are about to sign in as <strong>${user.name}</strong>. The link works once.</p>
<form method="post" action="${options.basePath}/sign-in">
<input type="hidden" name="token" value="${token}">
${submitButton("Sign in", { tone: "main" })}
</form>`;
    const headers = { "set-cookie": linkCookie(cookiePlaceOf(request, this.#deps)) };
    return this.#page(body, reason === undefined ? 200 : 403, headers);
  }

  /** Shows the ways to sign in. The provider gets a link instead of a form, because the page's policy allows forms to this origin only. */
  async #showWays(): Promise<PreparedResponse> {
    const { basePath, openIdConnect } = this.#deps.options;
    const address = `${basePath}/${firstRunPage}`;
    const isNew = await isFirstRun(this.#deps);
    const start = isNew && html`<p>Nobody uses this server yet. <a href="${address}">Set it up</a></p>`;
    const form = this.#mailForm.view();
    const byLink = html`${start}${form}
<p>${form === false ? "Open" : "Or open"} the sign-in link that you received.</p>
<p>If you have none, ask the operator of this server for one, or an owner of your organization.</p>`;
    if (openIdConnect === undefined) return this.#page(byLink);
    return this.#page(html`<p>${linkButton(html`Sign in with ${openIdConnect.name}`, `${basePath}/${beginPage}`, { tone: "main" })}</p>
<p>For users of this server and invited people. If you are neither, ask an administrator to invite you.</p>
<h2>Without ${openIdConnect.name}</h2>
${byLink}`);
  }

  #page(body: Html, status = 200, headers: Record<string, string> = {}): PreparedResponse {
    return pageResponse(plainPage(this.#deps.options.basePath, { title: "Sign in", body }), status, headers);
  }

  /** Returns the secret for the form token. Hosts with their own sign-in have no session here, so a separate cookie stores the secret. */
  #formSecret(request: Request, userId: string, place: CookiePlace): Pick<Visitor, "secret" | "cookie"> {
    const known = readCookie(request, "postern_form", place);
    if (known !== undefined && secretForm.test(known)) return { secret: `${known} ${userId}` };
    const created = randomHex(this.#deps, 32);
    return { secret: `${created} ${userId}`, cookie: setCookie("postern_form", created, place) };
  }
}

function invalidLink(): SignInRefusedError {
  return new SignInRefusedError(
    "This sign-in link is not valid: it was used, has expired, or is incomplete. Ask for a new link.",
  );
}
