import { createCredentialCache } from "../lib/access/verification/credential_cache.ts";
import { storedMembers } from "../lib/access/verification/stored_members.ts";
import { judgeKey, type KeyDeps, type KeyRequest, planKey, type Verification } from "../lib/access/mod.ts";
import { andThen, type Awaitable } from "../lib/base/awaitable.ts";
import { systemClock } from "../lib/base/time/clock.ts";
import { PostIndexes } from "../lib/content/posts/lists/post_indexes.ts";
import { storedContent } from "../lib/content/sources/stored_content.ts";
import { createPublicApi } from "../lib/mod.ts";
import { systemRandomBytes } from "../lib/base/secrets/random.ts";
import { sleep } from "../lib/base/time/sleep.ts";
import { type AtomicDriver, openStore, runQuestions } from "../lib/store/mod.ts";

const organizationSlug = "acme";

/** Prefix of the keys. */
export const keyPrefix = "postern";

/** The handler's verification and quota, and keys. */
export interface OpenVerifier {
  verifier: { verify: (text: string, request: KeyRequest) => Awaitable<Verification> };
  /** The texts of the keys. */
  texts: string[];
  /** Returns the data of a request from an unknown address, at the current time. */
  context: () => KeyRequest;
}

/** Stores keys, and opens their verification: credential, user, permissions, the organization's limit and the count. */
export async function openVerifierOn(storage: AtomicDriver, keys: number): Promise<OpenVerifier> {
  const texts = await generateKeys(storage, keys);
  const store = openStore(storage, {
    deployment: "process",
    clock: systemClock,
    randomBytes: systemRandomBytes,
  });
  const deps: KeyDeps = {
    store,
    clock: systemClock,
    members: storedMembers(store),
    keyPrefix,
    emit: () => undefined,
    reportQuota: async () => undefined,
    countRefusal: () => undefined,
    rateLimit: { perDay: 1_000_000_000, perSecond: undefined },
    failures: undefined,
    credentials: createCredentialCache(),
  };
  const indexes = new PostIndexes({
    store,
    clock: systemClock,
    sleep,
    randomBytes: systemRandomBytes,
    onError: () => undefined,
    onIndexed: () => undefined,
  });
  const content = storedContent({ store, clock: systemClock, indexes });
  return {
    verifier: { verify: (text, request) => verify(text, request, deps) },
    texts,
    context: () => ({
      now: systemClock.now(),
      organizationSlug: "",
      findAddress: () => undefined,
      findExactAddress: () => undefined,
      workTime: "process",
      keep: () => undefined,
      organization: (slug) => content.organization(slug),
    }),
  };
}

/** Verifies a key like the exchange. */
function verify(text: string, request: KeyRequest, deps: KeyDeps): Awaitable<Verification> {
  const plan = planKey(text, request, deps);
  const answers = runQuestions(deps.store, plan.questions, plan.counter);
  return andThen(answers, (found) => judgeKey(plan, found, request, deps));
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
