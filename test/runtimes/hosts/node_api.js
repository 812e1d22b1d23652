/** The API's own handler, which gets light requests. */
import { serve } from "postern/node";
import { createApp } from "./app.js";

const { api, next } = createApp();
const server = await serve(api, { port: 0, next });
console.log(`listening on ${server.url}`);
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));
