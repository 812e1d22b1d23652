import type { FailedAttemptLimit, Identity, SessionLimits } from "./access/mod.ts";
import { defaultPrefix, isPrefix } from "./access/mod.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { ContentSource } from "./content/mod.ts";
import { extractFaqEntries, type FaqOptions } from "./faq/mod.ts";
import type { Hooks } from "./hooks.ts";
import type { CacheOptions } from "./http/cache_headers.ts";
import { areNetworks, type TrustProxy } from "./http/client_address.ts";
import type { CorsOptions } from "./http/cors.ts";
import { type RandomBytes, systemRandomBytes } from "./random.ts";
import type { TextWorker } from "./text_work/mod.ts";
import type { AtomicDriver, AtomicScope, Storage } from "./store/mod.ts";

/** Options of `createPublicApi`. */
export interface PublicApiOptions {
  /** An unstorage storage, or one of Postern's storage drivers as it is. */
  storage: Storage | AtomicDriver;
  /**
   * How far the deployment reaches: one process, all processes of a host, or all hosts. A storage
   * whose atomicity does not reach as far is refused, since its quota would not hold.
   * Default: `process`.
   */
  deployment?: AtomicScope;
  /** Default: the system's clock. */
  clock?: Clock;
  /** Default: the runtime's CSPRNG. */
  randomBytes?: RandomBytes;
  /** Where posts and organizations come from. Default: those kept in `storage`. */
  content?: ContentSource;
  /** Who users are and what they may do. Default: the users kept in `storage`. */
  identity?: Identity;
  /** Whether list and single post need a key. Sitemaps never do. Default: `public`. */
  readAccess?: "public" | "key";
  /**
   * Whether the handler answers the admin API, `/api/admin/v1`, too: keys whose users may write posts, manage keys or manage
   * members can then do so over HTTP. Default: false.
   */
  adminApi?: boolean;
  /**
   * Address of the page where invited users accept, shown by the admin API: an absolute URL, or a path on the origin of the request.
   * The dashboard has the page at `/dashboard/invitations`. Default: the admin API shows no address.
   */
  invitationsUrl?: string;
  /** Requests per key and UTC day, 1 to 1,000,000,000. Default: 2000. */
  dailyRequestLimit?: number;
  /** Requests per key and second, 1 to 1,000,000; `false` for no such limit. Default: false. */
  requestsPerSecond?: number | false;
  /** How many keys that are none a client may send; `false` for no such limit. Default: 30 in 60 seconds. */
  failedAttempts?: Partial<FailedAttemptLimit> | false;
  /** How long users stay signed in to the dashboard. */
  sessions?: Partial<SessionLimits>;
  /** Which proxies in front are believed about the client's address. Default: none. */
  trustProxy?: TrustProxy;
  /** How long caches may keep answers that need no key. */
  cache?: Partial<CacheOptions>;
  /** Which pages of other origins may call the API. */
  cors?: Partial<CorsOptions>;
  /**
   * What stands before the paths of the API, where the host mounts it: `/content`. Segments of letters, digits,
   * `-`, `.`, `_` and `~`, without a slash at the end. Default: "".
   */
  basePath?: string;
  /** Told of what happens. */
  hooks?: Hooks;
  /** What keys begin with: a lowercase letter, then up to 19 lowercase letters or digits. Default: `postern`. */
  keyPrefix?: string;
  /** How questions are found in posts. Default: by the specification's rules. */
  faq?: FaqOptions;
  /**
   * Works on long texts beside the event loop: `textWorker()` of `postern/node`, `postern/bun` or `postern/deno`. Default: none, with smaller limits
   * for Markdown.
   */
  textWorker?: TextWorker;
  /** Bounds of requests. */
  limits?: Partial<Limits>;
  /** Told of every error that is answered with status 500 or 503, and to which request; of a hook's error without one. Default: `console.error`. */
  onError?: (error: unknown, request?: Request) => void;
}

/** Bounds of requests. */
export interface Limits {
  /** Bytes of a request's body, 1 to 1,073,741,824. Default: 1,048,576 (1 MiB). */
  bodyBytes: number;
  /** Unicode characters of a knowledge base text after trimming, 1 to 100,000,000. Default: 100,000. */
  textCharacters: number;
  /** Bytes of rendered posts that are kept in memory, 0 to 1,099,511,627,776. Default: 67,108,864 (64 MiB). */
  renderedBytes: number;
}

/** The options that have a default, filled in. */
export interface ResolvedOptions {
  deployment: AtomicScope;
  clock: Clock;
  randomBytes: RandomBytes;
  readAccess: "public" | "key";
  adminApi: boolean;
  invitationsUrl: string | undefined;
  dailyRequestLimit: number;
  requestsPerSecond: number | undefined;
  failedAttempts: FailedAttemptLimit | undefined;
  sessions: SessionLimits;
  trustProxy: TrustProxy;
  cache: CacheOptions;
  cors: CorsOptions;
  basePath: string;
  hooks: Hooks;
  keyPrefix: string;
  faq: FaqOptions;
  limits: Limits;
  onError: (error: unknown, request?: Request) => void;
}

/**
 * Fills in the defaults and checks every value.
 *
 * @throws {RangeError} that names the option, what is allowed, and the value
 */
export function resolveOptions(options: PublicApiOptions): ResolvedOptions {
  const { dailyRequestLimit = 2000, keyPrefix = defaultPrefix, limits = {} } = options;
  const { bodyBytes = 1_048_576, textCharacters = 100_000, renderedBytes = 67_108_864 } = limits;
  const { deployment = "process", readAccess = "public", adminApi = false } = options;
  checkChoice("deployment", deployment, ["process", "host", "cluster"]);
  checkChoice("readAccess", readAccess, ["public", "key"]);
  checkInteger("dailyRequestLimit", dailyRequestLimit, 1_000_000_000);
  const requestsPerSecond = options.requestsPerSecond === false ? undefined : options.requestsPerSecond;
  if (requestsPerSecond !== undefined) checkInteger("requestsPerSecond", requestsPerSecond, 1_000_000);
  checkInteger("limits.bodyBytes", bodyBytes, 1_073_741_824);
  checkInteger("limits.textCharacters", textCharacters, 100_000_000);
  checkInteger("limits.renderedBytes", renderedBytes, 1_099_511_627_776, 0);
  if (!isPrefix(keyPrefix)) {
    const rule = "a lowercase letter, then up to 19 lowercase letters or digits";
    throw new RangeError(
      `Cannot create the API: keyPrefix must be ${rule}, and is ${JSON.stringify(keyPrefix)}`,
    );
  }
  // The extractor knows what its options may be.
  extractFaqEntries("", options.faq);
  return {
    deployment,
    readAccess,
    adminApi,
    invitationsUrl: checkedInvitationsUrl(options.invitationsUrl),
    dailyRequestLimit,
    requestsPerSecond,
    failedAttempts: resolveFailedAttempts(options.failedAttempts),
    sessions: resolveSessions(options.sessions),
    trustProxy: checkedTrustProxy(options.trustProxy ?? false),
    cache: resolveCache(options.cache),
    cors: resolveCors(options.cors),
    basePath: checkedBasePath(options.basePath ?? ""),
    hooks: options.hooks ?? {},
    keyPrefix,
    clock: options.clock ?? systemClock,
    randomBytes: options.randomBytes ?? systemRandomBytes,
    faq: options.faq ?? {},
    limits: { bodyBytes, textCharacters, renderedBytes },
    onError: options.onError ?? logError,
  };
}

function checkedInvitationsUrl(url: string | undefined): string | undefined {
  if (url === undefined || /^https?:\/\/[^\s]+$/.test(url) || /^\/(?![/\\])[^\s]*$/.test(url)) return url;
  throw new RangeError(
    `Cannot create the API: invitationsUrl must be an http or https URL or a path, and is ${JSON.stringify(url)}`,
  );
}

function resolveFailedAttempts(given: PublicApiOptions["failedAttempts"]): FailedAttemptLimit | undefined {
  if (given === false) return undefined;
  const { attempts = 30, windowSeconds = 60 } = given ?? {};
  checkInteger("failedAttempts.attempts", attempts, 1000);
  checkInteger("failedAttempts.windowSeconds", windowSeconds, 86_400);
  return { attempts, windowSeconds };
}

function resolveSessions({
  idleSeconds = 43_200,
  absoluteSeconds = 604_800,
}: Partial<SessionLimits> = {}): SessionLimits {
  checkInteger("sessions.idleSeconds", idleSeconds, 31_536_000, 60);
  checkInteger("sessions.absoluteSeconds", absoluteSeconds, 31_536_000, 60);
  return { idleSeconds, absoluteSeconds };
}

function checkedTrustProxy(trustProxy: TrustProxy): TrustProxy {
  if (typeof trustProxy === "number") checkInteger("trustProxy", trustProxy, 100);
  else if (trustProxy !== false && !(Array.isArray(trustProxy) && areNetworks(trustProxy))) {
    const rule = "false, a number of proxies, or a list of addresses and networks";
    throw new RangeError(
      `Cannot create the API: trustProxy must be ${rule}, and is ${JSON.stringify(trustProxy)}`,
    );
  }
  return trustProxy;
}

function resolveCache({ maxAge = 60, staleWhileRevalidate = 600 }: Partial<CacheOptions> = {}): CacheOptions {
  checkInteger("cache.maxAge", maxAge, 31_536_000, 0);
  checkInteger("cache.staleWhileRevalidate", staleWhileRevalidate, 31_536_000, 0);
  return { maxAge, staleWhileRevalidate };
}

function resolveCors({ origins = "*", maxAgeSeconds = 7200 }: Partial<CorsOptions> = {}): CorsOptions {
  checkInteger("cors.maxAgeSeconds", maxAgeSeconds, 86_400, 0);
  const wrong = origins === "*" ? undefined : origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return { origins, maxAgeSeconds };
  throw new RangeError(
    `Cannot create the API: cors.origins must be "*" or origins such as https://example.com, and holds ${JSON.stringify(wrong)}`,
  );
}

/** Dots alone are no segment: every URL parser takes them out of a path. */
function checkedBasePath(basePath: string): string {
  if (/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/.test(basePath)) return basePath;
  const rule =
    'empty or a path such as "/content", of letters, digits, "-", ".", "_" and "~", without a slash at its end';
  throw new RangeError(`Cannot create the API: basePath must be ${rule}, and is ${JSON.stringify(basePath)}`);
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function checkInteger(name: string, value: number, most: number, least = 1): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(
    `Cannot create the API: ${name} must be a whole number from ${least} to ${most}, and is ${value}`,
  );
}

function checkChoice(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw new RangeError(
    `Cannot create the API: ${name} must be one of ${choices.join(", ")}, and is ${value}`,
  );
}

function logError(error: unknown): void {
  // oxlint-disable-next-line no-console -- where the host takes no errors, the console is their last place
  console.error(error);
}
