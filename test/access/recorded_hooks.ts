import { hookNames } from "../../lib/hooks.ts";
import type { Hooks } from "../../lib/mod.ts";

/** The name of a called hook, and its event. */
export type ToldHook = { [Name in keyof Hooks]-?: [name: Name, event: EventOf<Name>] }[keyof Hooks];

type EventOf<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** Hooks with tests of their own. */
const unrecorded = new Set(["request.answered", "record.damaged"]);

/** Creates hooks that record the events of keys, users and content. */
export function recordedHooks(): { hooks: Required<Hooks>; told: ToldHook[] } {
  const told: ToldHook[] = [];
  const record = (name: string) => (event: unknown) =>
    void (unrecorded.has(name) || told.push([name, event] as ToldHook));
  const hooks = Object.fromEntries(hookNames.map((name) => [name, record(name)]));
  return { hooks: hooks as unknown as Required<Hooks>, told };
}
