import { toWorker } from "postern/cloudflare-workers";
import { mediaStore } from "postern/media";
import { r2Media } from "postern/media-stores/r2";
import { durableObjectDriver } from "postern/storage-drivers/durable-object";
import { createApp } from "./app.js";

export { PosternStorage } from "postern/storage-drivers/durable-object";

let app;
export default toWorker(
  (env) => {
    const storage = durableObjectDriver({ namespace: env.POSTERN });
    const media = mediaStore(r2Media(env.MEDIA), { fileBytes: 4_000_000 });
    return (app = createApp({ storage, deployment: "cluster", media }));
  },
  { next: (request) => app.next(request) },
);
