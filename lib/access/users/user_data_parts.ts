import { forEachRecord } from "../../base/bounded_tasks.ts";
import { eventRange } from "../../events/mod.ts";
import { encodeKey } from "../../store/mod.ts";
import { auditPrefix, auditRecord } from "../audit.ts";
import { credentialLocation } from "../verification/credential.ts";
import { findUsersByAddress } from "./email_addresses.ts";
import {
  invitationKeys,
  invitationLocation,
  invitationsOfInvitee,
  inviteesOf,
} from "../invitations/invitation_location.ts";
import { savedFiltersKey } from "./saved_filters.ts";
import { sessionLocation } from "../sessions/session_record.ts";
import { listOrganizationsOfUser } from "./user.ts";

/** The parts of other modules that the export and the erasure of a user need. */
export interface UserDataParts {
  auditPrefix: typeof auditPrefix;
  auditRecord: typeof auditRecord;
  credentialLocation: typeof credentialLocation;
  eventRange: typeof eventRange;
  findUsersByAddress: typeof findUsersByAddress;
  forEachRecord: typeof forEachRecord;
  invitationKeys: typeof invitationKeys;
  invitationLocation: typeof invitationLocation;
  invitationsOfInvitee: typeof invitationsOfInvitee;
  inviteesOf: typeof inviteesOf;
  listOrganizationsOfUser: typeof listOrganizationsOfUser;
  sessionLocation: typeof sessionLocation;
  /** Returns the encoded key of the saved filters of a user. */
  filtersKeyOf: (userId: string) => string;
}

/**
 * The parts as an argument of modules that are loaded when they are first needed. If those modules imported them, bundlers would split the
 * modules that are loaded first.
 */
export const userDataParts: UserDataParts = {
  auditPrefix,
  auditRecord,
  credentialLocation,
  eventRange,
  findUsersByAddress,
  forEachRecord,
  invitationKeys,
  invitationLocation,
  invitationsOfInvitee,
  inviteesOf,
  listOrganizationsOfUser,
  sessionLocation,
  filtersKeyOf: (userId) => encodeKey(savedFiltersKey(userId)),
};
