import { serve } from "postern/deno";
import { denoKvDriver } from "postern/storage-drivers/deno-kv";
import { driverCalls } from "./driver_calls.js";

/** Opens two drivers that take turns on one database, like two processes whose commits conflict. */
async function openDriver(clock) {
  const kv = await Deno.openKv(":memory:");
  const drivers = [denoKvDriver({ kv, clock }), denoKvDriver({ kv, clock })];
  let turn = 0;
  const inTurn =
    (method) =>
    (...args) =>
      drivers[turn++ % 2].atomic[method](...args);
  const atomic = { getMany: inTurn("getMany"), list: inTurn("list"), commit: inTurn("commit") };
  return { atomic, dispose: () => kv.close() };
}

const call = driverCalls(openDriver);
const { url } = serve({ handler: ({ request }) => call(request) }, { port: 0 });
console.log(`listening on ${url}`);
