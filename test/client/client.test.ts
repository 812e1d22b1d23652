import { createPublicApi } from "../../lib/mod.ts";
import { serve } from "../../adapters/node.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { describeClient } from "./client_suite.ts";

describeClient("api.fetch", async () => {
  const api = createPublicApi({ storage: memoryDriver() });
  return {
    api,
    connection: { baseUrl: "http://localhost", fetch: api.fetch },
    close: () => Promise.resolve(),
  };
});

describeClient("HTTP, mounted under a prefix", async () => {
  const api = createPublicApi({ storage: memoryDriver(), basePath: "/content" });
  const server = await serve(api, { port: 0 });
  return { api, connection: { baseUrl: `${server.url}/content/` }, close: () => server.close() };
});
