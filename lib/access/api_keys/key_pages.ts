import type { Store, Stored } from "../../store/mod.ts";
import { type Credential, credentialLocation } from "../verification/credential.ts";

/** Number of listed keys that are read in one batch. */
const readAtOnce = 100;

/** Reads all keys of an organization by id, in pages. Damaged keys are reported and left out. */
export async function* readKeyPages(
  store: Store,
  organizationSlug: string,
): AsyncGenerator<Stored<Credential>[]> {
  const partition = ["org", organizationSlug];
  const pages = store.listPages<{ keyId: string }>(partition, { prefix: ["key"] }, readAtOnce);
  for await (const page of pages) {
    const locations = page.map(({ data }) => credentialLocation(data.keyId));
    const found = await store.getReadable<Credential[]>(locations);
    yield found.flatMap((record) => (record?.data.organizationSlug === organizationSlug ? [record] : []));
  }
}
