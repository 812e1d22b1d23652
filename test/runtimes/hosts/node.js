import { serve } from "postern/node";
import { createApp } from "./app.js";
import { withNext } from "./with_next.js";

const server = await serve({ handler: withNext(createApp()) }, { port: 0 });
console.log(`listening on ${server.url}`);
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));
