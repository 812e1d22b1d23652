/** Seeds the API and runs a host of this folder: `npm run build && node examples/hosts/run.js express` (or fastify, koa, hono, hattip, node_http) */
import "./seed.js";

const [name = "express"] = process.argv.slice(2);
const { server } = await import(`./${name}.js`);
if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
console.log(`curl ${origin}/about`);
console.log(`curl ${origin}/content/api/public/v1/post/acme/hello`);
