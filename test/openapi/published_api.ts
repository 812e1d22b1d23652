import { type RunningServer, serve } from "../../adapters/node.ts";
import { createPublicApi, type PublicApiOptions } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";

/** An API behind a real server, with two posts and keys of several kinds. */
export interface PublishedApi {
  server: RunningServer;
  /** Base URL of the API, without a slash at the end. */
  address: string;
  /** Base URL of the admin API. */
  adminAddress: string;
  /** Key that can read and write. */
  key: string;
  /** Key with all permissions. */
  ownersKey: string;
  /** Key that can only read. */
  readingKey: string;
  /** Revoked key. */
  revokedKey: string;
  /** Key with an exhausted daily quota. */
  exhaustedKey: string;
}

/** Publishes two posts of the organization "acme" on a free port. */
export async function publishApi(options: Partial<PublicApiOptions> = {}): Promise<PublishedApi> {
  const clock = new ManualClock();
  const api = createPublicApi({ storage: memoryDriver({ clock }), clock, adminApi: true, ...options });
  for (const [slug, perDay] of [
    ["acme", 2000],
    ["tiny", 1],
  ] as const) {
    await api.organizations.create({
      slug,
      name: slug,
      siteUrl: `https://${slug}.example`,
      rateLimit: { perDay },
      feeds: slug === "acme",
    });
  }
  const html = "<h2>Why?</h2><p>Because.</p><h2>How?</h2><p>So.</p>";
  for (const name of ["One", "Two"]) await api.posts.create("acme", { name, html, tags: ["faq"] });
  const { id: userId } = await api.users.create({ name: "Ada" });
  const generate = async (
    organizationSlug: string,
    role: "editor" | "viewer",
  ): Promise<{ id: string; key: string }> => {
    await api.users.addToOrganization(userId, { organizationSlug, role });
    return api.apiKeys.generate({ organizationSlug, userId, name: "Test" });
  };
  const exhausted = await generate("tiny", "viewer");
  const { key } = await generate("acme", "editor");
  const reading = await api.apiKeys.generate({
    organizationSlug: "acme",
    userId,
    name: "Reading",
    permissions: ["posts:read"],
  });
  const revoked = await generate("acme", "editor");
  await api.apiKeys.revoke({ organizationSlug: "acme", keyId: revoked.id });
  const server = await serve(api, { port: 0 });
  const { id: ownerId } = await api.users.create({ name: "Olga" });
  await api.users.addToOrganization(ownerId, { organizationSlug: "acme", role: "owner" });
  const owners = await api.apiKeys.generate({ organizationSlug: "acme", userId: ownerId, name: "Owner's" });
  const address = `${server.url}${options.basePath ?? ""}/api/public/v1`;
  await fetch(`${address}/post/tiny`, { headers: { "x-api-key": exhausted.key } });
  return {
    server,
    address,
    adminAddress: `${server.url}${options.basePath ?? ""}/api/admin/v1`,
    key,
    ownersKey: owners.key,
    readingKey: reading.key,
    revokedKey: revoked.key,
    exhaustedKey: exhausted.key,
  };
}
