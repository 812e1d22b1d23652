import type { Clock } from "../clock.ts";
import type { Emit } from "../hooks.ts";
import { AlreadyExistsError, ContentionError, NotFoundError } from "../errors.ts";
import type { RandomBytes } from "../random.ts";
import type { Location, Store } from "../store/mod.ts";
import { randomId } from "../random_id.ts";
import { validate } from "../validate.ts";
import type { Organization } from "./content_source.ts";
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

const directory = ["organizations"];

/** Where an organization is kept: first of the partition that holds all that belongs to it. */
export function organizationLocation(slug: string): Location {
  return { partition: ["org", slug], key: ["organization"] };
}

/** The organizations that are kept in the storage. */
export class Organizations {
  readonly #deps: ContentDeps;

  constructor(deps: ContentDeps) {
    this.#deps = deps;
  }

  /**
   * Creates an organization.
   *
   * @throws {InvalidInputError} when the input is not allowed
   * @throws {AlreadyExistsError} when the slug is taken
   */
  async create(input: OrganizationInput): Promise<StoredOrganization> {
    const { store, clock, randomBytes } = this.#deps;
    const valid = validate(organizationInput, input, "Cannot create the organization");
    const organization: StoredOrganization = {
      id: randomId(randomBytes),
      ...valid,
      createdAt: new Date(clock.now()).toISOString(),
    };
    // The directory first: a crash between the two leaves an entry that leads nowhere, and is passed over.
    await store.commit(directory, { sets: [{ key: [valid.slug], data: { slug: valid.slug } }] });
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
    for await (const { data } of this.#deps.store.listAll<{ slug: string }>(directory, { prefix: [] })) {
      const organization = await this.get(data.slug);
      if (organization !== null) yield organization;
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
}
