import type { LinkAddresses } from "../../api/mod.ts";
import { originOf } from "../origin_of.ts";
import type { DashboardDeps } from "../visit.ts";

/** Path, below the base path, of the page of an invitation's link. */
export const joinPage = "join";

/** Path, below the base path, of the page where a user adds an email address. */
export const addressPage = "email-address";

/** Returns the addresses of the pages of links. */
export function linkAddresses(request: Request, deps: DashboardDeps): LinkAddresses {
  const root = `${originOf(request, deps)}${deps.options.basePath}`;
  return {
    signIn: (token) => `${root}/sign-in?token=${token}`,
    join: (token) => `${root}/${joinPage}?token=${token}`,
    proof: (token) => `${root}/${addressPage}?token=${token}`,
  };
}

/**
 * True if the dashboard can mail links. It needs the option `origin`. The sender of a request chooses its origin, and could have links of other
 * people mailed with that.
 */
export function canMailLinks({ api, options }: DashboardDeps): boolean {
  return api.options.mail !== undefined && options.origin !== undefined;
}
