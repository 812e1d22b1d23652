import { inspectStore, type StoreFinding } from "../../lib/moving/entry.ts";
import type { PublicApi } from "../../lib/mod.ts";

/** Publishes a post, and generates a key that can read it. */
export async function publishPost(api: PublicApi): Promise<string> {
  const organizationSlug = "acme";
  await api.organizations.create({ slug: organizationSlug, name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create(organizationSlug, { name: "Hello", html: "<p>Hello</p>" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug, role: "owner" });
  const { key } = await api.apiKeys.generate({ organizationSlug, userId, name: "test" });
  return key;
}

/** Requests a path of the public API, with a key if it is given. */
export async function ask(api: PublicApi, path: string, key?: string): Promise<Response> {
  const headers: Record<string, string> = key === undefined ? {} : { "x-api-key": key };
  return api.fetch(new Request(`http://localhost/api/public/v1${path}`, { headers }));
}

/** Returns the findings of an inspection of a whole store. */
export async function findingsOf(storage: Parameters<typeof inspectStore>[0]): Promise<StoreFinding[]> {
  const findings: StoreFinding[] = [];
  for await (const finding of inspectStore(storage)) findings.push(finding);
  return findings;
}
