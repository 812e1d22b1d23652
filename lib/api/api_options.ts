import type { FailureLimit, SessionLimits } from "../access/mod.ts";
import type { RandomBytes } from "../base/secrets/random.ts";
import type { HostFaq } from "../content/mod.ts";
import type { CacheOptions, CorsOptions, ExchangeOptions, TrustProxy } from "../http/mod.ts";
import type { AtomicScope } from "../store/mod.ts";
import type { ResolvedWebhookOptions } from "../webhooks/mod.ts";
import type { Mcp } from "./mcp/mcp_backend.ts";
import type { ResolvedOAuthOptions } from "./oauth/oauth_options.ts";
import type { Telemetry } from "./opentelemetry/telemetry.ts";
import type { SendMail } from "./people/mail_message.ts";

/** Limits of request size and cache size. */
export interface Limits {
  /** Bytes of a request's body, 1 to 1,073,741,824. Default: 1,048,576 (1 MiB). */
  bodyBytes: number;
  /** Unicode characters of a knowledge base text after trimming, 1 to 100,000,000. Default: 100,000. */
  textCharacters: number;
  /** Bytes of cached responses (posts, lists, sitemaps, feeds), 0 to 1,099,511,627,776. Default: 134,217,728 (128 MiB). */
  renderedBytes: number;
  /**
   * Bytes of a page of a list, and of a feed, 10,000 to 1,073,741,824. A page ends early, with a cursor, and a feed has fewer entries. Each has at
   * least one item. Sitemaps are larger. Default: 8,000,000; at most 4,500,000 on AWS Lambda.
   */
  pageBytes: number;
  /** Event streams that clients may have open at a process, 0 to 100,000. A key may have 10 of them. Default: 100. */
  eventStreams: number;
  /**
   * Bytes of search indexes in memory, as estimated, 1,048,576 to 1,099,511,627,776. A search in an organization whose index needs more is
   * refused. Default: 268,435,456 (256 MiB), enough for about 15,000 posts of 600 words. It does not apply to PostgreSQL.
   */
  searchBytes: number;
}

/** Options of searches. */
export interface SearchOptions {
  /**
   * Least share of a query that a good match has, from 0 to 1. If each result has less, a search says `noGoodMatch`, and a context is empty.
   * Rare words count more. Default: 0.48. 0 turns it off.
   */
  leastShare: number;
}

/** The rate limits, with defaults filled in. Undefined means no limit. */
export interface ResolvedRateLimit {
  perDay: number;
  perSecond: number | undefined;
  failures: FailureLimit | undefined;
}

/** The options of the resources, with defaults filled in. */
export interface ApiOptions extends ExchangeOptions {
  deployment: AtomicScope;
  randomBytes: RandomBytes;
  readAccess: "public" | "key";
  adminApi: boolean;
  invitationsUrl: string | undefined;
  rateLimit: ResolvedRateLimit;
  sessions: SessionLimits;
  trustProxy: TrustProxy;
  cache: CacheOptions;
  cors: CorsOptions;
  basePath: string;
  apiOrigin: string | undefined;
  keyPrefix: string;
  keyRetentionDays: number;
  faq: HostFaq;
  webhooks: ResolvedWebhookOptions;
  mcp: Mcp | undefined;
  oauth: ResolvedOAuthOptions | undefined;
  mail: SendMail | undefined;
  telemetry: Telemetry | undefined;
  insight: boolean;
  search: SearchOptions;
  limits: Limits;
}
