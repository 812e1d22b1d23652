import { type ChangeEventType, changeEventTypes } from "../../events/mod.ts";

/** Types of events of public content, which a webhook receives that names no types. */
const publicTypes = changeEventTypes.filter((type) => /^(?:post|redirect|organization)\./.test(type));

/** Returns the types of events that a webhook receives. */
export function webhookEventTypes({
  events = publicTypes,
}: {
  events?: readonly ChangeEventType[] | undefined;
}): readonly ChangeEventType[] {
  return events;
}
