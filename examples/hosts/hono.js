/** Hono on Node. Run: `npm run build && node examples/hosts/run.js hono` */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createDashboard } from "postern/dashboard";
import { toHono } from "postern/hono";
import { api } from "./content_api.js";

const app = new Hono();
app.use(toHono(api, { dashboard: createDashboard(api) }));
app.get("/about", (context) => context.text("The host's own page"));
app.post("/echo", async (context) => context.json(await context.req.json()));

export const server = serve({
  fetch: app.fetch,
  port: Number(process.env.PORT || 3000),
  hostname: "127.0.0.1",
});
