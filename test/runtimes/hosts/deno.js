import { serve } from "postern/deno";
import { denoKvDriver } from "postern/storage-drivers/deno-kv";
import { createApp } from "./app.js";

const storage = Deno.args[0] === "kv" ? { storage: denoKvDriver({ kv: await Deno.openKv(":memory:") }) } : {};
const app = createApp(storage);
const server = serve(app, { port: 0, next: app.next });
console.log(`listening on ${server.url}`);
Deno.addSignalListener("SIGTERM", () => void server.close().then(() => Deno.exit(0)));
