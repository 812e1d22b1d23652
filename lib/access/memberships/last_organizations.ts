import type { Location, Store } from "../../store/mod.ts";

/** Remembers the organization that each user last opened in the dashboard. */
export class LastOrganizations {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the slug of the organization that a user last opened, or undefined. The user may have left it since. */
  async get(userId: string): Promise<string | undefined> {
    const found = await this.#store.get<{ organizationSlug: string }>(lastOrganizationLocation(userId));
    return found?.data.organizationSlug;
  }

  /** Stores the organization that a user last opened. */
  async set(userId: string, organizationSlug: string): Promise<void> {
    if ((await this.get(userId)) === organizationSlug) return;
    const { partition, key } = lastOrganizationLocation(userId);
    await this.#store.commit(partition, { sets: [{ key, data: { organizationSlug } }] });
  }
}

/** Returns the location of the slug of the organization that a user last opened. */
export function lastOrganizationLocation(userId: string): Location {
  return { partition: ["user", userId], key: ["last-organization"] };
}
