/**
 * Returns a signal that aborts when the client has closed the connection before the response ended. It never aborts for requests with a body,
 * because `@hattip/adapter-node` aborts the request's own signal when its body has been read.
 */
export function clientSignal(request: Request): AbortSignal {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return hasBody ? new AbortController().signal : request.signal;
}
