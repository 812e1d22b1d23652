import { api } from "./content_api.js";

await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
await api.posts.create("acme", { name: "Hello", html: "<h2>Is it open?</h2><p>It is.</p>" });

const ada = await api.users.create({ name: "Ada" });
await api.users.addToOrganization(ada.id, { organizationSlug: "acme", role: "editor" });
const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: ada.id, name: "Website" });
console.log(`API key: ${key}`);
