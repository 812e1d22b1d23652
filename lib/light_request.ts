/**
 * The key under which an adapter's own request keeps the platform's `Request`. Such a light request has the method, the URL, single headers and
 * the body, which is all that Postern reads. `new Request(request)` and `fetch(request)` need the platform's: host code never gets a light one.
 */
export const platformRequest: unique symbol = Symbol.for("postern.platformRequest");

/** Returns the request as host code gets it: the platform's own. */
export function toPlatformRequest(request: Request): Request {
  return (request as { readonly [platformRequest]?: Request })[platformRequest] ?? request;
}

const accepts: unique symbol = Symbol.for("postern.acceptsLightRequests");

/** Marks a handler or a hook of Postern's own, so that it gets light requests. */
export function acceptLightRequests<Callee extends (...args: never[]) => unknown>(callee: Callee): Callee {
  return Object.assign(callee, { [accepts]: true });
}

/** Says if a handler or a hook is marked by {@link acceptLightRequests}. */
export function acceptsLightRequests(callee: (...args: never[]) => unknown): boolean {
  return (callee as { readonly [accepts]?: boolean })[accepts] === true;
}

/** Returns the request as a hook gets it: a light one only if the hook is marked. */
export function requestFor(hook: (...args: never[]) => unknown, request: Request): Request {
  return acceptsLightRequests(hook) ? request : toPlatformRequest(request);
}
