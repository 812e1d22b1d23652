import type { Clock } from "../clock.ts";
import type { RandomBytes } from "../random.ts";
import { checkHeader, checkInteger, refuse } from "./check.ts";
import { sleep as systemSleep, type Sleep } from "./sleep.ts";

/** Options of `createClient`. */
export interface ClientOptions {
  /** What stands before `/api/public/v1`: an absolute http or https address, with the prefix under which the API is mounted. */
  baseUrl: string | URL;
  /** Whose posts to read: the name in the API's paths. */
  organizationSlug: string;
  /** Sent in the header `x-api-key`, and nowhere else. Needed for the knowledge base; for reads where the operator says so. */
  apiKey?: string;
  /** Milliseconds until an attempt is given up, its body included, 1 to 600,000. Default: 10,000. */
  timeout?: number;
  /** How often a request may be sent, the first time included, 1 to 10. Default: 3. */
  maxAttempts?: number;
  /** Milliseconds that a call may take with all attempts and the waits between them, 1 to 3,600,000. Default: 30,000. */
  timeBudget?: number;
  /** Sends a request; `api.fetch` of an API in the same process will do. Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Default: the system's clock. */
  clock?: Clock;
  /** For idempotency keys, and to spread retries. Default: the runtime's CSPRNG. */
  randomBytes?: RandomBytes;
  /** Waits before a retry. Default: by `setTimeout`. */
  sleep?: Sleep;
}

/** The options, filled in. */
export interface ClientSettings extends Required<Omit<ClientOptions, "baseUrl" | "apiKey">> {
  /** Without a slash at the end. */
  baseUrl: string;
  apiKey: string | undefined;
}

/**
 * Fills in the defaults and checks every value.
 *
 * @throws {RangeError} that names the option, what is allowed, and the value; of the key it never tells the value
 */
export function resolveClientOptions(options: ClientOptions): ClientSettings {
  const { organizationSlug, apiKey, timeout = 10_000, maxAttempts = 3, timeBudget = 30_000 } = options;
  if (apiKey !== undefined) checkHeader("apiKey", apiKey);
  checkInteger("timeout", timeout, 600_000);
  checkInteger("maxAttempts", maxAttempts, 10);
  checkInteger("timeBudget", timeBudget, 3_600_000);
  return {
    baseUrl: checkedBaseUrl(options.baseUrl),
    organizationSlug,
    apiKey,
    timeout,
    maxAttempts,
    timeBudget,
    fetch: options.fetch ?? ((request) => fetch(request)),
    clock: options.clock ?? Date,
    randomBytes: options.randomBytes ?? ((length) => crypto.getRandomValues(new Uint8Array(length))),
    sleep: options.sleep ?? systemSleep,
  };
}

/** Of an address that is refused, what stands before an "@" is not told: it may be a secret. */
function checkedBaseUrl(baseUrl: string | URL): string {
  const text = String(baseUrl);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin.startsWith("http") && url.href === url.origin + url.pathname) {
    return url.href.replace(/\/$/, "");
  }
  const rule = "an absolute http or https address without user, query and fragment";
  return refuse("baseUrl", rule, text.split("@").at(-1));
}
