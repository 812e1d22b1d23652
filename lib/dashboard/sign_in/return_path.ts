import { wellFormed } from "../../base/text/well_formed.ts";
import { wantsJson } from "../frame/answers.ts";
import type { DashboardDeps } from "../visit.ts";
import { clearCookie, type CookiePlace, cookiePlaceOf, readCookie, setCookie } from "./cookies.ts";

/** Seconds for which the page is remembered. A mailed link is valid as long. */
const rememberedSeconds = 3600;
/** Maximum length of a remembered path with its query, as the cookie encodes it. Browsers drop a cookie of more than 4,096 bytes. */
const longestPath = 3800;

/**
 * Returns the `Set-Cookie` header that remembers the requested page until the sign-in. It is a cookie, so it works for links and OpenID
 * providers, too. Requests of scripts are not remembered.
 */
export function returnCookie(request: Request, deps: DashboardDeps): string | undefined {
  const { basePath } = deps.options;
  const mode = request.headers.get("sec-fetch-mode");
  const { pathname, search } = new URL(request.url);
  const path = ownPath(pathname + search, basePath);
  const isPage = request.method === "GET" && !wantsJson(request) && (mode === null || mode === "navigate");
  if (!isPage || path === undefined) return undefined;
  const place = cookiePlaceOf(request, deps);
  return `${setCookie("postern_return", encodeURIComponent(path), place)}; Max-Age=${rememberedSeconds}`;
}

/** Returns the path of the page that the browser requested before the sign-in, or that of the dashboard. */
export function returnPathOf(request: Request, deps: DashboardDeps): string {
  const { basePath } = deps.options;
  return readReturnCookie(request, cookiePlaceOf(request, deps), basePath) ?? basePath;
}

/** Returns the `Set-Cookie` header that forgets the page after the sign-in, if the browser has the cookie. */
export function usedReturnCookie(request: Request, deps: DashboardDeps): string | undefined {
  const place = cookiePlaceOf(request, deps);
  return readCookie(request, "postern_return", place) === undefined
    ? undefined
    : clearCookie("postern_return", place);
}

function readReturnCookie(request: Request, place: CookiePlace, basePath: string): string | undefined {
  const value = readCookie(request, "postern_return", place);
  if (value === undefined) return undefined;
  try {
    return ownPath(decodeURIComponent(value), basePath);
  } catch {
    // Another program has changed the cookie.
    return undefined;
  }
}

/** Returns a path with its query in canonical form if it is a page of the dashboard behind the sign-in. Undefined for every other text. */
export function ownPath(path: string, basePath: string): string | undefined {
  const base = "http://dashboard.invalid";
  if (
    encodeURIComponent(wellFormed(path)).length > longestPath ||
    !path.startsWith("/") ||
    !URL.canParse(path, base)
  )
    return undefined;
  const { origin, pathname, search } = new URL(path, base);
  const isOwn = origin === base && pathname.startsWith(`${basePath}/`) && !/\/\/|\\/.test(pathname);
  const page = pathname.slice(basePath.length + 1);
  const isAsked = isOwn && page !== "" && !/^(?:sign-(?:in|out)|first-run|join|assets)/.test(page);
  return isAsked ? pathname + search : undefined;
}
