import { readInvitations } from "../export_access.ts";
import { given } from "../../base/given.ts";
import type { Actor } from "../../base/actor.ts";
import { AlreadyExistsError, ContentionError, NotFoundError, noOrganization } from "../../base/errors.ts";
import { compareTexts } from "../../base/text/fold_text.ts";
import type { Change, InvitationEventData } from "../../events/mod.ts";
import { randomId } from "../../base/secrets/random.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { checkOf, readPage, type Stored } from "../../store/mod.ts";
import { type AuditedAct, auditRecord } from "../audit.ts";
import type { Invitation, InvitationOfUser, InvitationPage } from "./invitation.ts";
import { invitationExpiry, type InvitationInput, validInvitation } from "./invitation_input.ts";
import { ensureAccessIndexed } from "../index_access.ts";
import {
  invitationEntries,
  type InvitationEntry,
  invitationIdKey,
  invitationKeys,
  invitationLocation,
  invitationsByTime,
  invitationsOfInvitee,
  type Invitee,
  inviteeOf,
  inviteesOf,
} from "./invitation_location.ts";
import {
  memberEvent,
  membershipLocation,
  organizationOfUserLocation,
} from "../memberships/membership_location.ts";
import { writtenMembership } from "../memberships/member_index.ts";
import type { Role } from "../permissions.ts";
import type { AccessDeps, Membership, User, Users } from "../users/users.ts";

/** Options for changing an invitation. */
export interface InvitationOptions extends Actor {
  /** Throws if the caller may not change an invitation to this role. Default: every caller may. */
  judge?: (before: Role) => void;
}

/** Identifies an invitation for the invited user. */
export interface InvitationId {
  organizationSlug: string;
  id: string;
}

/** Number of commits that are tried. Each repetition follows a different invitation of the same invitee. */
const attempts = 100;
/** Number of invitations of an invitee that are read in one batch. */
const readAtOnce = 100;

/**
 * Manages invitations to organizations. An invitation grants no access by itself: only the user with the invited address or ID can
 * accept it. Its link contains no secret.
 */
export class Invitations {
  readonly #deps: AccessDeps;
  readonly #users: Users;

  constructor(deps: AccessDeps, users: Users) {
    this.#deps = deps;
    this.#users = users;
  }

  /**
   * Invites an email address or a user. Replaces a pending invitation of the same invitee to the organization. Does not look up the
   * address, so the result does not reveal whether a user has it.
   *
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the organization or the given user ID does not exist
   */
  async create(
    organizationSlug: string,
    input: InvitationInput,
    { judge, by, via }: InvitationOptions = {},
  ): Promise<Invitation> {
    const action = "Cannot invite the user";
    const valid = validInvitation(input, action);
    const now = this.#deps.clock.now();
    const expiresAt = invitationExpiry(valid, now, action);
    if ((await this.#deps.findOrganization(organizationSlug)) === null)
      throw noOrganization(action, organizationSlug);
    if ("userId" in valid && (await this.#users.get(valid.userId)) === null) {
      throw new NotFoundError(`${action}: there is no user "${valid.userId}"`);
    }
    const { expiresIn: _expiresIn, ...named } = valid;
    const invitation: Invitation = {
      id: randomId(this.#deps.randomBytes),
      ...named,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      ...given({ by, via }),
    };
    return this.#write(organizationSlug, invitation, { judge, action });
  }

  /** Lists the pending invitations to an organization, in no particular order. */
  async *iterate(organizationSlug: string): AsyncGenerator<Invitation> {
    yield* readInvitations(this.#deps.store, organizationSlug);
  }

  /**
   * Returns a page of the pending invitations to an organization, the latest first.
   *
   * @throws {RangeError} if `limit` is out of range
   */
  async list(organizationSlug: string, { limit = 50, after }: PageQuery = {}): Promise<InvitationPage> {
    requirePageLimit("Cannot list the invitations", limit);
    const { store, clock } = this.#deps;
    await ensureAccessIndexed(store, organizationSlug);
    const { items, next } = await readPage<InvitationEntry, Invitation>(store, ["org", organizationSlug], {
      ranges: [{ prefix: invitationsByTime, reverse: true }],
      limit,
      after,
      read: async (entries) => {
        const found = await store.getReadable<Invitation[]>(
          entries.map(({ data }) => invitationLocation(data.invitee, organizationSlug)),
        );
        return found.map((record, index) => {
          const isCurrent = record?.data.id === entries[index]?.data.id;
          return record !== null && isCurrent && isPending(record.data, clock.now()) ? record.data : null;
        });
      },
    });
    return { invitations: items, next };
  }

  /**
   * Lists the pending invitations that a user can accept or decline, sorted by the organizations' slugs.
   *
   * @param options.most maximum number of invitations. Default: all
   * @param options.user the user, if the caller has read the record
   */
  async allOfUser(
    userId: string,
    { most = Number.POSITIVE_INFINITY, user: known }: { most?: number; user?: User } = {},
  ): Promise<InvitationOfUser[]> {
    const user = known ?? (await this.#users.get(userId));
    if (user === null) return [];
    const pending = async (invitee: Invitee): Promise<InvitationOfUser[]> => {
      const found: InvitationOfUser[] = [];
      for await (const invitations of this.#of(invitee, userId)) {
        found.push(...invitations);
        if (found.length >= most) break;
      }
      return found;
    };
    const found = (await Promise.all(inviteesOf(user).map(pending))).flat();
    const sorted = found.toSorted((one, other) => compareTexts(one.organizationSlug, other.organizationSlug));
    return sorted.slice(0, most);
  }

  /** Returns a pending invitation of an email address, or null. */
  async findByEmail(email: string): Promise<InvitationOfUser | null> {
    for await (const [invitation] of this.#of({ email })) if (invitation !== undefined) return invitation;
    return null;
  }

  /** Returns a pending invitation to an organization, or null. */
  async get({ organizationSlug, id }: InvitationId): Promise<Invitation | null> {
    const found = await this.#find(organizationSlug, id);
    return found !== null && isPending(found.data, this.#deps.clock.now()) ? found.data : null;
  }

  /**
   * Makes the invited user a member, with the role of the invitation.
   *
   * @param options.hasLink true if the caller has verified a link of the invitation. Any user can accept with it. Default: false.
   * @throws {NotFoundError} if the user has no such pending invitation
   * @throws {AlreadyExistsError} if the user is already a member
   */
  async accept(
    userId: string,
    { organizationSlug, id }: InvitationId,
    { hasLink = false }: { hasLink?: boolean } = {},
  ): Promise<Membership> {
    const action = "Cannot accept the invitation";
    const found = await this.#require(userId, { organizationSlug, id }, action, hasLink);
    const { user, key, invitation, version } = found;
    const { role, by, via } = invitation;
    const place = organizationOfUserLocation(user.id, organizationSlug);
    // Write the user's list entry first: readers skip entries without a membership.
    await this.#deps.store.commit(place.partition, {
      sets: [{ key: place.key, data: { organizationSlug } }],
    });
    const member = membershipLocation(user.id, organizationSlug);
    const membership: Membership = { userId: user.id, role };
    const written = writtenMembership(membership, user);
    const subject = subjectOf(invitation);
    const accepted: AuditedAct = { action: "invitation.accepted", subject, by: user.id, detail: role };
    const set: AuditedAct = { action: "member.set", subject: user.id, by, via, detail: role };
    const changes = {
      checks: [
        { key, version },
        { key: member.key, exists: false },
      ],
      deletes: [key, ...invitationKeys(invitation), ...written.deletes],
      sets: [...written.sets, auditRecord(this.#deps, accepted), auditRecord(this.#deps, set)],
    };
    const events = [invitationEvent(invitation, "accepted"), memberEvent({ id: user.id, role })];
    const result = await this.#deps.outbox.commit(organizationSlug, changes, events);
    if (!result.committed) {
      if ((await this.#deps.store.get(member)) === null) throw noSuchInvitation(action);
      throw new AlreadyExistsError(`${action}: "${user.id}" is already a member of "${organizationSlug}"`);
    }
    return membership;
  }

  /**
   * Ends an invitation on behalf of the invited user.
   *
   * @throws {NotFoundError} if the user has no such pending invitation
   */
  async decline(userId: string, { organizationSlug, id }: InvitationId): Promise<void> {
    const action = "Cannot decline the invitation";
    const { user, key, invitation, version } = await this.#require(userId, { organizationSlug, id }, action);
    const { role } = invitation;
    const subject = subjectOf(invitation);
    const act: AuditedAct = { action: "invitation.declined", subject, by: user.id, detail: role };
    const event = invitationEvent(invitation, "declined");
    await this.#end(organizationSlug, { key, invitation, version }, { act, action, event });
  }

  /**
   * Ends an invitation on behalf of the organization.
   *
   * @throws {NotFoundError} if the organization has no such pending invitation
   */
  async revoke(
    { organizationSlug, id }: InvitationId,
    { judge, by, via }: InvitationOptions = {},
  ): Promise<void> {
    const action = "Cannot revoke the invitation";
    const found = await this.#find(organizationSlug, id);
    if (found === null) {
      throw new NotFoundError(`${action}: "${organizationSlug}" has no pending invitation "${id}"`);
    }
    const { data: invitation, version } = found;
    judge?.(invitation.role);
    const { key } = invitationLocation(inviteeOf(invitation), organizationSlug);
    const subject = subjectOf(invitation);
    const act: AuditedAct = { action: "invitation.revoked", subject, by, via, detail: invitation.role };
    const event = invitationEvent(invitation, "revoked");
    await this.#end(organizationSlug, { key, invitation, version }, { act, action, event });
  }

  /** Writes an invitation. Returns it, or an equal invitation that was written at the same time. */
  async #write(
    organizationSlug: string,
    invitation: Invitation,
    { judge, action }: { judge: InvitationOptions["judge"]; action: string },
  ): Promise<Invitation> {
    const { store, outbox } = this.#deps;
    const invitee = inviteeOf(invitation);
    const expiresAt = Date.parse(invitation.expiresAt);
    // Write the invitee's list entry first: readers skip entries without an invitation, and the entry expires.
    const listed = { key: [organizationSlug], data: { organizationSlug }, expiresAt };
    await store.commit(invitationsOfInvitee(invitee), { sets: [listed] });
    const { partition, key } = invitationLocation(invitee, organizationSlug);
    const { by, via, role } = invitation;
    const subject = subjectOf(invitation);
    const act: AuditedAct = { action: "invitation.created", subject, by, via, detail: role };
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = await store.get<Invitation>({ partition, key });
      if (before !== null) judge?.(before.data.role);
      if (attempt > 0 && before !== null && isSameOffer(before.data, invitation)) return before.data;
      const record = { key, data: invitation, expiresAt };
      const changes = {
        checks: [checkOf(key, before)],
        sets: [record, ...invitationEntries(invitation), auditRecord(this.#deps, act)],
        deletes: before === null ? [] : invitationKeys(before.data),
      };
      const event = invitationEvent(invitation, "pending");
      const result = await outbox.commit(organizationSlug, changes, [event]);
      if (result.committed) return invitation;
    }
    throw new ContentionError(
      `${action}: the invitation was changed at the same time, ${attempts} times in a row`,
    );
  }

  /** Lists the pending invitations of an invitee in pages, without those to organizations of the user. */
  async *#of(invitee: Invitee, userId?: string): AsyncGenerator<InvitationOfUser[]> {
    const { store } = this.#deps;
    const entries = store.listPages<{ organizationSlug: string }>(
      invitationsOfInvitee(invitee),
      { prefix: [] },
      readAtOnce,
    );
    for await (const page of entries) {
      const slugs = page.map(({ data }) => data.organizationSlug);
      const memberships = userId === undefined ? [] : slugs.map((slug) => membershipLocation(userId, slug));
      const found = await store.getMany<Invitation[]>([
        ...slugs.map((slug) => invitationLocation(invitee, slug)),
        ...memberships,
      ]);
      yield slugs.flatMap((organizationSlug, index) => {
        const invitation = found[index]?.data;
        const isMember = (found[slugs.length + index] ?? null) !== null;
        return invitation === undefined || isMember ? [] : [{ ...invitation, organizationSlug }];
      });
    }
  }

  /** Returns the organization's invitation with this ID, or null. */
  async #find(organizationSlug: string, id: string): Promise<Stored<Invitation> | null> {
    const { store } = this.#deps;
    const partition = ["org", organizationSlug];
    await ensureAccessIndexed(store, organizationSlug);
    const entry = await store.get<InvitationEntry>({ partition, key: invitationIdKey(id) });
    if (entry === null) return null;
    const found = await store.get<Invitation>(invitationLocation(entry.data.invitee, organizationSlug));
    return found?.data.id === id ? found : null;
  }

  /** Returns the user's invitation with this ID, or throws. */
  async #require(
    userId: string,
    { organizationSlug, id }: InvitationId,
    action: string,
    hasLink = false,
  ): Promise<FoundInvitation & { user: User }> {
    const user = await this.#users.get(userId);
    if (user?.status === "active") {
      const linked = hasLink ? await this.get({ organizationSlug, id }) : null;
      for (const invitee of linked === null ? inviteesOf(user) : [inviteeOf(linked)]) {
        const location = invitationLocation(invitee, organizationSlug);
        const found = await this.#deps.store.get<Invitation>(location);
        if (found?.data.id === id) {
          return { user, key: location.key, invitation: found.data, version: found.version };
        }
      }
    }
    throw noSuchInvitation(action);
  }

  async #end(
    organizationSlug: string,
    { key, invitation, version }: FoundInvitation,
    { act, action, event }: { act: AuditedAct; action: string; event: Change },
  ): Promise<void> {
    const changes = {
      checks: [{ key, version }],
      deletes: [key, ...invitationKeys(invitation)],
      sets: [auditRecord(this.#deps, act)],
    };
    const result = await this.#deps.outbox.commit(organizationSlug, changes, [event]);
    if (!result.committed) throw noSuchInvitation(action);
  }
}

interface FoundInvitation {
  key: readonly (string | number)[];
  invitation: Invitation;
  version: string;
}

/** True if two invitations of an invitee differ only in their ID, time and inviter. */
function isSameOffer(one: Invitation, other: Invitation): boolean {
  return one.role === other.role && one.name === other.name && lifetimeOf(one) === lifetimeOf(other);
}

function lifetimeOf({ createdAt, expiresAt }: Invitation): number {
  return Date.parse(expiresAt) - Date.parse(createdAt);
}

function isPending({ expiresAt }: Invitation, now: number): boolean {
  return Date.parse(expiresAt) > now;
}

function invitationEvent(
  { id, email, userId, role, by }: Invitation,
  status: InvitationEventData["status"],
): Change {
  return { type: "invitation.changed", data: { id, status, role, ...given({ email, userId, by }) } };
}

function subjectOf({ email, userId = "" }: Invitation): string {
  return email ?? userId;
}

function noSuchInvitation(action: string): NotFoundError {
  return new NotFoundError(
    `${action}: it is not pending for you; it may have been revoked or replaced, or have expired`,
  );
}
