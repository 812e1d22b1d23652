import { compose } from "@hattip/compose";
import { createRouter } from "@hattip/router";

/** Returns one HatTip handler of an app and the host's own routes behind it, by `compose` or by a router. */
export function chain({ handler, next }, kind = "compose") {
  const host = ({ request }) => next(request);
  if (kind === "compose") return compose([handler, host]);
  const router = createRouter();
  router.use(handler);
  router.use(host);
  return router.buildHandler();
}
