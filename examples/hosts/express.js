/** Express 5. Run: `npm run build && node examples/hosts/run.js express` */
import express from "express";
import { createDashboard } from "postern/dashboard";
import { toExpress } from "postern/express";
import { api } from "./content_api.js";

const app = express();
// Postern reads bodies itself, so it comes before every body parser.
app.use(toExpress(api, { dashboard: createDashboard(api) }));
app.use(express.json());
app.get("/about", (_request, response) => response.send("The host's own page"));
app.post("/echo", (request, response) => response.json(request.body));

export const server = app.listen(Number(process.env.PORT || 3000), "127.0.0.1");
