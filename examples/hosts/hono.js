/** Hono, here on Node; the same on Bun, Deno and Workers. Run: `npm run build && node examples/hosts/run.js hono` */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { api } from "./content_api.js";

export const app = new Hono();
app.all("/content/api/public/v1/*", (context) => api.fetch(context.req.raw));
app.get("/about", (context) => context.text("The host's own page"));
app.post("/echo", async (context) => context.json(await context.req.json()));

export const start = (port) =>
  new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => resolve(server));
  });
