import type { SavedFilter, SavedFilters } from "../../access/mod.ts";
import { type AdminActor, requirePermitted } from "./admin_actor.ts";

/** The actions on the actor's own saved filters of the list of posts. They need `posts:read`. */
export class SavedFilterActions {
  readonly #savedFilters: SavedFilters;

  constructor({ savedFilters }: { savedFilters: SavedFilters }) {
    this.#savedFilters = savedFilters;
  }

  /** Returns the actor's filters, sorted by name. */
  async all(actor: AdminActor): Promise<readonly SavedFilter[]> {
    requirePermitted(actor, "posts:read");
    return this.#savedFilters.all(actor);
  }

  /**
   * Saves a filter. Replaces the actor's filter with the same name.
   *
   * @throws {InvalidInputError} if the filter is invalid, or the actor has 20 other filters
   */
  async save(actor: AdminActor, filter: SavedFilter): Promise<void> {
    requirePermitted(actor, "posts:read");
    return this.#savedFilters.save(actor, filter);
  }

  /** Removes the actor's filter with a name, if it exists. */
  async remove(actor: AdminActor, name: string): Promise<void> {
    requirePermitted(actor, "posts:read");
    return this.#savedFilters.remove(actor, name);
  }
}
