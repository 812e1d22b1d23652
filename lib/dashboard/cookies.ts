import { originOf } from "./origin_of.ts";
import type { DashboardDeps } from "./visit.ts";

/** Names of the dashboard's cookies. */
export type CookieName = "postern_session" | "postern_form" | "postern_openid";

/** Scope of a cookie. */
export interface CookiePlace {
  isSecure: boolean;
  basePath: string;
}

/** Returns the scope of cookies that the response to a request sets. */
export function cookiePlaceOf(request: Request, deps: DashboardDeps): CookiePlace {
  const { basePath } = deps.options;
  return { isSecure: originOf(request, deps).startsWith("https:"), basePath };
}

/**
 * Returns the `Set-Cookie` header. Under https the cookie is `Secure` with the prefix `__Host-`, so other hosts of the domain
 * cannot set it. Scripts cannot read it (`HttpOnly`), and forms of other sites do not send it (`SameSite=Lax`). It ends with the
 * browser session.
 */
export function setCookie(name: CookieName, value: string, place: CookiePlace): string {
  const { isSecure, basePath } = place;
  const where = isSecure ? "Path=/; Secure" : `Path=${basePath}`;
  return `${fullName(name, place)}=${value}; ${where}; HttpOnly; SameSite=Lax`;
}

/** Returns the `Set-Cookie` header that deletes a cookie. */
export function clearCookie(name: CookieName, place: CookiePlace): string {
  return `${setCookie(name, "", place)}; Max-Age=0`;
}

/** Returns a cookie's value, or undefined if the request has no cookie of the name, or several. */
export function readCookie({ headers }: Request, name: CookieName, place: CookiePlace): string | undefined {
  const start = `${fullName(name, place)}=`;
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const values = pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
  return values.length === 1 ? values[0] : undefined;
}

function fullName(name: CookieName, { isSecure }: CookiePlace): string {
  return isSecure ? `__Host-${name}` : name;
}
