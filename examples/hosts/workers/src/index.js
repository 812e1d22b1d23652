/** Cloudflare Workers: `src/index.js`. */
import { createPublicApi } from "postern";
import { storageWithAlarm, toWorker } from "postern/cloudflare-workers";
import { createDashboard } from "postern/dashboard";
import { durableObjectDriver } from "postern/storage-drivers/durable-object";

const namespace = (env) => env.POSTERN;
const openApi = (env) =>
  createPublicApi({
    storage: durableObjectDriver({ namespace: namespace(env) }),
    deployment: "cluster",
    basePath: "/content",
  });

/** Stores the data. Its alarm publishes scheduled posts, and delivers events and webhooks. */
export const PosternStorage = storageWithAlarm(openApi, { namespace });

let api;
let dashboard;

/** Opens the API of the requests. */
function open(env) {
  api = openApi(env);
  dashboard = createDashboard(api);
  return api;
}

/** Handles every other request: the dashboard, and creating the content with the secret. */
async function next(request, env) {
  if (dashboard.isAt(request.url)) return dashboard.fetch(request);
  const isSeed = request.method === "POST" && new URL(request.url).pathname === "/seed";
  if (!isSeed) return new Response("The host's own page");
  if (request.headers.get("authorization") !== `Bearer ${env.SEED_SECRET}`)
    return new Response("", { status: 403 });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  await api.posts.create("acme", { name: "Hello", html: "<h2>Is it open?</h2><p>It is.</p>" });
  const ada = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(ada.id, { organizationSlug: "acme", role: "owner" });
  const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId: ada.id, name: "Website" });
  const { token } = await api.sessions.createLink(ada.id);
  const link = dashboard.signInUrl(token, new URL(request.url).origin);
  return new Response(`API key: ${key}\nDashboard: ${link}\n`);
}

export default toWorker(open, { next });
