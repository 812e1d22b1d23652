import type { KeyPart, Location } from "../store/mod.ts";
import { usersOfAddress } from "./email_addresses.ts";

/** The invited user, by email address or by ID. */
export type Invitee = { email: string } | { userId: string };

/** Returns the location of an invitation, in the organization's partition. Each invitee has at most one invitation per organization. */
export function invitationLocation(invitee: Invitee, organizationSlug: string): Location {
  return { partition: ["org", organizationSlug], key: ["invitation", ...inviteeParts(invitee)] };
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

/** True if two email addresses are equal. ASCII case is ignored. */
export function isSameAddress(one: string, other: string): boolean {
  return usersOfAddress(one)[1] === usersOfAddress(other)[1];
}
