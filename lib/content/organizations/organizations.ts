import type { Change, Outbox } from "../../events/mod.ts";
import { AlreadyExistsError, noOrganization } from "../../base/errors.ts";
import { type RandomBytes, randomId } from "../../base/secrets/random.ts";
import {
  DamagedRecordError,
  listNames,
  type Location,
  type Store,
  type StoreAndClock,
  type StoreChanges,
} from "../../store/mod.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";
import { fromRecord, type StoredRateLimit, toRecord } from "../../base/key_rate_limit.ts";
import {
  organizationKey,
  organizationChanges,
  organizationInput,
  type OrganizationInput,
  type OrganizationUpdate,
} from "./organization_input.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { changesFor, type ChangesOf, withoutNulls } from "../../base/input/patch_of.ts";
import { validate } from "../../base/input/validate.ts";
import { requirePreviewHost } from "./preview_url.ts";
import type { Organization } from "../sources/content_source.ts";
import { filterableFields } from "../custom_fields/field_index.ts";
import type { PostIndexes } from "../posts/lists/post_indexes.ts";
import { completePosts, onceIndexed, postIdPrefix } from "../posts/post_record.ts";

/** An organization in the store. */
export interface StoredOrganization extends Organization {
  /** RFC 3339, like `updatedAt`. */
  createdAt: string;
  updatedAt?: string;
}

export type OrganizationRecord = Omit<StoredOrganization, "rateLimit"> & StoredRateLimit;

/** Returns the time of an organization's last change. */
export function changeOf({ createdAt, updatedAt = createdAt }: OrganizationRecord): string {
  return updatedAt;
}

/**
 * Returns the time of a change. If the clock was set back, it is a second after the last change, because `Last-Modified` has seconds.
 *
 * @param now milliseconds since the epoch
 */
export function changeAfter(before: OrganizationRecord, now: number): string {
  const last = toMilliseconds(changeOf(before)) ?? now;
  return new Date(now < last ? last + 1000 : now).toISOString();
}

/** Dependencies of the managers of stored content. */
export interface ContentDeps extends StoreAndClock {
  randomBytes: RandomBytes;
  outbox: Outbox;
  indexes: PostIndexes;
}

/** Dependencies of {@link Organizations}. */
export interface OrganizationsDeps extends ContentDeps {
  /** Counts an organization's members, keys and audit entries. */
  countAccess: (
    store: Store,
    organizationSlug: string,
  ) => Promise<Omit<OrganizationContents, "posts" | "texts">>;
  /** Delete an organization's keys, memberships and webhooks. They call `onDeleted` with the number of deleted records after each commit. */
  deletions: readonly ((
    store: Store,
    organizationSlug: string,
    onDeleted: (records: number) => void,
  ) => Promise<void>)[];
}

/** Records and events of the commit that creates an organization. */
export interface FirstRecords {
  sets?: NonNullable<StoreChanges["sets"]>;
  events?: readonly Change[];
}

/** Numbers of an organization's records. */
export interface OrganizationContents {
  /** Posts of every status. */
  posts: number;
  /** Texts of the knowledge base. */
  texts: number;
  members: number;
  /** API keys, including expired and revoked ones. */
  keys: number;
  auditEntries: number;
}

/** Number of listed organizations that are read in one batch. */
const readAtOnce = 100;

/** The partition that lists all organizations. */
export const organizationDirectory: readonly string[] = ["organizations"];

/** Lists the slugs of all organizations in the store. */
export function organizationSlugs(store: Store): AsyncGenerator<string> {
  return listNames(store, { partition: organizationDirectory }, "slug");
}

/** Returns the location of an organization's record. */
export function organizationLocation(slug: string): Location {
  return { partition: ["org", slug], key: organizationKey };
}

async function readMany(store: Store, slugs: readonly string[]): Promise<StoredOrganization[]> {
  const found = await store.getReadable<OrganizationRecord[]>(slugs.map(organizationLocation));
  return found.flatMap((organization) => (organization === null ? [] : [fromRecord(organization.data)]));
}

/** Manages the organizations in the storage. */
export class Organizations {
  readonly #deps: OrganizationsDeps;

  constructor(deps: OrganizationsDeps) {
    this.#deps = deps;
  }

  /**
   * Creates an organization.
   *
   * @param first records and events of the same commit, such as those of the first owner
   * @throws {InvalidInputError} if the input is invalid
   * @throws {AlreadyExistsError} if the slug is taken, or the deletion of its previous organization was interrupted
   */
  async create(input: OrganizationInput, first: FirstRecords = {}): Promise<StoredOrganization> {
    const { store, clock, randomBytes, outbox } = this.#deps;
    const { sets = [], events = [] } = first;
    const valid = validate(organizationInput, input, "Cannot create the organization");
    requirePreviewHost(valid, "Cannot create the organization");
    const organization: StoredOrganization = {
      id: randomId(randomBytes),
      ...valid,
      createdAt: new Date(clock.now()).toISOString(),
    };
    await refuseRemains(store, valid.slug, "Cannot create the organization");
    // The directory is written first: a crash in between leaves only an entry without an organization, which is ignored.
    await store.commit(organizationDirectory, { sets: [{ key: [valid.slug], data: { slug: valid.slug } }] });
    const { key } = organizationLocation(valid.slug);
    const record = { key, data: toRecord(organization) };
    const changes = {
      checks: [{ key, exists: false }],
      sets: [record, completePosts, onceIndexed, ...sets],
    };
    const result = await outbox.commit(valid.slug, changes, events);
    if (!result.committed) {
      throw new AlreadyExistsError(
        `Cannot create the organization: the slug "${valid.slug}" is already taken`,
      );
    }
    if (filterableFields(organization.postFields).length > 0) this.#deps.indexes.buildFields(valid.slug);
    return organization;
  }

  /**
   * Creates an organization, or changes the given fields of the one with this slug. It keeps all other fields, and writes nothing if nothing
   * changes. So a program can call it whenever it starts.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {AlreadyExistsError} if the deletion of a previous organization with this slug was interrupted
   */
  async put(input: OrganizationInput): Promise<StoredOrganization> {
    const { slug } = validate(organizationInput, input, "Cannot put the organization");
    try {
      if ((await this.get(slug)) === null) return await this.create(input);
    } catch (error) {
      const isThere = error instanceof AlreadyExistsError && (await this.get(slug)) !== null;
      if (!isThere) throw error;
    }
    const { slug: _kept, ...changes } = input;
    return this.update(slug, changes);
  }

  /** Returns the organization with this slug, or null. */
  async get(slug: string): Promise<StoredOrganization | null> {
    const record = await this.#deps.store.get<OrganizationRecord>(organizationLocation(slug));
    return record && fromRecord(record.data);
  }

  /** Lists all organizations, sorted by slug. */
  async *iterate(): AsyncGenerator<StoredOrganization> {
    const { store } = this.#deps;
    let slugs: string[] = [];
    for await (const slug of organizationSlugs(store)) {
      slugs.push(slug);
      if (slugs.length < readAtOnce) continue;
      yield* await readMany(store, slugs);
      slugs = [];
    }
    yield* await readMany(store, slugs);
  }

  /**
   * Changes some fields of an organization. `null` removes an optional field, or restores its default. Writes nothing if nothing changes.
   *
   * @param changes the changes, or a function that derives them from the present organization
   * @param beside returns records of the same commit, for the names of the changed fields
   * @throws {InvalidInputError} if a change is invalid
   * @throws {NotFoundError} if the organization does not exist
   */
  async update(
    slug: string,
    changes: ChangesOf<OrganizationUpdate, StoredOrganization>,
    beside: (changed: readonly string[]) => NonNullable<StoreChanges["sets"]> = () => [],
  ): Promise<StoredOrganization> {
    const { store, outbox, clock } = this.#deps;
    const action = "Cannot update the organization";
    const location = organizationLocation(slug);
    let hasNewFilters = false;
    const updated = await store.writes.repeatInTurn(location, `${action}: "${slug}"`, async () => {
      const found = await store.get<OrganizationRecord>(location);
      if (found === null) throw noOrganization(action, slug);
      const before = fromRecord(found.data);
      const valid = validate(organizationChanges, await changesFor(changes, before), action);
      const changed = withoutNulls({ ...before, ...valid });
      if (isEqualJson(changed, before)) return before;
      requirePreviewHost(changed, action);
      const organization = { ...changed, updatedAt: changeAfter(found.data, clock.now()) };
      const { key } = location;
      const checks = [{ key, version: found.version }];
      const sets = [{ key, data: toRecord(organization) }, ...beside(changedNames(before, changed))];
      const update = { checks, sets };
      const result = await outbox.commit(slug, update, [updateOf(organization)]);
      const [former, next] = [before, organization].map(({ postFields }) => filterableFields(postFields));
      hasNewFilters = !isEqualJson(former, next);
      return result.committed ? organization : null;
    });
    if (hasNewFilters) this.#deps.indexes.buildFields(slug);
    return updated;
  }

  /** Counts the records of an organization, even if its deletion was interrupted. Returns null if it has no records. */
  async contents(slug: string): Promise<OrganizationContents | null> {
    const { store, countAccess } = this.#deps;
    if (!(await this.#hasRecords(slug))) return null;
    return { ...(await countContent(store, slug)), ...(await countAccess(store, slug)) };
  }

  /**
   * Deletes an organization with its posts, knowledge base, keys, memberships and audit. Users stay. The organization's record is
   * deleted first, so the API stops serving it and its keys stop working immediately. Call it again to complete an interrupted deletion.
   *
   * @param options.onProgress called with the number of deleted records so far
   * @returns true if there was anything to delete
   *
   * @example
   * ```ts
   * import { createPublicApi } from "postern";
   * import { memoryDriver } from "postern/storage-drivers/memory";
   *
   * const api = createPublicApi({ storage: memoryDriver() });
   * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
   *
   * await api.organizations.contents("acme"); // { posts: 0, texts: 0, members: 0, keys: 0, auditEntries: 0 }
   * await api.organizations.delete("acme"); // true
   * ```
   */
  async delete(
    slug: string,
    { onProgress }: { onProgress?: (records: number) => void } = {},
  ): Promise<boolean> {
    const { store, deletions } = this.#deps;
    if (!(await this.#hasRecords(slug))) return false;
    const { partition, key } = organizationLocation(slug);
    const listed = await store.getOrDamage({ partition: organizationDirectory, key: [slug] });
    await store.commit(partition, { deletes: [key] });
    let deleted = 0;
    const onDeleted = (records: number): void => onProgress?.((deleted += records));
    for (const deleteRecords of deletions) await deleteRecords(store, slug, onDeleted);
    // Writes that were pending during the deletion are in the same partition, so they are deleted, too. A new organization may take
    // the slug when the partition is empty: its record and its directory entry stay.
    await store.deleteAll(partition, [], { unless: key, onDeleted });
    if (listed !== null) {
      const checks = listed instanceof DamagedRecordError ? [] : [{ key: [slug], version: listed.version }];
      await store.commit(organizationDirectory, { checks, deletes: [[slug]] });
    }
    return true;
  }

  /** True if the store has any record of an organization. */
  async #hasRecords(slug: string): Promise<boolean> {
    const { store } = this.#deps;
    const { partition } = organizationLocation(slug);
    return (
      (await store.hasAny(partition, [])) ||
      (await store.has({ partition: organizationDirectory, key: [slug] }))
    );
  }
}

function changedNames(before: object, after: object): string[] {
  const former = new Map<string, unknown>(Object.entries(before));
  const next = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...former.keys(), ...next.keys()])].filter(
    (name) => !isEqualJson(former.get(name), next.get(name)),
  );
}

function updateOf({ id, slug, name, siteUrl }: StoredOrganization): Change {
  return { type: "organization.updated", data: { id, slug, name, siteUrl } };
}

/** Counts the posts and texts of an organization. */
export async function countContent(store: Store, slug: string): Promise<{ posts: number; texts: number }> {
  const { partition } = organizationLocation(slug);
  const posts = await store.count(partition, postIdPrefix);
  return { posts, texts: await store.count(partition, ["knowledge-id"]) };
}

/** @throws {AlreadyExistsError} if records of a deleted organization with this slug remain */
export async function refuseRemains(store: Store, slug: string, action: string): Promise<void> {
  const { partition, key } = organizationLocation(slug);
  if (!(await store.hasAny(partition, [])) || (await store.has({ partition, key }))) return;
  throw new AlreadyExistsError(`${action}: the deletion of "${slug}" was interrupted; delete it again first`);
}
