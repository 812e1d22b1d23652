import type { Store, Stored } from "../store/mod.ts";
import { type Credential, credentialLocation } from "./credential.ts";

/** Keys of the list that are read by one call. */
const readAtOnce = 100;

/** All keys of a user in an organization, also expired and revoked ones. A damaged key opens nothing, and is left out. Reads the list of the organization's keys. */
export async function* keysOfUser(
  store: Store,
  { organizationSlug, userId }: { organizationSlug: string; userId: string },
): AsyncGenerator<Stored<Credential>> {
  const pages = store.listPages<{ keyId: string }>(
    ["org", organizationSlug],
    { prefix: ["key"] },
    readAtOnce,
  );
  for await (const page of pages) {
    const found = await store.getReadable<Credential[]>(
      page.map(({ data }) => credentialLocation(data.keyId)),
    );
    for (const record of found) {
      if (record?.data.userId === userId && record.data.organizationSlug === organizationSlug) yield record;
    }
  }
}
