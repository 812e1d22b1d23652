import { createDashboard } from "postern/dashboard";
import { serve } from "postern/node";
import { api } from "./content_api.js";

const dashboard = createDashboard(api);

/** Responds to requests that the API does not serve. */
async function next(request) {
  if (new URL(request.url).pathname === "/") return new Response("Hello from Node");
  return dashboard.fetch(request);
}

const { url } = await serve(api, { port: Number(process.env.PORT || 3000), next });
console.log(`Listening on ${url}. The dashboard is at /dashboard`);
