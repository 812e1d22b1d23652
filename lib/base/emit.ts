import type { Awaitable } from "./awaitable.ts";

/** Calls a hook, if the host has set it. The promise ends with the hook, and never rejects. */
export type Emit<Hooks> = <Name extends keyof Hooks>(
  name: Name,
  event: Hooks[Name] extends ((event: infer Event) => unknown) | undefined ? Event : never,
) => Awaitable<void>;

/**
 * Creates the function that calls the hooks. Their errors go to `onError`, and never to the caller.
 *
 * @param observers further hooks, which return nothing and never throw. Default: none
 */
export function createEmit<Hooks extends object>(
  hooks: Hooks,
  onError: (error: unknown) => void,
  observers: Partial<Hooks> = {},
): Emit<Hooks> {
  return (name, event) => {
    (observers[name] as ((event: unknown) => void) | undefined)?.(event);
    const hook = hooks[name] as ((event: unknown) => void | Promise<void>) | undefined;
    if (hook === undefined) return undefined;
    // An `onError` that throws must not end the process as an unhandled rejection.
    return call(() => hook.call(hooks, event))
      .catch(onError)
      .catch(() => undefined);
  };
}

async function call(hook: () => void | Promise<void>): Promise<void> {
  await hook();
}
