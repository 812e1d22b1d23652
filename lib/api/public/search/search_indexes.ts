import type { Awaitable } from "../../../base/awaitable.ts";
import type { Organization } from "../../../content/mod.ts";
import { NotFoundError } from "../../../base/errors.ts";
import type { RebuiltSearchIndexes } from "./rebuild_indexes.ts";
import type { SearchHandlers } from "./search_port.ts";

/** Dependencies of {@link SearchIndexes}. */
export interface SearchIndexesDeps {
  findOrganization(slug: string): Awaitable<Organization | null>;
  search: () => Promise<Pick<SearchHandlers, "rebuild">>;
}

/** The saved search indexes. Postern keeps them up to date itself. */
export class SearchIndexes {
  readonly #deps: SearchIndexesDeps;

  constructor(deps: SearchIndexesDeps) {
    this.#deps = deps;
  }

  /**
   * Builds the indexes of an organization from its posts and texts, and saves them in the place of the earlier ones.
   *
   * @throws {NotFoundError} if the organization does not exist
   * @throws {ProblemError} with the code `search-too-large`, if an index exceeds `limits.searchBytes`
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
   * const { posts } = await api.searchIndexes.rebuild("acme");
   * posts.documents; // 1
   * posts.savedBytes; // null
   * ```
   */
  async rebuild(organizationSlug: string): Promise<RebuiltSearchIndexes> {
    const organization = await this.#deps.findOrganization(organizationSlug);
    if (organization === null) {
      throw new NotFoundError(
        `Cannot build the search indexes: the organization "${organizationSlug}" does not exist`,
      );
    }
    return (await this.#deps.search()).rebuild(organization);
  }
}
