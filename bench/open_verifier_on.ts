import { ApiKeyVerifier, storedIdentity, type VerificationContext } from "../lib/access/mod.ts";
import { systemClock } from "../lib/clock.ts";
import { storedContentSource } from "../lib/content/mod.ts";
import { createPublicApi } from "../lib/mod.ts";
import { systemRandomBytes } from "../lib/random.ts";
import { type AtomicDriver, openStore } from "../lib/store/mod.ts";

const organizationSlug = "acme";

/** What the keys begin with. */
export const keyPrefix = "postern";

/** Verification and quota as the handler has them, and keys. */
export interface OpenVerifier {
  verifier: ApiKeyVerifier;
  /** The texts of the keys. */
  texts: string[];
  /** What a request from an unknown address brings, at this moment. */
  context: () => VerificationContext;
}

/** Stores so many keys, and opens what verifies them: credential, user, permissions, organization's limit, count. */
export async function openVerifierOn(storage: AtomicDriver, keys: number): Promise<OpenVerifier> {
  const texts = await generateKeys(storage, keys);
  const store = openStore(storage, {
    deployment: "process",
    clock: systemClock,
    randomBytes: systemRandomBytes,
  });
  const verifier = new ApiKeyVerifier({
    store,
    clock: systemClock,
    identity: storedIdentity(store),
    keyPrefix,
    emit: () => undefined,
    dailyRequestLimit: 1_000_000_000,
    requestsPerSecond: undefined,
    failedAttempts: undefined,
  });
  const content = storedContentSource({ store, clock: systemClock });
  const findOrganization = (slug: string): ReturnType<typeof content.findOrganization> =>
    content.findOrganization(slug);
  const findAddress = (): undefined => undefined;
  return {
    verifier,
    texts,
    context: () => ({ now: systemClock.now(), findAddress, findOrganization }),
  };
}

async function generateKeys(storage: AtomicDriver, count: number): Promise<string[]> {
  const api = createPublicApi({ storage });
  await api.organizations.create({ slug: organizationSlug, name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug, role: "viewer" });
  const generate = async (_: unknown, index: number): Promise<string> =>
    (await api.apiKeys.generate({ organizationSlug, userId, name: `${index}` })).key;
  return Promise.all(Array.from({ length: count }, generate));
}
