import type { PublicApi } from "postern";
import { createPublicApi } from "postern";
import { storageWithAlarm, toWorker } from "postern/cloudflare-workers";
import type { Dashboard } from "postern/dashboard";
import { createDashboard } from "postern/dashboard";
import type { DurableObjectNamespace } from "postern/storage-drivers/durable-object";
import { durableObjectDriver } from "postern/storage-drivers/durable-object";
import { createContent } from "../create_content.ts";

interface Env {
  POSTERN: DurableObjectNamespace;
  SEED_SECRET: string;
}

const namespace = (env: Env) => env.POSTERN;
const openApi = (env: Env) =>
  createPublicApi({ storage: durableObjectDriver({ namespace: namespace(env) }), deployment: "cluster" });

/** Stores the data. Its alarm publishes scheduled posts, and delivers events and webhooks. */
export const PosternStorage = storageWithAlarm(openApi, { namespace });

let api: PublicApi;
let dashboard: Dashboard;

/** Opens the API with the first request, because bindings do not exist earlier. */
function open(env: Env) {
  api = openApi(env);
  dashboard = createDashboard(api);
  return api;
}

/** Responds to requests that the API does not serve. `seed` requests the content of a new store. */
async function next(request: Request, env: Env) {
  const { pathname, origin } = new URL(request.url);
  if (pathname === "/") return new Response("Hello from Cloudflare Workers");
  if (pathname !== "/seed") return dashboard.fetch(request);
  const isAllowed = env.SEED_SECRET && request.headers.get("authorization") === `Bearer ${env.SEED_SECRET}`;
  if (!isAllowed) return new Response("The secret is wrong, or SEED_SECRET is not set", { status: 403 });
  return new Response(await createContent({ api, dashboard, origin }));
}

export default toWorker(open, { next });
