import { callback, type Check, fields, integer, rule } from "../../base/input/check_options.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import { at, header, segment } from "./check.ts";
import { sleep as systemSleep, type Sleep } from "../../base/time/sleep.ts";

/**
 * Options that a call passes to `fetch` as its second argument. Examples are `cache` of the platform, `next` of Next.js, and `cf` of
 * Cloudflare Workers. The client itself sets method, headers, body, signal and redirect.
 */
export type FetchOptions = Omit<RequestInit, keyof OwnOptions> & {
  /** Caching in Next.js: seconds until a revalidation, and tags for `revalidateTag`. */
  next?: { revalidate?: number | false; tags?: string[] };
  [name: string]: unknown;
} & { [Name in keyof OwnOptions]?: never };

/** Options of `fetch` that the client sets. */
interface OwnOptions {
  method: unknown;
  headers: unknown;
  body: unknown;
  signal: unknown;
  redirect: unknown;
}

const ownOptions: readonly string[] = [
  "method",
  "headers",
  "body",
  "signal",
  "redirect",
] satisfies (keyof OwnOptions)[];

export const fetchOptionsCheck: Check = rule(
  `an object without ${ownOptions.join(", ")}`,
  (value) => typeof value === "object" && value !== null && !ownOptions.some((name) => name in value),
);

/** Options of `createClient`. */
export interface ClientOptions {
  /** Absolute http or https URL before `/api/public/v1`, including the prefix where the API is mounted. */
  baseUrl: string | URL;
  /** Slug of the organization, as in the API's paths. */
  organizationSlug: string;
  /** Sent in the header `x-api-key` only. Required for the knowledge base, and for reads if the operator requires keys. */
  apiKey?: string;
  /** Timeout of one attempt in milliseconds, including the body, 1 to 600,000. Default: 10,000. */
  timeoutMs?: number;
  /** Maximum number of attempts of a request, including the first, 1 to 10. Default: 3. */
  maxAttempts?: number;
  /** Maximum time of a call in milliseconds, including all attempts and waits, 1 to 3,600,000. Default: 30,000. */
  timeBudgetMs?: number;
  /**
   * Sends a request. Use `api.fetch` for an API in the same process. It gets a second argument only with `fetchOptions`. Default: the global
   * `fetch`.
   */
  fetch?: (request: Request, options?: RequestInit) => Promise<Response>;
  /** Options for `fetch` of every call, such as `{ next: { revalidate: 60 } }`. Default: none. */
  fetchOptions?: FetchOptions;
  /** Default: the system's clock. A time budget is measured with `performance.now()`. */
  clock?: Clock;
  /** Source of idempotency keys and of random waits before retries. Default: the runtime's CSPRNG. */
  randomBytes?: RandomBytes;
  /** Waits before a retry. Default: a wait with `setTimeout`. */
  sleep?: Sleep;
}

/** The options, with defaults filled in. */
export interface ClientSettings extends Required<Omit<ClientOptions, "baseUrl" | "apiKey" | "fetchOptions">> {
  /** Base URL without a slash at the end. */
  baseUrl: string;
  apiKey: string | undefined;
  fetchOptions: FetchOptions | undefined;
  /** Measures the time budget. Next.js refuses `Date.now()` before the request in a page that it prerenders. */
  timer: Clock;
}

const optionsCheck = fields<ClientOptions>(
  {
    baseUrl: rule(
      "an absolute http or https URL without user, query, fragment and /api/public/v1",
      (value) => baseUrlOf(value) !== undefined,
    ),
    organizationSlug: segment,
    apiKey: header,
    timeoutMs: integer(1, 600_000),
    maxAttempts: integer(1, 10),
    timeBudgetMs: integer(1, 3_600_000),
    fetch: callback,
    fetchOptions: fetchOptionsCheck,
    clock: rule(
      "an object with the method now",
      (value) => typeof (value as Partial<Clock> | null)?.now === "function",
    ),
    randomBytes: callback,
    sleep: callback,
  },
  ["baseUrl", "organizationSlug"],
);

/**
 * Checks every option and fills in the defaults.
 *
 * @throws {InvalidOptionError} with the option's name, allowed values and value; it never shows the key
 */
export function resolveClientOptions(options: ClientOptions): ClientSettings {
  optionsCheck(options, at(""));
  const { organizationSlug, apiKey, timeoutMs = 10_000, maxAttempts = 3, timeBudgetMs = 30_000 } = options;
  return {
    baseUrl: baseUrlOf(options.baseUrl) ?? "",
    organizationSlug,
    apiKey,
    timeoutMs,
    maxAttempts,
    timeBudgetMs,
    fetch: options.fetch ?? ((...sent) => fetch(...sent)),
    fetchOptions: options.fetchOptions,
    clock: options.clock ?? Date,
    timer: options.clock ?? performance,
    randomBytes: options.randomBytes ?? ((length) => crypto.getRandomValues(new Uint8Array(length))),
    sleep: options.sleep ?? systemSleep,
  };
}

/** Returns the address without a slash at the end, or undefined if it cannot be a base URL. */
function baseUrlOf(baseUrl: unknown): string | undefined {
  const text = String(baseUrl);
  const { href, origin, pathname } = URL.canParse(text)
    ? new URL(text)
    : { href: text, origin: "", pathname: "" };
  const isAllowed =
    origin.startsWith("http") && href === origin + pathname && !/\/api\/public\/v1\/?$/.test(href);
  return isAllowed ? href.replace(/\/$/, "") : undefined;
}
