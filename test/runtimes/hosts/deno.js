import { serve } from "postern/deno";
import { denoKvDriver } from "postern/storage-drivers/deno-kv";

/** The arguments name the app, and its storage. */
const [name = "app", kind] = Deno.args;
const { createApp } = await import(`./${name}.js`);
const storage = kind === "kv" ? { storage: denoKvDriver({ kv: await Deno.openKv(":memory:") }) } : {};
const app = createApp(storage);
const server = serve(app, { port: 0, next: app.next });
console.log(`listening on ${server.url}`);
Deno.addSignalListener("SIGTERM", () => void server.close().then(() => Deno.exit(0)));
