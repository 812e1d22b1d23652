/** Fastify 5. Run: `npm run build && node examples/hosts/run.js fastify` */
import Fastify from "fastify";
import { toRequestListener } from "postern/node";
import { api } from "./content_api.js";

const handlePublicApi = toRequestListener(api.handler);

const app = Fastify();
app.register(async (scope) => {
  // Postern reads bodies itself. It refuses bodies that are too long or of another type.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.all("/content/api/public/v1/*", (request, reply) => {
    reply.hijack();
    handlePublicApi(request.raw, reply.raw);
  });
});
app.get("/about", async () => "The host's own page");
app.post("/echo", (request, reply) => reply.send(request.body));

await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" });
export const { server } = app;
