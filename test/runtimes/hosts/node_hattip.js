/** HatTip's own adapter, with the chain that the first argument names. */
import { createMiddleware } from "@hattip/adapter-node";
import { createServer } from "node:http";
import { createApp } from "./app.js";
import { chain } from "./chain.js";

const server = createServer(createMiddleware(chain(createApp(), process.argv[2])));
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
process.on("SIGTERM", () => process.exit(0));
