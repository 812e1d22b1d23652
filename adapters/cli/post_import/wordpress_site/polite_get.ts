import { EncodingError } from "../../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../../lib/base/text/file_decoder.ts";
import type { Clock } from "../../../../lib/base/time/clock.ts";
import { readRetryAfter } from "../../../../lib/base/time/http_date.ts";
import type { Sleep } from "../../../../lib/base/time/sleep.ts";
import { ImportError } from "../../../../lib/import/mod.ts";
import type { GetFromSite, SiteResponse } from "../../../../lib/import/wordpress_site/mod.ts";
import {
  brokenUrlRule,
  type GetPage,
  type PageResponse,
  redirectOf,
  WebhookSendError,
} from "../../../../lib/webhooks/mod.ts";

/** Name and application password of a user of the site. */
export interface SiteLogin {
  user: string;
  password: string;
}

/** Options of {@link politeGet}. */
export interface PoliteGetOptions {
  /** Sends a request. It checks the address of the connection. */
  get: GetPage;
  /** True if addresses in private networks are allowed. */
  allowPrivateNetworks: boolean;
  /** Address of the site. Only its host gets the password. */
  site: string;
  /** Default: requests have no password. */
  login?: SiteLogin | undefined;
  clock: Clock;
  sleep: Sleep;
  /** Aborts the requests and the pauses with its reason. */
  signal: AbortSignal;
  /** Called before a long pause. */
  onWait: (text: string) => void;
}

/** Limits of a request: its time in milliseconds, the bytes of its response, and its redirects. */
const timeoutMs = 60_000;
const mostBytes = 8_388_608;
const mostRedirects = 5;
/** Longest pause between two requests in milliseconds. */
const mostPause = 2000;
/** Pauses before a request is repeated, and the longest pause that `Retry-After` can demand, in milliseconds. */
const retryPauses = [1000, 5000, 30_000, 120_000];
const longestPause = 600_000;
/** Pauses in milliseconds that the user is told of. */
const noticedPause = 10_000;

/**
 * Requests the URLs of a site, and follows redirects. Every address is checked by the rules of webhooks. Before a request there is a pause as long
 * as the response before took. So the site is busy for at most half of the time. A busy site (429 or 503) and a broken connection get
 * the request again after a longer pause.
 */
export function politeGet(options: PoliteGetOptions): GetFromSite {
  const { clock, sleep, signal, onWait } = options;
  let lastTime = 0;
  let hasResponded = false;

  return async (url) => {
    for (let attempt = 0; ; attempt++) {
      await sleep(Math.min(lastTime, mostPause), signal);
      const startedAt = clock.now();
      const response = await follow(url, options);
      lastTime = Math.max(0, clock.now() - startedAt);
      const { isUnreachable = false, problem = "" } = response;
      // An address that never worked is wrong or refused.
      if (isUnreachable && !hasResponded) throw new ImportError({ file: response.url }, problem);
      hasResponded ||= !isUnreachable;
      const retry = retryOf(response, clock.now());
      if (retry === undefined) return response;
      const wait = Math.max(retry.after, retryPauses[attempt] ?? longestPause);
      if (attempt >= retryPauses.length || wait > longestPause) throw failure(url, retry);
      if (wait >= noticedPause) onWait(`${retry.reason}. Waiting for ${Math.ceil(wait / 1000)} seconds`);
      await sleep(wait, signal);
    }
  };
}

/** The reason to repeat a request, and the pause that the site demands before it. */
interface Retry {
  reason: string;
  after: number;
}

type FollowedResponse = SiteResponse & { isUnreachable?: boolean };

function retryOf(
  { status, headers, problem, isUnreachable }: FollowedResponse,
  now: number,
): Retry | undefined {
  if (isUnreachable) return { reason: problem ?? "no connection", after: 0 };
  if (status !== 429 && status !== 503) return undefined;
  const after = readRetryAfter(headers["retry-after"]?.trim() ?? "", now) ?? 0;
  return { reason: `the site is busy: HTTP ${status}`, after };
}

function failure(url: string, { reason, after }: Retry): ImportError {
  const demanded = after > longestPause ? `, and demands a pause of ${Math.ceil(after / 1000)} seconds` : "";
  return new ImportError({ file: url }, `${reason}${demanded}. Run the same command again later`);
}

/** @throws {ImportError} if an address may not be requested, or there are too many redirects */
async function follow(first: string, options: PoliteGetOptions): Promise<FollowedResponse> {
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const { get, allowPrivateNetworks } = options;
    const broken = brokenUrlRule(url, { allowHttp: true, allowPrivateNetworks });
    if (broken !== undefined) throw new ImportError({ file: url }, `its address ${broken}`);
    const headers = headersFor(url, options);
    let response: PageResponse;
    try {
      response = await get({ url, headers, timeoutMs, mostBytes, allowPrivateNetworks });
    } catch (error) {
      if (!(error instanceof WebhookSendError)) throw error;
      const { message: problem } = error;
      const isUnreachable = !problem.startsWith("no response within");
      return { url, status: 0, headers: {}, text: "", problem, isUnreachable };
    }
    const next = redirectOf(response, url);
    if (next === undefined) return toSiteResponse(response, url);
    url = next;
  }
  throw new ImportError({ file: first }, `it has more than ${mostRedirects} redirects`);
}

function toSiteResponse({ status, body, headers = {} }: PageResponse, url: string): SiteResponse {
  const response = { url, status, headers, text: "" };
  if (body.length >= mostBytes) return { ...response, problem: `more than ${mostBytes} bytes` };
  const isHtml = headers["content-type"]?.includes("html") === true;
  try {
    return { ...response, text: new FileDecoder(isHtml ? "html" : undefined).decode(body) };
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    return { ...response, problem: error.message };
  }
}

/** Returns the password for an https address of the site's own host. */
function headersFor(url: string, { site, login }: PoliteGetOptions): Record<string, string> {
  const { protocol, host } = new URL(url);
  if (login === undefined || protocol !== "https:" || plainHost(host) !== plainHost(new URL(site).host))
    return {};
  const bytes = new TextEncoder().encode(`${login.user}:${login.password}`);
  return { authorization: `Basic ${Buffer.from(bytes).toString("base64")}` };
}

function plainHost(host: string): string {
  return host.replace(/^www\./, "");
}
