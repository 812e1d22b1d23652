import { isEqualInConstantTime, sha256Hex } from "../../base/secrets/sha256.ts";
import { CachedRecord, type Location, type RecordQuestion, type Stored } from "../../store/mod.ts";
import { parseApiKey } from "../api_keys/api_key_text.ts";
import { type Connection, connectionLocation } from "../oauth/connection.ts";
import { parseToken } from "../oauth/token_text.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import type { KeyRequest } from "./key_request.ts";
import type { Refusal } from "./verification.ts";

/** A secret that a client has sent for a key: that of the key, or of an access token. */
export interface KeyProof {
  /** SHA-256 of the secret, in hexadecimal. */
  hash: string;
  /** SHA-256 of the whole text. That of an access token differs from that of a key with the same text. */
  textHash: string;
  credential: RecordQuestion<Stored<Credential> | null>;
  /** The connection of an access token. Undefined for a key. */
  connection: RecordQuestion<Stored<Connection> | null> | undefined;
}

/** Reads a key. Returns undefined for any other text. */
export function proofOfKey(prefix: string, text: string): KeyProof | undefined {
  const key = parseApiKey(prefix, text);
  if (key === undefined) return undefined;
  const credential = recordQuestion<Credential>(credentialLocation(key.keyId));
  return { hash: sha256Hex(key.secret), textHash: sha256Hex(text), credential, connection: undefined };
}

/** Reads an access token. Returns undefined for any other text. */
export function proofOfToken(prefix: string, text: string): KeyProof | undefined {
  const token = parseToken(prefix, "access", text);
  if (token === undefined) return undefined;
  const { keyId, connectionId: id } = token;
  return {
    hash: sha256Hex(token.secret),
    textHash: sha256Hex(`access token ${text}`),
    credential: recordQuestion<Credential>(credentialLocation(keyId)),
    connection: recordQuestion<Connection>(connectionLocation({ keyId, id })),
  };
}

/** Returns the questions for the records of a key. They do not depend on the secret. */
export function questionsOf(proof: KeyProof): RecordQuestion<unknown>[] {
  return [proof.credential, ...connectionOf(proof)];
}

/** Returns the question for the connection of an access token, or an empty list for a key. */
export function connectionOf({ connection }: KeyProof): RecordQuestion<unknown>[] {
  return connection === undefined ? [] : [connection];
}

/** Returns the reason to refuse an access token, or null. Without the present secret of its connection, the reason is `unknown`. */
export function refusalOfToken(
  { hash }: KeyProof,
  connection: Stored<Connection> | null,
  { organizationSlug }: Credential,
  request: KeyRequest,
): Refusal | null {
  const tokens = connection?.data.tokens;
  if (tokens === undefined || !isEqualInConstantTime(hash, tokens.access)) return "unknown";
  const isUsable = request.now < tokens.accessExpiresAt && organizationSlug === request.organizationSlug;
  return isUsable ? null : "invalid-token";
}

function recordQuestion<Data>(location: Location): RecordQuestion<Stored<Data> | null> {
  const record = new CachedRecord<Data>(location);
  return { records: [record], read: (found) => found.get(record) };
}
