import { FailedAttempts } from "../../access/mod.ts";
import { BoundedMap } from "../../base/bounded_map.ts";
import { validated } from "../../base/input/validate.ts";
import type { Clock } from "../../base/time/clock.ts";
import { brokenUrlRule, type PageResponse, type SendWebhook, WebhookSendError } from "../../webhooks/mod.ts";
import { clientMetadata } from "./client_metadata.ts";
import { ClientRefusedError } from "./oauth_refusals.ts";
import type { OAuthClient } from "./oauth_client.ts";

/** Limits of the metadata documents of clients, which this server requests. */
export const documentLimits = {
  bytes: 10_240,
  timeoutMs: 5000,
  /** Characters of the address. */
  address: 500,
  /** Documents in memory. */
  cached: 200,
  /** Shortest and longest time in milliseconds for which a document is cached, and the time without `Cache-Control`. */
  shortestLife: 60_000,
  longestLife: 86_400_000,
  usualLife: 3_600_000,
  /** Requests for documents that a user can cause. */
  perUser: { attempts: 20, windowSeconds: 60 },
} as const;

/** Address rules of a client id (draft-ietf-oauth-client-id-metadata-document, section 3). */
const addressRule = "must be an https address with a path, without a fragment, and in the form of browsers";

/**
 * Clients whose id is the address of their metadata document. The sender of webhooks requests the document, so private addresses are refused
 * and redirects are not followed.
 */
export class ClientDocuments {
  readonly #clock: Clock;
  readonly #send: SendWebhook;
  readonly #cached = new BoundedMap<{ client: OAuthClient; until: number }>(documentLimits.cached);
  readonly #requests: FailedAttempts;

  constructor(clock: Clock, send: SendWebhook) {
    this.#clock = clock;
    this.#send = send;
    this.#requests = new FailedAttempts(clock, documentLimits.perUser);
  }

  /** True if this server can request documents. */
  get areAvailable(): boolean {
    return this.#send.get !== undefined;
  }

  /**
   * Returns the client with this id.
   *
   * @param userId id of the user who opened the page of approval
   * @throws {ClientRefusedError} if the document cannot be read, or breaks a rule
   */
  async get(id: string, userId: string): Promise<OAuthClient> {
    const cached = this.#cached.get(id);
    if (cached !== undefined && this.#clock.now() < cached.until) return cached.client;
    requireAddress(id);
    if (this.#requests.blockedUntil(userId) !== undefined) {
      throw new ClientRefusedError("You have opened too many requests of assistants. Try again in a minute");
    }
    this.#requests.add(userId);
    const response = await this.#request(id);
    const client = clientOf(id, response);
    this.#cached.set(id, { client, until: this.#clock.now() + lifeOf(response) });
    return client;
  }

  async #request(url: string): Promise<PageResponse> {
    const { get } = this.#send;
    if (get === undefined) throw new ClientRefusedError("This server cannot request metadata documents");
    const { bytes, timeoutMs } = documentLimits;
    const headers = { accept: "application/json" };
    try {
      return await get({ url, headers, timeoutMs, mostBytes: bytes + 1, allowPrivateNetworks: false });
    } catch (error) {
      if (!(error instanceof WebhookSendError)) throw error;
      throw new ClientRefusedError(`The metadata document of the assistant cannot be read: ${error.message}`);
    }
  }
}

function requireAddress(id: string): void {
  const isAddress =
    id.length <= documentLimits.address &&
    brokenUrlRule(id, { allowHttp: false, allowPrivateNetworks: false }) === undefined;
  // The parser removes dot segments, and brings the address into one form.
  const isCanonical = isAddress && new URL(id).href === id && new URL(id).pathname !== "/";
  if (!isCanonical) throw new ClientRefusedError(`The client_id ${addressRule}`);
}

function clientOf(id: string, { status, body, contentType = "" }: PageResponse): OAuthClient {
  const isJson = /^application\/(?:[\w.-]{1,100}\+)?json(?:\s*;|\s*$)/i.test(contentType);
  if (status !== 200 || !isJson) throw badDocument("is not JSON with the status 200");
  if (body.length > documentLimits.bytes) throw badDocument(`has more than ${documentLimits.bytes} bytes`);
  const document = parse(body);
  if (document["client_id"] !== id) throw badDocument("names another client_id than its own address");
  if ("client_secret" in document) throw badDocument("has a client_secret");
  const metadata = validated(clientMetadata, document);
  if (!metadata.isValid) {
    const [{ pointer, message } = { pointer: "", message: "is invalid" }] = metadata.fields;
    throw badDocument(`is invalid: ${pointer} ${message}`);
  }
  const { host } = new URL(id);
  const { client_name: name = host, redirect_uris: redirectUris } = metadata.output;
  return { id, name, redirectUris, host };
}

function parse(body: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // The error below names the document.
  }
  throw badDocument("is not a JSON object in UTF-8");
}

function badDocument(reason: string): ClientRefusedError {
  return new ClientRefusedError(`The metadata document of the assistant ${reason}`);
}

/** Returns the time for which a document may be cached, in milliseconds. */
function lifeOf({ headers }: PageResponse): number {
  const { shortestLife, longestLife, usualLife } = documentLimits;
  const control = headers?.["cache-control"] ?? "";
  if (/\bno-(?:store|cache)\b/i.test(control)) return shortestLife;
  const seconds = /\bmax-age=(\d{1,9})\b/i.exec(control)?.[1];
  if (seconds === undefined) return usualLife;
  return Math.min(Math.max(Number(seconds) * 1000, shortestLife), longestLife);
}
