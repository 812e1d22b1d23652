/** Fastify 5. Run: `npm run build && node examples/hosts/run.js fastify` */
import Fastify from "fastify";
import { createDashboard } from "postern/dashboard";
import { toFastify } from "postern/fastify";
import { api } from "./content_api.js";

const app = Fastify();
app.register(toFastify(api, { dashboard: createDashboard(api) }));
app.get("/about", async () => "The host's own page");
app.post("/echo", (request, reply) => reply.send(request.body));

await app.listen({ port: Number(process.env.PORT || 3000), host: "127.0.0.1" });
export const { server } = app;
