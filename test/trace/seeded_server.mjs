// Serves the API by `serve` over the storage that a setting names, seeded with one post, and prints a key and the address.
import { serve } from "../../dist/adapters/node.js";
import { createPublicApi } from "../../dist/lib/mod.js";
import { openStorageDriver } from "../../dist/storage-drivers/open_storage_driver.js";

const storage = await openStorageDriver(process.argv[2]);
const api = createPublicApi({ storage, adminApi: true });
await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
const html = "<h2>Who reads a post?</h2><p>Everybody with a key.</p>".repeat(100);
await api.posts.create("acme", { name: "Hello", html });
const user = await api.users.create({ name: "Ann" });
await api.users.addToOrganization(user.id, { organizationSlug: "acme", role: "editor" });
const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: user.id, name: "Trace" });
const server = await serve(api, { port: 0 });
console.log(`${key} works at ${server.url}`);

process.once("SIGTERM", () => {
  void server.close().then(() => storage.dispose?.());
});
