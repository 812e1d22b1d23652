/** Koa 3. Run: `npm run build && node examples/hosts/run.js koa` */
import Koa from "koa";
import { json } from "node:stream/consumers";
import { toRequestListener } from "postern/node";
import { api } from "./content_api.js";

const answerPublicApi = toRequestListener(api.handler);

export const app = new Koa();
// Before any body parser: what one has read, Postern cannot read any more.
app.use(async (context, next) => {
  if (context.path.startsWith("/content/api/public/v1/")) {
    context.respond = false;
    answerPublicApi(context.req, context.res);
  } else await next();
});
app.use(async (context) => {
  if (context.path === "/about") context.body = "The host's own page";
  if (context.path === "/echo") context.body = await json(context.req);
});

export const start = (port) =>
  new Promise((resolve) => {
    const server = app.listen(port, "127.0.0.1", () => resolve(server));
  });
