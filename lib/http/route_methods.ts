/** The methods that a path can have handlers for. HEAD is answered wherever GET is, OPTIONS everywhere. */
export type RouteMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a path has handlers for. */
export type Handlers<Handler> = { readonly [Method in RouteMethod]?: Handler };

const methods: readonly RouteMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Whether a path can have a handler for a method. */
export function isRouteMethod(method: string): method is RouteMethod {
  return (methods as readonly string[]).includes(method);
}

/** The methods that a path answers, as `Allow` lists them. */
export function methodsOf(route: Handlers<unknown>): string[] {
  const own = methods.filter((method) => route[method] !== undefined);
  return [...own.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}
