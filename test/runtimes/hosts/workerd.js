import { toWorker } from "postern/cloudflare-workers";
import { durableObjectDriver } from "postern/storage-drivers/durable-object";
import { createApp } from "./mcp_app.js";

export { PosternStorage } from "postern/storage-drivers/durable-object";

let app;
export default toWorker(
  (env) => {
    const storage = durableObjectDriver({ namespace: env.POSTERN });
    return (app = createApp({ storage, deployment: "cluster" }));
  },
  { next: (request) => app.next(request) },
);
