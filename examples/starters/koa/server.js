import Koa from "koa";
import { createDashboard } from "postern/dashboard";
import { toKoa } from "postern/koa";
import { api } from "./content_api.js";

const app = new Koa();
// Postern reads bodies itself, so it comes before every body parser.
app.use(toKoa(api, { dashboard: createDashboard(api) }));
app.use((context) => {
  if (context.path === "/") context.body = "Hello from Koa";
});

const server = app.listen(Number(process.env.PORT || 3000), () => {
  console.log(`Listening on http://localhost:${server.address().port}. The dashboard is at /dashboard`);
});
