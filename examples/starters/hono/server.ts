import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createDashboard } from "postern/dashboard";
import { toHono } from "postern/hono";
import { api } from "./content_api.ts";

const app = new Hono();
app.use(toHono(api, { dashboard: createDashboard(api) }));
app.get("/", (context) => context.text("Hello from Hono"));

serve({ fetch: app.fetch, port: Number(process.env.PORT || 3000) }, ({ port }) => {
  console.log(`Listening on http://localhost:${port}. The dashboard is at /dashboard`);
});
