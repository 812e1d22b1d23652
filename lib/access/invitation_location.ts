import type { KeyPart, Location } from "../store/mod.ts";
import { usersOfAddress } from "./email_addresses.ts";

/** The invited user: by email address, or by id. */
export type Invitee = { email: string } | { userId: string };

/** Where the invitation of an invitee to an organization is: with all that belongs to the organization. There is at most one. */
export function invitationLocation(invitee: Invitee, organizationSlug: string): Location {
  return { partition: ["org", organizationSlug], key: ["invitation", ...inviteeParts(invitee)] };
}

/** The partition that lists the organizations which may have invited an invitee. Only the invitation itself is valid. */
export function invitationsOfInvitee(invitee: Invitee): readonly KeyPart[] {
  return ["invitee", ...inviteeParts(invitee)];
}

/** An address by the hash that finds its users, so both compare addresses by one rule. */
function inviteeParts(invitee: Invitee): KeyPart[] {
  return "userId" in invitee
    ? ["user", invitee.userId]
    : ["email", ...usersOfAddress(invitee.email).slice(1)];
}

/** Whether two email addresses are one: upper and lower case of ASCII make no difference. */
export function isSameAddress(one: string, other: string): boolean {
  return usersOfAddress(one)[1] === usersOfAddress(other)[1];
}
