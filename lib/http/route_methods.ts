/** The methods that a path can have handlers for. HEAD is answered wherever GET is, OPTIONS everywhere. */
export type RouteMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a path has handlers for. */
export type Handlers<Handler> = { readonly [Method in RouteMethod]?: Handler };

const methods: readonly RouteMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** What answers a method, if anything does. HEAD is answered by the handler of GET (RFC 9110, section 9.3.2). */
export function handlerOf<Handler>(route: Handlers<Handler>, method: string): Handler | undefined {
  if (method === "GET" || method === "HEAD") return route.GET;
  const name = methods.find((one) => one === method);
  return name && route[name];
}

/** The methods that a path answers, as `Allow` lists them. */
export function methodsOf(route: Handlers<unknown>): string[] {
  const own = methods.filter((method) => route[method] !== undefined);
  return [...own.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}
