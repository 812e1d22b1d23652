import type { AdapterRequestContext } from "@hattip/core";
import { FailedAttempts } from "../access/mod.ts";
import { type AddressFinder, type Answer, ProblemError } from "../http/mod.ts";
import { pageAnswer, seeOther } from "./answers.ts";
import { clearCookie, type CookiePlace, readCookie, setCookie } from "./cookies.ts";
import { html, type Html } from "./html.ts";
import { plainPage } from "./layout.ts";
import { readForm, textOf } from "./read_form.ts";
import type { DashboardDeps, Visitor } from "./visit.ts";

/** How many links that are none one client may try: 10 in 5 minutes. */
const attemptLimit = { attempts: 10, windowSeconds: 300 };

const secretForm = /^[0-9A-Za-z]{32,64}$/;

/** Who is signed in, and how one comes to be. */
export class SignIn {
  readonly #deps: DashboardDeps;
  readonly #findAddress: AddressFinder;
  readonly #failures: FailedAttempts;

  constructor(deps: DashboardDeps, findAddress: AddressFinder) {
    this.#deps = deps;
    this.#findAddress = findAddress;
    this.#failures = new FailedAttempts(deps.api.options.clock, attemptLimit);
  }

  /** Who sends a request, or null for nobody. */
  async find(request: Request): Promise<Visitor | null> {
    const { api, options } = this.#deps;
    const place = this.#cookiePlace(request);
    if (options.identify !== undefined) {
      const user = await options.identify(request);
      return user && { user, ...this.#formSecret(request, user.id, place) };
    }
    const secret = readCookie(request, "postern_session", place);
    const session = secret === undefined ? null : await api.sessions.find(secret);
    return secret === undefined || session === null ? null : { user: session.user, secret };
  }

  /** What somebody gets who is not signed in. */
  refuse({ method }: Request): Answer {
    const { basePath, identify, signInUrl } = this.#deps.options;
    if (identify === undefined && method !== "POST") return seeOther(`${basePath}/sign-in`);
    const body =
      signInUrl === undefined
        ? html`<p>${identify === undefined ? html`Your session has ended. <a href="${basePath}/sign-in">Sign in again</a>` : "You are not signed in"}.</p>`
        : html`<p><a href="${signInUrl}">Sign in</a> to see this page.</p>`;
    return pageAnswer(plainPage(basePath, { title: "Sign in", body }), 401);
  }

  /**
   * The page of a sign-in link, and its form. Opening the link signs nobody in: programs that look at the links of a mail do that, too.
   */
  async answer({ request, ip }: AdapterRequestContext): Promise<Answer> {
    const { api, options } = this.#deps;
    if (options.identify !== undefined) return this.refuse(request);
    const address = this.#findAddress(ip, request.headers);
    this.#requireFewFailures(address);
    if (request.method !== "POST") return this.#show(request, address);
    const form = await readForm(request, api.options.limits.bodyBytes);
    const session = await api.sessions.start(textOf(form, "token"));
    if (session === null) return this.#refuseLink(address);
    const cookie = setCookie("postern_session", session.token, this.#cookiePlace(request));
    return seeOther(options.basePath, { "set-cookie": cookie });
  }

  /** Ends the session of a visitor, or all of them. */
  async end(
    request: Request,
    { user, secret }: Visitor,
    page: "sign-out" | "sign-out-everywhere",
  ): Promise<Answer> {
    const { api, options } = this.#deps;
    if (request.method !== "POST" || options.identify !== undefined) {
      throw new ProblemError("path-not-found", "There is no such page");
    }
    await (page === "sign-out" ? api.sessions.end(secret) : api.sessions.endAll(user.id));
    const cookie = clearCookie("postern_session", this.#cookiePlace(request));
    return seeOther(`${options.basePath}/sign-in`, { "set-cookie": cookie });
  }

  async #show(request: Request, address: string | undefined): Promise<Answer> {
    const { api, options } = this.#deps;
    const token = new URL(request.url).searchParams.get("token");
    if (token === null) {
      if ((await this.find(request)) !== null) return seeOther(options.basePath);
      return this.#page(html`<p>Open the sign-in link that you were given.</p>
<p>Whoever runs this server makes one for you: <code>postern user sign-in-link you@example.com</code></p>`);
    }
    const user = await api.sessions.findLink(token);
    if (user === null) return this.#refuseLink(address);
    return this
      .#page(html`<p>You are about to sign in as <strong>${user.name}</strong>. The link works once.</p>
<form method="post" action="${options.basePath}/sign-in">
<input type="hidden" name="token" value="${token}">
<button type="submit" class="main-action">Sign in</button>
</form>`);
  }

  #refuseLink(address: string | undefined): Answer {
    // Where no address is known, all would share one count: then nobody is blocked, and a token cannot be guessed anyway.
    if (address !== undefined) this.#failures.add(address);
    return this.#page(
      html`<p class="problem" role="alert">This sign-in link is no good: it was used, has expired, or is not whole. Ask for another one.</p>`,
      403,
    );
  }

  #page(body: Html, status = 200): Answer {
    return pageAnswer(plainPage(this.#deps.options.basePath, { title: "Sign in", body }), status);
  }

  #requireFewFailures(address: string | undefined): void {
    const { clock } = this.#deps.api.options;
    const until = address === undefined ? undefined : this.#failures.blockedUntil(address);
    if (until === undefined) return;
    const seconds = Math.ceil((until - clock.now()) / 1000);
    throw new ProblemError(
      "too-many-failures",
      `Too many links were tried; try again in ${seconds} seconds`,
      {
        headers: { "retry-after": String(seconds) },
      },
    );
  }

  /** Where the host signs users in, a cookie of our own holds what the form token is made of. */
  #formSecret(request: Request, userId: string, place: CookiePlace): Pick<Visitor, "secret" | "cookie"> {
    const known = readCookie(request, "postern_form", place);
    if (known !== undefined && secretForm.test(known)) return { secret: `${known} ${userId}` };
    const bytes = this.#deps.api.options.randomBytes(32);
    const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return { secret: `${made} ${userId}`, cookie: setCookie("postern_form", made, place) };
  }

  #cookiePlace(request: Request): CookiePlace {
    const { basePath } = this.#deps.options;
    return { isSecure: originOf(request, this.#deps).startsWith("https:"), basePath };
  }
}

/** The origin under which browsers see the dashboard. */
export function originOf({ url }: Request, { options }: DashboardDeps): string {
  return options.origin ?? new URL(url).origin;
}
