import { originOf } from "./origin_of.ts";
import type { DashboardDeps } from "./visit.ts";

/** The names of the dashboard's cookies. */
export type CookieName = "postern_session" | "postern_form" | "postern_openid";

/** Where a cookie is for. */
export interface CookiePlace {
  isSecure: boolean;
  basePath: string;
}

/** Where the cookies are for that are set for a request. */
export function cookiePlaceOf(request: Request, deps: DashboardDeps): CookiePlace {
  const { basePath } = deps.options;
  return { isSecure: originOf(request, deps).startsWith("https:"), basePath };
}

/**
 * The header that sets a cookie. Under https it is `Secure` and has the prefix `__Host-`, so that no other host of the domain can set it.
 * Without scripts (`HttpOnly`), and not sent with other sites' forms (`SameSite=Lax`); it is gone when the browser is closed.
 */
export function setCookie(name: CookieName, value: string, place: CookiePlace): string {
  const { isSecure, basePath } = place;
  const where = isSecure ? "Path=/; Secure" : `Path=${basePath}`;
  return `${fullName(name, place)}=${value}; ${where}; HttpOnly; SameSite=Lax`;
}

/** The header that takes a cookie away. */
export function clearCookie(name: CookieName, place: CookiePlace): string {
  return `${setCookie(name, "", place)}; Max-Age=0`;
}

/** The value of a cookie, or undefined when the request has none, or several of the name. */
export function readCookie({ headers }: Request, name: CookieName, place: CookiePlace): string | undefined {
  const start = `${fullName(name, place)}=`;
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const values = pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
  return values.length === 1 ? values[0] : undefined;
}

function fullName(name: CookieName, { isSecure }: CookiePlace): string {
  return isSecure ? `__Host-${name}` : name;
}
