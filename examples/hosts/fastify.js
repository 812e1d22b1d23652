/** Fastify 5. Run: `npm run build && node examples/hosts/run.js fastify` */
import Fastify from "fastify";
import { toRequestListener } from "postern/node";
import { api } from "./content_api.js";

const answerPublicApi = toRequestListener(api.handler);

export const app = Fastify();
app.register(async (scope) => {
  // Postern reads bodies itself, and refuses those that are too long or of another type.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.all("/content/api/public/v1/*", (request, reply) => {
    reply.hijack();
    answerPublicApi(request.raw, reply.raw);
  });
});
app.get("/about", async () => "The host's own page");
app.post("/echo", (request, reply) => reply.send(request.body));

export const start = async (port) => {
  await app.listen({ port, host: "127.0.0.1" });
  return app.server;
};
