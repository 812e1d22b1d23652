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
