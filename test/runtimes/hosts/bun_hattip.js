/** HatTip's own adapter knows no routes of the host's, so what is passed through is answered by a handler around ours. */
import bunAdapter from "@hattip/adapter-bun";
import { createApp } from "./app.js";
import { withNext } from "./with_next.js";

const server = Bun.serve(bunAdapter(withNext(createApp()), { port: 0, hostname: "127.0.0.1" }));
console.log(`listening on http://127.0.0.1:${server.port}`);
process.on("SIGTERM", () => process.exit(0));
