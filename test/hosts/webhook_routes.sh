# Adds the receiver of docs/webhooks.md to the app of each host, at /api/postern. The pages of the hosts do not show it.
# `receive_webhook.ts` has the block of the page.

route_express() {
  add_import server.js
  sed -i '/^app.use(toExpress/a app.post("/api/postern", express.raw({ type: "*/*" }), async (request, response) => {\n  const given = new Request("http://localhost/", { method: "POST", headers: request.headers, body: request.body });\n  response.status((await receive(given)).status).end();\n});' server.js
}

route_fastify_cli() { route_fastify app.js; }

route_fastify() {
  local server="${1:-server.js}"
  add_import "$server"
  sed -i '/^app.register(toFastify/a app.register(async (scope) => {\n  scope.removeAllContentTypeParsers();\n  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));\n  scope.post("/api/postern", async ({ headers, body }, reply) => {\n    const given = new Request("http://localhost/", { method: "POST", headers, body });\n    return reply.code((await receive(given)).status).send();\n  });\n});' "$server"
}

route_koa() {
  add_import server.js
  sed -i '1i import { buffer } from "node:stream/consumers";' server.js
  sed -i '/^app.use(toKoa/a app.use(async (context, next) => {\n  if (context.path !== "/api/postern") return next();\n  const body = await buffer(context.req);\n  const given = new Request("http://localhost/", { method: "POST", headers: context.headers, body });\n  context.status = (await receive(given)).status;\n});' server.js
}

route_hono() {
  add_import server.js
  sed -i '/^app.use(toHono/a app.post("/api/postern", (context) => receive(context.req.raw));' server.js
}

route_hattip() {
  add_import server.js
  sed -i '/^router.use(toHatTip/a router.post("/api/postern", ({ request }) => receive(request));' server.js
}

route_node() {
  add_import server.js
  sed -i 's|^export const server|const receiveWebhook = toRequestListener(({ request }) => receive(request));\n\n&|' server.js
  sed -i 's|^  else if (request.url === "/about")|  else if (request.url === "/api/postern") receiveWebhook(request, response);\n&|' server.js
}

route_bun() { route_next_handler server.js; }
route_deno() {
  route_next_handler server.js
  sed -i "s/port: 3000/port: $port/" server.js
}

# A Worker without Node compatibility has no `process`.
route_workers() {
  add_import src/index.js ../receive_webhook.ts
  sed -i "s|process.env.*\"\")|\"$POSTERN_WEBHOOK_SECRET\")|" receive_webhook.ts
  sed -i 's|if (!isSeed) return|if (new URL(request.url).pathname === "/api/postern") return receive(request);\n  &|' src/index.js
}

route_next_handler() {
  add_import "$1"
  sed -i 's|next: () => new Response|next: (request) => request.url.endsWith("/api/postern") ? receive(request) : new Response|' "$1"
}

route_next() {
  mkdir -p app/api/postern
  mv receive_webhook.ts app/api/postern/route.ts
}

route_astro() {
  mkdir -p src/pages/api
  cat > src/pages/api/postern.js <<'END'
import { POST as receive } from "../../../receive_webhook.ts";

export const prerender = false;
export const POST = ({ request }) => receive(request);
END
}

route_sveltekit() {
  mkdir -p src/routes/api/postern
  cat > src/routes/api/postern/+server.js <<'END'
import { POST as receive } from "../../../../receive_webhook.ts";

export const POST = ({ request }) => receive(request);
END
}

route_nuxt() {
  mkdir -p server/routes/api
  cat > server/routes/api/postern.post.js <<'END'
import { POST as receive } from "../../../receive_webhook.ts";

export default defineEventHandler((event) => receive(toWebRequest(event)));
END
}

route_react_router() {
  cat > app/routes/webhook.js <<'END'
import { POST as receive } from "../../receive_webhook.ts";

export const action = ({ request }) => receive(request);
END
  sed -i 's|^\] satisfies|  route("api/postern", "routes/webhook.js"),\n&|' app/routes.ts
}

add_import() { sed -i "1i import { POST as receive } from \"${2:-./receive_webhook.ts}\";" "$1"; }
