import {
  auditRecord,
  emailInput,
  type Invitation,
  type InvitationId,
  type Invitations,
  randomBase62,
  sha256Hex,
  type Sessions,
  type SignInFacts,
  type SignInLink,
  type StartedSession,
  type User,
  type Users,
} from "../../access/mod.ts";
import * as v from "valibot";
import type { BackgroundTasks } from "../../base/background_tasks.ts";
import { NotFoundError } from "../../base/errors.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import { sessionTokenLength } from "../../base/secrets/secret_forms.ts";
import type { Organizations } from "../../content/mod.ts";
import type { Location, StoreAndClock } from "../../store/mod.ts";
import type { AdminActor } from "../actions/admin_actor.ts";
import type { MemberActions } from "../actions/member_actions.ts";
import { composeMail, nameInMail } from "./compose_mail.ts";
import type { Mailer } from "./mailer.ts";
import { PeopleRefusedError } from "./people_errors.ts";

/** Lifetime of a link that an owner passes on. */
const shownLife = "24h";
/** Lifetime of a link that is mailed. */
const mailedLife = "1h";
/** Maximum number of users with the same address who get a link each. */
const mostUsers = 10;
const tokenForm = new RegExp(`^[0-9A-Za-z]{${sessionTokenLength}}$`);

/** The ways in which a member can get a sign-in link from an owner. */
export interface MemberLink {
  member: User;
  /** True if the owner may see the link. The user is then in no other organization, is no operator and never used an OpenID provider. */
  isShown: boolean;
  /** The address that the link can be mailed to. Undefined if the user has no address, or mail is not set up. */
  mailTo: string | undefined;
}

/** The invitation of a link, as the page of the link shows it. */
export interface InvitationLink extends InvitationId {
  invitation: Invitation;
  organizationName: string;
  /** True if the link was mailed to the invited address, which proves it. */
  isMailed: boolean;
}

interface InvitationLinkRecord extends InvitationId {
  isMailed: boolean;
}

/** A member of the actor's organization. */
interface MemberAddress {
  actor: AdminActor;
  userId: string;
}

/** Returns the address of the page of a link. */
export type AddressOfLink = (token: string) => string;

/** Returns the addresses of the pages of links. */
export interface LinkAddresses {
  signIn: AddressOfLink;
  join: AddressOfLink;
  /** Page that proves an email address. */
  proof: AddressOfLink;
}

/** Dependencies of {@link PeopleLinks}. */
export interface PeopleLinksDeps extends StoreAndClock {
  randomBytes: RandomBytes;
  users: Users;
  sessions: Sessions;
  invitations: Invitations;
  organizations: Organizations;
  members: MemberActions;
  isOperator: (userId: string) => Promise<boolean>;
  tasks: BackgroundTasks;
  onError: (error: unknown) => void;
}

/**
 * Links that sign members and invited people in. A link signs in a user with all organizations. So a link that another member sees opens the
 * organization of that member only.
 */
export class PeopleLinks {
  readonly #deps: PeopleLinksDeps;
  readonly #mailer: Mailer;

  constructor(deps: PeopleLinksDeps, mailer: Mailer) {
    this.#deps = deps;
    this.#mailer = mailer;
  }

  /**
   * Returns the ways in which a member can get a sign-in link.
   *
   * @throws {GrantRefusedError} if the actor is no owner
   * @throws {NotFoundError} if the organization has no such active member
   */
  async ofMember({ actor, userId }: MemberAddress): Promise<MemberLink> {
    const { users, members, isOperator } = this.#deps;
    const action = "Cannot make the sign-in link";
    const reading = Promise.all([
      members.get({ actor, userId }),
      users.get(userId),
      users.listOrganizations(userId, { limit: 2 }),
      isOperator(userId),
    ]);
    reading.catch(() => undefined);
    // A link acts for the member, so it needs the highest role.
    await members.requireGrant(actor, "owner", action);
    const [{ status }, member, { slugs }, isOfOperator] = await reading;
    if (member === null || status !== "active") {
      throw new NotFoundError(`${action}: "${userId}" is no active member`);
    }
    const isHereOnly = slugs.every((slug) => slug === actor.organizationSlug);
    return {
      member,
      isShown: isHereOnly && !isOfOperator && member.hasOpenId !== true,
      mailTo: this.#mailer.canSend ? member.email : undefined,
    };
  }

  /**
   * Makes a link that signs a member in once, within a day. Its session opens the organization of the actor only.
   *
   * @throws {PeopleRefusedError} if the actor may not see a link of the member
   */
  async createForMember(address: MemberAddress): Promise<SignInLink> {
    const { isShown } = await this.ofMember(address);
    if (!isShown) {
      throw new PeopleRefusedError(
        403,
        "Cannot show the sign-in link: the user is in other organizations, is an operator, or signs in with an OpenID provider",
      );
    }
    const { organizationSlug } = address.actor;
    const link = await this.#deps.sessions.createLink(address.userId, {
      expiresIn: shownLife,
      organizationSlug,
    });
    await this.#audit(address.actor, "member.sign-in-link", address.userId);
    return link;
  }

  /**
   * Mails a member a link that signs them in once, within an hour.
   *
   * @throws {PeopleRefusedError} if the member has no address, or too many mails were sent
   */
  async mailToMember(address: MemberAddress, urlOf: AddressOfLink): Promise<string> {
    const { member, mailTo } = await this.ofMember(address);
    if (mailTo === undefined) {
      throw new PeopleRefusedError(
        409,
        "Cannot mail the link: the member has no email address, or no mail is set up",
      );
    }
    await this.#mailer.admit(mailTo, { organizationSlug: address.actor.organizationSlug });
    await this.#mailSignIn(mailTo, [member], urlOf);
    await this.#audit(address.actor, "member.sign-in-link", member.id);
    return mailTo;
  }

  /**
   * Makes a link of an invitation of an email address. Whoever opens it first can accept, as a new user without an email address.
   *
   * @throws {GrantRefusedError} if the role of the invitation has more permissions than the actor
   * @throws {NotFoundError} if no such invitation of an address is pending
   */
  async createForInvitation(
    actor: AdminActor,
    id: string,
  ): Promise<{ token: string; invitation: Invitation }> {
    const invitation = await this.#requireInvitation(actor, id);
    const { organizationSlug } = actor;
    const token = await this.#createJoinLink({ organizationSlug, id, isMailed: false }, invitation);
    await this.#audit(actor, "invitation.link", invitation.email ?? "");
    return { token, invitation };
  }

  /**
   * Mails an invitation to the invited address. The link proves the address, so it signs in the user with that address, or creates one.
   *
   * @throws {PeopleRefusedError} if too many mails were sent, or no mail is set up
   */
  async mailInvitation(actor: AdminActor, id: string, urlOf: AddressOfLink): Promise<string> {
    const invitation = await this.#requireInvitation(actor, id);
    const { organizationSlug } = actor;
    const to = invitation.email ?? "";
    await this.#mailer.admit(to, { organizationSlug });
    const inviter = (await this.#deps.users.get(actor.userId))?.name;
    await this.#mailJoin({ organizationSlug, id }, invitation, { to, inviter, urlOf });
    await this.#audit(actor, "invitation.link", to);
    return to;
  }

  /**
   * Mails sign-in links to the users with an email address, or their invitation to somebody who is invited and no user yet. It never rejects,
   * and returns nothing, so that nobody learns whether an address is known. The end of the process waits for it.
   */
  async mailTo(email: string, urls: LinkAddresses): Promise<void> {
    const mailing = this.#mailTo(email, urls);
    this.#deps.tasks.add(mailing);
    return mailing;
  }

  async #mailTo(email: string, urls: LinkAddresses): Promise<void> {
    const { users, invitations, onError } = this.#deps;
    try {
      const address = v.safeParse(emailInput, email);
      if (!address.success) return;
      const to = address.output;
      const found = await users.findByEmail(to);
      const active = found.filter(({ status }) => status === "active").slice(0, mostUsers);
      const invitation = found.length === 0 ? await invitations.findByEmail(to) : null;
      if (active.length === 0 && invitation === null) return;
      await this.#mailer.admit(to);
      // Use the stored address: a mail must not go to an address that only compares as equal.
      if (invitation === null) await this.#mailSignIn(active[0]?.email ?? to, active, urls.signIn);
      else {
        const whom = { to: invitation.email ?? to, inviter: undefined, urlOf: urls.join };
        await this.#mailJoin(invitation, invitation, whom);
      }
    } catch (error) {
      if (!(error instanceof PeopleRefusedError)) onError(error);
    }
  }

  /** Returns the invitation of a link, or null if the link or the invitation is over. Does not use up the link. */
  async findInvitation(token: string): Promise<InvitationLink | null> {
    const { store, invitations, organizations } = this.#deps;
    if (!tokenForm.test(token)) return null;
    const link = (await store.get<InvitationLinkRecord>(joinLocation(token)))?.data;
    if (link === undefined) return null;
    const [invitation, organization] = await Promise.all([
      invitations.get(link),
      organizations.get(link.organizationSlug),
    ]);
    if (invitation === null || organization === null) return null;
    return { ...link, invitation, organizationName: organization.name };
  }

  /**
   * Accepts the invitation of a link, and signs in. The link works once, because its invitation ends.
   *
   * @param facts.name name of a new user
   * @returns null if the link or the invitation is over
   * @throws {AlreadyExistsError} if the user with the proved address is already a member
   * @throws {InvalidInputError} if the name is invalid
   */
  async join(
    token: string,
    { name, ...facts }: SignInFacts & { name: string },
  ): Promise<{ session: StartedSession; organizationSlug: string } | null> {
    const link = await this.findInvitation(token);
    if (link === null) return null;
    const { invitation, organizationSlug, id, isMailed } = link;
    const { users, invitations, sessions } = this.#deps;
    const email = isMailed ? invitation.email : undefined;
    const found = email === undefined ? [] : await users.findByEmail(email);
    const known = found.find(({ status }) => status === "active") ?? found[0];
    const user = known ?? (await users.create({ name, ...(email !== undefined && { email }) }));
    try {
      await invitations.accept(user.id, { organizationSlug, id }, { hasLink: true });
    } catch (error) {
      // After another error, the store may have the membership.
      if (!(error instanceof NotFoundError)) throw error;
      // Another browser was faster. Its request can have found a user with an address, but no other user.
      if (email === undefined) await users.delete(user.id);
      return null;
    }
    const place = isMailed ? {} : { organizationSlug };
    const session = await sessions.startFor(user.id, facts, place);
    return session && { session, organizationSlug };
  }

  async #requireInvitation(actor: AdminActor, id: string): Promise<Invitation> {
    const { members, invitations } = this.#deps;
    const action = "Cannot make the link";
    await members.requireGrant(actor, "viewer", action);
    const { organizationSlug } = actor;
    const invitation = await invitations.get({ organizationSlug, id });
    if (invitation?.email === undefined) {
      throw new NotFoundError(`${action}: no invitation "${id}" of an address is pending`);
    }
    await members.requireGrant(actor, invitation.role, action);
    return invitation;
  }

  async #createJoinLink(data: InvitationLinkRecord, { expiresAt }: Invitation): Promise<string> {
    const token = randomBase62(this.#deps.randomBytes, sessionTokenLength);
    const { partition, key } = joinLocation(token);
    const set = { key, data, expiresAt: Date.parse(expiresAt) };
    await this.#deps.store.commit(partition, { sets: [set] });
    return token;
  }

  async #mailSignIn(to: string, users: readonly User[], urlOf: AddressOfLink): Promise<void> {
    const links = await Promise.all(
      users.map(async ({ id, name }) => {
        const { token } = await this.#deps.sessions.createLink(id, { expiresIn: mailedLife });
        return { name: nameInMail(name), url: urlOf(token) };
      }),
    );
    const parts = links.flatMap(({ name, url }) => [
      `Open this link and press the button to sign in as ${name}. It works once, within an hour:`,
      { url, label: "Sign in" },
    ]);
    const ignore = "If you did not ask for it, ignore this mail. Nobody can sign in without the link.";
    await this.#mailer.send(
      composeMail({ kind: "sign-in-link", to, subject: "Your sign-in link", parts: [...parts, ignore] }),
    );
  }

  async #mailJoin(
    { organizationSlug, id }: InvitationId,
    invitation: Invitation,
    { to, inviter, urlOf }: { to: string; inviter: string | undefined; urlOf: AddressOfLink },
  ): Promise<void> {
    const organization = await this.#deps.organizations.get(organizationSlug);
    const where = nameInMail(organization?.name ?? organizationSlug);
    const token = await this.#createJoinLink({ organizationSlug, id, isMailed: true }, invitation);
    const by = inviter === undefined ? "You are invited" : `${nameInMail(inviter)} invites you`;
    const parts = [
      `${by} to "${where}" as ${invitation.role}. Open this link to accept, until ${invitation.expiresAt.slice(0, 10)}:`,
      { url: urlOf(token), label: "Accept the invitation" },
      "If you do not know the sender, ignore this mail. Nothing happens then.",
    ];
    await this.#mailer.send(
      composeMail({ kind: "invitation", to, subject: `Invitation to "${where}"`, parts }),
    );
  }

  async #audit(
    actor: AdminActor,
    action: "member.sign-in-link" | "invitation.link",
    subject: string,
  ): Promise<void> {
    const { userId, organizationSlug, apiKey } = actor;
    const entry = auditRecord(this.#deps, { action, subject, by: userId, via: apiKey?.id });
    await this.#deps.store.commit(["org", organizationSlug], { sets: [entry] });
  }
}

function joinLocation(token: string): Location {
  return { partition: ["invitation-link", sha256Hex(token)], key: ["link"] };
}
