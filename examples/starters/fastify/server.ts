import Fastify from "fastify";
import { createDashboard } from "postern/dashboard";
import { toFastify } from "postern/fastify";
import { api } from "./content_api.ts";

const app = Fastify();
app.register(toFastify(api, { dashboard: createDashboard(api) }));
app.get("/", async () => "Hello from Fastify");

const port = Number(process.env.PORT || 3000);
await app.listen({ port });
console.log(`Listening on http://localhost:${port}. The dashboard is at /dashboard`);
