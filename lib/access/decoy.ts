import type { Credential } from "./credential.ts";

/** A hash that no secret has. */
export const noHash: string = "0".repeat(64);

const credential: Credential = {
  organizationSlug: "organization",
  userId: "aaaaaaaaaaaaaaaa",
  name: "A key that there is not",
  permissions: ["posts:read", "knowledge:write"],
  dailyRequestLimit: 1000,
  id: "aaaaaaaaaaaaaaaa",
  hash: noHash,
  start: "postern_aaaa",
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2027-01-01T00:00:00.000Z",
  organizationId: "aaaaaaaaaaaaaaaa",
};
const record = { version: "1000000.0", value: { schemaVersion: 1, data: credential } };
const bytes = new TextEncoder().encode(JSON.stringify(record));
const decoder = new TextDecoder();

/**
 * A credential in place of one that does not exist. It is read from bytes, as an engine reads a record, since what is left of
 * the time that tells an unknown key from a wrong secret is the time it takes to read one.
 */
export function readDecoy(): Credential {
  return (JSON.parse(decoder.decode(bytes)) as typeof record).value.data;
}
