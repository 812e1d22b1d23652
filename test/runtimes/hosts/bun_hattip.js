/** HatTip's own adapter, with the chain that the first argument names. */
import bunAdapter from "@hattip/adapter-bun";
import { createApp } from "./app.js";
import { chain } from "./chain.js";

const handler = chain(createApp(), process.argv[2]);
const server = Bun.serve(bunAdapter(handler, { port: 0, hostname: "127.0.0.1" }));
console.log(`listening on http://127.0.0.1:${server.port}`);
process.on("SIGTERM", () => process.exit(0));
