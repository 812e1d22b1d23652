import { originOf } from "../origin_of.ts";
import type { DashboardDeps } from "../visit.ts";

/** Names of the dashboard's cookies. */
export type CookieName =
  | "postern_session"
  | "postern_form"
  | "postern_link"
  | "postern_return"
  | "postern_zone"
  | `postern_openid_${string}`;

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

/** Returns the `Set-Cookie` header of a page with a sign-in link. Its form only works with this cookie, so that a browser without cookies uses up no link. */
export function linkCookie(place: CookiePlace): string {
  return setCookie("postern_link", "1", place);
}

/** Explains a form with a link that the browser sent without the cookie of {@link linkCookie}. */
export const withoutCookies =
  "This browser did not return the cookie of this page, so it would not stay signed in. The link was not used. Allow cookies for this site, and try again.";

/** Returns the `Set-Cookie` header that deletes a cookie. */
export function clearCookie(name: CookieName, place: CookiePlace): string {
  return `${setCookie(name, "", place)}; Max-Age=0`;
}

/** Returns a cookie's value, or undefined if the request has no cookie of the name, or several. */
export function readCookie({ headers }: Request, name: CookieName, place: CookiePlace): string | undefined {
  const values = pairsFrom(headers, `${fullName(name, place)}=`);
  return values.length === 1 ? values[0] : undefined;
}

/** Returns the names and values of the cookies of attempts to sign in with an OpenID provider. */
export function readAttemptCookies(
  { headers }: Request,
  place: CookiePlace,
): { name: `postern_openid_${string}`; value: string }[] {
  return pairsFrom(headers, fullName("postern_openid_", place)).map((pair) => {
    const [suffix = "", value = ""] = pair.split("=");
    return { name: `postern_openid_${suffix}`, value };
  });
}

/** Returns the rest of each cookie that begins with a text. */
function pairsFrom(headers: Headers, start: string): string[] {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
}

function fullName(name: CookieName, { isSecure }: CookiePlace): string {
  return isSecure ? `__Host-${name}` : name;
}
