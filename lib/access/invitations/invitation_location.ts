import type { KeyPart, Location } from "../../store/mod.ts";
import type { Invitation } from "./invitation.ts";
import { usersOfAddress } from "../users/email_addresses.ts";
import type { User } from "../users/user.ts";

/** The invited user, by email address or by ID. */
export type Invitee = { email: string } | { userId: string };

/** Returns the location of an invitation, in the organization's partition. Each invitee has at most one invitation per organization. */
export function invitationLocation(invitee: Invitee, organizationSlug: string): Location {
  return { partition: ["org", organizationSlug], key: ["invitation", ...inviteeParts(invitee)] };
}

/** Prefix of the entries of invitations by time, in the organization's partition. */
export const invitationsByTime: readonly KeyPart[] = ["invitation-by", "time"];

/** An entry of the index of an organization's invitations. An entry whose invitation has another ID is outdated. */
export interface InvitationEntry {
  id: string;
  invitee: Invitee;
}

/** Returns the entries of an invitation, in the organization's partition. They expire with it. */
export function invitationEntries(
  invitation: Invitation,
): { key: readonly KeyPart[]; data: InvitationEntry; expiresAt: number }[] {
  const { id, expiresAt } = invitation;
  const entry = { data: { id, invitee: inviteeOf(invitation) }, expiresAt: Date.parse(expiresAt) };
  return invitationKeys(invitation).map((key) => ({ key, ...entry }));
}

/** Returns the keys of an invitation's entries. */
export function invitationKeys({
  id,
  createdAt,
}: Pick<Invitation, "id" | "createdAt">): (readonly KeyPart[])[] {
  return [[...invitationsByTime, Date.parse(createdAt), id], invitationIdKey(id)];
}

/** Returns the key of the entry by which an invitation is found by its ID. */
export function invitationIdKey(id: string): readonly KeyPart[] {
  return ["invitation-by", "id", id];
}

/** Returns the invitee of an invitation, which has an address or an ID. */
export function inviteeOf({ email, userId = "" }: Pick<Invitation, "email" | "userId">): Invitee {
  return email === undefined ? { userId } : { email };
}

/** Returns the ways a user can be invited: by ID, and by email address if the user has one. */
export function inviteesOf({ id, email }: Pick<User, "id" | "email">): Invitee[] {
  return email === undefined ? [{ userId: id }] : [{ email }, { userId: id }];
}

/** Returns the partition that lists the organizations of an invitee's invitations. An entry without an invitation is invalid. */
export function invitationsOfInvitee(invitee: Invitee): readonly KeyPart[] {
  return ["invitee", ...inviteeParts(invitee)];
}

/** An address becomes the hash that also finds its users, so both lookups compare addresses by the same rule. */
function inviteeParts(invitee: Invitee): KeyPart[] {
  return "userId" in invitee
    ? ["user", invitee.userId]
    : ["email", ...usersOfAddress(invitee.email).slice(1)];
}
