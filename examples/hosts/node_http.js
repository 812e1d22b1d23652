/** Plain `node:http`. Run: `npm run build && node examples/hosts/run.js node_http` */
import { createServer } from "node:http";
import { toRequestListener } from "postern/node";
import { api } from "./content_api.js";

const handlePublicApi = toRequestListener(api.handler);

export const server = createServer((request, response) => {
  if (request.url?.startsWith("/content/api/public/v1/")) handlePublicApi(request, response);
  else if (request.url === "/about") response.end("The host's own page");
  else if (request.url === "/echo") request.pipe(response);
  else response.writeHead(404).end();
});
server.listen(Number(process.env.PORT || 3000), "127.0.0.1");
