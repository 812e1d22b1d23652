import Koa from "koa";
import { createDashboard } from "postern/dashboard";
import { toKoa } from "postern/koa";
import { api } from "./content_api.ts";

const port = Number(process.env.PORT || 3000);
const app = new Koa();
// Postern reads bodies itself, so it comes before every body parser.
app.use(toKoa(api, { dashboard: createDashboard(api) }));
app.use((context) => {
  if (context.path === "/") context.body = "Hello from Koa";
});

app.listen(port, () => {
  console.log(`Listening on http://localhost:${port}. The dashboard is at /dashboard`);
});
