/** Methods for which a path can have a handler. HEAD works on every path with GET, and OPTIONS on every path. */
export type RouteMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The handlers of a path, by method. */
export type Handlers<Handler> = { readonly [Method in RouteMethod]?: Handler };

const methods: readonly RouteMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Returns true if a path can have a handler for the method. */
export function isRouteMethod(method: string): method is RouteMethod {
  return (methods as readonly string[]).includes(method);
}

/** Returns the methods of a path for the `Allow` header. */
export function methodsOf(route: Handlers<unknown>): string[] {
  const own = methods.filter((method) => route[method] !== undefined);
  return [...own.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}
