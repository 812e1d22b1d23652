/** The API that the hosts of this folder mount at `/content`, with one post to show. */
import { createPublicApi } from "postern";
import { memoryDriver } from "postern/storage-drivers/memory";

export const api = createPublicApi({ storage: memoryDriver(), basePath: "/content" });

await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
await api.posts.create("acme", { name: "Hello", html: "<h2>Is it open?</h2><p>It is.</p>" });
await api.posts.create("acme", { name: "World", html: "<p>Round.</p>" });
const user = await api.users.create({ name: "Ada" });
await api.users.addToOrganization(user.id, { organizationSlug: "acme", role: "editor" });

/** A key for the example's requests. A host gives its users theirs. */
export const { key } = await api.apiKeys.generate({
  organizationSlug: "acme",
  userId: user.id,
  name: "Example",
});
