import Fastify from "fastify";
import { createDashboard } from "postern/dashboard";
import { toFastify } from "postern/fastify";
import { api } from "./content_api.js";

const app = Fastify();
app.register(toFastify(api, { dashboard: createDashboard(api) }));
app.get("/", async () => "Hello from Fastify");

await app.listen({ port: Number(process.env.PORT || 3000) });
console.log(`Listening on http://localhost:${app.server.address().port}. The dashboard is at /dashboard`);
