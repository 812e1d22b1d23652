import { BoundedMap } from "../../base/bounded_map.ts";
import type { HandleIncoming } from "../request/incoming.ts";
import type { InnerRequests } from "./inner_requests.ts";
import { Match, type Route, type Surface } from "./endpoint.ts";
import { Exchange } from "./exchange.ts";
import type { ExchangeDeps } from "./exchange_deps.ts";
import { matchParts } from "../request/match_parts.ts";
import { isBelow, splitTarget } from "../request/path.ts";
import { targetRefusal } from "../request/request_target.ts";
import { TracedExchange } from "./traced_exchange.ts";
import { unknownPathProblem } from "./unknown_path.ts";

/** Maximum number of cached targets, and the longest target that is cached. */
const mostTargets = 10_000;
const longestTarget = 500;

/** The routes of a surface. The first matching route responds. */
export interface RoutedSurface {
  surface: Surface;
  routes: readonly Route[];
}

interface Pattern {
  surface: Surface;
  route: Route;
  /** The parts of the path after the base path. */
  parts: readonly string[];
}

/**
 * Creates the handler for all requests to some surfaces. It passes other paths to the next handler.
 *
 * @param routed the surfaces. A 404 for a path outside all their roots has the headers of the first surface.
 */
export function createIncomingHandler(
  deps: ExchangeDeps,
  basePath: string,
  routed: readonly [RoutedSurface, ...RoutedSurface[]],
): HandleIncoming {
  const router = new Router(basePath, routed);
  const { trace } = deps;
  const exchange = trace === undefined ? new Exchange(deps) : new TracedExchange(deps, basePath, trace);
  const [{ surface }] = routed;
  return (incoming) => {
    const match = router.find(incoming.target);
    if (match === undefined) {
      if (incoming.passOn()) return undefined;
      const { path, search } = splitTarget(incoming.target);
      const unknown = unknownPath(surface, path, search);
      return exchange.refuse(incoming, unknown, incoming.refusal ?? unknownPathProblem(path));
    }
    if (match.pattern !== undefined || targetRefusal(match.path) !== undefined) {
      return exchange.handle(incoming, match);
    }
    // The key of a request below a root is counted even if the next handler responds.
    const isLeft = incoming.passOn();
    const outgoing = exchange.handle(incoming, match);
    return isLeft ? Promise.resolve(outgoing).then(() => undefined) : outgoing;
  };
}

/** Creates the functions by which an endpoint calls other endpoints of a surface, such as those of the tools of an assistant. */
export function createInnerRequests(
  deps: ExchangeDeps,
  basePath: string,
  routed: RoutedSurface,
): InnerRequests {
  const router = new Router(basePath, [routed]);
  const exchange = new Exchange(deps);
  return {
    send: async (incoming, caller) => {
      const { path, search } = splitTarget(incoming.target);
      const match = router.find(incoming.target) ?? unknownPath(routed.surface, path, search);
      return exchange.handleInner(incoming, match, caller);
    },
    countFurther: async (request, uses) => exchange.countFurther(request, uses),
  };
}

/** Finds the route of a request target (RFC 9112, section 3.2). A path in a refused form has no route. */
class Router {
  readonly #basePath: string;
  readonly #surfaces: readonly Surface[];
  readonly #patterns: readonly Pattern[];
  readonly #cached = new BoundedMap<Match>(mostTargets);

  /** @param basePath first part of every path, before the root of a surface */
  constructor(basePath: string, routed: readonly RoutedSurface[]) {
    this.#basePath = basePath;
    this.#surfaces = routed.map(({ surface }) => surface);
    this.#patterns = routed.flatMap(({ surface, routes }) =>
      routes.map((route) => ({ surface, route, parts: patternOf(surface, route).split("/") })),
    );
  }

  /** Returns the route of a target, a match without a route for an unknown path below a root, or undefined for all other paths. */
  find(target: string): Match | undefined {
    return this.#cached.get(target) ?? this.#findAnew(target);
  }

  #findAnew(target: string): Match | undefined {
    const { path, search } = splitTarget(target);
    const match = this.#match(path, search) ?? this.#unknownPath(path, search);
    if (match?.pattern !== undefined && target.length <= longestTarget) this.#cached.set(target, match);
    return match;
  }

  #match(path: string, search: string): Match | undefined {
    if (!path.startsWith(this.#basePath) || targetRefusal(path) !== undefined) return undefined;
    const parts = path.slice(this.#basePath.length).split("/");
    for (const { surface, route, parts: expected } of this.#patterns) {
      const encoded = matchParts(expected, parts);
      if (encoded === undefined) continue;
      return new Match({ surface, route, path, search, encoded, pattern: expected.join("/") });
    }
    return undefined;
  }

  #unknownPath(path: string, search: string): Match | undefined {
    const surface = this.#surfaces.find(({ root }) => isBelow(path, this.#basePath + root));
    return surface && unknownPath(surface, path, search);
  }
}

/** Creates the match of a path without a route. */
function unknownPath(surface: Surface, path: string, search: string): Match {
  return new Match({ surface, route: { path: "" }, pattern: undefined, path, search, encoded: {} });
}

function patternOf({ root }: Surface, { path }: Route): string {
  return path === "" ? root : `${root}/${path}`;
}
