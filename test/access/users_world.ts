import { type AtomicDriver, createPublicApi, type PublicApi, type Role, type User } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";
import { recordedHooks } from "./recorded_hooks.ts";

/** A store with users, their organizations, and keys of one user. */
export class UsersWorld {
  readonly storage: AtomicDriver = memoryDriver();
  readonly recorded: ReturnType<typeof recordedHooks> = recordedHooks();
  readonly told: (typeof this.recorded)["told"] = this.recorded.told;
  readonly api: PublicApi = createPublicApi({ storage: this.storage, hooks: this.recorded.hooks });
  /** Keys by organization. */
  readonly keys: Record<string, string> = {};

  /** Creates an organization with members. The first member gets a key. */
  protected async createOrganization(slug: string, members: readonly [User, Role][]): Promise<void> {
    await this.api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
    for (const [{ id }, role] of members) {
      await this.api.users.addToOrganization(id, { organizationSlug: slug, role });
      const input = { organizationSlug: slug, userId: id, name: "Site" };
      this.keys[slug] ??= (await this.api.apiKeys.generate(input)).key;
    }
  }

  /** Forgets the events so far. */
  protected async forgetEvents(): Promise<void> {
    await this.api.events.settle();
    this.told.length = 0;
  }

  async statusesOfKeys(): Promise<number[]> {
    return Promise.all(
      Object.entries(this.keys).map(async ([slug, key]) => {
        const url = `http://localhost/api/public/v1/post/${slug}`;
        return (await this.api.fetch(new Request(url, { headers: { "x-api-key": key } }))).status;
      }),
    );
  }

  async rolesIn(slug: string): Promise<string[]> {
    return (await allOf(this.api.users.iterateMembers(slug))).map(({ userId, role }) => `${userId} ${role}`);
  }
}
