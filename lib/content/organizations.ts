import type { Clock } from "../clock.ts";
import type { Emit } from "../hooks.ts";
import { AlreadyExistsError, ContentionError, NotFoundError } from "../errors.ts";
import type { RandomBytes } from "../random.ts";
import { DamagedRecordError, listNames, type Location, type Store } from "../store/mod.ts";
import { randomId } from "../random_id.ts";
import { validate } from "../validate.ts";
import type { Organization } from "./content_source.ts";
import { postIdPrefix } from "./post_record.ts";
import { organizationChanges, organizationInput, type OrganizationInput } from "./organization_input.ts";

/** An organization as it is kept. */
export interface StoredOrganization extends Organization {
  /** RFC 3339, like `updatedAt`. */
  createdAt: string;
  updatedAt?: string;
}

/** What the storage-backed parts of the content are made from. */
export interface ContentDeps {
  store: Store;
  clock: Clock;
  randomBytes: RandomBytes;
  emit: Emit;
}

/** What of an organization is the access's. */
export interface OrganizationAccess {
  count(organizationSlug: string): Promise<{ members: number; keys: number; auditEntries: number }>;
  /** Deletes keys, what was counted for them, and memberships. */
  delete(organizationSlug: string): Promise<void>;
}

/** What the organizations are made from. */
export interface OrganizationsDeps extends ContentDeps {
  access: OrganizationAccess;
}

/** How much belongs to an organization. */
export interface OrganizationContents {
  /** Whatever their status. */
  posts: number;
  /** Of the knowledge base. */
  texts: number;
  members: number;
  /** Expired and revoked ones are among them. */
  keys: number;
  auditEntries: number;
}

/** The partition that lists all organizations. */
export const organizationDirectory: readonly string[] = ["organizations"];

/** Where an organization is kept: first of the partition that holds all that belongs to it. */
export function organizationLocation(slug: string): Location {
  return { partition: ["org", slug], key: ["organization"] };
}

/** The organizations that are kept in the storage. */
export class Organizations {
  readonly #deps: OrganizationsDeps;

  constructor(deps: OrganizationsDeps) {
    this.#deps = deps;
  }

  /**
   * Creates an organization.
   *
   * @throws {InvalidInputError} when the input is not allowed
   * @throws {AlreadyExistsError} when the slug is taken, or something is left of an organization whose deletion was interrupted
   */
  async create(input: OrganizationInput): Promise<StoredOrganization> {
    const { store, clock, randomBytes } = this.#deps;
    const valid = validate(organizationInput, input, "Cannot create the organization");
    const organization: StoredOrganization = {
      id: randomId(randomBytes),
      ...valid,
      createdAt: new Date(clock.now()).toISOString(),
    };
    await refuseRemains(store, valid.slug, "Cannot create the organization");
    // The directory first: a crash between the two leaves an entry that leads nowhere, and is passed over.
    await store.commit(organizationDirectory, { sets: [{ key: [valid.slug], data: { slug: valid.slug } }] });
    const { partition, key } = organizationLocation(valid.slug);
    const result = await store.commit(partition, {
      checks: [{ key, exists: false }],
      sets: [{ key, data: organization }],
    });
    if (!result.committed) {
      throw new AlreadyExistsError(
        `Cannot create the organization: there is one with the slug "${valid.slug}" already`,
      );
    }
    return organization;
  }

  /** The organization of this slug, or null. */
  async get(slug: string): Promise<StoredOrganization | null> {
    const record = await this.#deps.store.get<StoredOrganization>(organizationLocation(slug));
    return record && record.data;
  }

  /** All organizations, in the order of their slugs. */
  async *list(): AsyncGenerator<StoredOrganization> {
    const { store } = this.#deps;
    const slugs = listNames(store, { partition: organizationDirectory }, "slug");
    for await (const slug of slugs) {
      const [organization] = await store.getReadable<[StoredOrganization]>([organizationLocation(slug)]);
      if (organization !== null) yield organization.data;
    }
  }

  /**
   * Changes some fields of an organization.
   *
   * @throws {InvalidInputError} when a change is not allowed
   * @throws {NotFoundError} when there is no such organization
   */
  async update(slug: string, changes: Partial<Omit<OrganizationInput, "slug">>): Promise<StoredOrganization> {
    const { store } = this.#deps;
    const valid = validate(organizationChanges, changes, "Cannot update the organization");
    const { partition, key } = organizationLocation(slug);
    const found = await store.get<StoredOrganization>({ partition, key });
    if (found === null) throw new NotFoundError(`Cannot update the organization: there is no "${slug}"`);
    const updatedAt = new Date(this.#deps.clock.now()).toISOString();
    const organization = { ...found.data, ...valid, updatedAt };
    const result = await store.commit(partition, {
      checks: [{ key, version: found.version }],
      sets: [{ key, data: organization }],
    });
    if (!result.committed) {
      throw new ContentionError(`Cannot update the organization: "${slug}" was changed at the same time`);
    }
    return organization;
  }

  /** How much there is to delete of an organization, also of one whose deletion was interrupted; null where nothing is. */
  async contents(slug: string): Promise<OrganizationContents | null> {
    const { store, access } = this.#deps;
    if (!(await this.#isThere(slug))) return null;
    return { ...(await countContent(store, slug)), ...(await access.count(slug)) };
  }

  /**
   * Deletes an organization and all that belongs to it: posts, knowledge base, keys, memberships, audit. It goes first, so nothing
   * answers for it from then on, and its keys open nothing. Users stay. A deletion that was interrupted is completed by deleting again.
   *
   * @param options.onProgress told how many records are deleted
   * @returns whether there was anything to delete
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
    const { store, access } = this.#deps;
    if (!(await this.#isThere(slug))) return false;
    const { partition, key } = organizationLocation(slug);
    const listed = await store.getOrDamage({ partition: organizationDirectory, key: [slug] });
    await store.commit(partition, { deletes: [key] });
    await access.delete(slug);
    let deleted = 0;
    // What was on its way when the organization went is in the same partition, and found, too. Once nothing is left, another one may
    // take the slug: its record and its entry in the directory stay.
    const onDeleted = (records: number): void => onProgress?.((deleted += records));
    await store.deleteAll(partition, [], { unless: key, onDeleted });
    if (listed !== null) {
      const checks = listed instanceof DamagedRecordError ? [] : [{ key: [slug], version: listed.version }];
      await store.commit(organizationDirectory, { checks, deletes: [[slug]] });
    }
    return true;
  }

  /** Whether anything is left of an organization. */
  async #isThere(slug: string): Promise<boolean> {
    const { store } = this.#deps;
    const { partition } = organizationLocation(slug);
    return (
      (await store.hasAny(partition, [])) ||
      (await store.has({ partition: organizationDirectory, key: [slug] }))
    );
  }
}

/** Counts the posts and texts of an organization. */
export async function countContent(store: Store, slug: string): Promise<{ posts: number; texts: number }> {
  const { partition } = organizationLocation(slug);
  const posts = await store.count(partition, postIdPrefix);
  return { posts, texts: await store.count(partition, ["knowledge-id"]) };
}

/** A new organization must not find the posts of one that was deleted. */
export async function refuseRemains(store: Store, slug: string, action: string): Promise<void> {
  const { partition, key } = organizationLocation(slug);
  if (!(await store.hasAny(partition, [])) || (await store.has({ partition, key }))) return;
  throw new AlreadyExistsError(`${action}: the deletion of "${slug}" was interrupted; delete it again first`);
}
