import type { ApiOptions } from "../api_options.ts";
import type { Admin } from "../actions/admin.ts";
import type { FailedAttempts } from "../../access/mod.ts";
import type { KnowledgeBase, Previews } from "../../content/mod.ts";
import type { EventLog } from "../../events/mod.ts";
import type { ExchangeDeps, ResponseCache } from "../../http/mod.ts";
import type { OnDamaged } from "../../store/mod.ts";
import type { Media } from "../../media/mod.ts";
import type { TextWorks } from "../../import/text_work/mod.ts";
import type { Documentation } from "../documentation/documentation_port.ts";
import type { SearchHandlers } from "./search/search_port.ts";
import type { EventStreams } from "./events/event_streams.ts";
import type { OAuth } from "../oauth/oauth.ts";
import type { SitemapPlans } from "./sitemaps/sitemap_plans.ts";
import type { Statistics } from "./statistics/statistics.ts";

/** Dependencies of the endpoints. */
export interface EndpointDeps extends ExchangeDeps {
  options: ApiOptions;
  /** Creation of the API, in milliseconds since the epoch. */
  startedAt: number;
  knowledgeBase: KnowledgeBase;
  /** Undefined if the host stores no files. */
  media: Media | undefined;
  admin: Admin;
  log: EventLog;
  eventStreams: EventStreams;
  responses: ResponseCache;
  sitemapPlans: SitemapPlans;
  statistics: Statistics;
  /** Undefined if the host keeps the posts. */
  previews: Previews | undefined;
  /** Counts the previews of each address. */
  previewRequests: FailedAttempts;
  /** Counts the searches of each address without a key. */
  searchRequests: FailedAttempts;
  /** Loads the code of search on the first call. */
  search: () => Promise<SearchHandlers>;
  /** Reports a damaged record that is skipped. */
  onDamaged: OnDamaged;
  documentation: () => Promise<Documentation>;
  /** Loads the sign-in of assistants. Undefined if they can only send keys. */
  oauth: (() => Promise<OAuth>) | undefined;
  textWork: TextWorks;
}
