import express from "express";
import { createDashboard } from "postern/dashboard";
import { toExpress } from "postern/express";
import { api } from "./content_api.js";

const app = express();
// Postern reads bodies itself, so it comes before every body parser.
app.use(toExpress(api, { dashboard: createDashboard(api) }));
app.get("/", (_request, response) => response.send("Hello from Express"));

const server = app.listen(Number(process.env.PORT || 3000), () => {
  console.log(`Listening on http://localhost:${server.address().port}. The dashboard is at /dashboard`);
});
