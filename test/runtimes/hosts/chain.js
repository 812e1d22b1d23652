import { compose } from "@hattip/compose";
import { createRouter } from "@hattip/router";

/** Returns a HatTip handler of an app, followed by the host's own routes. Uses `compose` or a router. */
export function chain({ handler, next }, kind = "compose") {
  const host = ({ request }) => next(request);
  if (kind === "compose") return compose([handler, host]);
  const router = createRouter();
  router.use(handler);
  router.use(host);
  return router.buildHandler();
}
