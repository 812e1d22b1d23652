/** The API from its sources. Bun and Deno run TypeScript directly. */
import { createPublicApi } from "../../../lib/mod.ts";
import { memoryDriver } from "../../../storage-drivers/memory.ts";

const api = createPublicApi({ storage: memoryDriver() });
await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
await api.posts.create("acme", { name: "Hello", html: "<h2>Is it open?</h2><p>It is.</p>" });
const response = await api.fetch(new Request("http://localhost/api/public/v1/post/acme/hello"));
const { faqEntries } = (await response.json()) as { faqEntries: unknown };
console.log(response.status, JSON.stringify(faqEntries));
