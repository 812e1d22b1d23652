import type { Change, MemberEventData } from "../../events/mod.ts";

/** Returns the event of a changed membership. */
export function memberEvent(data: MemberEventData): Change {
  return { type: "member.changed", data };
}
