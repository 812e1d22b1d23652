import type { User } from "../../lib/mod.ts";
import { allOf } from "../async_items.ts";
import { createTwin } from "./create_twin.ts";
import { UsersWorld } from "./users_world.ts";

const email = "ada@acme.example";

/**
 * Two users of an older store with the same address. "into" is viewer of "acme" and owner of "beta". "from" is owner of "acme", viewer of "beta"
 * and author of "gamma".
 */
export class Twins extends UsersWorld {
  from!: User;
  into!: User;

  static async open(): Promise<Twins> {
    const twins = new Twins();
    twins.from = await createTwin(twins.storage, { name: "Ada L.", email });
    twins.into = await createTwin(twins.storage, { name: "Ada", email });
    const { from, into } = twins;
    await twins.createOrganization("acme", [
      [from, "owner"],
      [into, "viewer"],
    ]);
    await twins.createOrganization("beta", [
      [from, "viewer"],
      [into, "owner"],
    ]);
    await twins.createOrganization("gamma", [[from, "author"]]);
    await twins.forgetEvents();
    return twins;
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
