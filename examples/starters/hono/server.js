import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createDashboard } from "postern/dashboard";
import { api } from "./content_api.js";

const dashboard = createDashboard(api);
const app = new Hono();
app.all("/api/public/v1/*", (context) => api.fetch(context.req.raw));
app.all("/dashboard/*", (context) => dashboard.fetch(context.req.raw));
app.get("/", (context) => context.text("Hello from Hono"));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`Listening on http://localhost:${port}. The dashboard is at /dashboard`);
});
