/** Cloudflare Workers: `src/index.js`. */
import { createPublicApi } from "postern";
import { toWorker } from "postern/cloudflare-workers";
import { durableObjectDriver } from "postern/storage-drivers/durable-object";

export { PosternStorage } from "postern/storage-drivers/durable-object";

let api;

function openApi(env) {
  const storage = durableObjectDriver({ namespace: env.POSTERN });
  return (api = createPublicApi({ storage, deployment: "cluster", basePath: "/content" }));
}

/** Handles every other request: here creating the content, for whoever knows the secret. */
async function next(request, env) {
  const isSeed = request.method === "POST" && new URL(request.url).pathname === "/seed";
  if (!isSeed) return new Response("The host's own page");
  if (request.headers.get("authorization") !== `Bearer ${env.SEED_SECRET}`)
    return new Response("", { status: 403 });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { name: "Hello", html: "<h2>Is it open?</h2><p>It is.</p>" });
  return new Response("Created\n");
}

export default toWorker(openApi, { next });
