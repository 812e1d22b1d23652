import { defaultDashboardPath, isOrigin } from "../../base/base_path.ts";
import { type Check, fields, flag, refuse, textRule } from "../../base/input/check_options.ts";
import { isLoopback } from "../../base/public_address.ts";

/** Path, below that of the dashboard, of the page where users approve an assistant. */
export const authorizePage = "authorize";

/** Options of the sign-in of assistants. */
export interface OAuthOptions {
  /**
   * Address of the dashboard's page where users approve an assistant: an absolute URL, or a path on `apiOrigin`. Default:
   * `/dashboard/authorize`.
   */
  consentUrl?: string;
  /** True to let assistants register themselves (RFC 7591), for clients without a metadata document. Default: false. */
  registration?: boolean;
}

/** The options, with defaults filled in. */
export interface ResolvedOAuthOptions {
  apiOrigin: string;
  /** An absolute URL. */
  consentUrl: string;
  registration: boolean;
}

export const oauthCheck: Check = fields<OAuthOptions>({
  consentUrl: textRule("an http or https URL or a path", isConsentUrl),
  registration: flag,
});

/** Fills in the defaults. */
export function resolveOAuth(
  { consentUrl = `${defaultDashboardPath}/${authorizePage}`, registration = false }: OAuthOptions,
  { apiOrigin = "", mcp }: { apiOrigin?: string; mcp?: unknown },
): ResolvedOAuthOptions {
  const action = "create the API";
  if (mcp === undefined) refuse({ action, option: "mcp" }, "given together with oauth", mcp);
  if (!isSafeOrigin(apiOrigin)) {
    refuse(
      { action, option: "apiOrigin" },
      "an https origin together with oauth, or one of localhost",
      apiOrigin,
    );
  }
  return { apiOrigin, consentUrl: new URL(consentUrl, apiOrigin).href, registration };
}

/** Tokens need https, except on the same computer. */
function isSafeOrigin(text: string): boolean {
  return isOrigin(text) && (text.startsWith("https:") || isLoopback(new URL(text).hostname));
}

function isConsentUrl(text: string): boolean {
  return URL.canParse(text, "http://localhost") && /^(?:https?:\/)?\/(?![/\\])[^\s?#]*$/.test(text);
}
