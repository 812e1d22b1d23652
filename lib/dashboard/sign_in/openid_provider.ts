import * as oauth from "oauth4webapi";
import { type Clock, systemClock } from "../../base/time/clock.ts";
import { SignInRefusedError } from "./sign_in_refused_error.ts";
import type { ResolvedOpenIdConnectOptions } from "./openid_connect_options.ts";
import { sha256Hex } from "../../access/mod.ts";

/** Time limit for each response of the provider. */
const timeoutMilliseconds = 5000;

/** Time that the discovery document is cached. The library reloads the provider's keys after 5 minutes. */
const discoveryMilliseconds = 3_600_000;

/** Time limit of a sign-in with an OpenID provider, in seconds. */
export const attemptSeconds = 600;

/** Client of the OpenID provider: builds its sign-in URL and verifies its response. */
export class OpenIdProvider {
  readonly #options: ResolvedOpenIdConnectOptions;
  readonly #clock: Clock;
  #discovered: { server: oauth.AuthorizationServer; until: number } | undefined;

  constructor(options: ResolvedOpenIdConnectOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  /**
   * Returns the URL where the provider signs a user in.
   *
   * @throws {OpenIdProviderError} if the discovery document has no such URL, or cannot be loaded
   */
  async authorizationUrl(
    { state, nonce, codeVerifier }: SignInAttempt,
    redirectUri: string,
  ): Promise<string> {
    const { clientId, scopes } = this.#options;
    const { authorization_endpoint: endpoint } = await this.#discover();
    if (endpoint === undefined)
      throw this.#failed(new Error("its discovery document has no authorization endpoint"));
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
   * Returns the verified email address of the signed-in user, from the query that the provider added to the redirect URI.
   *
   * @throws {SignInRefusedError} if the response does not belong to this attempt, or the provider refused the user
   * @throws {OpenIdProviderError} if the provider does not respond, or its response cannot be trusted
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
        throw new SignInRefusedError(
          "This sign-in was already used, or took too long. Start again from the sign-in page.",
        );
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
    throw new SignInRefusedError(
      "This response does not belong to a sign-in of this browser. Start again from the sign-in page.",
    );
  }

  /** Returns the ID token's claims, and the access token to request more of them. */
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
    if (claims === undefined) throw new Error("its response has no ID token");
    return { claims, accessToken: tokens.access_token };
  }

  #requireVerified(claims: Readonly<Record<string, unknown>>): string {
    const { email, email_verified: isVerified } = claims;
    const { name } = this.#options;
    if (typeof email !== "string" || email === "") {
      throw new SignInRefusedError(
        `${name} did not send your email address, so you cannot be identified here. Allow it to share the address, then sign in again.`,
      );
    }
    // Only the boolean `true` counts. Other truthy values have let attackers take over accounts.
    if (isVerified === true) return email;
    throw new SignInRefusedError(
      `${name} has not verified your email address ${email}. Verify it there, then sign in again.`,
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

  /** Providers that list no methods use HTTP Basic (OpenID Connect Discovery 1.0, section 3). */
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

  /** Hides the provider's error description, because anyone can put text into a link to this page. */
  #refusal(code: string): SignInRefusedError {
    const { name } = this.#options;
    const detail =
      code === "access_denied"
        ? `${name} denied access, or you canceled the sign-in there.`
        : `${name} did not sign you in (${/^[a-z_]{1,40}$/.test(code) ? code : "unknown error"}).`;
    return new SignInRefusedError(detail);
  }

  #failed(error: unknown): Error {
    return toProviderError(this.#options.issuer, error);
  }
}

/** Values of one sign-in, from its start to the provider's response. */
export interface SignInAttempt {
  /** Identifies the attempt, so that it is used only once. */
  id: string;
  /** Returned by the provider, which proves that no other page started the sign-in. */
  state: string;
  /** Contained in the ID token, which binds the token to this sign-in. */
  nonce: string;
  /** Proves to the provider that the same client started the sign-in and requests the token (RFC 7636). */
  codeVerifier: string;
}

const cookieForm = /^([0-9a-z]{1,11})\.[0-9a-f]{64}$/;

/**
 * Returns the cookie value of an attempt: its start time and a secret. All other values are hashes of both. So nothing is stored
 * before a user has signed in, and a changed start time gives a different attempt.
 */
export function attemptCookie(now: number, secret: string): string {
  return `${now.toString(36)}.${secret}`;
}

/** Returns the attempt of a cookie, or undefined if the cookie is invalid or too old. */
export function readAttempt(cookie: string, now: number): SignInAttempt | undefined {
  const [, started] = cookieForm.exec(cookie) ?? [];
  if (started === undefined || now >= Number.parseInt(started, 36) + attemptSeconds * 1000) return undefined;
  const derive = (part: string): string => sha256Hex(`openid connect ${part} ${cookie}`);
  return {
    id: derive("id"),
    state: derive("state"),
    nonce: derive("nonce"),
    codeVerifier: derive("code verifier"),
  };
}

/** The OpenID provider failed: it does not respond, refuses this client, or sends an untrusted response. Over HTTP: 503. */
export class OpenIdProviderError extends Error {
  override name = "OpenIdProviderError";
}

/** Creates the error for the host's log. Protocol errors are no `cause` of it, because they contain codes and tokens. */
function toProviderError(issuer: URL, error: unknown): OpenIdProviderError {
  const action = `Cannot sign in with ${issuer.href}`;
  const response = providerResponseOf(error);
  if (response !== undefined) {
    return new OpenIdProviderError(`${action}: the provider responded ${printable(response)}`);
  }
  const reason = error instanceof Error ? error.message : String(error);
  const isOfProtocol =
    error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError;
  return new OpenIdProviderError(`${action}: ${reason}`, isOfProtocol ? {} : { cause: error });
}

/** Returns the status and error of the provider's response (RFC 6749, section 5.2). */
function providerResponseOf(error: unknown): string | undefined {
  const isOfBody = error instanceof oauth.ResponseBodyError;
  if (!isOfBody && !(error instanceof oauth.WWWAuthenticateChallengeError)) return undefined;
  const fields = isOfBody ? error : error.cause[0]?.parameters;
  const parts = [error.status, fields?.error, fields?.error_description];
  return parts.filter((part) => part !== undefined).join(" ");
}

/** Replaces control characters, so that the provider's text cannot send commands to a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?");
}
