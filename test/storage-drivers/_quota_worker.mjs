// Sends requests with one key, and prints the number of responses by status. A request that gets 503 is sent again until no other status
// has come for a number of milliseconds. Without this number, no request is sent again.
import { setTimeout as pause } from "node:timers/promises";
import { createPublicApi } from "../../dist/lib/mod.js";
import { openStorageDriver } from "../../dist/storage-drivers/open_storage_driver.js";

const [setting, key, requests, patience = "0"] = process.argv.slice(2);
const storage = await openStorageDriver(setting);
const api = createPublicApi({ storage, deployment: "host", onError: () => undefined });
const statuses = {};
let left = Number(requests);
let lastDecision = performance.now();

async function send() {
  const request = new Request("http://localhost/api/public/v1/post/acme/hello", {
    headers: { "x-api-key": key },
  });
  const { status } = await api.fetch(request);
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status !== 503) lastDecision = performance.now();
  return status;
}

const isOver = () => performance.now() - lastDecision > Number(patience);

async function work() {
  while (left-- > 0) {
    while ((await send()) === 503 && !isOver()) await pause(20);
    if (patience !== "0" && isOver()) return;
  }
}

await Promise.all(Array.from({ length: 25 }, work));
await storage.dispose();
console.log(JSON.stringify(statuses));
