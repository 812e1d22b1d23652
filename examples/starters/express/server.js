import express from "express";
import { createDashboard } from "postern/dashboard";
import { toMiddleware } from "postern/node";
import { api } from "./content_api.js";

const app = express();
// Postern reads bodies itself, so it comes before every body parser.
app.use(toMiddleware(api.handler));
app.use(toMiddleware(createDashboard(api).handler));
app.get("/", (_request, response) => response.send("Hello from Express"));

const port = Number(process.env.PORT ?? 3000);
const server = app.listen(port, () => {
  console.log(`Listening on http://localhost:${server.address().port}. The dashboard is at /dashboard`);
});
