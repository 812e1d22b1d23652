/** Fills a new store with the sample posts, and writes the key and the secrets to `.env.local`. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createPublicApi } from "postern";
import { markdownToPost } from "postern/import";
import { lmdbDriver } from "postern/storage-drivers/lmdb";

const organizationSlug = "crumb";
const content = new URL("content/", import.meta.url);

const secret = randomBytes(32).toString("base64");
const api = createPublicApi({
  storage: lmdbDriver({ path: ".postern/data" }),
  secret,
  webhooks: { allowHttp: true, allowPrivateNetworks: true },
});
await api.organizations.create({
  slug: organizationSlug,
  name: "Crumb",
  description: "Notes from a small bakery",
  siteUrl: "http://localhost:3000",
  feeds: { rss: "/feed.xml", atom: "/atom.xml", json: "/feed.json" },
});
for (const file of readdirSync(content)) {
  const text = readFileSync(new URL(file, content), "utf8");
  await api.posts.create(organizationSlug, markdownToPost(text, file.replace(".md", "")));
}
const { id: userId } = await api.users.create({ name: "Ada", email: "ada@crumb.example" });
await api.users.addToOrganization(userId, { organizationSlug, role: "owner" });
const permissions = ["posts:read"];
const { key } = await api.apiKeys.generate({ organizationSlug, userId, name: "Blog", permissions });
const webhook = await api.webhooks.create(organizationSlug, { url: "http://127.0.0.1:3000/api/postern" });
writeFileSync(
  ".env.local",
  `POSTERN_SECRET=${secret}\nPOSTERN_API_KEY=${key}\nPOSTERN_WEBHOOK_SECRET=${webhook.secret}\n`,
);
process.exit();
