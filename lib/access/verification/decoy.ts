import type { Credential } from "./credential.ts";

const credential: Credential = {
  organizationSlug: "organization",
  userId: "aaaaaaaaaaaaaaaa",
  name: "A key that does not exist",
  permissions: ["posts:read", "knowledge:write"],
  dailyRequestLimit: 1000,
  id: "aaaaaaaaaaaaaaaa",
  hash: "0".repeat(64),
  start: "postern_aaaa",
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2027-01-01T00:00:00.000Z",
  organizationId: "aaaaaaaaaaaaaaaa",
};
const record = { version: "1000000.0", value: { schemaVersion: 1, data: credential } };
const bytes = new TextEncoder().encode(JSON.stringify(record));
const decoder = new TextDecoder();

/**
 * Returns a placeholder for a credential that does not exist. It is parsed from bytes like a stored record, so that an unknown key takes
 * as long as a wrong secret.
 */
export function readDecoy(): Credential {
  return (JSON.parse(decoder.decode(bytes)) as typeof record).value.data;
}
