import { callback, fields, integer, rule } from "../check_options.ts";
import type { Clock } from "../clock.ts";
import type { RandomBytes } from "../random.ts";
import { at, header, segment } from "./check.ts";
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

const optionsCheck = fields<ClientOptions>(
  {
    baseUrl: rule(
      "an absolute http or https address without user, query, fragment and /api/public/v1",
      (value) => baseUrlOf(value) !== undefined,
    ),
    organizationSlug: segment,
    apiKey: header,
    timeout: integer(1, 600_000),
    maxAttempts: integer(1, 10),
    timeBudget: integer(1, 3_600_000),
    fetch: callback,
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
 * @throws {InvalidOptionError} that names the option, the allowed values, and the value; the key is never shown
 */
export function resolveClientOptions(options: ClientOptions): ClientSettings {
  optionsCheck(options, at(""));
  const { organizationSlug, apiKey, timeout = 10_000, maxAttempts = 3, timeBudget = 30_000 } = options;
  return {
    baseUrl: baseUrlOf(options.baseUrl) ?? "",
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
