import { type Access, FailedAttempts } from "../access/mod.ts";
import { BackgroundTasks } from "../base/background_tasks.ts";
import type { RandomBytes } from "../base/secrets/random.ts";
import type { Content, ContentSource, MalformedPosts } from "../content/mod.ts";
import type { EventConsumer, EventLogParts, EventsDeps } from "../events/mod.ts";
import {
  type ComposableHandler,
  createAddressFinder,
  fetchBy,
  Refusals,
  ResponseCache,
  traceRequests,
} from "../http/mod.ts";
import type { TextWorker } from "../import/text_work/mod.ts";
import type { Media } from "../media/mod.ts";
import { type DailyCountsDeps, Insight } from "../store/daily_counts/mod.ts";
import type { Webhooks } from "../webhooks/mod.ts";
import { Admin } from "./actions/admin.ts";
import type { ApiOptions } from "./api_options.ts";
import { loadDocumentation } from "./documentation/load_documentation.ts";
import { loadOAuth } from "./oauth/load_oauth.ts";
import type { OAuth } from "./oauth/oauth.ts";
import { keyNotices, loadPeople } from "./people/load_people.ts";
import type { People } from "./people/people.ts";
import { createAdminHandler, createPublicHandler } from "./public/create_handlers.ts";
import type { EndpointDeps } from "./public/endpoint_deps.ts";
import { EventStreams } from "./public/events/event_streams.ts";
import { loadSearch } from "./public/search/load_search.ts";
import { SearchIndexes } from "./public/search/search_indexes.ts";
import { SitemapPlans } from "./public/sitemaps/sitemap_plans.ts";
import { Statistics } from "./public/statistics/statistics.ts";

/** Dependencies of {@link createApi}. */
export interface ApiRoomDeps
  extends EventLogParts, DailyCountsDeps, Pick<EndpointDeps, "emit" | "onDamaged" | "textWork"> {
  options: ApiOptions;
  randomBytes: RandomBytes;
  /** Source of a host with its own content. Undefined if Postern stores the content. */
  source: ContentSource | undefined;
  malformed: MalformedPosts;
  content: Content;
  access: Access;
  webhooks: Webhooks;
  /** Undefined if the host stores no files. */
  media: Media | undefined;
  textWorker: TextWorker | undefined;
}

/** The resources of an API over HTTP, and the parts that its events need. */
export interface Api {
  handler: ComposableHandler;
  fetch: (request: Request) => Promise<Response>;
  adminHandler: ComposableHandler;
  admin: Admin;
  people: () => Promise<People>;
  oauth: (() => Promise<OAuth>) | undefined;
  consumers: readonly EventConsumer[];
  searchIndexes: SearchIndexes;
  counts: EventsDeps["counts"];
  /** Ends the open event streams of this process. */
  closeStreams: () => () => void;
}

/** Maximum number of previews for an address. */
const previewLimit = { attempts: 120, windowSeconds: 60 };

/** Maximum number of searches without a key for an address. */
const searchLimit = { attempts: 120, windowSeconds: 60 };

/** Creates the resources of an API over HTTP. */
export function createApi({ source, content, access, ...given }: ApiRoomDeps): Api {
  const { options, clock, sleep, log, outbox, relay, onError } = given;
  const { faq, limits, rateLimit } = options;
  const { port, findOrganization, missedQueries } = content;
  const { checkCaller } = access;
  const tasks = new BackgroundTasks();
  const insight = options.insight ? new Insight(given) : undefined;
  const { knowledgeBase, previews } = content.managers;
  const search = loadSearch({
    ...given,
    ...content.catalogues,
    tasks,
    missedQueries,
    knowledgeBase,
    faq,
    mostBytes: limits.searchBytes,
    leastShare: options.search.leastShare,
  });
  const admin = new Admin({
    ...given,
    ...content,
    ...content.managers,
    ...access,
    ...access.managers,
    hasStoredOrganizations: source === undefined,
    insight,
    faq,
    rateLimit,
    webhookOptions: options.webhooks,
    explainSearch: async (organization, query) => (await search()).explain(organization, query),
  });
  const people = loadPeople({
    ...given,
    ...content.managers,
    ...access,
    ...access.managers,
    members: admin.members,
    mail: options.mail,
    tasks,
    hasStoredOrganizations: source === undefined,
  });
  const oauth =
    options.oauth &&
    loadOAuth({
      ...given,
      ...access,
      ...access.keys,
      findOrganization,
      oauth: options.oauth,
      basePath: options.basePath,
      apiKeys: access.managers.apiKeys,
      keyActions: admin.apiKeys,
      send: options.webhooks.send,
    });
  const eventStreams = new EventStreams({
    log,
    outbox,
    checkCaller,
    sleep,
    clock,
    onError,
    most: limits.eventStreams,
  });
  const deps: EndpointDeps = {
    ...given,
    content: port,
    keys: access.keys,
    startedAt: clock.now(),
    knowledgeBase,
    admin,
    eventStreams,
    documentation: loadDocumentation(options),
    oauth,
    refusals: new Refusals(),
    responses: new ResponseCache(limits.renderedBytes),
    previews: source === undefined ? previews : undefined,
    previewRequests: new FailedAttempts(clock, previewLimit),
    searchRequests: new FailedAttempts(clock, searchLimit),
    search,
    sitemapPlans: new SitemapPlans(),
    statistics: new Statistics(port),
    insight,
    findAddress: createAddressFinder(options.trustProxy),
    trace: options.telemetry && traceRequests(options.telemetry.traceRequest, options.trustProxy),
    settleChanges: async () => {
      await relay.settle();
      await outbox.settle();
    },
  };
  const handler = createPublicHandler(deps);
  return {
    handler,
    fetch: fetchBy(handler),
    adminHandler: createAdminHandler(deps),
    admin,
    people,
    oauth,
    consumers: options.mail === undefined ? [] : [keyNotices(people)],
    searchIndexes: new SearchIndexes({ findOrganization, search }),
    counts: {
      flush: async () => {
        await missedQueries.flush();
        await insight?.flush();
        await tasks.settle();
      },
      flushDue: async () => {
        await missedQueries.flushDue();
        await insight?.flushDue();
      },
    },
    closeStreams: () => eventStreams.close(),
  };
}
