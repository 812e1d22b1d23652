import type { Credential } from "./credential.ts";

/** A hash that no secret has. */
export const noHash: string = "0".repeat(64);

const bytes = new TextEncoder().encode(
  JSON.stringify({
    schemaVersion: 1,
    data: {
      id: "aaaaaaaaaaaaaaaa",
      hash: noHash,
      start: "postern_aaaa",
      createdAt: "2026-01-01T00:00:00.000Z",
      organizationSlug: "organization",
      userId: "aaaaaaaaaaaaaaaa",
      name: "Decoy",
      organizationId: "aaaaaaaaaaaaaaaa",
    } satisfies Credential,
  }),
);

const decoder = new TextDecoder();

/**
 * A credential in place of one that does not exist. It is read from bytes as a record is, since what is left of the time that
 * tells an unknown key from a wrong secret is the time it takes to read one.
 */
export function readDecoy(): Credential {
  return (JSON.parse(decoder.decode(bytes)) as { data: Credential }).data;
}
