/** Bun. Run: `npm run build && bun examples/hosts/bun.js` */
import { serve } from "postern/bun";
import { api } from "./content_api.js";

const server = serve(api, {
  port: Number(process.env.PORT || 3000),
  next: () => new Response("The host's own page"),
});
process.on("SIGTERM", () => void server.close());
