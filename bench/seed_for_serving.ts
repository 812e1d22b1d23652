import { systemClock } from "../lib/base/time/clock.ts";
import { createPublicApi, type PublicApi } from "../lib/mod.ts";
import { systemRandomBytes } from "../lib/base/secrets/random.ts";
import { type AtomicDriver, openStore } from "../lib/store/mod.ts";
import { importInBulk } from "./import_in_bulk.ts";

/** The keys of a store for the benchmarks of the server. */
export interface ServingKeys {
  /** A key with a daily limit of a thousand million requests. */
  live: string;
  /** A key with no requests left today. */
  usedUp: string;
  /** An unknown key with a valid form and checksum. */
  unknown: string;
  /** A hundred keys like `live`. */
  hundred: string[];
}

/** Fills a store for the benchmarks of the server. The organization `large` gets `sitemapPosts` posts. */
export async function seedForServing(storage: AtomicDriver, sitemapPosts: number): Promise<ServingKeys> {
  const api = createPublicApi({ storage });
  const store = openStore(storage, {
    deployment: "process",
    clock: systemClock,
    randomBytes: systemRandomBytes,
  });
  for (const slug of ["acme", "large"]) {
    await api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
  }
  await api.posts.create("acme", { name: "Hello", html: postOf12Kilobytes() });
  await importInBulk(store, {
    organizationSlug: "acme",
    from: 10,
    count: 100,
    html: () => postOf12Kilobytes(),
  });
  await importInBulk(store, {
    organizationSlug: "large",
    from: 1000,
    count: sitemapPosts,
    html: () => "<p>Short</p>",
  });
  return generateKeys(api);
}

/** Returns the HTML of a post whose JSON is about 12 KB, with questions and structured data. */
export function postOf12Kilobytes(title = "Question"): string {
  const section = (index: number): string => `<h2>${title} ${index}?</h2><p>${"word ".repeat(70)}</p>`;
  return Array.from({ length: 10 }, (_, index) => section(index)).join("");
}

async function generateKeys(api: PublicApi): Promise<ServingKeys> {
  const user = await api.users.create({ name: "Ann" });
  await api.users.addToOrganization(user.id, { organizationSlug: "acme", role: "owner" });
  const input = { organizationSlug: "acme", userId: user.id };
  const live = await api.apiKeys.generate({ ...input, name: "Live", rateLimit: { perDay: 1_000_000_000 } });
  const usedUp = await api.apiKeys.generate({ ...input, name: "Used up", rateLimit: { perDay: 1 } });
  await api.fetch(
    new Request("http://localhost/api/public/v1/post/acme/hello", { headers: { "x-api-key": usedUp.key } }),
  );
  const unlimited = { ...input, name: "Many", rateLimit: { perDay: 1_000_000_000 } };
  const hundred = await Promise.all(
    Array.from({ length: 100 }, async () => (await api.apiKeys.generate(unlimited)).key),
  );
  return { live: live.key, usedUp: usedUp.key, unknown: await foreignKey(), hundred };
}

/** Generates a key in a different store. */
async function foreignKey(): Promise<string> {
  const { memoryDriver } = await import("../storage-drivers/memory.ts");
  const api = createPublicApi({ storage: memoryDriver() });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const user = await api.users.create({ name: "Ann" });
  await api.users.addToOrganization(user.id, { organizationSlug: "acme", role: "viewer" });
  return (await api.apiKeys.generate({ organizationSlug: "acme", userId: user.id, name: "Foreign" })).key;
}
