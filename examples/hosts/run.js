/** Runs a host of this folder: `npm run build && node examples/hosts/run.js express` (or fastify, koa, hono, hattip, node_http) */
import { key } from "./content_api.js";

const [name = "express", port = "3000"] = process.argv.slice(2);
const { start } = await import(`./${name}.js`);
const server = await start(Number(port));
const origin = `http://127.0.0.1:${server.address().port}`;
console.log(`curl ${origin}/about`);
console.log(`curl -H 'X-API-Key: ${key}' ${origin}/content/api/public/v1/post/acme/hello`);
