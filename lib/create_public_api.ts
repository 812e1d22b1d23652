import {
  type ApiKeys,
  type Audit,
  countOrganizationAccess,
  createAccess,
  deleteOrganizationAccess,
  type Invitations,
  type Sessions,
  type Users,
} from "./access/mod.ts";
import {
  type Admin,
  copyRenderer,
  createApi,
  type OAuth,
  type People,
  type SearchIndexes,
} from "./api/mod.ts";
import { createEmit } from "./base/emit.ts";
import { sleep } from "./base/time/sleep.ts";
import {
  createContent,
  type KnowledgeBase,
  MalformedPosts,
  organizationKey,
  type Organizations,
  type Posts,
  type Previews,
  type Redirects,
} from "./content/mod.ts";
import { createEventLog, Events } from "./events/mod.ts";
import type { ComposableHandler } from "./http/mod.ts";
import type { Media } from "./media/mod.ts";
import { TextWorks, wordCounter } from "./import/text_work/mod.ts";
import { upgradeOnce } from "./moving/upgrades/upgrade_once.ts";
import { type PublicApiOptions, type ResolvedOptions, resolveOptions } from "./options.ts";
import { createDamageReport, openStore } from "./store/mod.ts";
import { createWebhooks, deleteWebhooks, deliveryRecords, type Webhooks } from "./webhooks/mod.ts";

/**
 * The key of `await using`. Without `esnext.disposable` in the host's `lib`, it is `never`, and the types have no such method.
 */
type AsyncDisposeKey = SymbolConstructor["asyncDispose" & keyof SymbolConstructor];

/** Ends the streams and the work on events, waits for their writes, and closes the storage. For `await using`. */
export type AsyncDisposableApi = { [Key in AsyncDisposeKey]: () => Promise<void> };

/** The request handlers of the API, and the methods that manage its content, users and keys. */
export interface PublicApi extends AsyncDisposableApi {
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
  /** Files, such as pictures. Undefined without the option `media`. */
  media: Media | undefined;
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
  /** Loads the functions for people: the first run, links that sign in, and mail. */
  people: () => Promise<People>;
  /** Loads the sign-in of assistants, which the dashboard uses. Undefined without the option `oauth`. */
  oauth: (() => Promise<OAuth>) | undefined;
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
  const given = resolveOptions(options);
  const malformed = new MalformedPosts(given);
  const resolved: ResolvedOptions = { ...given, onError: malformed.report };
  const { hooks, onError } = resolved;
  const { storage, content: source, telemetry, textWorker, secret } = options;
  const emit = createEmit(hooks, onError, telemetry?.hooks);
  const onDamaged = createDamageReport(hooks, emit, onError);
  const store = openStore(storage, { ...resolved, sleep, onDamaged, trace: telemetry?.traceCall });
  const base = {
    ...resolved,
    options: resolved,
    source,
    malformed,
    store,
    sleep,
    emit,
    onDamaged,
    organizationKey: source ? undefined : organizationKey,
  };
  const changes = { ...base, ...createEventLog(base) };
  const textWork = new TextWorks(textWorker);
  const content = createContent({
    ...changes,
    countWords: wordCounter(textWork),
    renderCopy: copyRenderer({ ...base, textWork }),
    onIndexed: upgradeOnce(storage, resolved),
    countAccess: countOrganizationAccess,
    deletions: [deleteOrganizationAccess, deleteWebhooks],
  });
  const { findOrganization, organizations } = content;
  const media = options.media?.open({ ...changes, findOrganization });
  const access = createAccess({
    ...changes,
    identity: options.identity,
    findOrganization,
    organizations,
    deliveries: deliveryRecords(base),
    changeCreator: async (organizationSlug, users) => {
      await content.changeCreator(organizationSlug, users);
      await media?.changeCreator(organizationSlug, users);
    },
  });
  const { webhooks, consumer } = createWebhooks({
    ...changes,
    options: resolved.webhooks,
    secret,
    findOrganization,
  });
  const api = createApi({ ...changes, textWork, textWorker, content, access, webhooks, media });
  const events = new Events({
    ...changes,
    organizations,
    sources: [...content.dueSources, ...access.dueSources],
    consumers: [consumer, ...api.consumers, ...(media === undefined ? [] : [media.consumer])],
    counts: api.counts,
    closeStreams: api.closeStreams,
    recordHostChange: content.recordHostChange,
  });
  const { handler, fetch, adminHandler, admin, people, oauth, searchIndexes } = api;
  return {
    handler,
    fetch,
    adminHandler,
    ...content.managers,
    ...access.managers,
    webhooks,
    media,
    events,
    searchIndexes,
    admin,
    people,
    oauth,
    sessions: access.sessions,
    options: resolved,
    ...disposal(async () => {
      try {
        await events.close();
      } finally {
        await storage.dispose?.();
      }
    }),
  };
}

/** Returns the method of `await using`. Only its first call ends the API. */
function disposal(end: () => Promise<void>): AsyncDisposableApi {
  const { asyncDispose } = Symbol as { asyncDispose?: symbol };
  let ending: Promise<void> | undefined;
  const method = asyncDispose === undefined ? {} : { [asyncDispose]: async () => (ending ??= end()) };
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- necessary in a host with esnext.disposable
  return method as unknown as AsyncDisposableApi;
}
