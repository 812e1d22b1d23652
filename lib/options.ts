import type { FailureLimit, Identity, SessionLimits } from "./access/mod.ts";
import { defaultPrefix, isPrefix } from "./access/mod.ts";
import {
  callback,
  type Check,
  choice,
  clockCheck,
  fields,
  flag,
  integer,
  methods,
  orFalse,
  rule,
  secretRule,
  textRule,
} from "./base/input/check_options.ts";
import { basePathRule, isOrigin } from "./base/base_path.ts";
import { type Clock, systemClock } from "./base/time/clock.ts";
import { type ContentSource, contentSourceCheck, type HostFaq } from "./content/mod.ts";
import type { FaqOptions } from "./faq/mod.ts";
import { FAQ_SOURCES, fullSettingsOf, MOST_SKIPPED } from "./faq/reading.ts";
import { type Hooks, hooksCheck } from "./hooks.ts";
import { type CacheOptions, areNetworks, type TrustProxy, type CorsOptions } from "./http/mod.ts";
import type { MediaStore } from "./media/mod.ts";
import {
  type ApiOptions,
  type Limits,
  type Mcp,
  type OAuthOptions,
  oauthCheck,
  resolveOAuth,
  type ResolvedRateLimit,
  type SearchOptions,
  type SendMail,
  type Telemetry,
} from "./api/mod.ts";
import { storageCheck, type AtomicDriver, type AtomicScope, type Storage } from "./store/mod.ts";
import { resolveWebhookOptions, type WebhookOptions, webhookOptionsCheck } from "./webhooks/mod.ts";
import { type RandomBytes, systemRandomBytes } from "./base/secrets/random.ts";
import { logError } from "./base/report_error.ts";
import type { TextWorker } from "./import/text_work/mod.ts";

/** Options of `createPublicApi`. */
export interface PublicApiOptions {
  /** An unstorage storage, or one of Postern's storage drivers. */
  storage: Storage | AtomicDriver;
  /**
   * Scope of the deployment: one process, all processes of a host, or all hosts. A storage that is
   * not atomic across this scope is rejected, because it could not enforce quotas. Default: `process`.
   */
  deployment?: AtomicScope;
  /** Default: the system's clock. */
  clock?: Clock;
  /** Default: the runtime's CSPRNG. */
  randomBytes?: RandomBytes;
  /** Source of posts and organizations. Default: the ones in `storage`. */
  content?: ContentSource;
  /** Source of members and their permissions. Default: the users in `storage`. */
  identity?: Identity;
  /** Use `key` to require an API key for lists and single posts. Sitemaps never need a key. Default: `public`. */
  readAccess?: "public" | "key";
  /**
   * Enables the admin API at `/api/admin/v1`. With it, a key can write posts, manage keys and manage members over HTTP, if its user
   * has that permission. Default: false.
   */
  adminApi?: boolean;
  /**
   * Address of the page where invited users accept: an absolute URL, or a path on the origin of the request. The admin API shows it.
   * The dashboard's page is `/dashboard/invitations`. Default: the admin API shows no address.
   */
  invitationsUrl?: string;
  /** Limits of each key's requests, and of each client's invalid keys. */
  rateLimit?: RateLimitOptions;
  /** Lifetimes of dashboard sessions. */
  sessions?: Partial<SessionLimits>;
  /** Trusted proxies, which may set the client's address. Default: no proxy is trusted. */
  trustProxy?: TrustProxy;
  /** Cache lifetimes of responses that need no key. */
  cache?: Partial<CacheOptions>;
  /** Web origins that may call the API from a browser. */
  cors?: Partial<CorsOptions>;
  /**
   * Prefix of the API's paths, such as `/content`, where the host mounts it. Segments of letters, digits,
   * `-`, `.`, `_` and `~`, without a slash at the end. Default: "".
   */
  basePath?: string;
  /** Origin of the API for links in `llms.txt`, such as `https://api.example`. Default: the links are paths. */
  apiOrigin?: string;
  /** Callbacks for events of the API. */
  hooks?: Hooks;
  /** Prefix of API keys: a lowercase letter, then up to 19 lowercase letters or digits. Default: `postern`. */
  keyPrefix?: string;
  /**
   * Days for which a revoked or expired key is kept after its end, 1 to 36,500. Then the key and its usage are removed. The audit log keeps
   * their entries. Default: 90.
   */
  keyRetentionDays?: number;
  /**
   * Settings for FAQ extraction. Each field of an organization's `faq` overrides the field here. `languages: true` also accepts the
   * question mark of a post's `inLanguage`. Default: the specification's rules.
   */
  faq?: HostFaq;
  /**
   * Processes long texts outside the event loop: `textWorker()` of `postern/node`, `postern/bun` or `postern/deno`. Default: no worker, and
   * smaller limits for Markdown.
   */
  textWorker?: TextWorker;
  /**
   * Text that encrypts the secrets of webhooks in the store: at least 32 random characters. Several texts rotate it: the first encrypts, and
   * all decrypt. Default: no webhook can be created.
   */
  secret?: string | readonly string[];
  /** Options of webhooks. */
  webhooks?: WebhookOptions;
  /** Serves the Model Context Protocol: `mcp()` of `postern/mcp`. Default: assistants cannot connect. */
  mcp?: Mcp;
  /** Lets assistants sign in to the Model Context Protocol. Needs `mcp` and `apiOrigin`. Default: they can only send keys. */
  oauth?: OAuthOptions;
  /** Stores files, such as pictures: `mediaStore()` of `postern/media`. Default: no file can be stored. */
  media?: MediaStore;
  /**
   * Sends a mail: a sign-in link, an invitation or a notice of an expiring key. The dashboard mails links only if its option `origin` is set.
   * Default: no mail is sent.
   */
  mail?: SendMail;
  /**
   * Counts the requests to each organization by UTC day, endpoint, status and key, for 30 days. It also counts reads of posts, slugs without
   * a post, and refusals. No address, no user agent and no query is stored. Default: true.
   */
  insight?: boolean;
  /** Records traces and metrics: `openTelemetry()` of `postern/opentelemetry`. Default: nothing is recorded. */
  telemetry?: Telemetry;
  /** Options of searches. */
  search?: Partial<SearchOptions>;
  /** Limits of request size and cache size. */
  limits?: Partial<Limits>;
  /** Receives every error with status 500 or 503 and its request, and the errors of hooks without a request. Default: `console.error`. */
  onError?: (error: unknown, request?: Request) => void;
}

/** Limits of each key's requests, and of each client's invalid keys. */
export interface RateLimitOptions {
  /** Requests per key and UTC day, 1 to 1,000,000,000. A key or its organization can have a different limit. Default: 2000. */
  perDay?: number;
  /** Requests per key and second, 1 to 1,000,000, or `false` for no limit. Default: false. */
  perSecond?: number | false;
  /** Invalid keys a client may send before it is blocked, or `false` for no limit. Default: 30 in 60 seconds. */
  failures?: Partial<FailureLimit> | false;
}

/** The options in use: the given ones, and defaults for the rest. */
export interface ResolvedOptions extends ApiOptions {
  hooks: Hooks;
}

/** Minimum number of characters of the option `secret`. */
const shortestSecret = 32;
const isSecret = (text: string): boolean => text.length >= shortestSecret;

/** Allows a secret, or several. The error does not show them. */
const secretsCheck: Check = (value, place) => {
  const texts: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
  for (const text of texts)
    secretRule(`a text of at least ${shortestSecret} characters`, isSecret)(text, place);
};

/** Allows any value, because the FAQ extractor checks its own options. */
const checkedByExtractor: Check = () => undefined;

const optionsCheck = fields<PublicApiOptions>(
  {
    storage: storageCheck,
    deployment: choice("process", "host", "cluster"),
    clock: clockCheck,
    randomBytes: callback,
    content: contentSourceCheck,
    identity: methods(["findMember"]),
    readAccess: choice("public", "key"),
    adminApi: flag,
    invitationsUrl: textRule("an http or https URL or a path", isInvitationsUrl),
    rateLimit: fields<RateLimitOptions>({
      perDay: integer(1, 1_000_000_000),
      perSecond: orFalse(integer(1, 1_000_000)),
      failures: orFalse(
        fields<Partial<FailureLimit>>({ attempts: integer(1, 1000), windowSeconds: integer(1, 86_400) }),
      ),
    }),
    sessions: fields<Partial<SessionLimits>>({
      idleSeconds: integer(60, 31_536_000),
      absoluteSeconds: integer(60, 31_536_000),
    }),
    trustProxy: rule(
      "false, a number of proxies from 1 to 100, or a list of addresses and networks",
      isTrustProxy,
    ),
    cache: fields<Partial<CacheOptions>>({
      maxAgeSeconds: integer(0, 31_536_000),
      staleWhileRevalidateSeconds: integer(0, 31_536_000),
      staleIfErrorSeconds: integer(0, 31_536_000),
      tags: flag,
    }),
    cors: fields<Partial<CorsOptions>>({
      origins: rule('"*" or a list of origins such as https://example.com, without wildcards', areOrigins),
      maxAgeSeconds: integer(0, 86_400),
      allowedHeaders: rule("a list of header names such as x-requested-with", areHeaderNames),
    }),
    basePath: basePathRule,
    apiOrigin: textRule("an origin such as https://api.example", isOrigin),
    hooks: hooksCheck,
    keyPrefix: textRule("a lowercase letter, then up to 19 lowercase letters or digits", isPrefix),
    keyRetentionDays: integer(1, 36_500),
    faq: fields<HostFaq>({
      questionMarks: checkedByExtractor,
      unwrapHeadings: flag,
      answerFormat: choice("text", "escaped", "html"),
      answerEnd: choice("heading", "sameLevel"),
      bareText: flag,
      clean: flag,
      closingMarks: flag,
      headingText: choice("whole", "visible"),
      sources: rule(`a list of ${FAQ_SOURCES.join(", ")}`, areFaqSources),
      // Posts add items of their own, so settings may not have as many as the extractor accepts.
      skip: rule(`a list of at most ${MOST_SKIPPED} texts and patterns`, isShort),
      language: checkedByExtractor,
      languages: flag,
      maxEntries: checkedByExtractor,
      maxInputLength: checkedByExtractor,
      onFallback: callback,
    }),
    textWorker: methods(["run"]),
    secret: secretsCheck,
    webhooks: webhookOptionsCheck,
    mcp: methods(["handle"]),
    oauth: oauthCheck,
    mail: callback,
    media: methods(["open"]),
    insight: flag,
    telemetry: methods(["traceRequest", "traceCall", "traceWebhooks"]),
    search: fields<Partial<SearchOptions>>({ leastShare: rule("a number from 0 to 1", isShare) }),
    limits: fields<Partial<Limits>>({
      bodyBytes: integer(1, 1_073_741_824),
      textCharacters: integer(1, 100_000_000),
      renderedBytes: integer(0, 1_099_511_627_776),
      pageBytes: integer(10_000, 1_073_741_824),
      eventStreams: integer(0, 100_000),
      searchBytes: integer(1_048_576, 1_099_511_627_776),
    }),
    onError: callback,
  },
  ["storage"],
);

/**
 * Checks every option and fills in the defaults.
 *
 * @throws {InvalidOptionError} with the option's name, allowed values and value
 */
export function resolveOptions(options: PublicApiOptions): ResolvedOptions {
  optionsCheck(options, { action: "create the API", option: "" });
  const { idleSeconds = 43_200, absoluteSeconds = 604_800 } = options.sessions ?? {};
  const {
    bodyBytes = 1_048_576,
    textCharacters = 100_000,
    renderedBytes = 134_217_728,
    pageBytes = 8_000_000,
    eventStreams = 100,
    searchBytes = 268_435_456,
  } = options.limits ?? {};
  // The extractor checks the values of its own options.
  if (options.faq !== undefined) fullSettingsOf(withoutLanguages(options.faq));
  return {
    deployment: options.deployment ?? "process",
    readAccess: options.readAccess ?? "public",
    adminApi: options.adminApi ?? false,
    invitationsUrl: options.invitationsUrl,
    rateLimit: resolveRateLimit(options.rateLimit),
    sessions: { idleSeconds, absoluteSeconds },
    trustProxy: options.trustProxy ?? false,
    cache: resolveCache(options.cache),
    cors: resolveCors(options.cors),
    basePath: options.basePath ?? "",
    apiOrigin: options.apiOrigin,
    hooks: options.hooks ?? {},
    keyPrefix: options.keyPrefix ?? defaultPrefix,
    keyRetentionDays: options.keyRetentionDays ?? 90,
    clock: options.clock ?? systemClock,
    randomBytes: options.randomBytes ?? systemRandomBytes,
    faq: options.faq ?? {},
    webhooks: resolveWebhookOptions(options.webhooks, options.telemetry?.traceWebhooks),
    mcp: options.mcp,
    oauth: options.oauth && resolveOAuth(options.oauth, options),
    mail: options.mail,
    telemetry: options.telemetry,
    insight: options.insight ?? true,
    search: { leastShare: options.search?.leastShare ?? 0.48 },
    limits: { bodyBytes, textCharacters, renderedBytes, pageBytes, eventStreams, searchBytes },
    onError: options.onError ?? logError,
  };
}

function resolveRateLimit({
  perDay = 2000,
  perSecond = false,
  failures = {},
}: RateLimitOptions = {}): ResolvedRateLimit {
  return {
    perDay,
    perSecond: perSecond === false ? undefined : perSecond,
    failures: failures === false ? undefined : resolveFailures(failures),
  };
}

function resolveFailures({ attempts = 30, windowSeconds = 60 }: Partial<FailureLimit>): FailureLimit {
  return { attempts, windowSeconds };
}

function resolveCache(given: PublicApiOptions["cache"]): CacheOptions {
  const { maxAgeSeconds = 60, staleWhileRevalidateSeconds = 600 } = given ?? {};
  const { staleIfErrorSeconds = 0, tags = false } = given ?? {};
  return { maxAgeSeconds, staleWhileRevalidateSeconds, staleIfErrorSeconds, tags };
}

function resolveCors(given: PublicApiOptions["cors"]): CorsOptions {
  const { origins = "*", maxAgeSeconds = 7200, allowedHeaders = [] } = given ?? {};
  return { origins, maxAgeSeconds, allowedHeaders };
}

function isInvitationsUrl(url: string): boolean {
  return /^https?:\/\/[^\s]+$/.test(url) || /^\/(?![/\\])[^\s]*$/.test(url);
}

function isShare(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isTrustProxy(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && value >= 1 && value <= 100;
  return value === false || (isListOfTexts(value) && areNetworks(value));
}

function areOrigins(value: unknown): boolean {
  return value === "*" || (isListOfTexts(value) && value.every(isOrigin));
}

/** Allows tokens (RFC 9110, section 5.6.2). */
function areHeaderNames(value: unknown): boolean {
  return isListOfTexts(value) && value.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name));
}

function areFaqSources(value: unknown): boolean {
  return isListOfTexts(value) && value.every((name) => (FAQ_SOURCES as readonly string[]).includes(name));
}

function isShort(value: unknown): boolean {
  return Array.isArray(value) && value.length <= MOST_SKIPPED;
}

function withoutLanguages(faq: HostFaq): FaqOptions {
  const { languages, ...options } = faq;
  return languages === undefined ? faq : options;
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
