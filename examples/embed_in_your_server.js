/**
 * A host mounts the API in its own server: its own routes first, then Postern's.
 *
 * Run: `npm run build && node examples/embed_in_your_server.js`
 */
import { createServer } from "node:http";
import { createPublicApi } from "postern";
import { toRequestListener } from "postern/node";
import { memoryDriver } from "postern/storage-drivers/memory";

const api = createPublicApi({ storage: memoryDriver() });
const handlePublicApi = toRequestListener(api.handler);

const server = createServer((request, response) => {
  if (request.url?.startsWith("/api/public/v1/")) handlePublicApi(request, response);
  else response.end("The host's own page\n");
});
server.listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));

await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
await api.posts.create("acme", { name: "Hello", html: "<h2>Is it open?</h2><p>It is.</p>" });

const origin = `http://127.0.0.1:${server.address().port}`;
console.log(await (await fetch(`${origin}/about`)).text());
console.log(await (await fetch(`${origin}/api/public/v1/post/acme/hello`)).json());
server.close();
