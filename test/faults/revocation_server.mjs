// Serves the API from a storage that other processes share, and prints its address.
import { openStorage } from "../../dist/adapters/cli/store/open_storage.js";
import { serve } from "../../dist/adapters/node.js";
import { createPublicApi } from "../../dist/lib/mod.js";

const [setting, deployment] = process.argv.slice(2);
const storage = await openStorage(setting);
const api = createPublicApi({ storage, deployment, readAccess: "key", rateLimit: { perDay: 1_000_000_000 } });
const server = await serve(api, { port: 0 });
console.log(`listening at ${server.url}`);

process.once("SIGTERM", () => {
  void server.close().then(() => storage.dispose?.());
});
