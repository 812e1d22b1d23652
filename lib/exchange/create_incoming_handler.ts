import { Exchange } from "./exchange.ts";
import type { ExchangeDeps } from "./exchange_deps.ts";
import type { HandleIncoming } from "../http/incoming.ts";
import { splitTarget } from "../http/path.ts";
import { targetRefusal } from "../http/request_target.ts";
import { type RoutedSurface, Router, unknownPath } from "./router.ts";
import { unknownPathProblem } from "./unknown_path.ts";

/**
 * Creates the handler of all requests to some surfaces. It leaves other paths to the next handler.
 *
 * @param routed the surfaces; the first one's headers are those of a 404 for a path that is below none of their roots
 */
export function createIncomingHandler(
  deps: ExchangeDeps,
  basePath: string,
  routed: readonly [RoutedSurface, ...RoutedSurface[]],
): HandleIncoming {
  const router = new Router(basePath, routed);
  const exchange = new Exchange(deps);
  const [{ surface }] = routed;
  return (incoming) => {
    const match = router.find(incoming.target);
    if (match === undefined) {
      if (incoming.passOn()) return undefined;
      const { path, search } = splitTarget(incoming.target);
      const unknown = unknownPath(surface, path, search);
      return exchange.refuse(incoming, unknown, unknownPathProblem(path));
    }
    if (match.pattern !== undefined || targetRefusal(match.path) !== undefined) {
      return exchange.handle(incoming, match);
    }
    // The key of a request below a root is counted even when the next handler responds.
    const isLeft = incoming.passOn();
    const outgoing = exchange.handle(incoming, match);
    return isLeft ? Promise.resolve(outgoing).then(() => undefined) : outgoing;
  };
}
