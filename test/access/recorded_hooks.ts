import type { Hooks } from "../../lib/mod.ts";

/** A hook that was told, and what. */
export type ToldHook = { [Name in keyof Hooks]-?: [name: Name, event: EventOf<Name>] }[keyof Hooks];

type EventOf<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** Hooks that write down what they are told of keys, users and content. */
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
    // That every request is told of has a test of its own.
    requestAnswered: () => undefined,
    recordDamaged: () => undefined,
    postPublished: (event) => void told.push(["postPublished", event]),
  };
  return { hooks, told };
}
