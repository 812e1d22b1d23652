import { createDashboard } from "postern/dashboard";
import { serve } from "postern/node";
import { api } from "./content_api.ts";

const dashboard = createDashboard(api);

const { url } = await serve(api, {
  port: Number(process.env.PORT || 3000),
  // Responds to requests that the API does not serve.
  next: (request) =>
    new URL(request.url).pathname === "/" ? new Response("Hello from Node") : dashboard.fetch(request),
});
console.log(`Listening on ${url}. The dashboard is at /dashboard`);
