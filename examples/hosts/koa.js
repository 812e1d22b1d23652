/** Koa 3. Run: `npm run build && node examples/hosts/run.js koa` */
import Koa from "koa";
import { json } from "node:stream/consumers";
import { toRequestListener } from "postern/node";
import { api } from "./content_api.js";

const handlePublicApi = toRequestListener(api.handler);

const app = new Koa();
// Postern reads bodies itself, so it comes before every body parser.
app.use(async (context, next) => {
  if (context.path.startsWith("/content/api/public/v1/")) {
    context.respond = false;
    handlePublicApi(context.req, context.res);
  } else await next();
});
app.use(async (context) => {
  if (context.path === "/about") context.body = "The host's own page";
  if (context.path === "/echo") context.body = await json(context.req);
});

export const server = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
