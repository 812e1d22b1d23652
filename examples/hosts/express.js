/** Express 5. Run: `npm run build && node examples/hosts/run.js express` */
import express from "express";
import { toMiddleware } from "postern/node";
import { api } from "./content_api.js";

export const app = express();
// Before any body parser: what one has read, Postern cannot read any more.
app.use(toMiddleware(api.handler));
app.use(express.json());
app.get("/about", (_request, response) => response.send("The host's own page"));
app.post("/echo", (request, response) => response.json(request.body));

export const start = (port) =>
  new Promise((resolve) => {
    const server = app.listen(port, "127.0.0.1", () => resolve(server));
  });
