/** HatTip on Node. Only the adapter differs on other platforms. Run: `npm run build && node examples/hosts/run.js hattip` */
import { createServer } from "@hattip/adapter-node/native-fetch";
import { createRouter } from "@hattip/router";
import { createDashboard } from "postern/dashboard";
import { toHatTip } from "postern/hattip";
import { api } from "./content_api.js";

const router = createRouter();
router.use(toHatTip(api, { dashboard: createDashboard(api) }));
router.get("/about", () => new Response("The host's own page"));
router.post("/echo", async ({ request }) => Response.json(await request.json()));

export const server = createServer(router.buildHandler());
server.listen(Number(process.env.PORT || 3000), "127.0.0.1");
