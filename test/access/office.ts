import type { User } from "../../lib/mod.ts";
import { allOf } from "../async_items.ts";
import { UsersWorld } from "./users_world.ts";

const email = "ada@acme.example";

/** A store with two organizations. Ada and Bea own "acme", and Ada is an author of "beta". Ada has a key in both. */
export class Office extends UsersWorld {
  ada!: User;
  bea!: User;

  static async open(): Promise<Office> {
    const office = new Office();
    office.ada = await office.api.users.create({ name: "Ada", email });
    office.bea = await office.api.users.create({ name: "Bea" });
    await office.createOrganization("acme", [
      [office.ada, "owner"],
      [office.bea, "owner"],
    ]);
    await office.createOrganization("beta", [[office.ada, "author"]]);
    await office.forgetEvents();
    return office;
  }

  async namesOfUsers(): Promise<string[]> {
    return (await allOf(this.api.users.iterate())).map(({ name }) => name);
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
