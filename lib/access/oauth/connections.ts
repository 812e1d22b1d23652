import { sha256, isEqualInConstantTime, sha256Hex } from "../../base/secrets/sha256.ts";
import { randomId } from "../../base/secrets/random.ts";
import { keyLengths } from "../../base/secrets/secret_forms.ts";
import { toBase64 } from "../../base/text/base64.ts";
import { ExpiringRecords, type Location, type Stored } from "../../store/mod.ts";
import type { AccessDeps } from "../access_deps.ts";
import { randomBase62 } from "../api_keys/base62.ts";
import { auditRecord } from "../audit.ts";
import { callerOf } from "../verification/check_caller.ts";
import { type Credential, credentialLocation } from "../verification/credential.ts";
import type { MemberFinder } from "../verification/identity.ts";
import type { Caller } from "../verification/verification.ts";
import { type Connection, connectionLocation, connectionsOf, type TokenHashes } from "./connection.ts";
import { formatToken, parseToken, type TokenKind, type TokenText } from "./token_text.ts";
import { TokenRefusedError } from "./token_refused_error.ts";

/** Lifetimes in milliseconds: a minute, an hour and 30 days. Also the maximum number of connections of a key. */
export const connectionLimits = {
  codeLife: 60_000,
  accessLife: 3_600_000,
  /** Time for which a connection lasts without new tokens. */
  idleLife: 2_592_000_000,
  perKey: 20,
} as const;

/** Dependencies of {@link Connections}. */
export interface ConnectionsDeps extends Pick<
  AccessDeps,
  "store" | "clock" | "randomBytes" | "findOrganization"
> {
  identity: MemberFinder;
  keyPrefix: string;
}

/** An approved request of an assistant. */
export interface ApprovedRequest {
  clientId: string;
  clientName: string;
  redirectUri: string;
  /** Code challenge of PKCE, method S256. */
  challenge: string;
}

/** A code or refresh token that a client exchanges for tokens. */
export interface TokenRequest {
  /** The code, or the refresh token. */
  token: string;
  clientId: string;
  /** Slug of the organization whose address the request names. Default: that of the key. */
  organizationSlug: string | undefined;
}

/** New tokens. They are returned only once; only their hashes are stored. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  /** Lifetime of the access token in milliseconds. */
  expiresIn: number;
  caller: Caller;
}

/** A connection without its hashes. */
export type ListedConnection = Omit<Connection, "codeHash" | "code" | "tokens">;

interface FoundConnection {
  connection: Stored<Connection>;
  key: Stored<Credential>;
}

const verifierForm = /^[\w.~-]{43,128}$/;

/** Manages the assistants that signed in. A connection is a record in the partition of its key, so each step is one commit. */
export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #records: ExpiringRecords<Connection>;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
    const isLive = ({ expiresAt }: Connection): boolean => deps.clock.now() < expiresAt;
    this.#records = new ExpiringRecords(deps.store, { most: connectionLimits.perKey, isLive });
  }

  /**
   * Adds a connection to a key, and returns its authorization code. Returns null if the key has the maximum, or has changed since it was read.
   *
   * @param by id of the user that approved the request
   */
  async open(
    key: Stored<Credential>,
    { redirectUri, challenge, ...client }: ApprovedRequest,
    by: string,
  ): Promise<string | null> {
    const { clock, randomBytes, keyPrefix } = this.#deps;
    const now = clock.now();
    const { id: keyId, organizationSlug } = key.data;
    const secret = randomBase62(randomBytes, keyLengths.secret);
    const connection: Connection = {
      ...client,
      id: randomId(randomBytes),
      keyId,
      host: new URL(redirectUri).host,
      createdAt: new Date(now).toISOString(),
      codeHash: sha256Hex(secret),
      code: { challenge, redirectUri },
      expiresAt: Math.min(now + connectionLimits.codeLife, endOfKey(key.data)),
    };
    await this.#audit("key.connected", connection, { organizationSlug, by });
    const { partition, key: place } = connectionLocation(connection);
    const { expiresAt } = connection;
    const outcome = await this.#records.add(
      partition,
      { prefix: connectionsOf(keyId), guard: ["connections", keyId] },
      { checks: [keyCheck(key)], sets: [{ key: place, data: connection, expiresAt }], expiresAt },
    );
    if (outcome?.committed !== true) return null;
    return formatToken(keyPrefix, "code", { keyId, connectionId: connection.id, secret });
  }

  /**
   * Exchanges an authorization code for tokens. A second use of the code ends the connection.
   *
   * @throws {TokenRefusedError} if the code, its verifier, its redirect address or its key is not valid
   */
  async exchange(request: TokenRequest & { verifier: string; redirectUri: string }): Promise<IssuedTokens> {
    return this.#issue("code", request, ({ data }, { secret }) => {
      requireSecret(secret, data.codeHash);
      const { code } = data;
      if (code === undefined) return "used";
      if (code.redirectUri !== request.redirectUri) {
        throw new TokenRefusedError("The redirect_uri is not that of the authorization request");
      }
      if (!verifierForm.test(request.verifier) || challengeOf(request.verifier) !== code.challenge) {
        throw new TokenRefusedError("The code_verifier does not match the code_challenge");
      }
      return "present";
    });
  }

  /**
   * Exchanges a refresh token for new tokens. A second use of a refresh token ends the connection.
   *
   * @throws {TokenRefusedError} if the refresh token or its key is not valid
   */
  async refresh(request: TokenRequest): Promise<IssuedTokens> {
    return this.#issue("refresh", request, ({ data: { tokens } }, { secret }) => {
      requireSecret(familyOf(secret), tokens?.family);
      return isEqualInConstantTime(sha256Hex(ownPartOf(secret)), tokens?.refresh ?? "") ? "present" : "used";
    });
  }

  /** Ends the connection of a token, if the token is valid and belongs to the client. Also an earlier refresh token is valid here. */
  async revoke({ token: text, clientId }: Pick<TokenRequest, "token" | "clientId">): Promise<void> {
    for (const kind of ["access", "refresh"] as const) {
      const token = parseToken(this.#deps.keyPrefix, kind, text);
      const found = token && (await this.#find(token));
      if (!token || !found || found.connection.data.clientId !== clientId) continue;
      const { tokens } = found.connection.data;
      const secret = kind === "access" ? token.secret : familyOf(token.secret);
      const hash = kind === "access" ? tokens?.access : tokens?.family;
      if (isEqualInConstantTime(sha256Hex(secret), hash ?? "")) await this.#end(found);
    }
  }

  /** Returns the live connections of a key, without codes that nobody has exchanged. */
  async list(keyId: string): Promise<ListedConnection[]> {
    const { partition } = credentialLocation(keyId);
    const found = await this.#records.list(partition, { prefix: connectionsOf(keyId) });
    return found
      .filter(({ tokens }) => tokens !== undefined)
      .map(({ codeHash: _codeHash, code: _code, tokens: _tokens, ...listed }) => listed);
  }

  /**
   * Ends a connection. Once this call returns, every process that shares the store refuses its tokens.
   *
   * @returns false if the key has no such connection
   */
  async end(place: Pick<Connection, "keyId" | "id">, by: string): Promise<boolean> {
    const location = credentialLocation(place.keyId);
    const [connection, key] = await this.#deps.store.getMany<[Connection, Credential]>([
      connectionLocation(place),
      location,
    ]);
    return connection !== null && key !== null && this.#end({ connection, key }, by);
  }

  async #issue(
    kind: "code" | "refresh",
    request: TokenRequest,
    judge: (connection: Stored<Connection>, token: TokenText) => "present" | "used",
  ): Promise<IssuedTokens> {
    const token = parseToken(this.#deps.keyPrefix, kind, request.token);
    if (token === undefined) throw unknownToken(kind);
    return this.#deps.store.writes.repeat("Cannot issue tokens: the connection", async () => {
      const found = await this.#find(token);
      if (found === null) throw unknownToken(kind);
      const { connection, key } = found;
      const state = judge(connection, token);
      if (connection.data.clientId !== request.clientId) {
        throw new TokenRefusedError("The client_id is not that of the authorization request");
      }
      if (state === "used") {
        await this.#end(found);
        throw new TokenRefusedError(`The ${namesOfKinds[kind]} was used before, so the connection has ended`);
      }
      const { organizationSlug = key.data.organizationSlug } = request;
      if (organizationSlug !== key.data.organizationSlug) {
        const reason = "The resource is not the address for which the user has approved the request";
        throw new TokenRefusedError(reason, { code: "invalid_target" });
      }
      const caller = await callerOf(this.#deps, key.data);
      if (caller === null) throw new TokenRefusedError("The key of the connection is no longer accepted");
      return this.#replace(found, {
        caller,
        family: kind === "refresh" ? familyOf(token.secret) : undefined,
      });
    });
  }

  /** Writes the hashes of new tokens. Returns null if the connection or its key was changed at the same time. */
  async #replace(
    { connection, key }: FoundConnection,
    { caller, family }: { caller: Caller; family: string | undefined },
  ): Promise<IssuedTokens | null> {
    const { store, clock, randomBytes, keyPrefix } = this.#deps;
    const now = clock.now();
    const secretPart = (): string => randomBase62(randomBytes, keyLengths.secret);
    const [access, refresh, shared = secretPart()] = [secretPart(), secretPart(), family];
    const accessExpiresAt = Math.min(now + connectionLimits.accessLife, endOfKey(key.data));
    const tokens: TokenHashes = {
      access: sha256Hex(access),
      accessExpiresAt,
      refresh: sha256Hex(refresh),
      family: sha256Hex(shared),
    };
    const { code: _code, ...kept } = connection.data;
    const expiresAt = Math.min(now + connectionLimits.idleLife, endOfKey(key.data));
    const data: Connection = { ...kept, tokens, refreshedAt: new Date(now).toISOString(), expiresAt };
    const { partition, key: place } = connectionLocation(data);
    const outcome = await store.commit(partition, {
      checks: [{ key: place, version: connection.version }, keyCheck(key)],
      sets: [{ key: place, data, expiresAt }],
    });
    if (!outcome.committed) return null;
    const format = (kind: TokenKind, secret: string): string =>
      formatToken(keyPrefix, kind, { keyId: data.keyId, connectionId: data.id, secret });
    return {
      accessToken: format("access", access),
      refreshToken: format("refresh", shared + refresh),
      expiresIn: accessExpiresAt - now,
      caller,
    };
  }

  async #find({ keyId, connectionId: id }: TokenText): Promise<FoundConnection | null> {
    const { store, clock } = this.#deps;
    const locations = [connectionLocation({ keyId, id }), credentialLocation(keyId)];
    const [connection, key] = await store.getMany<[Connection, Credential]>(locations);
    const isLive = connection !== null && clock.now() < connection.data.expiresAt;
    return isLive && key !== null ? { connection, key } : null;
  }

  /** Deletes the record before the audit entry is written, so that a failed audit cannot keep a connection. */
  async #end({ connection, key }: FoundConnection, by?: string): Promise<boolean> {
    const { partition, key: place } = connectionLocation(connection.data);
    const checks = [{ key: place, exists: true }];
    const { committed } = await this.#deps.store.commit(partition, { checks, deletes: [place] });
    const { organizationSlug } = key.data;
    if (committed) await this.#audit("key.disconnected", connection.data, { organizationSlug, by });
    return committed;
  }

  async #audit(
    action: "key.connected" | "key.disconnected",
    { keyId: subject, host: detail }: Connection,
    { organizationSlug, by }: { organizationSlug: string; by: string | undefined },
  ): Promise<void> {
    const entry = auditRecord(this.#deps, { action, subject, by, detail });
    await this.#deps.store.commit(["org", organizationSlug], { sets: [entry] });
  }
}

const namesOfKinds = { code: "code", refresh: "refresh token" } as const;

function unknownToken(kind: "code" | "refresh"): TokenRefusedError {
  return new TokenRefusedError(`The ${namesOfKinds[kind]} is not valid, or has expired`, { isGuess: true });
}

/** @throws {TokenRefusedError} if a secret does not have this hash */
function requireSecret(secret: string, hash: string | undefined): void {
  if (!isEqualInConstantTime(sha256Hex(secret), hash ?? "")) {
    throw new TokenRefusedError("The code or the refresh token is not valid", { isGuess: true });
  }
}

function keyCheck({ version, data }: Stored<Credential>): { key: Location["key"]; version: string } {
  return { key: credentialLocation(data.id).key, version };
}

function endOfKey({ expiresAt }: Credential): number {
  return expiresAt === undefined ? Infinity : Date.parse(expiresAt);
}

/** Returns the part of a refresh token's secret that stays the same, and {@link ownPartOf} the part that is new in each. */
function familyOf(secret: string): string {
  return secret.slice(0, keyLengths.secret);
}

function ownPartOf(secret: string): string {
  return secret.slice(keyLengths.secret);
}

/** Returns the code challenge of a verifier, method S256 (RFC 7636, section 4.2). */
function challengeOf(verifier: string): string {
  const hash = sha256(new TextEncoder().encode(verifier));
  return toBase64(hash).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
