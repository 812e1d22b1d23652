import { serve } from "postern/deno";
import { denoKvDriver } from "postern/storage-drivers/deno-kv";
import { driverCalls } from "./driver_calls.js";

const call = driverCalls(async (clock) => denoKvDriver({ kv: await Deno.openKv(":memory:"), clock }));
const { url } = serve({ handler: ({ request }) => call(request) }, { port: 0 });
console.log(`listening on ${url}`);
