import {
  type ApiKeys,
  type Credential,
  credentialLocation,
  type FailedAttempts,
  type ListedApiKey,
} from "../../access/mod.ts";
import {
  connectionLimits,
  Connections,
  type ConnectionsDeps,
  type ListedConnection,
  RegisteredClients,
} from "../../access/oauth/mod.ts";
import { InvalidInputError, NotFoundError } from "../../base/errors.ts";
import { publicApiAddress } from "../../base/api_address.ts";
import {
  type ExchangeDeps,
  type ExchangeRequest,
  type HandleIncoming,
  type Incoming,
  jsonResponse,
  type PreparedResponse,
  ProblemError,
  type Surface,
} from "../../http/mod.ts";
import type { Stored } from "../../store/mod.ts";
import type { SendWebhook } from "../../webhooks/mod.ts";
import type { AdminActor } from "../actions/admin_actor.ts";
import type { ApiKeyActions } from "../actions/api_key_actions.ts";
import {
  answerAddress,
  type AuthorizationRequest,
  readAuthorizationRequest,
} from "./authorization_request.ts";
import { ClientDocuments } from "./client_documents.ts";
import { ClientEndpoints } from "./client_endpoints.ts";
import { ClientRefusedError } from "./oauth_refusals.ts";
import { issuerOf, type OAuthPlace, resourcesOf } from "./oauth_addresses.ts";
import type { OAuthClient } from "./oauth_client.ts";
import { createWellKnown } from "./well_known.ts";
import type { ResolvedOAuthOptions } from "./oauth_options.ts";

/** Maximum number of own keys that the pages of assistants show. */
const mostOwnKeys = 50;

/** Maximum number of live keys that are searched for own ones, the newest first. */
const mostSearched = 1000;

/** Number of keys that are read at once. */
const keysPerPage = 100;

/** Dependencies of {@link OAuth}. */
export interface OAuthDeps extends ConnectionsDeps {
  oauth: ResolvedOAuthOptions;
  basePath: string;
  apiKeys: Pick<ApiKeys, "list">;
  /** Checks the permission to manage keys. */
  keyActions: Pick<ApiKeyActions, "get">;
  send: SendWebhook;
  failures: FailedAttempts | undefined;
}

/** The connection of a key of the organization for which the actor acts. */
export interface ConnectionAddress {
  actor: AdminActor;
  keyId: string;
  id: string;
}

/** The sign-in of assistants: a small authorization server (OAuth 2.1) whose tokens stand for API keys. */
export class OAuth {
  readonly #endpoints: ClientEndpoints;
  readonly #deps: OAuthDeps;
  readonly #place: OAuthPlace;
  readonly #connections: Connections;
  readonly #registered: RegisteredClients;
  readonly #documents: ClientDocuments;
  #handleWellKnown: HandleIncoming | undefined;

  constructor(deps: OAuthDeps) {
    const { clock, send, failures, basePath } = deps;
    this.#deps = deps;
    this.#place = { apiOrigin: deps.oauth.apiOrigin, basePath };
    this.#connections = new Connections(deps);
    this.#registered = new RegisteredClients(deps);
    this.#documents = new ClientDocuments(clock, send);
    const parts = { place: this.#place, connections: this.#connections, registered: this.#registered };
    this.#endpoints = new ClientEndpoints({ ...parts, clock, failures });
  }

  /** Responds to a request of an assistant without a browser: for tokens, for a revocation or for a registration. */
  async respond(request: ExchangeRequest): Promise<PreparedResponse> {
    const { endpoint } = request.match.params;
    if (endpoint === "token") return this.#endpoints.issueTokens(request);
    if (endpoint === "revoke") return this.#endpoints.revoke(request);
    const hasRegistration = this.#deps.oauth.registration;
    if (endpoint === "register" && hasRegistration) return this.#endpoints.register(request);
    throw new ProblemError("path-not-found", "The paths are oauth/token, oauth/revoke and oauth/register");
  }

  /** Responds to a request for a document by which assistants find the authorization server. */
  handleWellKnown(incoming: Incoming, deps: ExchangeDeps, surface: Surface): ReturnType<HandleIncoming> {
    const { basePath } = this.#place;
    this.#handleWellKnown ??= createWellKnown(deps, { basePath, surface }, this);
    return this.#handleWellKnown(incoming);
  }

  /** Returns the metadata of the authorization server (RFC 8414). */
  describeServer(): PreparedResponse {
    const { consentUrl, registration } = this.#deps.oauth;
    const at = (name: string): string => publicApiAddress(this.#place, "oauth", name);
    return jsonResponse({
      issuer: issuerOf(this.#place),
      authorization_endpoint: consentUrl,
      token_endpoint: at("token"),
      revocation_endpoint: at("revoke"),
      ...(registration && { registration_endpoint: at("register") }),
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: this.#documents.areAvailable,
    });
  }

  /** Returns the metadata of an address of an organization (RFC 9728). */
  describeResource(organizationSlug: string, { isSignedIn }: { isSignedIn: boolean }): PreparedResponse {
    const [signedIn, open] = resourcesOf(this.#place, organizationSlug);
    return jsonResponse({
      resource: isSignedIn ? signedIn : open,
      authorization_servers: [issuerOf(this.#place)],
      bearer_methods_supported: ["header"],
      resource_name: `Posts of ${organizationSlug}`,
    });
  }

  /**
   * Reads the request of an assistant from the query of the page of approval.
   *
   * @param userId id of the user who opened the page
   * @throws {ClientRefusedError} if the client or its redirect address is not valid
   * @throws {RequestRefusedError} for any other invalid parameter
   */
  async readRequest(query: URLSearchParams, userId: string): Promise<AuthorizationRequest> {
    return readAuthorizationRequest(query, this.#place, async (id) => this.#findClient(id, userId));
  }

  /** Returns the own keys of the actor that work, newest first, without their secrets. Those of an organization with many keys may lack old ones. */
  async keysOf({ organizationSlug, userId }: AdminActor): Promise<ListedApiKey[]> {
    const found: ListedApiKey[] = [];
    let after: string | undefined;
    for (let read = 0; read < mostSearched; read += keysPerPage) {
      const query = { status: "live", limit: keysPerPage, ...(after !== undefined && { after }) } as const;
      const { keys, next } = await this.#deps.apiKeys.list(organizationSlug, query);
      found.push(...keys.filter((key) => key.userId === userId && key.rolledTo === undefined));
      if (next === null || found.length >= mostOwnKeys) break;
      after = next;
    }
    return found.slice(0, mostOwnKeys);
  }

  /** Returns the connections of each own key of the actor that has some. */
  async ownConnections(actor: AdminActor): Promise<{ key: ListedApiKey; connection: ListedConnection }[]> {
    const keys = await this.keysOf(actor);
    const found = await Promise.all(
      keys.map(async (key) =>
        (await this.#connections.list(key.id)).map((connection) => ({ key, connection })),
      ),
    );
    return found.flat();
  }

  /** Returns the address that tells a client that the user has refused its request. */
  denialOf({ redirectUri, state }: AuthorizationRequest): string {
    const answer = { error: "access_denied", error_description: "The user has refused the request", state };
    return answerAddress({ redirectUri, place: this.#place }, answer);
  }

  /**
   * Connects an assistant to a key of the actor. Returns the address that brings the code to the client.
   *
   * @throws {NotFoundError} if the actor has no such key in the organization of the request
   * @throws {InvalidInputError} if the key has the maximum of connections
   */
  async approve(actor: AdminActor, request: AuthorizationRequest, keyId: string): Promise<string> {
    const action = "Cannot connect the assistant";
    const { client, redirectUri, challenge, state, organizationSlug } = request;
    const key = await this.#ownKey(actor, keyId);
    if (key === null || actor.organizationSlug !== organizationSlug) {
      throw new NotFoundError(`${action}: you have no key "${keyId}" in "${organizationSlug}"`);
    }
    const approved = { clientId: client.id, clientName: client.name, redirectUri, challenge };
    const code = await this.#connections.open(key, approved, actor.userId);
    if (code === null) {
      const message = `has ${connectionLimits.perKey} connections, or was changed at the same time. Disconnect one, or choose another key`;
      throw new InvalidInputError(action, [{ pointer: "/key", message }]);
    }
    if (client.registration !== undefined) await this.#registered.keep(client.registration);
    return answerAddress({ redirectUri, place: this.#place }, { code, state });
  }

  /**
   * Returns the connections of a key.
   *
   * @throws {NotFoundError} if the organization has no such key
   */
  async connections(address: Pick<ConnectionAddress, "actor" | "keyId">): Promise<ListedConnection[]> {
    await this.#deps.keyActions.get(address);
    return this.#connections.list(address.keyId);
  }

  /**
   * Ends a connection. Its tokens are refused from now on. For an own key, the actor needs no permission.
   *
   * @throws {NotFoundError} if the organization has no such key, or the key no such connection
   */
  async disconnect({ id, ...address }: ConnectionAddress): Promise<void> {
    const { actor, keyId } = address;
    if ((await this.#ownKey(actor, keyId)) === null) await this.#deps.keyActions.get(address);
    if (await this.#connections.end({ keyId, id }, actor.userId)) return;
    throw new NotFoundError(`Cannot disconnect the assistant: the key has no connection "${id}"`);
  }

  async #ownKey({ userId, organizationSlug }: AdminActor, keyId: string): Promise<Stored<Credential> | null> {
    const key = await this.#deps.store.get<Credential>(credentialLocation(keyId));
    const isOwn = key?.data.userId === userId && key.data.organizationSlug === organizationSlug;
    return isOwn ? key : null;
  }

  async #findClient(id: string, userId: string): Promise<OAuthClient> {
    if (id.includes(":")) return this.#documents.get(id, userId);
    const registration = this.#deps.oauth.registration ? await this.#registered.get(id) : null;
    if (registration !== null) return { ...registration, registration };
    throw new ClientRefusedError(
      "This server does not know the assistant. Its registration may have expired: remove the connector there, and add it again",
    );
  }
}
