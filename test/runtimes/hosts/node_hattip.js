import { createMiddleware } from "@hattip/adapter-node";
import { createServer } from "node:http";
import { createApp } from "./app.js";
import { withNext } from "./with_next.js";

const server = createServer(createMiddleware(withNext(createApp())));
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
process.on("SIGTERM", () => process.exit(0));
