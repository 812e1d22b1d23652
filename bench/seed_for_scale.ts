import { systemClock } from "../lib/base/time/clock.ts";
import { createPublicApi, type PublicApi } from "../lib/mod.ts";
import { systemRandomBytes } from "../lib/base/secrets/random.ts";
import { type AtomicDriver, openStore } from "../lib/store/mod.ts";
import { importInBulk } from "./import_in_bulk.ts";
import { postOf12Kilobytes } from "./seed_for_serving.ts";

/** Size of a store. */
export interface ScaleSize {
  posts: number;
  organizations: number;
  keys: number;
}

/** A measured post, and the keys that can read it. */
export interface ReadPost {
  organizationSlug: string;
  slug: string;
  keys: readonly string[];
}

/** Number of posts of 12 KB, which are read. All other posts are short. */
const mostRead = 1000;
const atOnce = 200;

/** Fills a store. Returns the posts to read, spread evenly over all posts. */
export async function seedForScale(storage: AtomicDriver, size: ScaleSize): Promise<ReadPost[]> {
  const api = createPublicApi({ storage });
  const store = openStore(storage, {
    deployment: "process",
    clock: systemClock,
    randomBytes: systemRandomBytes,
  });
  const perOrganization = postsPerOrganization(size);
  const stride = Math.max(1, Math.floor(size.posts / mostRead));
  const html = (index: number): string =>
    index % stride === 0 ? postOf12Kilobytes() : `<p>Post ${index}</p>`;
  const { id: userId } = await api.users.create({ name: "Ann" });
  await eachOf(size.organizations, async (index) => {
    const organizationSlug = slugOf(index);
    await api.organizations.create({
      slug: organizationSlug,
      name: organizationSlug,
      siteUrl: "https://acme.example",
    });
    await api.users.addToOrganization(userId, { organizationSlug, role: "owner" });
    const from = index * perOrganization;
    await importInBulk(store, { organizationSlug, from, count: perOrganization, html });
  });
  const keys = await generateKeys(api, userId, size);
  return Array.from({ length: Math.min(mostRead, size.posts) }, (_, index) => {
    const post = index * stride;
    const organization = Math.floor(post / perOrganization);
    return {
      organizationSlug: slugOf(organization),
      slug: `post-${post}`,
      keys: keys[organization] ?? [],
    };
  });
}

/** Returns the number of posts per organization. */
export function postsPerOrganization({ posts, organizations }: ScaleSize): number {
  return Math.floor(posts / organizations);
}

/** Returns the slug of an organization by its number. */
export function slugOf(index: number): string {
  return `org-${index}`;
}

/** Measures posts of 12 KB per second with concurrent calls of `posts.create`. */
export async function importRate(storage: AtomicDriver, count: number): Promise<number> {
  const api = createPublicApi({ storage });
  const html = postOf12Kilobytes();
  const start = performance.now();
  await eachOf(count, async () => {
    const slug = crypto.randomUUID();
    // Older than all other posts, so that the first page of the list does not change.
    await api.posts.create(slugOf(0), { name: "Imported", slug, html, createdAt: "2019-01-01T00:00:00Z" });
  });
  return (count * 1000) / (performance.now() - start);
}

/** Generates the keys of each organization. */
async function generateKeys(
  api: PublicApi,
  userId: string,
  { keys, organizations }: ScaleSize,
): Promise<string[][]> {
  const texts: string[][] = Array.from({ length: organizations }, () => []);
  await eachOf(keys, async (index) => {
    const organization = index % organizations;
    const input = { organizationSlug: slugOf(organization), userId, name: `${index}` };
    texts[organization]?.push((await api.apiKeys.generate(input)).key);
  });
  return texts;
}

/** Calls a function for each number below `count`, many concurrently. */
async function eachOf(count: number, act: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
