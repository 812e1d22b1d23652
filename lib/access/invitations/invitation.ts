import type { Role } from "../permissions.ts";

/** A pending invitation to an organization. It ends when it is accepted, declined, revoked or replaced, or when it expires. */
export interface Invitation {
  id: string;
  /** The invited address. Absent if a user was invited by ID. */
  email?: string;
  /** ID of the invited user. Absent if an address was invited. */
  userId?: string;
  /** Name for the user who is created at the first sign-in with an OpenID provider. Default: the address. */
  name?: string;
  role: Role;
  /** RFC 3339. */
  createdAt: string;
  /** RFC 3339. */
  expiresAt: string;
  /** ID of the inviting user, if known. */
  by?: string;
  /** ID of the API key that was used. */
  via?: string;
}

/** A pending invitation with the organization it is for. */
export interface InvitationOfUser extends Invitation {
  organizationSlug: string;
}

/** A page of the pending invitations. */
export interface InvitationPage {
  invitations: Invitation[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}
