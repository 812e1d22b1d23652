const uncounted = new WeakSet<Request>();

/** Marks a request that the service sends to itself, so that the requests of an organization do not include it. */
export function asUncounted(request: Request): Request {
  uncounted.add(request);
  return request;
}

/** Returns true for a request that the service sends to itself. */
export function isUncounted(request: Request): boolean {
  return uncounted.has(request);
}
