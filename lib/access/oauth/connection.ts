import type { Location } from "../../store/mod.ts";
import { quotaIdOf } from "../api_keys/api_key_text.ts";

/** Hashes of the present tokens of a connection: SHA-256, in hexadecimal. The tokens themselves are not stored. */
export interface TokenHashes {
  access: string;
  /** End of the access token, in milliseconds since the epoch. */
  accessExpiresAt: number;
  refresh: string;
  /** Hash of the part that all refresh tokens of the connection share. It tells a used refresh token from a guess. */
  family: string;
}

/** Stored record of an assistant that signed in. Its tokens stand for a key. */
export interface Connection {
  id: string;
  keyId: string;
  clientId: string;
  clientName: string;
  /** Host of the address that received the code. */
  host: string;
  /** RFC 3339. */
  createdAt: string;
  /** Time of the last tokens (RFC 3339). Absent until the code is exchanged. */
  refreshedAt?: string;
  /** SHA-256 of the authorization code, in hexadecimal. It stays, so that a second use of the code ends the connection. */
  codeHash: string;
  /** Present until the code is exchanged. */
  code?: { challenge: string; redirectUri: string };
  tokens?: TokenHashes;
  /** End of the code, or of the refresh token, in milliseconds since the epoch. */
  expiresAt: number;
}

/** Returns the key prefix of the connections of a key. */
export function connectionsOf(keyId: string): string[] {
  return ["connection", keyId];
}

/** Returns the location of a connection. It shares a partition with its key, so one commit checks both. */
export function connectionLocation({ keyId, id }: Pick<Connection, "keyId" | "id">): Location {
  return { partition: ["key", quotaIdOf(keyId)], key: [...connectionsOf(keyId), id] };
}
