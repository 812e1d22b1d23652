/** Express 5. Run: `npm run build && node examples/hosts/run.js express` */
import express from "express";
import { toRequestListener } from "postern/node";
import { api } from "./content_api.js";

const answerPublicApi = toRequestListener(api.handler);

export const app = express();
// Before any body parser: what one has read, Postern cannot read any more.
app.use((request, response, next) => {
  if (request.path.startsWith("/content/api/public/v1/")) answerPublicApi(request, response);
  else next();
});
app.use(express.json());
app.get("/about", (_request, response) => response.send("The host's own page"));
app.post("/echo", (request, response) => response.json(request.body));

export const start = (port) =>
  new Promise((resolve) => {
    const server = app.listen(port, "127.0.0.1", () => resolve(server));
  });
