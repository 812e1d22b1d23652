import * as oauth from "oauth4webapi";
import { type Clock, systemClock } from "../../clock.ts";
import { SignInRefusedError } from "../sign_in_refused_error.ts";
import type { ResolvedOpenIdConnectOptions } from "./openid_connect_options.ts";
import { toProviderError } from "./openid_provider_error.ts";
import type { SignInAttempt } from "./sign_in_attempt.ts";

/** How long the provider may take for one answer. */
const timeoutMilliseconds = 5000;

/** How long what the provider says of itself is taken for true. Its keys the library asks for anew after 5 minutes. */
const discoveryMilliseconds = 3_600_000;

/** The OpenID provider: where it signs users in, and whom it has signed in. */
export class OpenIdProvider {
  readonly #options: ResolvedOpenIdConnectOptions;
  readonly #clock: Clock;
  #discovered: { server: oauth.AuthorizationServer; until: number } | undefined;

  constructor(options: ResolvedOpenIdConnectOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  /**
   * Where the provider signs a user in.
   *
   * @throws {OpenIdProviderError} when it does not say so
   */
  async authorizationUrl(
    { state, nonce, codeVerifier }: SignInAttempt,
    redirectUri: string,
  ): Promise<string> {
    const { clientId, scopes } = this.#options;
    const { authorization_endpoint: endpoint } = await this.#discover();
    if (endpoint === undefined) throw this.#failed(new Error("it names no authorization endpoint"));
    const url = new URL(endpoint);
    const parameters = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: scopes,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /**
   * The email address of whom the provider has signed in, by its answer in the query of the redirect URI. The provider vouches for it.
   *
   * @throws {SignInRefusedError} when the answer is none to this attempt, or is that the user is not to be signed in
   * @throws {OpenIdProviderError} when what the provider says cannot be had, or not be trusted
   */
  async addressOf(answer: URLSearchParams, attempt: SignInAttempt, redirectUri: string): Promise<string> {
    const server = await this.#discover();
    const client = this.#client();
    const parameters = this.#checkedAnswer(server, client, answer, attempt);
    try {
      const { claims, accessToken } = await this.#exchange(server, client, {
        parameters,
        attempt,
        redirectUri,
      });
      if (claims["email"] !== undefined && claims["email_verified"] !== undefined) {
        return this.#requireVerified(claims);
      }
      const response = await oauth.userInfoRequest(server, client, accessToken, this.#request());
      return this.#requireVerified(await oauth.processUserInfoResponse(server, client, claims.sub, response));
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError && error.error === "invalid_grant") {
        throw new SignInRefusedError("The sign-in was used before, or took too long. Begin it anew.");
      }
      throw error instanceof SignInRefusedError ? error : this.#failed(error);
    }
  }

  #checkedAnswer(
    server: oauth.AuthorizationServer,
    client: oauth.Client,
    answer: URLSearchParams,
    { state }: SignInAttempt,
  ): URLSearchParams {
    try {
      const checked = oauth.validateAuthResponse(server, client, answer, state);
      if (checked.has("code")) return checked;
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError) throw this.#refusal(error.error);
    }
    throw new SignInRefusedError("This is no answer to the sign-in that was begun last. Begin it anew.");
  }

  /** Whom the provider has signed in, and what shows that we may ask for more of it. */
  async #exchange(
    server: oauth.AuthorizationServer,
    client: oauth.Client,
    {
      parameters,
      attempt,
      redirectUri,
    }: {
      parameters: URLSearchParams;
      attempt: SignInAttempt;
      redirectUri: string;
    },
  ): Promise<{ claims: oauth.IDToken; accessToken: string }> {
    const { codeVerifier, nonce } = attempt;
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      this.#authentication(server),
      parameters,
      redirectUri,
      codeVerifier,
      this.#request(),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, this.#request());
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (claims === undefined) throw new Error("it gave no ID token");
    return { claims, accessToken: tokens.access_token };
  }

  #requireVerified(claims: Readonly<Record<string, unknown>>): string {
    const { email, email_verified: isVerified } = claims;
    const { name } = this.#options;
    if (typeof email !== "string" || email === "") {
      throw new SignInRefusedError(
        `${name} did not tell your email address, by which you would be known here.`,
      );
    }
    // The boolean only: what else a provider puts there has been a way to take over accounts.
    if (isVerified === true) return email;
    throw new SignInRefusedError(
      `${name} has not verified that the email address ${email} is yours. Verify it there, then sign in again.`,
    );
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const now = this.#clock.now();
    if (this.#discovered !== undefined && now < this.#discovered.until) return this.#discovered.server;
    const { issuer } = this.#options;
    try {
      const response = await oauth.discoveryRequest(issuer, this.#request());
      const server = await oauth.processDiscoveryResponse(issuer, response);
      this.#discovered = { server, until: now + discoveryMilliseconds };
      return server;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #client(): oauth.Client {
    const skewMilliseconds = this.#clock.now() - systemClock.now();
    return { client_id: this.#options.clientId, [oauth.clockSkew]: Math.round(skewMilliseconds / 1000) };
  }

  /** HTTP Basic is what a provider takes that says nothing of it (OpenID Connect Discovery 1.0, section 3). */
  #authentication({
    token_endpoint_auth_methods_supported: methods,
  }: oauth.AuthorizationServer): oauth.ClientAuth {
    const { clientSecret } = this.#options;
    if (clientSecret === undefined) return oauth.None();
    const isBasic = methods === undefined || methods.includes("client_secret_basic");
    return isBasic ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret);
  }

  #request(): { signal: () => AbortSignal; [oauth.allowInsecureRequests]: boolean } {
    return {
      signal: () => AbortSignal.timeout(timeoutMilliseconds),
      [oauth.allowInsecureRequests]: this.#options.issuer.protocol === "http:",
    };
  }

  /** The provider's own words are not shown: whoever makes a link to this page can write them. */
  #refusal(code: string): SignInRefusedError {
    const { name } = this.#options;
    const detail =
      code === "access_denied"
        ? `${name} did not let you in, or you turned it down there.`
        : `${name} did not sign you in (${/^[a-z_]{1,40}$/.test(code) ? code : "for a reason that cannot be shown"}).`;
    return new SignInRefusedError(detail);
  }

  #failed(error: unknown): Error {
    return toProviderError(this.#options.issuer, error);
  }
}
