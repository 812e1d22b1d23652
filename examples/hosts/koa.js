/** Koa 3. Run: `npm run build && node examples/hosts/run.js koa` */
import Koa from "koa";
import { json } from "node:stream/consumers";
import { createDashboard } from "postern/dashboard";
import { toKoa } from "postern/koa";
import { api } from "./content_api.js";

const app = new Koa();
// Postern reads bodies itself, so it comes before every body parser.
app.use(toKoa(api, { dashboard: createDashboard(api) }));
app.use(async (context) => {
  if (context.path === "/about") context.body = "The host's own page";
  if (context.path === "/echo") context.body = await json(context.req);
});

export const server = app.listen(Number(process.env.PORT || 3000), "127.0.0.1");
