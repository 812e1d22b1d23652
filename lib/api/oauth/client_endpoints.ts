import { FailedAttempts, usablePermissions } from "../../access/mod.ts";
import {
  type Connections,
  type IssuedTokens,
  type RegisteredClients,
  TokenRefusedError,
} from "../../access/oauth/mod.ts";
import { validated } from "../../base/input/validate.ts";
import {
  emptyResponse,
  type ExchangeRequest,
  jsonResponse,
  type PreparedResponse,
  secondsUntil,
} from "../../http/mod.ts";
import type { Clock } from "../../base/time/clock.ts";
import { type ClientMetadata, clientMetadata } from "./client_metadata.ts";
import { type OAuthPlace, organizationOfResource } from "./oauth_addresses.ts";
import { OAuthError, uncached } from "./oauth_error.ts";
import { readClientBytes, readParameters } from "./read_parameters.ts";

/** Registrations of an address. */
const registrationsPerAddress = { attempts: 20, windowSeconds: 3600 };

/** Dependencies of {@link ClientEndpoints}. */
export interface ClientEndpointsDeps {
  clock: Clock;
  place: OAuthPlace;
  connections: Connections;
  registered: RegisteredClients;
  /** Invalid keys and tokens of each address. Undefined means no limit. */
  failures: FailedAttempts | undefined;
}

/** The endpoints that assistants call without a browser: tokens, revocation and registration. */
export class ClientEndpoints {
  readonly #deps: ClientEndpointsDeps;
  readonly #registrations: FailedAttempts;

  constructor(deps: ClientEndpointsDeps) {
    this.#deps = deps;
    this.#registrations = new FailedAttempts(deps.clock, registrationsPerAddress);
  }

  /** Issues tokens for a code or a refresh token (RFC 6749, sections 4.1.3 and 6). */
  async issueTokens(request: ExchangeRequest): Promise<PreparedResponse> {
    return answered(async () => {
      const { failures } = this.#deps;
      this.#requireUnblocked(failures, request);
      const parameters = await readParameters(request.incoming);
      const clientId = clientIdOf(parameters, request);
      try {
        return tokenResponse(await this.#issue(parameters, clientId));
      } catch (error) {
        if (!(error instanceof TokenRefusedError)) throw error;
        const address = request.findAddress();
        if (error.isGuess && address !== undefined) failures?.add(address);
        // A client whose registration has expired registers again after this error.
        if (!(await this.#isKnown(clientId))) throw unknownClient();
        throw new OAuthError(error.code, error.message);
      }
    });
  }

  /** Ends the connection of a token (RFC 7009). The response is the same for an invalid token. */
  async revoke(request: ExchangeRequest): Promise<PreparedResponse> {
    return answered(async () => {
      const parameters = await readParameters(request.incoming);
      const clientId = clientIdOf(parameters, request);
      await this.#deps.connections.revoke({ token: required(parameters, "token"), clientId });
      return emptyResponse(200, uncached);
    });
  }

  /** Registers a client (RFC 7591). */
  async register(request: ExchangeRequest): Promise<PreparedResponse> {
    return answered(async () => {
      this.#requireUnblocked(this.#registrations, request);
      const metadata = readMetadata(await readClientBytes(request.incoming));
      const address = request.findAddress();
      if (address !== undefined) this.#registrations.add(address);
      const { redirect_uris: redirectUris } = metadata;
      const { client_name: name = new URL(redirectUris[0] ?? "").host } = metadata;
      const client = await this.#deps.registered.register({ name, redirectUris });
      if (client === null) throw tooMany("Too many assistants have registered. Try again in an hour", 3600);
      const response = {
        client_id: client.id,
        client_id_issued_at: Math.floor(this.#deps.clock.now() / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      };
      return jsonResponse(response, 201, uncached);
    });
  }

  async #issue(parameters: ReadonlyMap<string, string>, clientId: string): Promise<IssuedTokens> {
    const { connections, place } = this.#deps;
    const resource = parameters.get("resource");
    const organizationSlug = resource === undefined ? undefined : organizationOfResource(place, resource);
    if (resource !== undefined && organizationSlug === undefined) {
      throw new OAuthError(
        "invalid_target",
        "The resource must be the address of an organization for assistants",
      );
    }
    const asked = { clientId, organizationSlug };
    switch (required(parameters, "grant_type")) {
      case "authorization_code":
        return connections.exchange({
          ...asked,
          token: required(parameters, "code"),
          verifier: required(parameters, "code_verifier"),
          redirectUri: required(parameters, "redirect_uri"),
        });
      case "refresh_token":
        return connections.refresh({ ...asked, token: required(parameters, "refresh_token") });
      default:
        throw new OAuthError(
          "unsupported_grant_type",
          "The grant_type must be authorization_code or refresh_token",
        );
    }
  }

  async #isKnown(clientId: string): Promise<boolean> {
    return clientId.includes(":") || (await this.#deps.registered.get(clientId)) !== null;
  }

  #requireUnblocked(attempts: FailedAttempts | undefined, request: ExchangeRequest): void {
    const address = request.findAddress();
    const until = address === undefined ? undefined : attempts?.blockedUntil(address);
    if (until === undefined) return;
    throw tooMany("Your address has sent too many requests", secondsUntil(until, this.#deps.clock.now()));
  }
}

async function answered(respond: () => Promise<PreparedResponse>): Promise<PreparedResponse> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof OAuthError) return error.toResponse();
    throw error;
  }
}

function tokenResponse({ accessToken, refreshToken, expiresIn, caller }: IssuedTokens): PreparedResponse {
  const scope = usablePermissions(caller).join(" ");
  const body = {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: Math.floor(expiresIn / 1000),
    refresh_token: refreshToken,
    ...(scope !== "" && { scope }),
  };
  return jsonResponse(body, 200, uncached);
}

/** @throws {OAuthError} if the request names no client. Clients have no secret, so there is nothing else to verify. */
function clientIdOf(parameters: ReadonlyMap<string, string>, { incoming }: ExchangeRequest): string {
  const id = parameters.get("client_id");
  if (id !== undefined) return id;
  if (incoming.headers.get("authorization") === null) return required(parameters, "client_id");
  throw new OAuthError("invalid_client", "Clients have no secret. Send the client_id in the body", {
    status: 401,
    headers: { "www-authenticate": "Basic" },
  });
}

function unknownClient(): OAuthError {
  return new OAuthError("invalid_client", "The registration of the client has expired", { status: 401 });
}

function tooMany(description: string, seconds: number): OAuthError {
  const headers = { "retry-after": String(seconds) };
  return new OAuthError("temporarily_unavailable", description, { status: 429, headers });
}

function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError("invalid_request", `The parameter ${name} is missing`);
  return value;
}

function readMetadata(body: Uint8Array): ClientMetadata {
  const metadata = validated(clientMetadata, parse(body));
  if (metadata.isValid) return metadata.output;
  const [{ pointer, message } = { pointer: "", message: "is invalid" }] = metadata.fields;
  const isRedirect = pointer.startsWith("/redirect_uris");
  const code = isRedirect ? "invalid_redirect_uri" : "invalid_client_metadata";
  throw new OAuthError(code, `${pointer === "" ? "The body" : pointer} ${message}`);
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new OAuthError("invalid_client_metadata", "The body must be JSON in UTF-8");
  }
}
