import type { Hooks } from "../../lib/mod.ts";

/** The name of a called hook, and its event. */
export type ToldHook = { [Name in keyof Hooks]-?: [name: Name, event: EventOf<Name>] }[keyof Hooks];

type EventOf<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** Creates hooks that record the events of keys, users and content. */
export function recordedHooks(): { hooks: Required<Hooks>; told: ToldHook[] } {
  const told: ToldHook[] = [];
  const hooks: Required<Hooks> = {
    keyGenerated: (event) => void told.push(["keyGenerated", event]),
    keyRolled: (event) => void told.push(["keyRolled", event]),
    keyRevoked: (event) => void told.push(["keyRevoked", event]),
    keyRefused: (event) => void told.push(["keyRefused", event]),
    quotaExceeded: (event) => void told.push(["quotaExceeded", event]),
    membershipChanged: (event) => void told.push(["membershipChanged", event]),
    invitationChanged: (event) => void told.push(["invitationChanged", event]),
    userStatusChanged: (event) => void told.push(["userStatusChanged", event]),
    userDeleted: (event) => void told.push(["userDeleted", event]),
    knowledgeAdded: (event) => void told.push(["knowledgeAdded", event]),
    // A separate test covers the event of every request.
    requestAnswered: () => undefined,
    recordDamaged: () => undefined,
    postPublished: (event) => void told.push(["postPublished", event]),
  };
  return { hooks, told };
}
