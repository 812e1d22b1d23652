import { type AtomicDriver, createPublicApi, type PublicApi, type User } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { recordedHooks, type ToldHook } from "./recorded_hooks.ts";
import { allOf } from "../async_items.ts";

const email = "ada@acme.example";

/** A store with two organizations. Ada and Bea own "acme", and Ada is an author of "beta". Ada has a key in both. */
export class Office {
  readonly storage: AtomicDriver = memoryDriver();
  readonly told: readonly ToldHook[];
  readonly api: PublicApi;
  readonly keys: string[] = [];
  ada!: User;
  bea!: User;

  private constructor({ hooks, told }: ReturnType<typeof recordedHooks>) {
    this.told = told;
    this.api = createPublicApi({ storage: this.storage, hooks });
  }

  static async open(): Promise<Office> {
    const recorded = recordedHooks();
    const office = new Office(recorded);
    const { api } = office;
    office.ada = await api.users.create({ name: "Ada", email });
    office.bea = await api.users.create({ name: "Bea" });
    for (const [slug, role] of [
      ["acme", "owner"],
      ["beta", "author"],
    ] as const) {
      await api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
      await api.users.addToOrganization(office.ada.id, { organizationSlug: slug, role });
      const input = { organizationSlug: slug, userId: office.ada.id, name: "Site" };
      office.keys.push((await api.apiKeys.generate(input)).key);
    }
    await api.users.addToOrganization(office.bea.id, { organizationSlug: "acme", role: "owner" });
    await api.events.settle();
    recorded.told.length = 0;
    return office;
  }

  async statusesOfKeys(): Promise<number[]> {
    return Promise.all(
      this.keys.map(async (key, index) => {
        const path = `/api/public/v1/post/${index === 0 ? "acme" : "beta"}`;
        const request = new Request(`http://localhost${path}`, { headers: { "x-api-key": key } });
        return (await this.api.fetch(request)).status;
      }),
    );
  }

  async namesOfUsers(): Promise<string[]> {
    return (await allOf(this.api.users.iterate())).map(({ name }) => name);
  }

  async rolesIn(slug: string): Promise<string[]> {
    return (await allOf(this.api.users.iterateMembers(slug))).map(({ userId, role }) => `${userId} ${role}`);
  }

  async revokedKeysIn(slug: string): Promise<boolean[]> {
    return (await allOf(this.api.apiKeys.iterate(slug))).map((key) => key.revokedAt !== undefined);
  }

  /** Returns all data of Ada and her organizations in the store, except the audit. */
  async state(): Promise<object> {
    const { api, ada } = this;
    return {
      ada: await api.users.get(ada.id),
      users: await this.namesOfUsers(),
      members: [await this.rolesIn("acme"), await this.rolesIn("beta")],
      areKeysRevoked: [await this.revokedKeysIn("acme"), await this.revokedKeysIn("beta")],
      statuses: await this.statusesOfKeys(),
      ofAddress: await api.users.findByEmail(email),
    };
  }

  /** The expected state after Ada is deleted. */
  get stateWithoutAda(): object {
    return {
      ada: null,
      users: ["Bea"],
      members: [[`${this.bea.id} owner`], []],
      areKeysRevoked: [[true], [true]],
      statuses: [401, 401],
      ofAddress: [],
    };
  }
}
