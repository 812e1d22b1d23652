import express from "express";
import { createDashboard } from "postern/dashboard";
import { toExpress } from "postern/express";
import { api } from "./content_api.ts";

const port = Number(process.env.PORT || 3000);
const app = express();
// Postern reads bodies itself, so it comes before every body parser.
app.use(toExpress(api, { dashboard: createDashboard(api) }));
app.get("/", (_request, response) => {
  response.send("Hello from Express");
});

app.listen(port, (error) => {
  if (error !== undefined) throw error;
  console.log(`Listening on http://localhost:${port}. The dashboard is at /dashboard`);
});
