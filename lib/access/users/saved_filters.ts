import * as v from "valibot";
import { InvalidInputError } from "../../base/errors.ts";
import { compareNames } from "../../base/text/fold_text.ts";
import { nameInput, toName } from "../../base/text/name.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { sha256Hex } from "../../base/secrets/sha256.ts";
import type { KeyPart, Store } from "../../store/mod.ts";
import { validate } from "../../base/input/validate.ts";

/** A filter of the list of posts that a user saved under a name. */
export interface SavedFilter {
  /** 1 to 100 characters, unique for the user and the organization. */
  name: string;
  /** The filter as the query of an address, such as `status=draft&tag=news`. At most 2,000 characters. */
  query: string;
}

/** The saved filters of a user in an organization. */
export interface SavedFiltersAddress {
  organizationSlug: string;
  userId: string;
}

interface SavedFiltersRecord {
  filters: readonly SavedFilter[];
}

/** Maximum number of filters of a user in an organization. */
const mostFilters = 20;

const filterInput: v.GenericSchema<unknown, SavedFilter> = v.strictObject({
  name: nameInput(100),
  query: v.pipe(
    v.string("must be a string"),
    v.trim(),
    v.minLength(1, "must not be empty"),
    v.maxLength(2_000, "must be at most 2000 characters"),
  ),
});

/** Stores the filters that users save for the list of posts, for each user and organization. */
export class SavedFilters {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Lists the filters of a user, sorted by name. */
  async all({ organizationSlug, userId }: SavedFiltersAddress): Promise<readonly SavedFilter[]> {
    const location = { partition: ["org", organizationSlug], key: savedFiltersKey(userId) };
    const [found] = await this.#store.getReadable<[SavedFiltersRecord]>([location]);
    return found?.data.filters ?? [];
  }

  /**
   * Saves a filter. Replaces the filter with the same name.
   *
   * @throws {InvalidInputError} if the filter is invalid, or the user has 20 other filters
   */
  async save(address: SavedFiltersAddress, input: SavedFilter): Promise<void> {
    const action = "Cannot save the filter";
    const filter = validate(filterInput, input, action);
    await this.#change(address, action, (filters) => {
      const others = filters.filter(({ name }) => name !== filter.name);
      if (others.length >= mostFilters) {
        const message = `is the name of a further filter, and ${mostFilters} are the most. Remove a filter first`;
        throw new InvalidInputError(action, [{ pointer: "/name", message }]);
      }
      return [...others, filter].toSorted((one, other) => compareNames(one.name, other.name));
    });
  }

  /** Removes the filter with a name, if it exists. */
  async remove(address: SavedFiltersAddress, name: string): Promise<void> {
    await this.#change(address, "Cannot remove the filter", (filters) =>
      filters.filter((filter) => filter.name !== toName(name)),
    );
  }

  async #change(
    { organizationSlug, userId }: SavedFiltersAddress,
    action: string,
    change: (filters: readonly SavedFilter[]) => readonly SavedFilter[],
  ): Promise<void> {
    const partition = ["org", organizationSlug];
    const key = savedFiltersKey(userId);
    await this.#store.writes.repeatInTurn({ partition, key }, `${action}: the list of filters`, async () => {
      const found = await this.#store.get<SavedFiltersRecord>({ partition, key });
      const before = found?.data.filters ?? [];
      const filters = change(before);
      if (isEqualJson(filters, before)) return true;
      const result = await this.#store.commit(partition, {
        checks: [found === null ? { key, exists: false } : { key, version: found.version }],
        ...(filters.length > 0 ? { sets: [{ key, data: { filters } }] } : { deletes: [key] }),
      });
      return result.committed || null;
    });
  }
}

/**
 * Returns the key of a user's filters, in the organization's partition. It contains a hash, because the id of a host's user can be
 * longer than a key. It is deleted with the membership.
 */
export function savedFiltersKey(userId: string): KeyPart[] {
  return ["saved-filters", sha256Hex(userId)];
}
