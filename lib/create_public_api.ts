import {
  ApiKeys,
  Audit,
  checkCaller,
  countOrganizationAccess,
  createCredentialCache,
  type Credential,
  deleteOrganizationAccess,
  emitQuota,
  FailedAttempts,
  hostMembers,
  KeyExpiries,
  type KeyRefusedEvent,
  Invitations,
  LastOrganizations,
  Memberships,
  RefusalCounts,
  SavedFilters,
  Sessions,
  storedMembers,
  Users,
} from "./access/mod.ts";
import {
  Admin,
  postDates,
  placesOfUsers,
  toSinglePost,
  createAdminHandler,
  createPublicHandler,
  EventStreams,
  loadDocumentation,
  loadSearch,
  SearchIndexes,
  SitemapPlans,
  Statistics,
} from "./api/mod.ts";
import { type ComposableHandler, fetchBy, ResponseCache, Refusals, createAddressFinder } from "./http/mod.ts";
import { Insight, createDamageReport, listNames, openStore } from "./store/mod.ts";
import { upgradeStore } from "./moving/mod.ts";
import { isBoundToRequest, type WorkTime } from "./base/bound_to_request.ts";
import { BackgroundTasks } from "./base/background_tasks.ts";
import {
  AliasRedirects,
  DeletedPosts,
  hostCatalogue,
  hostContent,
  KnowledgeBase,
  knowledgeCatalogue,
  MissedQueries,
  organizationDirectory,
  organizationKey,
  Organizations,
  PostIndexes,
  Posts,
  PostTotals,
  Previews,
  recordHostChange,
  Redirects,
  ScheduledPosts,
  storedCatalogue,
  storedContent,
  WorkingCopies,
} from "./content/mod.ts";
import { StoreUnavailableError } from "./base/errors.ts";
import { DueEvents, EventLog, Events, Lease, leaseLocation, Outbox, Relay } from "./events/mod.ts";
import { createEmit } from "./base/emit.ts";

import { type PublicApiOptions, type ResolvedOptions, resolveOptions } from "./options.ts";
import { sleep } from "./base/time/sleep.ts";
import { TextWorks, wordCounter } from "./import/text_work/mod.ts";
import { type WebhookAttemptedEvent, WebhookRunner, Webhooks, WebhookSecrets } from "./webhooks/mod.ts";

/** The request handlers of the API, and the methods that manage its content, users and keys. */
export interface PublicApi {
  /**
   * Handles a request with HatTip's interface. For an unknown path it calls `context.passThrough()` and responds with 404.
   * In a chain of `@hattip/compose` or `@hattip/router` it returns `undefined` instead, so the next handler is called.
   */
  handler: ComposableHandler;
  /** Handles a request with the Fetch interface. Responds with 404 to unknown paths. */
  fetch: (request: Request) => Promise<Response>;
  /**
   * Handles requests to the admin API only, regardless of the option `adminApi`. Use it for a separate listener. It treats
   * every other path as `handler` treats unknown paths.
   */
  adminHandler: ComposableHandler;
  organizations: Organizations;
  users: Users;
  posts: Posts;
  knowledgeBase: KnowledgeBase;
  /** Redirects from earlier addresses of posts. */
  redirects: Redirects;
  /** Links that show posts before they are public. */
  previews: Previews;
  apiKeys: ApiKeys;
  audit: Audit;
  /** Changes of public content: the log of the last 7 days, and their delivery. */
  events: Events;
  /** URLs that receive the changes of an organization's public content. */
  webhooks: Webhooks;
  /** The saved search indexes. */
  searchIndexes: SearchIndexes;
  /** Pending invitations to organizations, by email address or user. */
  invitations: Invitations;
  /** Management methods on behalf of a user. They check that user's permissions in the organization. */
  admin: Admin;
  /** Dashboard sessions and sign-in links. */
  sessions: Sessions;
  /** The options in use: the given ones, and defaults for the rest. */
  options: ResolvedOptions;
}

/**
 * Creates the public content API with a storage.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {EventuallyConsistentStorageError} if the storage is a KV namespace of Cloudflare Workers
 * @throws {WeakStorageError} if the storage is not atomic across the whole deployment
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 * await api.posts.create("acme", { name: "Hello", html: "<p>Hello, world</p>" });
 *
 * const response = await api.fetch(new Request("http://localhost/api/public/v1/post/acme/hello"));
 * response.status; // 200
 * ```
 */
export function createPublicApi(options: PublicApiOptions): PublicApi {
  const resolved = resolveOptions(options);
  const { clock, randomBytes, keyPrefix, limits, hooks, onError } = resolved;
  const emit = createEmit(hooks, onError);
  const onDamaged = createDamageReport(hooks, emit, onError);
  const store = openStore(options.storage, { ...resolved, sleep, onDamaged });
  const indexes = new PostIndexes({
    store,
    clock,
    sleep,
    randomBytes,
    onError,
    onIndexed: upgradeOnce(options, resolved),
  });
  const content = options.content ? hostContent(options.content) : storedContent({ store, clock, indexes });
  const members = options.identity ? hostMembers(options.identity) : storedMembers(store);
  const refusals = new RefusalCounts({ store, clock, onError });
  const base = {
    sleep,
    store,
    clock,
    randomBytes,
    organizationKey: options.content ? undefined : organizationKey,
    onError,
  };
  const outbox = new Outbox({
    ...base,
    onAppended: (slug, appended) => {
      for (const event of appended) void emit(event.type, event as never);
      events.appended(slug);
    },
  });
  const relay = new Relay({ ...base, outbox });
  const deps = {
    emit,
    outbox,
    relay,
    store,
    clock,
    indexes,
    randomBytes,
    identity: members.identity,
    keyPrefix,
    keyRetentionDays: resolved.keyRetentionDays,
    findOrganization: (slug: string) => content.source.findOrganization(slug),
  };
  const log = new EventLog(store);
  const webhookDeps = {
    ...deps,
    options: resolved.webhooks,
    secrets: new WebhookSecrets({ ...deps, secrets: secretsOf(options) }),
    onAttempt: (attempted: WebhookAttemptedEvent) => void emit("webhook.attempted", attempted),
  };
  const webhooks = new Webhooks({
    ...base,
    ...webhookDeps,
    events: {
      list: (slug, page) => log.list(slug, page),
      last: async (slug) => {
        // Events of earlier commits may still be in the outbox. A new webhook does not receive them.
        await outbox.drain(slug);
        return log.last(slug);
      },
    },
  });
  const webhookRunner = new WebhookRunner({
    ...webhookDeps,
    listEvents: (slug, page) => log.list(slug, page),
    onError,
  });
  const access = {
    count: (slug: string) => countOrganizationAccess(store, slug),
    delete: async (slug: string, onDeleted: (records: number) => void) => {
      await deleteOrganizationAccess(store, slug, onDeleted);
      await webhooks.deleteAll(slug);
    },
  };
  const knowledgeBase = new KnowledgeBase(deps, limits);
  const apiKeys = new ApiKeys(deps);
  const users = new Users({ ...deps, apiKeys, ...placesOfUsers(deps) });
  const textWork = new TextWorks(options.textWorker);
  const managers = {
    organizations: new Organizations({ ...deps, access }),
    users,
    invitations: new Invitations(deps, users),
    posts: new Posts({ ...deps, countWords: wordCounter(textWork) }),
    knowledgeBase,
    redirects: new Redirects(deps),
    previews: new Previews(deps),
    apiKeys,
    audit: new Audit(store),
    webhooks,
  };
  const missedQueries = new MissedQueries(base);
  const insight = resolved.insight ? new Insight(base) : undefined;
  const tasks = new BackgroundTasks();
  const search = loadSearch({
    ...base,
    tasks,
    missedQueries,
    knowledgeBase,
    textWork,
    posts: options.content ? hostCatalogue(options.content, store) : storedCatalogue(store),
    texts: knowledgeCatalogue(store),
    faq: resolved.faq,
    options: resolved,
    mostBytes: limits.searchBytes,
  });
  const admin = new Admin({
    ...deps,
    ...managers,
    hasStoredOrganizations: options.content === undefined,
    workingCopies: new WorkingCopies(deps),
    refusals,
    missedQueries,
    insight,
    rateLimit: resolved.rateLimit,
    memberships: new Memberships(deps, users),
    lastOrganizations: new LastOrganizations(store),
    postTotals: new PostTotals(deps),
    savedFilters: new SavedFilters(store),
    textWork,
    textWorker: options.textWorker,
    webhookOptions: resolved.webhooks,
    onError,
    faq: resolved.faq,
    explainSearch: async (organization, query) => (await search()).explain(organization, query),
    represent: async (organization, post) => {
      const now = clock.now();
      const represented = await toSinglePost(organization, post, { faq: resolved.faq, textWork, now });
      return { ...represented, lastmod: postDates(post, now).lastmod };
    },
  });
  const organizations = (): AsyncIterable<string> =>
    listNames(store, { partition: organizationDirectory }, "slug");
  const events: Events = new Events({
    ...deps,
    lease: new Lease(deps, leaseLocation),
    due: new DueEvents({
      ...deps,
      sources: [
        new ScheduledPosts(deps),
        new KeyExpiries(deps),
        new AliasRedirects(deps),
        new DeletedPosts(deps),
      ],
      organizations,
      onError,
    }),
    consumers: [webhookRunner],
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
    organizationKey: base.organizationKey,
    closeStreams: () => eventStreams.close(),
    recordHostChange: async (change) => {
      if (options.content === undefined) {
        throw new TypeError(
          "Cannot record the change: Postern stores the content, and records its changes itself",
        );
      }
      await recordHostChange({ ...deps, source: options.content }, change);
    },
    organizations,
    sleep,
    onError,
  });
  const { failures } = resolved.rateLimit;
  const eventStreams: EventStreams = new EventStreams({
    events,
    checkCaller: (caller) => checkCaller(deps, caller),
    sleep,
    clock,
    onError,
    most: limits.eventStreams,
  });
  const keys = {
    ...resolved,
    ...deps,
    reportQuota: (credential: Credential, use: { limit: number; today: number }) =>
      emitQuota(credential, use, { relay, onError }),
    countRefusal: (event: KeyRefusedEvent, workTime: WorkTime) => refusals.add(event, workTime),
    members,
    credentials: createCredentialCache(),
    failures: failures && new FailedAttempts(clock, failures),
  };
  const endpointDeps = {
    options: resolved,
    startedAt: clock.now(),
    store,
    content,
    keys,
    knowledgeBase,
    admin,
    events,
    eventStreams,
    emit,
    onDamaged,
    textWork,
    documentation: loadDocumentation(resolved),
    refusals: new Refusals(),
    responses: new ResponseCache(limits.renderedBytes),
    previews: options.content ? undefined : managers.previews,
    previewRequests: new FailedAttempts(clock, previewLimit),
    searchRequests: new FailedAttempts(clock, searchLimit),
    search,
    sitemapPlans: new SitemapPlans(),
    statistics: new Statistics(content),
    insight,
    findAddress: createAddressFinder(resolved.trustProxy),
    settleChanges: async () => {
      await relay.settle();
      await outbox.settle();
    },
  };
  const handler = createPublicHandler(endpointDeps);
  return {
    handler,
    fetch: fetchBy(handler),
    adminHandler: createAdminHandler(endpointDeps),
    ...managers,
    events,
    searchIndexes: new SearchIndexes({ ...deps, search }),
    admin,
    sessions: new Sessions({ ...deps, users, limits: resolved.sessions }),
    options: resolved,
  };
}

/** Returns a function that upgrades a store in the background when it is called first. If the store does not respond, the next call tries again. */
function upgradeOnce(
  { storage }: PublicApiOptions,
  { clock, onError }: Pick<ResolvedOptions, "clock" | "onError">,
): () => void {
  let upgrade: Promise<void> | undefined;
  return () => {
    if (!("atomic" in storage) || isBoundToRequest) return;
    upgrade ??= upgradeStore(storage, { clock }).catch((error: unknown) => {
      if (error instanceof StoreUnavailableError) upgrade = undefined;
      else onError(error);
    });
  };
}

function secretsOf({ secret }: PublicApiOptions): readonly string[] | undefined {
  return typeof secret === "string" ? [secret] : secret;
}

/** Maximum number of previews for an address. */
const previewLimit = { attempts: 120, windowSeconds: 60 };

/** Maximum number of searches without a key for an address. */
const searchLimit = { attempts: 120, windowSeconds: 60 };
