import { type AtomicDriver, createPublicApi, type PublicApi, type User } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { createTwin } from "./create_twin.ts";
import { recordedHooks, type ToldHook } from "./recorded_hooks.ts";
import { allOf } from "../async_items.ts";

const email = "ada@acme.example";

/**
 * Two users of an older store with the same address. "into" is viewer of "acme" and owner of "beta". "from" is owner of "acme", viewer of "beta"
 * and author of "gamma".
 */
export class Twins {
  readonly storage: AtomicDriver = memoryDriver();
  readonly told: readonly ToldHook[];
  readonly api: PublicApi;
  /** Keys of "from", by organization. */
  readonly keys: Record<string, string> = {};
  from!: User;
  into!: User;

  private constructor({ hooks, told }: ReturnType<typeof recordedHooks>) {
    this.told = told;
    this.api = createPublicApi({ storage: this.storage, hooks });
  }

  static async open(): Promise<Twins> {
    const recorded = recordedHooks();
    const twins = new Twins(recorded);
    const { api, storage } = twins;
    twins.from = await createTwin(storage, { name: "Ada L.", email });
    twins.into = await createTwin(storage, { name: "Ada", email });
    for (const [slug, fromRole, intoRole] of [
      ["acme", "owner", "viewer"],
      ["beta", "viewer", "owner"],
      ["gamma", "author", undefined],
    ] as const) {
      await api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
      await api.users.addToOrganization(twins.from.id, { organizationSlug: slug, role: fromRole });
      const input = { organizationSlug: slug, userId: twins.from.id, name: "Site" };
      twins.keys[slug] = (await api.apiKeys.generate(input)).key;
      if (intoRole !== undefined) {
        await api.users.addToOrganization(twins.into.id, { organizationSlug: slug, role: intoRole });
      }
    }
    await api.events.settle();
    recorded.told.length = 0;
    return twins;
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

  private async ownersOfKeys(slug: string): Promise<string[]> {
    return (await allOf(this.api.apiKeys.iterate(slug))).map(
      ({ userId, revokedAt }) => userId + (revokedAt ?? ""),
    );
  }

  /** Returns all data of the twins and their organizations in the store, except the audit. */
  async state(): Promise<object> {
    const slugs = Object.keys(this.keys);
    return {
      from: await this.api.users.get(this.from.id),
      ofAddress: await this.api.users.findByEmail(email),
      members: await Promise.all(slugs.map(async (slug) => this.rolesIn(slug))),
      ownersOfKeys: await Promise.all(slugs.map(async (slug) => this.ownersOfKeys(slug))),
      statuses: await this.statusesOfKeys(),
    };
  }

  /** The expected state after "from" is merged into "into". */
  get stateOfOne(): object {
    const { id } = this.into;
    return {
      from: null,
      ofAddress: [this.into],
      members: [[`${id} owner`], [`${id} owner`], [`${id} author`]],
      ownersOfKeys: [[id], [id], [id]],
      statuses: [200, 200, 200],
    };
  }
}
