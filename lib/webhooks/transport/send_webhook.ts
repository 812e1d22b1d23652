/** A request to a webhook's URL, always a POST. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Time for the whole exchange, in milliseconds. */
  timeoutMs: number;
  /** True if the URL may be in a private network. */
  allowPrivateNetworks: boolean;
}

/** Response of a webhook's URL. */
export interface WebhookResponse {
  status: number;
  /** First bytes of the body, at most {@link responseBytes}. */
  body: Uint8Array;
  /** Value of the header `Retry-After`. Left out if there is none. */
  retryAfter?: string;
}

/** A GET request for a page of a site. */
export interface PageRequest {
  url: string;
  /** Further headers of the request. Default: none. */
  headers?: Readonly<Record<string, string>>;
  /** Time for the whole exchange, in milliseconds. */
  timeoutMs: number;
  /** Maximum number of bytes of the body that are read. */
  mostBytes: number;
  /** True if the URL may be in a private network. */
  allowPrivateNetworks: boolean;
}

export interface PageResponse {
  status: number;
  /** First bytes of the body. */
  body: Uint8Array;
  /** Value of the header `Content-Type`. Left out if there is none. */
  contentType?: string;
  /** Value of the header `Location`. Left out if there is none. */
  location?: string;
  /** All headers by their names in lower case. Default: not known. */
  headers?: Readonly<Record<string, string>>;
}

/** Requests a page. It does not follow redirects. It rejects if there is no response in time. */
export type GetPage = (request: PageRequest) => Promise<PageResponse>;

/**
 * Sends a request to a webhook's URL. It does not follow redirects, and reads at most 1,024 bytes of the body. It rejects if there is no
 * response in time.
 */
export interface SendWebhook {
  (request: WebhookRequest): Promise<WebhookResponse>;
  /** Requests a page under the same rules. Without it, the dashboard cannot check the sitemap of an organization's site. */
  readonly get?: GetPage;
}

/** Maximum number of bytes of a response that are read. */
export const responseBytes = 1024;

/** A URL may not be requested, or does not respond. The message is shown to users who manage webhooks or the organization. */
export class WebhookSendError extends Error {
  override name = "WebhookSendError";
}

/** Returns the address to which a response redirects, or undefined for other responses. */
export function redirectOf({ status, location }: PageResponse, url: string): string | undefined {
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, url))
    return undefined;
  const next = new URL(location, url);
  next.hash = "";
  return next.href;
}
