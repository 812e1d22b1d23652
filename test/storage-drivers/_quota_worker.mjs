// Sends requests with one key, and prints the number of responses by status.
import { createPublicApi } from "../../dist/lib/mod.js";
import { openStorageDriver } from "../../dist/storage-drivers/open_storage_driver.js";

const [setting, key, requests] = process.argv.slice(2);
const storage = await openStorageDriver(setting);
const api = createPublicApi({ storage, deployment: "host", onError: () => undefined });
const statuses = {};
let left = Number(requests);

async function work() {
  while (left-- > 0) {
    const request = new Request("http://localhost/api/public/v1/post/acme/hello", {
      headers: { "x-api-key": key },
    });
    const { status } = await api.fetch(request);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: 25 }, work));
await storage.dispose();
console.log(JSON.stringify(statuses));
