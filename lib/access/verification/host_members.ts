import { callQuestion } from "../../store/mod.ts";
import type { Identity } from "./identity.ts";
import type { MemberPort } from "./member_port.ts";

/** Reads members through the host's identity port. */
export function hostMembers(identity: Identity): MemberPort {
  return {
    identity,
    member: (userId, organization) => callQuestion(() => identity.findMember(userId, organization)),
  };
}
