import { type AtomicDriver, createPublicApi, type ListedMember, type PublicApi } from "../../lib/mod.ts";
import { encodeKey, type JsonObject } from "../../lib/store/mod.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";

export const partition = "org!acme";
const isIndex = (key: string): boolean => /^(?:member-by|invitation-by|access-indexed)(?:!|$)/.test(key);

/** An organization with its owner, and the number of records that its store has read. */
export class MembersWorld {
  readonly clock: ManualClock = new ManualClock();
  readonly storage: AtomicDriver = memoryDriver({ clock: this.clock });
  readonly api: PublicApi;
  ownerId = "";
  read = 0;

  constructor() {
    const { atomic } = this.storage;
    const counted = forwardAtomic(atomic, {
      getMany: async (addresses) => {
        this.read += addresses.length;
        return atomic.getMany(addresses);
      },
      list: async (name, range) => {
        const found = await atomic.list(name, range);
        this.read += found.length;
        return found;
      },
    });
    this.api = createPublicApi({ storage: { ...this.storage, atomic: counted }, clock: this.clock });
  }

  static async open(): Promise<MembersWorld> {
    const world = new MembersWorld();
    await world.api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    world.ownerId = await world.join("Olga Owner", { email: "olga@acme.example", role: "owner" });
    return world;
  }

  async join(
    name: string,
    { role = "editor", ...user }: { id?: string; email?: string; role?: ListedMember["role"] } = {},
  ): Promise<string> {
    const { id } = await this.api.users.create({ name, ...user });
    await this.api.users.addToOrganization(id, { organizationSlug: "acme", role });
    return id;
  }

  /** Fills the organization with members and invitations. */
  async fill(count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      await this.join(`Person ${String(number).padStart(4, "0")}`, { email: `p${number}@acme.example` });
      await this.api.invitations.create("acme", { email: `i${number}@acme.example`, role: "viewer" });
      this.clock.advance(1);
    }
    await this.members();
    await this.api.events.settle();
  }

  get admin(): PublicApi["admin"]["members"] {
    return this.api.admin.members;
  }

  async actor(): Promise<Parameters<PublicApi["admin"]["members"]["list"]>[0]> {
    const actor = await this.api.admin.findActor(this.ownerId, "acme");
    if (actor === null) throw new Error("The owner is not a member");
    return actor;
  }

  /** Returns the names on all pages. */
  async members(search = "", limit = 7): Promise<string[]> {
    const actor = await this.actor();
    const names: string[] = [];
    for (let after: string | undefined; ;) {
      const query = { limit, search, ...(after === undefined ? {} : { after }) };
      const { members, next } = await this.admin.list(actor, query);
      names.push(...members.map(({ name }) => name));
      if (next === null) return names;
      after = next;
    }
  }

  async invited(limit = 7): Promise<(string | undefined)[]> {
    const actor = await this.actor();
    const found: (string | undefined)[] = [];
    for (let after: string | undefined; ;) {
      const query = after === undefined ? { limit } : { limit, after };
      const { invitations, next } = await this.admin.listInvitations(actor, query);
      found.push(...invitations.map(({ email, userId }) => email ?? userId));
      if (next === null) return found;
      after = next;
    }
  }

  async indexKeys(): Promise<string[]> {
    const records = await this.storage.atomic.list(partition, { limit: 10_000 });
    return records.map(({ key }) => key).filter(isIndex);
  }

  /** Removes the indexes, as in a store of an earlier version. */
  async removeIndexes(): Promise<void> {
    await this.storage.atomic.commit(partition, { deletes: await this.indexKeys() });
  }

  /** Changes the name of a user like a version that does not know the index. */
  async renameBehind(userId: string, name: string): Promise<void> {
    const address = { partition: encodeKey(["user", userId]), key: "user" };
    const [found] = await this.storage.atomic.getMany([address]);
    const value = found?.value ?? {};
    const data = { ...(value["data"] as JsonObject), name };
    const sets = [{ key: address.key, value: { ...value, data } }];
    await this.storage.atomic.commit(address.partition, { sets });
  }

  /** Writes a membership like a version that does not know the index. */
  async joinBehind(userId: string, role: string): Promise<void> {
    const data = { userId, role };
    const sets = [{ key: encodeKey(["member", userId]), value: { schemaVersion: 1, data } }];
    await this.storage.atomic.commit(partition, { sets });
    const listed = { schemaVersion: 1, data: { organizationSlug: "acme" } };
    await this.storage.atomic.commit(encodeKey(["user", userId]), {
      sets: [{ key: "organization!acme", value: listed }],
    });
  }
}
