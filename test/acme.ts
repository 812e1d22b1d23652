import { expect } from "vitest";

/** Returns the address of a post of the organization "acme". */
export function acmePost(slug: string): { organizationSlug: string; slug: string } {
  return { organizationSlug: "acme", slug };
}

/** Returns the address of a key of the organization "acme". */
export function acmeKey(keyId: string): { organizationSlug: string; keyId: string } {
  return { organizationSlug: "acme", keyId };
}

/** Matches a text that contains a part. */
export function containing(part: string): string {
  return expect.stringContaining(part) as string;
}
