import { toWorker } from "postern/cloudflare-workers";
import { createApp } from "./host_code.js";

let app;
export default toWorker(() => (app = createApp()), { next: (request) => app.next(request) });
