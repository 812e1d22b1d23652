import type { Access, Invitations, Memberships, Sessions, User, Users } from "../../access/mod.ts";
import { operatorLocation, StoredIdentity, userLocation } from "../../access/mod.ts";
import { AlreadyExistsError, InvalidInputError, NotFoundError } from "../../base/errors.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import type { Organizations } from "../../content/mod.ts";
import type { DeliveryRound } from "../../events/mod.ts";
import type { MemberActions } from "../actions/member_actions.ts";
import { AddressProofs } from "./address_proofs.ts";
import { FirstRun } from "./first_run.ts";
import { KeyNotices } from "./key_notices.ts";
import { Mailer, type MailerDeps } from "./mailer.ts";
import { createOwned, type NewOrganization } from "./new_organizations.ts";
import { PeopleRefusedError } from "./people_errors.ts";
import { PeopleLinks } from "./people_links.ts";

/** Maximum number of organizations that a member who is no operator creates within a day. */
const mostCreated = 5;
const day = 86_400_000;

/** Dependencies of {@link People}. */
export interface PeopleDeps extends MailerDeps {
  randomBytes: RandomBytes;
  users: Users;
  sessions: Sessions;
  invitations: Invitations;
  memberships: Memberships;
  organizations: Organizations;
  members: MemberActions;
  identity: Access["identity"];
  hasStoredOrganizations: boolean;
  onError: (error: unknown) => void;
}

/** The ways by which people come to the dashboard: the first run, links that sign in, and mail. */
export class People {
  /** Makes the first organization and its owner, in a store without users and organizations. */
  readonly firstRun: FirstRun;
  /** Links that sign members and invited people in. */
  readonly links: PeopleLinks;
  /** Proofs of the addresses that users add. */
  readonly addresses: AddressProofs;
  /** True if mail can be sent. */
  readonly canMail: boolean;
  readonly #deps: PeopleDeps;
  readonly #notices: KeyNotices;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
    const mailer = new Mailer(deps);
    this.canMail = mailer.canSend;
    this.links = new PeopleLinks({ ...deps, isOperator: (userId) => this.isOperator(userId) }, mailer);
    this.addresses = new AddressProofs(deps, mailer);
    this.#notices = new KeyNotices(deps, mailer);
    this.firstRun = new FirstRun({
      ...deps,
      isOffered: this.hasStoredOrganizations,
      setOperator: (userId, isOperator) => this.setOperator(userId, isOperator),
      createOrganization: (owner, organization) => createOwned(deps, owner, organization),
    });
  }

  /** True if the store has the organizations and their members, not the host. */
  get hasStoredOrganizations(): boolean {
    return this.#deps.hasStoredOrganizations && this.#deps.identity instanceof StoredIdentity;
  }

  /** Returns true if a user is an operator, who may create organizations in the dashboard. */
  async isOperator(userId: string): Promise<boolean> {
    return this.#deps.store.has(operatorLocation(userId));
  }

  /**
   * Makes a user an operator, or ends it.
   *
   * @throws {NotFoundError} if the user does not exist
   */
  async setOperator(userId: string, isOperator: boolean): Promise<void> {
    const { partition, key } = operatorLocation(userId);
    const result = await this.#deps.store.commit(partition, {
      checks: [{ key: userLocation(userId).key, exists: true }],
      ...(isOperator ? { sets: [{ key, data: {} }] } : { deletes: [key] }),
    });
    if (!result.committed) throw new NotFoundError(`Cannot change the user: there is no user "${userId}"`);
  }

  /** Notes that a user has signed in with an OpenID provider. Owners no longer see sign-in links of the user. */
  async noteOpenId({ id }: Pick<User, "id">): Promise<void> {
    const { store } = this.#deps;
    const location = userLocation(id);
    await store.writes.repeatInTurn(location, `Cannot sign in: the user "${id}"`, async () => {
      const found = await store.get<User>(location);
      if (found === null || found.data.hasOpenId === true) return true;
      const { partition, key } = location;
      const checks = [{ key, version: found.version }];
      const sets = [{ key, data: { ...found.data, hasOpenId: true } }];
      return (await store.commit(partition, { checks, sets })).committed || null;
    });
  }

  /**
   * Creates an organization on behalf of a user, who becomes its owner.
   *
   * @param options.isAllowed true if every member may create organizations. Default: only operators may.
   * @returns the slug
   * @throws {PeopleRefusedError} if the user may not create organizations, or has created too many
   * @throws {InvalidInputError} if the input is invalid
   * @throws {AlreadyExistsError} if the slug is taken
   */
  async createOrganization(
    userId: string,
    input: NewOrganization,
    { isAllowed = false }: { isAllowed?: boolean } = {},
  ): Promise<string> {
    const { store, clock, users } = this.#deps;
    const action = "Cannot create the organization";
    const [user, isOperator] = await Promise.all([users.get(userId), this.isOperator(userId)]);
    if (user?.status !== "active" || !this.hasStoredOrganizations || !(isOperator || isAllowed)) {
      throw new PeopleRefusedError(403, `${action}: only an operator of this server may`);
    }
    if (isOperator) return createOwned(this.#deps, user, input);
    const count = async (add: 1 | -1): Promise<boolean> => {
      const sum = { key: ["created"], add, max: mostCreated, expiresAt: clock.now() + day };
      return (await store.commit(["people", "created-by", userId], { sums: [sum] })).committed;
    };
    if (!(await count(1)))
      throw new PeopleRefusedError(
        429,
        `${action}: you created ${mostCreated} within a day. Try again tomorrow`,
      );
    try {
      return await createOwned(this.#deps, user, input);
    } catch (error) {
      if (error instanceof InvalidInputError || error instanceof AlreadyExistsError) await count(-1);
      throw error;
    }
  }

  /**
   * Mails notices of keys that expire soon.
   *
   * @returns the time of the next round, in milliseconds since the epoch
   */
  async sendKeyNotices(round: DeliveryRound): Promise<number> {
    return this.#notices.send(round);
  }
}
